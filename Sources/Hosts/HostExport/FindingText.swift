package import Configuration
internal import TemplateFiles

/// What `latchkey doctor` says about a finding, from `Templates/hosts/findings.yml`.
package struct FindingText: KeyedReadable {
    /// `ok`, or the severity of the problem.
    package let severity: String
    /// The code, if it is not the finding's name.
    package let code: String?
    package let message: String
    private let ownFix: String?

    package static let keyTable = KeyTable.open

    package init(_ keys: KeyedReader) {
        severity = keys["severity"] ?? ""
        code = keys["code"]
        message = keys["message"] ?? ""
        ownFix = keys["fix"]
    }

    package static let all: [String: FindingText] = Dictionary(
        File.read.findings.map { ($0.key.value, $0.value) }
    ) { first, _ in first }
    static let differences = File.read.differences

    /// Returns the fix, which may be the host's own; nil if there is none.
    package func fix(_ values: [String: String], _ fixes: HostFixes) -> String? {
        ownFix.map { fix in HostFixes.Kind(rawValue: fix).map { fixes($0, values) } ?? fix.filled(values) }
    }

    private struct File: KeyedReadable {
        let findings: OrderedMap<FindingText>
        let differences: [DifferenceKind]

        static let keyTable = KeyTable.open
        static let read: File = TemplateSources.builtIn("hosts/findings.yml")

        init(_ keys: KeyedReader) {
            findings = keys["findings"] ?? OrderedMap()
            differences = keys["differences"] ?? []
        }
    }
}
