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

    /// Returns the value of a key as text for a header field.
    func headerText(_ key: String) -> String {
        guard let value = required(key), let text = String(reading: value) else { return "" }
        if text.isEmpty || !text.utf8.allSatisfy(\.isFieldCharacter) {
            value.report("'\(key)' contains a character that no header field can have")
        } else if text.utf8.count > longestField {
            value.report("'\(key)' has \(text.utf8.count) bytes, and a header field \(longestField) at most")
        }
        return text
    }
}

extension ConfigurationValue {
    func text(_ fault: String, if isValid: (String) -> Bool) -> String? {
        guard let text = String(reading: self) else { return nil }
        if !isValid(text) { report("'\(text)' \(fault)") }
        return text
    }
}
