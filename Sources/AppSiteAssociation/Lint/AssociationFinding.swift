public import JSON

/// Something that the lint of an association file has to say.
public struct AssociationFinding: Error, Hashable, Sendable {
    /// How bad it is.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
        case error, warning, note
    }

    /// Only an error fails the lint.
    public let severity: Severity
    /// A stable name for scripts, in kebab case.
    public let code: String
    /// What in the file is meant; nil where it could not be read.
    public let pointer: JSONPointer?
    /// Where that stands; nil where the whole file is meant.
    public let position: JSONPosition?
    /// What is wrong, in lower case without a full stop.
    public let message: String
    /// What to do, as a sentence.
    public let fix: String?
}

/// Collects findings and gives them their places.
struct FindingList {
    private let document: JSONDocument
    private(set) var findings: [AssociationFinding] = []

    init(_ document: JSONDocument) {
        self.document = document
    }

    /// With `atKey` the member's name is meant and not its value.
    mutating func add(
        _ severity: AssociationFinding.Severity, _ code: String, _ pointer: JSONPointer, atKey: Bool = false,
        _ message: String, fix: String? = nil
    ) {
        let position = atKey ? document.position(ofKeyAt: pointer) : document.position(of: pointer)
        findings.append(
            AssociationFinding(
                severity: severity, code: code, pointer: pointer, position: position, message: message, fix: fix))
    }

    /// In the order of their places.
    var sorted: [AssociationFinding] {
        findings.enumerated().sorted { a, b in
            (a.element.position?.offset ?? 0, a.offset) < (b.element.position?.offset ?? 0, b.offset)
        }.map(\.element)
    }
}
