import AuthContracts
import Configuration
import LinkDefinitions
import SiteModel

/// What the use of a link does, and where its page leads afterwards.
struct LinkUse {
    private let app: App
    private let link: LinkDefinition
    private let page: Page

    init?(of link: LinkDefinition, in app: App) {
        guard let page = link.page.flatMap(app.page) else { return nil }
        (self.app, self.link, self.page) = (app, link, page)
    }

    /// What a person cannot take back; nil if another link leads to the same.
    var effect: String? {
        let operations = Set(states(from: page.start.name(for: link.name)).flatMap(\.operations))
        return Self.effects.first { effect in
            // A backend may have one operation for several links.
            operations.contains {
                consumesLink($0) && ($0.hasPrefix(effect.operation) || link.name.contains(effect.link))
            }
        }?.words
    }

    private static let effects: [(operation: String, link: String, words: String)] = [
        ("delete-account", "delete-account", "the account is deleted"),
        ("recover-email", "recover-email", "the change of address is undone"),
        ("verify-email-change", "change-email", "the address is changed"),
        ("revert-second-factor", "second-factor", "the second factor is removed"),
    ]

    /// Where the page leads that a used link opens; nil if there is no account any more.
    var way: String? {
        if effect == Self.effects.first?.words { return nil }
        let reached = states(from: page.start.name(for: link.name))
        let outcomes: [OutcomeName] = [.linkUsed, .linkInvalid, .linkExpired]
        let ends = reached.flatMap(\.moves).compactMap { moves in
            outcomes.lazy.compactMap { moves.state(for: $0) }.first
        }
        let after = Set(ends).sorted().flatMap(states)
        let destinations = after.flatMap { $0.destinations.map(\.value) }
        let paths = destinations.compactMap { if case .sitePath(let path) = $0 { path } else { nil } }
        let others = paths.compactMap { path in
            app.pagesByPath[String(path.prefix { $0 != "?" && $0 != "#" })].flatMap(app.page)
        }
        if (after + others.flatMap(\.states)).flatMap(\.operations).contains(where: sendsLink) {
            return "the page leads to another link"
        }
        let ways = Set(paths + (destinations.contains(where: \.isApp) ? ["the app"] : [])).sorted()
        return ways.isEmpty ? "the page leads nowhere" : "the page leads to \(ways.joined(separator: " and "))"
    }

    /// Whether an operation sends an email with the link.
    private func sendsLink(_ operation: String) -> Bool {
        guard let purpose = app.contract?.operation(named: operation)?.sends?.rawValue else { return false }
        let emails = app.emails.filter { $0.link?.name == link.name }.map(\.name)
        return purpose == link.name || emails.contains(purpose)
    }

    private func consumesLink(_ operation: String) -> Bool {
        app.contract?.operation(named: operation)?.consumes == .link
    }

    /// A state, and those to which a person gets from it on the page.
    private func states(from name: String) -> [State] {
        var reached: [State] = []
        var waiting = [name]
        while let next = waiting.popLast() {
            guard !reached.contains(where: { $0.name == next }), let state = page.state(named: next) else { continue }
            reached.append(state)
            waiting += state.moves.flatMap { $0.moves.map(\.state.value) }
            waiting += state.destinations.compactMap { if case .state(let name) = $0.value { name } else { nil } }
        }
        return reached
    }
}

extension LinkDestination {
    fileprivate var isApp: Bool { if case .app = self { true } else { false } }
}
