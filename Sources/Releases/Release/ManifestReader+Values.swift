internal import Configuration
internal import JSON
internal import TextEncoding

// Requirements on values of a manifest beyond their types.

/// The maximum length of a header field's value, in bytes; browsers accept heads many times as long.
let longestField = 8_192

extension ConfigurationValue {
    func report(_ message: String) { report("manifest", ValueMessage(known: message)) }

    func record<Record>(_ read: (KeyedReader) -> Record?) -> Record? {
        keyed(.open, read)
    }

    func records<Record>(_ read: (KeyedReader) -> Record?) -> [Record] {
        items?.compactMap { $0.record(read) } ?? []
    }
}

extension KeyedReader {
    var isOfKnownVersion: Bool {
        let version = member("version")
        if let version, version.node.json.int == Manifest.version { return true }
        (version ?? mapping).report(
            version.map {
                "the manifest is of version \($0.node.json.serialized()), and this is a reader of version \(Manifest.version)"
            } ?? "the manifest has no version")
        return false
    }

    func text(_ key: String, _ fault: String = "", if isValid: (String) -> Bool = { _ in true }) -> String {
        required(key).flatMap { $0.text(fault, if: isValid) } ?? ""
    }

    func texts(_ key: String, _ fault: String, if isValid: (String) -> Bool) -> [String] {
        required(key)?.items?.compactMap { $0.text(fault, if: isValid) } ?? []
    }

    /// A mapping of language tags to files, or of ranges to tags.
    private func languages(_ key: String, of isValid: (_ key: String, _ value: String) -> Bool) -> [String: String] {
        let texts = self[key] ?? OrderedMap<String>()
        for (name, text) in texts where !isValid(name.value, text) {
            value(key)?.report("'\(name.value): \(text)' is not of a language")
        }
        return Dictionary(texts.map { ($0.key.value, $0.value) }) { $1 }
    }

    func files(_ key: String) -> [String: String] { languages(key) { tag, _ in tag.isLanguageTag } }

    /// The tags that ranges stand for; an empty one is none.
    func tags(_ key: String) -> [String: String] {
        languages(key) { range, tag in range.isLanguageTag && (tag.isLanguageTag || tag.isEmpty) }
    }

    func optionalText(_ key: String, _ fault: String, if isValid: (String) -> Bool) -> String? {
        value(key) == nil ? nil : text(key, fault, if: isValid)
    }
}

// What the texts of a manifest may contain. Exports write them into configurations and scripts of other hosts, some of which
// have no escape for some characters: nginx expands `$name`, and Caddy `{name}`, inside quotation marks too.
extension ManifestText {
    /// The characters of a path, where `{name}` is a parameter.
    static let pathCharacters = ASCIISet.url.union(ASCIISet("{}")).subtracting(ASCIISet("?#"))
    static let fieldNameCharacters = ASCIISet.alphanumerics.union(ASCIISet("-"))
    static let fieldCharacters = ASCIISet.url.subtracting(ASCIISet("$")).union(ASCIISet(" "))
    private static let typeCharacters = ASCIISet.alphanumerics.union(ASCIISet("!#&-^_.+"))

    /// Whether a text is a media type with parameters (RFC 9110, section 8.3.1), its names as registered (RFC 6838,
    /// section 4.2).
    static func isMediaType(_ text: String) -> Bool {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        return text.utf8.count <= longestField && names.count == 2 && names.allSatisfy(typeCharacters.containsAll)
            && parts.dropFirst().allSatisfy { parameter in
                let words = parameter.drop { $0 == " " }.split(separator: "=", omittingEmptySubsequences: false)
                return words.count == 2 && words.allSatisfy(typeCharacters.containsAll)
            }
    }

    /// Whether a text is an address of the same origin: a path, and a query and fragment (RFC 3986, section 4.2).
    static func isOriginRelative(_ text: String) -> Bool {
        text.hasPrefix("/") && !text.hasPrefix("//") && text.utf8.count <= longestField
            && ASCIISet.url.subtracting(ASCIISet("$")).containsAll(of: text)
    }
}

extension ConfigurationValue {
    func text(_ fault: String, if isValid: (String) -> Bool) -> String? {
        guard let text = String(reading: self) else { return nil }
        if !isValid(text) { report("'\(text)' \(fault)") }
        return text
    }
}

extension String {
    /// Whether it has the form of a language tag, which responses name in Content-Language.
    var isLanguageTag: Bool {
        let parts = split(separator: "-", omittingEmptySubsequences: false)
        return parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isASCIIAlphanumeric) }
    }
}
