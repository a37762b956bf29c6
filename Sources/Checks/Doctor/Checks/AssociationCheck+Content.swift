internal import HostExport
internal import JSON
internal import LinkAssociation
internal import Problems

// The content of an association file, compared with the release's.

extension AssociationCheck {
    /// The number of findings about a file's content that are shown; a host may send a file with thousands.
    private static let mostFaults = 20

    func content(_ response: HostResponse) -> [Finding] {
        if Self.isMarkup(response.body) { return [finding("catch-all-file")] }
        var findings: [Finding] = []
        let type = (response["content-type"] ?? "").prefix { $0 != ";" }.lowercased()
        if type != "application/json" {
            let values = ["type": "application/json", "found": type.isEmpty ? "without a type" : "as \(type)"]
            findings.append(finding(isApple ? "wrong-type-apple" : "wrong-type", values))
        }
        if response.body.starts(with: [0xEF, 0xBB, 0xBF]) { return findings + [finding("byte-order-mark")] }
        let faults = AssociationLint.findings(in: response.body).filter { $0.severity != .note }
        for finding in faults.prefix(Self.mostFaults) {
            findings.append(
                .problem(
                    Problem(
                        finding.severity, code: finding.code, at: path,
                        "\(finding.message) at line \(finding.place.line), column \(finding.place.column)",
                        fix: finding.fix ?? "Publish the file that 'latchkey build' writes.")))
        }
        let others = faults.dropFirst(Self.mostFaults)
        if !others.isEmpty {
            findings.append(
                .problem(
                    Problem(
                        others.contains { $0.severity == .error } ? .error : .warning, code: "more-findings", at: path,
                        "\(others.count) more findings about this file are not shown",
                        fix: "Publish the file that 'latchkey build' writes.")))
        }
        if let expected, expected != response.body, !findings.contains(where: \.isError) {
            findings += differences(response.body, expected)
        }
        return findings
    }

    /// Returns findings for the apps that the release's file names and the host's does not.
    private func differences(_ found: [UInt8], _ expected: [UInt8]) -> [Finding] {
        let (found, expected) = (Self.identifiers(found), Self.identifiers(expected))
        let missing = expected.subtracting(found).sorted()
        if missing.isEmpty { return [finding("another-file")] }
        return missing.map { name in
            let similar = found.first { $0.lowercased() == name.lowercased() }
            let sameBundle = found.first { Self.bundle($0) == Self.bundle(name) }
            let kind = similar != nil ? "wrong-case" : sameBundle != nil ? "wrong-team" : "another-app"
            return finding(kind, ["app": name, "found": similar ?? sameBundle ?? ""])
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
