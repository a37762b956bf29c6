package import JSON
package import Problems

/// Lints association files of any origin, Apple's and Android's.
package enum AssociationLint {
    /// The findings about a file, by position.
    ///
    /// A JSON object is linted as an `apple-app-site-association`, an array as an `assetlinks.json`. The codes are
    /// listed in `Documentation/UniversalLinks.md`.
    package static func findings(in bytes: [UInt8]) -> [Problem<JSONPosition>] {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: bytes)
        } catch {
            return [
                Problem(code: "not-json", at: error.place, error.message, fix: error.fix ?? pageInstead(bytes))
            ]
        }
        var list = FindingList(document: document)
        for duplicate in document.duplicateKeys {
            let name = duplicate.pointer.components.last ?? ""
            list.add(
                .warning, "duplicate-key", duplicate.pointer, atKey: true,
                "the name '\(name)' is in the same object twice, and systems use only one of them",
                fix: "Keep the one that is meant.")
        }
        switch document.value {
        case .object(let object):
            if bytes.count > AppleAssociationFile.maximumBytes {
                list.add(
                    .error, "too-large", JSONPointer(),
                    "the file has \(bytes.count) bytes, and Apple reads no more than \(AppleAssociationFile.maximumBytes)",
                    fix: "Join components with wildcards or substitution variables.")
            }
            AppleLint.check(object, &list)
        case .array(let elements): AndroidLint.check(elements, &list)
        default:
            list.add(
                .error, "not-an-association-file", JSONPointer(),
                "the file is \(document.value.kindName): Apple's is an object, Android's an array",
                fix: "Begin Apple's with { \"applinks\": and Android's with [.")
        }
        return list.sorted
    }

    /// The most common reason for a file that is not JSON is a server that answers every path with its start page.
    private static func pageInstead(_ bytes: [UInt8]) -> String? {
        let start = bytes.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
        guard start == UInt8(ascii: "<") else { return nil }
        return "Serve the file itself: this looks like a web page."
    }
}
