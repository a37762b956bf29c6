import AuthContracts
import Configuration
import Diagnostics
import YAML

// Keys of a front matter that are meant for another place, as fixes of the problems that reading reports.
extension PageReader {
    /// The error for a kind that stands under another key, as a layout or a template does elsewhere; nil if there is none.
    func kindUnderOtherKey(of document: YAMLDocument, _ kinds: [String]) -> Diagnostic? {
        let members = document.root?.members ?? []
        guard !members.contains(where: { ["kind", "start"].contains($0.key.text) }),
            let member = members.first(where: { member in
                PageHeader.keyTable[member.key.text ?? ""] == nil && kinds.contains(member.value.text ?? "")
            }), let place = member.key.location, let kind = member.value.text
        else { return nil }
        return document.diagnostic(
            code: "unknown-key", at: place, "unknown key '\(known: member.key.text ?? "")'",
            fix: "Write 'kind: \(known: kind)', which is a kind of page.")
    }

    /// The problem with a fix for what belongs to a state, or to a field of a kind, if it is about that.
    func advised(_ problem: Diagnostic, in document: YAMLDocument?, kind: String? = nil) -> Diagnostic {
        var problem = problem
        if problem.code == "unknown-key",
            let member = document?.root?.members.first(where: { $0.key.location?.line == problem.line }),
            let name = member.key.text, Self.areMoves(member.value)
        {
            let state = state(running: name)
            let moves = member.value.members.map { "\($0.key.text ?? ""): \($0.value.text ?? "")" }
            problem.message = "'\(name)' is an operation, and stands here where a page has its keys"
            problem.fix =
                "Write it under its state: states: { \(state ?? "STATE"): { \(name): { \(moves.joined(separator: ", ")) } } }"
        }
        if problem.code == "missing-key", let kind, ["name", "rule", "label"].contains(problem.name) {
            problem.fix =
                "Write each field whole: the list replaces the fields of the kind, which 'latchkey show page \(kind)' prints."
        }
        return problem
    }

    /// Whether a value has the names of states by outcome, as an operation has.
    private static func areMoves(_ value: ConfigurationNode) -> Bool {
        let members = value.members
        return !members.isEmpty
            && members.allSatisfy { member in
                guard let name = member.key.text, member.value.text != nil else { return false }
                return OutcomeName(rawValue: name) != nil || name.hasSuffix("*")
            }
    }

    /// The state whose text runs an operation.
    private func state(running operation: String) -> String? {
        let lines = source.text.split(separator: "\n")
        guard let line = lines.firstIndex(where: { $0.firstRange(of: "(run:\(operation)") != nil }) else { return nil }
        return lines[..<line].last { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    }

    /// Adds the names of the states to the diagnostic about a missing `start`.
    func suggestStartStates(_ names: [String]) {
        let place = collector.diagnostics.firstIndex { $0.code == "missing-key" && $0.name == "start" }
        guard let place, let first = names.first(where: Self.isName) else { return }
        collector.diagnostics[place].fix =
            names.count == 1
            ? "Add 'start: \(first)'."
            : "Add 'start: \(first)', or another of the states: \(names.dropFirst().joined(separator: ", "))."
    }
}
