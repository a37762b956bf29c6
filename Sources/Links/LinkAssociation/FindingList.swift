import JSON
import Problems

/// The findings of the lint of an association file, whose places it looks up in the file's text.
struct FindingList {
    let document: JSONDocument
    private(set) var findings: [Problem<JSONPosition>] = []

    /// Adds a finding. With `atKey` its place is that of the member's name, not of its value.
    mutating func add(
        _ severity: ProblemSeverity, _ code: String, _ pointer: JSONPointer, atKey: Bool = false, _ message: String,
        fix: String? = nil
    ) {
        add(Problem(severity, code: code, at: pointer, message, fix: fix), atKey: atKey)
    }

    mutating func add(_ problem: Problem<JSONPointer>, atKey: Bool = false) {
        let position = atKey ? document.position(ofKeyAt: problem.place) : document.position(of: problem.place)
        // A pointer leads to a value or a name of the document; a file that is one value begins at that value.
        findings.append(problem.at(position ?? JSONPosition(offset: 0, in: [])))
    }

    var sorted: [Problem<JSONPosition>] {
        findings.enumerated().sorted { a, b in
            (a.element.place.offset, a.offset) < (b.element.place.offset, b.offset)
        }.map(\.element)
    }
}
