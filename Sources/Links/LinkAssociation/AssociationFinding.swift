package import JSON

/// A finding of the lint of an association file.
package struct AssociationFinding: Error, Hashable, Sendable {
    /// The severity of a finding.
    package enum Severity: String, Hashable, Sendable, CaseIterable {
        case error, warning, note
    }

    /// The severity; only an error makes the lint fail.
    package let severity: Severity
    /// A stable identifier for scripts, in kebab case.
    package let code: String
    /// The value in the file; nil if the file could not be parsed.
    package let pointer: JSONPointer?
    /// The place of that value; nil for a finding about the whole file.
    package let position: JSONPosition?
    /// The problem, in lower case and without a full stop.
    package let message: String
    /// What to write instead, as a sentence.
    package let fix: String?
}

/// Collects findings and resolves their positions.
struct FindingList {
    let document: JSONDocument
    private(set) var findings: [AssociationFinding] = []

    /// Adds a finding. With `atKey` its position is that of the member's name, not of its value.
    mutating func add(
        _ severity: AssociationFinding.Severity, _ code: String, _ pointer: JSONPointer, atKey: Bool = false,
        _ message: String, fix: String? = nil
    ) {
        let position = atKey ? document.position(ofKeyAt: pointer) : document.position(of: pointer)
        findings.append(
            AssociationFinding(
                severity: severity, code: code, pointer: pointer, position: position, message: message, fix: fix))
    }

    /// The findings by position.
    var sorted: [AssociationFinding] {
        findings.enumerated().sorted { a, b in
            (a.element.position?.offset ?? 0, a.offset) < (b.element.position?.offset ?? 0, b.offset)
        }.map(\.element)
    }
}
