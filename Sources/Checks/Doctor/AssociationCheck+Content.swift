internal import HostExport
internal import JSON
internal import LinkAssociation
internal import Problems

// The content of an association file, compared with the release's.

extension AssociationCheck {
    func content(
        _ response: HostResponse, _ path: String, _ fetcher: String, _ fixes: HostFixes, isApple: Bool,
        expected: [UInt8]?
    ) -> [Finding] {
        if Self.isMarkup(response.body) {
            return [Finding(.error, "catch-all", path, "is a web page and not the file", fix: fixes(.catchAll))]
        }
        var findings: [Finding] = []
        let type = (response["content-type"] ?? "").prefix { $0 != ";" }.lowercased()
        if type != "application/json" {
            findings.add(
                isApple ? .warning : .error, "wrong-type", path,
                "is sent \(type.isEmpty ? "without a type" : "as \(type)"), and \(fetcher) asks for application/json",
                fix: fixes(.type, ["type": "application/json"]))
        }
        if response.body.starts(with: [0xEF, 0xBB, 0xBF]) {
            findings.add(
                .error, "byte-order-mark", path, "begins with a byte order mark, which JSON does not allow",
                fix: "Save the file as UTF-8 without a byte order mark.")
            return findings
        }
        for finding in AssociationLint.findings(in: response.body) where finding.severity != .note {
            findings.add(
                finding.severity == .error ? .error : .warning, finding.code, path,
                "\(finding.message) at line \(finding.place.line), column \(finding.place.column)",
                fix: finding.fix ?? "Publish the file that 'latchkey build' writes.")
        }
        if let expected, expected != response.body, !findings.contains(where: { $0.severity == .error }) {
            findings.append(contentsOf: Self.differences(response.body, expected, path))
        }
        return findings
    }

    /// Returns findings for the apps that the release's file names and the host's does not.
    private static func differences(_ found: [UInt8], _ expected: [UInt8], _ path: String) -> [Finding] {
        let (found, expected) = (identifiers(found), identifiers(expected))
        let missing = expected.subtracting(found).sorted()
        if missing.isEmpty {
            return .finding(
                .error, "another-file", path, "is not the file of the release",
                fix: "Publish the release again, and purge the cache.")
        }
        return missing.map { name in
            let similar = found.first { $0.lowercased() == name.lowercased() }
            let sameBundle = found.first { Self.bundle($0) == Self.bundle(name) }
            if let similar {
                return Finding(
                    .error, "wrong-case", path,
                    "names '\(similar)', and the release '\(name)': case matters",
                    fix: "Write '\(name)' as in the app.")
            }
            if let sameBundle {
                return Finding(
                    .error, "wrong-team", path,
                    "has the team ID of another developer: '\(sameBundle)' instead of '\(name)'",
                    fix: "Use the ID of the team that signs the app, as Apple's developer account shows it: '\(name)'.")
            }
            return Finding(
                .error, "another-app", path, "does not name '\(name)'",
                fix: "Publish the release again, and purge the cache.")
        }
    }

    private static func bundle(_ identifier: String) -> String {
        identifier.firstIndex(of: ".").map { String(identifier[identifier.index(after: $0)...]) } ?? identifier
    }

    /// Returns the app identifiers in a file: the values of `appIDs`, `apps`, `package_name` and the fingerprints.
    private static func identifiers(_ bytes: [UInt8]) -> Set<String> {
        guard let value = try? JSONDocument(parsing: bytes).value else { return [] }
        var names: Set<String> = []
        func collect(_ value: JSONValue, _ key: String) {
            switch value {
            case .string(let text):
                if ["appIDs", "appID", "apps", "package_name", "sha256_cert_fingerprints"].contains(key) {
                    names.insert(text)
                }
            case .array(let elements): for element in elements { collect(element, key) }
            case .object(let object): for member in object { collect(member.value, member.key) }
            default: break
            }
        }
        collect(value, "")
        return names
    }
}
