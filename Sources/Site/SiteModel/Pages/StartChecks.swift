import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions

/// Checks the states that a page begins with against the links that open it.
struct StartChecks {
    let page: Page
    let links: [LinkDefinition]
    let contract: Contract?
    let collector: DiagnosticCollector
    /// The states that no move leads to.
    let unreached: [State]

    /// Reports links, and visits without a link, for which no first state is given.
    func report() {
        let starts = page.start.states
        guard !page.start.isSingle else {
            if let state = page.start.states.first?.value { checkState(state) }
            return
        }
        if let link = unlistedLink { return report(link) }
        // The states are those of the link that is meant.
        if Self.meantLink(of: page, links) != nil { return }
        // The name of a link that there is not is what is wrong, and is told.
        guard page.linkNames.allSatisfy({ name in links.contains { $0.name == name.value } }) else { return }
        let names = page.linkNames.map(\.value) + [Start.noLink]
        let known = names + (page.linkNames.isEmpty ? [] : [Start.damagedLink])
        let unknown = starts.map(\.key).filter { !known.contains($0.value) }
        // The name of another link, or of the page, in place of that of the only one without a state.
        let lacking = page.linkNames.map(\.value).filter { starts[$0] == nil }
        let renamed =
            unknown.count == 1 && lacking.count == 1 && !links.contains { $0.name == unknown[0].value }
            ? lacking[0] : nil
        if renamed == nil, unknown.count == 1, !starts.contains(where: { $0.key.value == Start.noLink }),
            Suggestion.nearest(to: unknown[0].value, in: known) == nil
        {
            collector.report(
                "unknown-start", at: unknown[0].location, "'\(unknown[0].value)' is not a link of this page",
                fix: "Write '\(Start.noLink)' for visits without a link, or add it to 'link:'.")
            return
        }
        for key in unknown {
            collector.report(
                "unknown-start", at: key.location, "'\(key.value)' is not a link of this page",
                fix: renamed.map { "Write '\($0)' in place of it." } ?? Suggestion.question(for: key.value, in: known)
                    ?? "Add it to 'link:', or remove it.")
        }
        // The link of another page is told as such.
        let foreign = links.filter { $0.page != nil && $0.page != page.name }.map(\.name)
        for name in names where starts[name] == nil && name != renamed && !foreign.contains(name) {
            collector.report(
                "missing-start",
                at: page.linkNames.first { $0.value == name }?.location ?? starts.first?.key.location
                    ?? page.source.location(at: 0),
                name == Start.noLink
                    ? "no state is given for visits without a link"
                    : "no state is given for visits with the link '\(name)'",
                fix: "Add '\(name): …' under 'start:', with the name of a state.")
        }
        for key in [Start.noLink, Start.damagedLink] {
            guard let state = starts[key] else { continue }
            checkState(state, at: key)
            warnOfSuccess(at: state, key)
        }
    }

    /// The link of `start:` that opens the page by `app.yml`, if the page does not say that it receives links.
    private var unlistedLink: Located<String>? { Self.unlistedLink(of: page, links) }

    /// As above, for checks that it makes pointless.
    static func unlistedLink(of page: Page, _ links: [LinkDefinition]) -> Located<String>? {
        guard page.linkNames.isEmpty, !page.isOfKind else { return nil }
        return page.start.states.map(\.key).first { key in
            links.contains { $0.name == key.value && $0.page == page.name }
        }
    }

    /// The link that opens the page by `app.yml`, if the page receives that of another one in its place, as copies do.
    static func meantLink(of page: Page, _ links: [LinkDefinition]) -> String? {
        func receives(_ link: LinkDefinition) -> Bool { page.linkNames.contains { $0.value == link.name } }
        guard links.contains(where: { receives($0) && $0.page != nil && $0.page != page.name }) else { return nil }
        return links.first { $0.page == page.name && !receives($0) }?.name
    }

    private func report(_ link: Located<String>) {
        collector.report(
            "unknown-start", at: link.location, "the page does not say that it receives the link '\(link.value)'",
            fix: "Add 'link: \(link.value)' to the front matter.")
    }

    /// The fix for a state that no move leads to, and that is probably for visits without the link.
    func fix(forUnreached state: State) -> String? {
        // The name that the catalogue's pages have for it.
        guard page.start.isSingle, let link = page.linkNames.first, let start = page.start.states.first?.value,
            state.name == "forgotten" || state.name == explanation?.name && needingLink(at: start, of: nil) != nil
        else { return nil }
        return
            "If it is for visits without the link, write start: { \(link.value): \(start.value), none: \(state.name) }. Else move to it, or remove it."
    }

    /// The state that no move leads to, and that may be the one for visits without the link.
    private var explanation: State? {
        unreached.first { $0.fields.isEmpty && $0.operations.isEmpty && $0.tone != .success }
    }

    /// Warns of a first state that needs a link and is shown without one, or with a part of one, too.
    private func checkState(_ start: Located<String>, at key: String? = nil) {
        guard let link = page.linkNames.first, let (operation, need) = needingLink(at: start, of: key) else { return }
        let own = explanation
        let name = own?.name ?? "forgotten"
        collector.report(
            "missing-start", as: .warning, at: start.location,
            "visitors \(key == Start.damagedLink ? "with a part of the link" : "without the link") begin with '\(start.value)' too, and '\(operation)' needs its '{{\(need)}}'",
            fix: (own.map { "Give them '\($0.name)', to which nothing leads: " }
                ?? "Give them a state of their own, which explains where the link is: ")
                + (key.map { "\($0): \(name)" } ?? "start: { \(link.value): \(start.value), none: \(name) }"))
    }

    /// Warns of visitors without the link, or with a part of it, who begin with what follows its use.
    private func warnOfSuccess(at start: Located<String>, _ key: String) {
        guard let state = page.state(named: start.value), state.operations.isEmpty, state.fields.isEmpty,
            let operation = page.states.flatMap(\.moves).first(where: { moves in
                contract?.operation(named: moves.operation.value)?.consumes == .link
                    && moves.state(for: .ok) == start.value
            })?.operation.value
        else { return }
        let request = page.states.first { state in
            state.operations.contains { contract?.operation(named: $0)?.sendsRequestedEmail == true }
        }
        collector.report(
            "success-without-link", as: .warning, at: start.location,
            "visitors \(key == Start.damagedLink ? "with a part of the link" : "without the link") begin with '\(start.value)', as after a success of '\(operation)'",
            fix: (request ?? explanation).map { "Write '\(key): \($0.name)'." }
                ?? "Give them a state of their own, which explains where the link is.")
    }

    /// The operation of a first state that needs a value of the link, with the value's name; nil if there is none.
    private func needingLink(at start: Located<String>, of key: String?) -> (operation: String, need: String)? {
        guard let state = page.state(named: start.value) else { return nil }
        let others = Set(page.fieldNames + (contract.map { ContractChecks.kept(by: page, contract: $0) } ?? []))
        // An operation by itself leads to the state of a dead link, which may be meant unless nothing leads to another one.
        let moves = state.moves.first { $0.operation.value == state.onLoad?.value }?.moves ?? []
        let isMeant =
            explanation == nil || moves.contains { $0.outcomes.text == OutcomeName.linkIncomplete.rawValue }
        let automatic = isMeant || key == Start.damagedLink ? nil : state.onLoad?.value
        let names =
            key == nil && !state.fields.isEmpty ? state.operations : state.submitted + [automatic].compactMap(\.self)
        for name in names {
            let need = contract?.operation(named: name)?.needs.first { need in
                !need.isOptional && page.parameters.contains(need.name) && !others.contains(need.name)
            }
            if let need { return (name, need.name) }
        }
        return nil
    }
}
