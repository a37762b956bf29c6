import JSON
import TextEncoding

/// The reason why a request cannot be built from some values.
package enum FillingFault: Error {
    case missing(String)
    /// One of these values would break the request's structure: a line break in a header, `..` in a path.
    case malformed([String])
    /// A URL from a response has another origin than the base URL.
    case foreignOrigin
}

extension Contract.Request {
    /// The request with its placeholders replaced: percent-encoded in the URL and in forms, as JSON strings in JSON.
    ///
    /// Without the language of a page, an object that has nothing else is left out too.
    package func filled(with values: [String: String]) throws(FillingFault) -> ContractRequest {
        values[Contract.Need.language] == nil
            ? try without(Contract.Need.language).filledAsIs(with: values) : try filledAsIs(with: values)
    }

    private func filledAsIs(with values: [String: String]) throws(FillingFault) -> ContractRequest {
        var address = try address(with: values)
        let query = try fields(query, values)
        if !query.isEmpty { address += "?" + FormItems.encode(query, spaces: .percent) }
        var headers: [HeaderField] = []
        for header in self.headers {
            guard let value = try header.text.filled(with: values) else { continue }
            guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw .malformed(header.text.needs.map(\.name))
            }
            headers.append(HeaderField(header.name, value))
        }
        var bytes: [UInt8] = []
        if let body {
            switch body {
            case .json(let value): bytes = (try value.filled(with: values) ?? .null).serializedBytes()
            case .form(let form): bytes = Array(FormItems.encode(try fields(form, values), spaces: .percent).utf8)
            }
            if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
                headers.append(HeaderField("Content-Type", body.type))
            }
        }
        return ContractRequest(
            method: method, url: address, headers: headers, body: bytes, sendsCookies: sendsCookies, referrer: referrer,
            name: url.text)
    }

    private func address(with values: [String: String]) throws(FillingFault) -> String {
        var address = ""
        for (index, part) in url.parts.enumerated() {
            switch part {
            case .literal(let text): address += text
            case .value(let need):
                guard let value = values[need.name] else { throw .missing(need.name) }
                if index == 0 {
                    // The app's own URL is trusted; one from a response must have the same origin.
                    if need.name != "base" {
                        guard let origin = URLParts(value)?.origin, origin == URLParts(values["base"] ?? "")?.origin
                        else { throw .foreignOrigin }
                    }
                    address = value
                } else {
                    // Browsers resolve these segments even if they are percent-encoded.
                    if value == "." || value == ".." { throw .malformed([need.name]) }
                    address += PercentEncoding.encode(value)
                }
            }
        }
        return address
    }

    private func fields(
        _ texts: [Contract.NamedText], _ values: [String: String]
    ) throws(FillingFault) -> [(String, String)] {
        var fields: [(String, String)] = []
        for field in texts {
            if let value = try field.text.filled(with: values) { fields.append((field.name, value)) }
        }
        return fields
    }
}

extension ContractText {
    /// The text with its placeholders replaced; nil if an optional value is missing.
    func filled(with values: [String: String]) throws(FillingFault) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .value(let need):
                if let value = values[need.name] {
                    text += value
                } else if need.isOptional {
                    return nil
                } else {
                    throw .missing(need.name)
                }
            }
        }
        return text
    }
}

extension Contract.Value {
    /// The value with its placeholders replaced; nil if its text is omitted.
    func filled(with values: [String: String]) throws(FillingFault) -> JSONValue? {
        switch self {
        case .text(let text): return try text.filled(with: values).map(JSONValue.string)
        case .fixed(let value): return value
        case .array(let elements):
            var filled: [JSONValue] = []
            for element in elements {
                if let value = try element.filled(with: values) { filled.append(value) }
            }
            return .array(filled)
        case .object(let members):
            var filled = JSONObject()
            for member in members { filled[member.name] = try member.value.filled(with: values) }
            return .object(filled)
        }
    }
}
