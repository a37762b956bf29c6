import JSON
import TextEncoding

package struct RuleMatch {
    var captured: [CapturedValue]
    var values: [String: String]
}

extension Contract.Rule {
    /// The match with a response; nil if the rule does not match.
    package func match(_ response: ContractResponse) -> RuleMatch? {
        guard statuses.isEmpty || statuses.contains(where: { $0.contains(response.status) }) else { return nil }
        var captured: [CapturedValue] = []
        for test in headers {
            guard let value = response.headers[test.name], let found = test.test.match(.string(value)) else {
                return nil
            }
            captured += found
        }
        for test in tests {
            guard let body = response.value,
                let found = test.pointer.values(in: body).lazy.compactMap({ test.test.match($0) }).first
            else { return nil }
            captured += found
        }
        var values: [String: String] = [:]
        for case .text(let name, let text) in captured { values[name] = text }
        for keep in keep {
            // An empty text counts as missing, and does not replace a captured one.
            if let value = keep.source.text(in: response), !value.isEmpty { values[keep.name] = value }
        }
        return RuleMatch(captured: captured, values: values)
    }

    func outcome(of match: RuleMatch, response: ContractResponse, deficiencies: [Contract.Deficiency]) -> Outcome {
        var seconds: Int?
        var texts: [String] = []
        for captured in match.captured {
            switch captured {
            case .seconds(let found): seconds = seconds ?? found
            case .list(let found): texts += found
            case .text: break
            }
        }
        if let missing, let body = response.value {
            for value in missing.values(in: body) { texts += (value.array ?? [value]).compactMap(\.string) }
        }
        var names: [PasswordRequirement.Name] = []
        for text in texts {
            guard let deficiency = deficiencies.first(where: { $0.text.match(text) != nil }),
                !names.contains(deficiency.requirement)
            else { continue }
            names.append(deficiency.requirement)
        }
        return Outcome(
            outcome, email: match.values["email"],
            wait: seconds ?? wait.flatMap { $0.seconds(in: response) } ?? response.retryAfter, missing: names)
    }
}

extension Contract.Source {
    /// The text at this place of a response; numbers and Booleans as JSON writes them.
    func text(in response: ContractResponse) -> String? {
        switch self {
        case .body(let pointer):
            guard let body = response.value else { return nil }
            return pointer.values(in: body).lazy.compactMap(\.asText).first
        case .header(let name): return response.headers[name]
        case .cookie(let name): return response.cookies[name].map { PercentEncoding.decode($0) ?? $0 }
        }
    }

    fileprivate func seconds(in response: ContractResponse) -> Int? {
        text(in: response).flatMap(ContractResponse.seconds)
    }
}

extension ContractResponse {
    /// The wait in `Retry-After` (RFC 9110, section 10.2.3), in seconds. A date is ignored, since clocks differ.
    var retryAfter: Int? {
        (headers["retry-after"] ?? headers["x-retry-after"]).flatMap(Self.seconds)
    }

    static func seconds(_ text: String) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit) else {
            return nil
        }
        return Int(text)
    }
}
