internal import Hashing
internal import TextEncoding

extension ExpectedAnswer {
    /// Returns the differences of a response. If the status differs, nothing else is compared.
    public func differences(from answer: HostAnswer) -> [ConformanceDifference] {
        guard answer.status == status else {
            let location = answer["location"].map { " to \($0)" } ?? ""
            return [
                ConformanceDifference(
                    part: "status", expected: String(status), found: "\(answer.status)\(location)")
            ]
        }
        var differences: [ConformanceDifference] = []
        func add(_ part: String, _ expected: String, _ found: String?) {
            differences.append(ConformanceDifference(part: part, expected: expected, found: found ?? "absent"))
        }
        for field in headers where !Self.isSame(field, answer[field.name]) {
            add(field.name.lowercased(), field.value, answer[field.name])
        }
        for name in absent {
            if let value = answer[name] { add(name, "absent", value) }
        }
        if hasEntityTag, answer["etag"] == nil { add("etag", "an entity tag", nil) }
        if !vary.isEmpty {
            let found = (answer["vary"] ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
            if !vary.allSatisfy({ found.contains($0.lowercased()) }) {
                add("vary", vary.joined(separator: ", "), answer["vary"])
            }
        }
        switch body {
        case .any: break
        case .head(let length):
            if !answer.body.isEmpty { add("body", "none", "\(answer.body.count) bytes") }
            if let found = answer["content-length"], found != String(length) {
                add("content-length", String(length), found)
            }
        case .variant(let hash, let length):
            // The file in another coding than expected is still correct.
            if let coding = answer["content-encoding"] ?? (answer.body.isEmpty ? nil : "identity"),
                variants[coding]?.matches(answer.body) == true
            {
                break
            }
            let found = Base16.encode(Digest.sha256(answer.body)).prefix(hash.utf8.count)
            if answer.body.count != length || found != hash {
                add(
                    "body", "\(length) bytes with the hash \(hash)", "\(answer.body.count) bytes with the hash \(found)"
                )
            }
        }
        return differences
    }

    /// Media types and cache directives are compared ignoring whitespace and case; other values exactly.
    private static func isSame(_ field: HeaderField, _ found: String?) -> Bool {
        guard let found else { return false }
        if field.value == found { return true }
        switch field.name.lowercased() {
        case "content-type", "cache-control":
            return field.value.lowercased().filter { $0 != " " } == found.lowercased().filter { $0 != " " }
        default: return false
        }
    }
}
