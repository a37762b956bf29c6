import AuthContracts
package import Configuration
import Diagnostics

/// The front matter of a page spec.
struct PageHeader: KeyedReadable {
    let title: String
    let links: [Located<String>]
    let start: Start
    /// The states, as far as the front matter describes them.
    let states: OrderedMap<State>
    let deletion: AccountDeletion?

    init?(_ keys: KeyedReader) {
        title = keys.shownText("title")
        links = keys.oneOrMany("link") ?? []
        // Of a page of a kind, `PageKinds` has put the kind's page below what the author wrote.
        let start: Start? = keys.required("start")
        states = keys["states"] ?? OrderedMap()
        deletion = keys["data"]
        let session: String? = keys["session"]
        if session != nil, keys.mapping.node["kind"] == nil {
            keys.value("session")?.report(
                "no-kind", "'session' is for a page that names its kind, and this one is written out",
                fix: "Write the address below '# done': [Continue](ADDRESS#access_token={{access_token}})")
        } else if let problem = session.flatMap(LinkDestination.problem(withSessionAt:)) {
            keys.value("session")?.report(problem, expected: "an address")
        }
        guard let start else { return nil }
        self.start = start
    }
}

extension Start: ConfigurationReadable {
    /// Reads the name of a state, or names of states by link name.
    package init?(reading value: ConfigurationValue) {
        if case .mapping = value.node.kind {
            guard let states = OrderedMap<Located<String>>(reading: value) else { return nil }
            guard let start = Start(states, isSingle: false) else {
                value.reportMismatch(expected: "states by link")
                return nil
            }
            self = start
        } else {
            guard let state = Located<String>(reading: value) else { return nil }
            self.init(OrderedMap([(Located(Self.noLink, at: state.location), state)]), isSingle: true)
        }
    }
}

extension State: KeyedReadable {
    /// Reads the front matter's keys of a state. Every other key is an operation with its transitions.
    package init?(_ keys: KeyedReader) {
        self.init(name: keys.mapping.name, location: keys.mapping.location)
        icon = keys["icon"]
        statedTone = keys["tone"]
        onLoad = keys["on-load"]
        refresh = keys["refresh"]
        back = keys["back"]
        forgets = keys.oneOrMany("forgets") ?? []
        needs = keys.oneOrMany("needs") ?? []
        submit = keys["submit"]
        let values = keys.value("fields")?.items ?? []
        let names = values.map { $0.node["name"]?.text ?? "" }
        fields = values.enumerated().compactMap { index, value in
            value.keyed(Field.keyTable) { Field($0, among: names, isRepeated: names[..<index].contains(names[index])) }
        }
        moves = keys.others.compactMap { OperationMoves(reading: $0) }
    }
}

extension State.Tone: ConfigurationReadable {
    package init?(reading value: ConfigurationValue) {
        let tone: State.Tone? = value.word(otherNames: [
            "danger": .error, "failure": .error, "warning": .error, "negative": .error, "ok": .success,
            "positive": .success, "info": .neutral, "default": .neutral,
        ])
        guard let tone else { return nil }
        self = tone
    }
}

extension OperationMoves: ConfigurationReadable {
    /// Reads the names of states by outcome.
    package init?(reading value: ConfigurationValue) {
        if case .scalar = value.node.kind {
            let isOutcome = OutcomeName(rawValue: value.name) != nil || value.name.hasSuffix("*")
            let key = Suggestion.nearest(to: value.name, in: State.keyTable.keys.map(\.name))
            value.report(
                "wrong-type", isAboutKey: true,
                isOutcome
                    ? "'\(value.name)' is an outcome, and stands here where a state has its operations"
                    : "unknown key '\(value.name)'",
                fix: isOutcome
                    ? "Indent the operation under its state: form: { reset-password: { ok: done } }"
                    : key.map { "Did you mean '\($0)'?" }
                        ?? "Write the next states if it is an operation: \(value.name): { ok: done }")
            return nil
        }
        guard let members = value.members else { return nil }
        operation = value.key
        moves = members.compactMap { member in
            Located<String>(reading: member).map { state in
                Move(outcomes: OutcomePattern(member.name), location: member.key.location, state: state)
            }
        }
    }
}
