package import Configuration
import Problems
import TextEncoding

extension ContractText: ConfigurationReadable {
    /// Reads a text; numbers such as `2024` need no quotes.
    package init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        do {
            self = try ContractText(parsing: text)
        } catch {
            value.report(error.at(error.place), expected: "a text")
            return nil
        }
        guard let (offset, written, name) = foreignPlaceholder else { return }
        value.report(
            "foreign-value", offset: offset, "'\(written)' would be sent to the backend as it is written",
            fix: "Write {{\(name)}} for the value of a field or a link.")
        return nil
    }

    /// The first placeholder of another system in a literal part: anywhere in unmistakable brackets, else a whole text or
    /// the segment of a path. A query of GraphQL has braces of its own.
    private var foreignPlaceholder: (offset: Int, text: String, name: String)? {
        var start = 0
        for part in parts {
            guard case .literal(let literal) = part else {
                if case .value(let need) = part { start += need.name.utf8.count + (need.isOptional ? 5 : 4) }
                continue
            }
            let bytes = Array(literal.utf8)
            for index in bytes.indices {
                var found = ForeignPlaceholder.at(index, in: bytes, .prose)
                if found == nil, index == 0 ? parts.count == 1 : parts.count > 1 && bytes[index - 1] == 0x2F {
                    found = ForeignPlaceholder.at(index, in: bytes, .address)
                    if index == 0, found?.range != bytes.indices { found = nil }
                }
                guard let found, let name = found.name else { continue }
                if bytes[index] == UInt8(ascii: "{"), literal.contains("{ ") || index > 0 && bytes[index - 1].isWord {
                    continue
                }
                return (start + index, String(decoding: bytes[found.range], as: UTF8.self), name)
            }
            start += bytes.count
        }
        return nil
    }
}
