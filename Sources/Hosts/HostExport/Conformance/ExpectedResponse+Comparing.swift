internal import Hashing
internal import TextEncoding

extension ExpectedResponse {
    /// Returns the differences of a response. If the status differs, nothing else is compared.
    package func differences(from response: HostResponse) -> [ConformanceDifference] {
        guard response.status == status else {
            let location = response["location"].map { " to \($0)" } ?? ""
            return [
                ConformanceDifference(
                    part: "status", expected: String(status), found: "\(response.status)\(location)")
            ]
        }
        var differences: [ConformanceDifference] = []
        func add(_ part: String, _ expected: String, _ found: String?) {
            differences.append(ConformanceDifference(part: part, expected: expected, found: found ?? "absent"))
        }
        for field in headers where !Self.isSame(field, response[field.name]) {
            add(field.name.lowercased(), field.value, response[field.name])
        }
        for name in absent {
            if let value = response[name] { add(name, "absent", value) }
        }
        if hasEntityTag, response["etag"] == nil { add("etag", "an entity tag", nil) }
        if !vary.isEmpty {
            let found = (response["vary"] ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
            if !vary.allSatisfy({ found.contains($0.lowercased()) }) {
                add("vary", vary.joined(separator: ", "), response["vary"])
            }
        }
        switch body {
        case .any: break
        case .head(let length):
            if !response.body.isEmpty { add("body", "none", "\(response.body.count) bytes") }
            if let found = response["content-length"], found != String(length) {
                add("content-length", String(length), found)
            }
        case .variant(let hash, let length):
            // The file in another coding than expected is still correct.
            if let coding = response["content-encoding"] ?? (response.body.isEmpty ? nil : "identity"),
                variants[coding]?.matches(response.body) == true
            {
                break
            }
            let found = Base16.encode(Digest.sha256(response.body)).prefix(hash.utf8.count)
            if response.body.count != length || found != hash {
                add(
                    "body", "\(length) bytes with the hash \(hash)",
                    "\(response.body.count) bytes with the hash \(found)"
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
