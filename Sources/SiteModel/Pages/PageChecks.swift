import AuthContracts
import CommonMark
import Configuration
import Diagnostics
import LinkDefinitions

/// Checks a page spec against its app: its links, paths, operations and values must exist.
struct PageChecks {
    let page: Page
    let app: AppFile
    let links: [LinkDefinition]
    /// The paths of the app's pages and files, and those that other servers answer.
    let paths: Set<String>
    /// The backend's contract; nil if there is none or it was not read.
    let contract: Contract?
    private let kept: [String]?

    init(page: Page, app: AppFile, links: [LinkDefinition], paths: Set<String>, contract: Contract?) {
        self.page = page
        self.app = app
        self.links = links
        self.paths = paths
        self.contract = contract
        kept = Self.kept(by: page, in: app, contract: contract)
    }

    /// Values that every page may show: the wait after a rate-limited request, and the account's email once it is
    /// known.
    private static let common = ["wait", "email"]

    func diagnostics() -> [Diagnostic] {
        StateGraph(page: page).diagnostics() + page.linkNames.flatMap(link) + starts()
            + PageStateChecks(page: page, kept: kept).diagnostics()
            + page.states.flatMap { state in
                destinations(of: state) + operations(of: state) + values(state.values)
            } + values(page.messageValues) + outcomes + backendChecks
    }

    /// Reports outcomes that are neither built in nor declared by the contract.
    private var outcomes: [Diagnostic] {
        // The contract was not read, and may declare any outcome.
        if contract == nil, app.contents.backend != nil { return [] }
        let known = OutcomeName.allCases + (contract?.outcomes ?? [])
        let moves = page.states.flatMap(\.moves).flatMap(\.moves).map { ($0.outcomes, $0.location) }
        let messages = page.messages.map { (OutcomePattern($0.outcome.rawValue), $0.location) }
        return (moves + messages).filter { pattern, _ in !known.contains(where: pattern.matches) }.map {
            pattern, place in
            report(
                "unknown-outcome", at: place, "'\(pattern.text)' is not an outcome",
                fix: Suggestion.question(for: pattern.text, in: known.map(\.rawValue))
                    ?? "The outcomes are \(known.map(\.rawValue).joined(separator: ", ")).")
        }
    }

    /// The values that the page's operations keep; nil if the backend's contract was not read and any value is
    /// possible.
    private static func kept(by page: Page, in app: AppFile, contract: Contract?) -> [String]? {
        if contract == nil, app.contents.backend != nil { return nil }
        return contract.map { ContractChecks.kept(by: page, contract: $0) } ?? []
    }

    private func report(_ code: String, at location: SourceLocation, _ message: String, fix: String?) -> Diagnostic {
        page.source.diagnostic(code: code, at: location, message, fix: fix)
    }

    private var backendChecks: [Diagnostic] {
        guard let contract, let backend = app.contents.backend?.backend else { return [] }
        return ContractChecks(page: page, contract: contract, backend: backend).diagnostics()
    }

    private func link(_ name: Located<String>) -> [Diagnostic] {
        guard let link = links.first(where: { $0.name == name.value }) else {
            return [
                report(
                    "unknown-link", at: name.location, "there is no link '\(name.value)' in app.yml",
                    fix: Suggestion.question(for: name.value, in: links.map(\.name))
                        ?? "Define it under 'links:' in app.yml.")
            ]
        }
        guard let other = link.page else {
            return [
                app.diagnostic(
                    code: "link-elsewhere", at: app.lastKey(of: "links.\(name.value)"),
                    "the page '\(page.name)' receives the link '\(name.value)', which opens no page",
                    fix: "Add 'page: \(page.name)' here.")
            ]
        }
        if other == page.name { return [] }
        return [
            report(
                "link-elsewhere", at: name.location, "the link '\(name.value)' opens the page '\(other)'",
                fix: "Write 'page: \(page.name)' under 'links.\(name.value)' in app.yml.")
        ]
    }

    /// Reports links, and visits without a link, for which no first state is given.
    private func starts() -> [Diagnostic] {
        let starts = page.start.states
        guard !page.start.isOne else { return [] }
        let names = page.linkNames.map(\.value) + [Start.noLink]
        let known = names + (page.linkNames.isEmpty ? [] : [Start.damagedLink])
        let unknown = starts.map(\.key).filter { !known.contains($0.value) }.map { key in
            report(
                "unknown-start", at: key.location, "'\(key.value)' is not a link of this page",
                fix: Suggestion.question(for: key.value, in: known) ?? "Add it to 'link:', or remove it.")
        }
        let missing = names.filter { name in !starts.contains { $0.key.value == name } }.map { name in
            report(
                "missing-start",
                at: page.linkNames.first { $0.value == name }?.location ?? starts.first?.key.location
                    ?? page.source.location(at: 0),
                name == Start.noLink
                    ? "no state is given for visits without a link"
                    : "no state is given for visits with the link '\(name)'",
                fix: "Add '\(name): …' under 'start:', with the name of a state.")
        }
        return unknown + missing
    }

    private func destinations(of state: State) -> [Diagnostic] {
        state.destinations.compactMap { destination in
            let location = destination.location
            switch destination.value {
            case .sitePath(let path):
                let bare = String(path.prefix { $0 != "?" && $0 != "#" })
                if paths.contains(bare) { return nil }
                return report(
                    "unknown-path", at: location, "no page, file or link has the path '\(bare)'",
                    fix: Suggestion.question(for: bare, in: paths.sorted())
                        ?? "Add a page, or list it under 'elsewhere:' in app.yml if another server answers it.")
            case .app(let name): return appAddress(name, at: location)
            case .state, .operation, .mail, .web: return nil
            }
        }
    }

    private func appAddress(_ name: String, at location: SourceLocation) -> Diagnostic? {
        if name == "login" {
            if app.contents.login?.app != nil { return nil }
            return report(
                "no-app-address", at: location, "app.yml does not say how to open the app's login",
                fix: "Add 'login: { app: myapp://login }' to app.yml.")
        }
        if let link = links.first(where: { $0.name == name }) {
            if link.app != nil { return nil }
            return report(
                "no-app-address", at: location, "the link '\(name)' has no address in the app",
                fix: "Add 'app:' under 'links.\(name)' in app.yml.")
        }
        return report(
            "unknown-link", at: location, "'app:\(name)' is neither the login nor a link of app.yml",
            fix: Suggestion.question(for: name, in: ["login"] + links.map(\.name)) ?? appAddresses)
    }

    /// The valid destinations with 'app:', as a fix.
    private var appAddresses: String {
        let names = (app.contents.login?.app == nil ? [] : ["login"]) + links.filter { $0.app != nil }.map(\.name)
        return names.isEmpty
            ? "Write app:login, and in app.yml how to open it: 'login: { app: myapp://login }'."
            : "Write \(names.map { "app:\($0)" }.joined(separator: " or "))."
    }

    private func operations(of state: State) -> [Diagnostic] {
        let described = state.moves.map(\.operation)
        let run = state.destinations.compactMap { entry -> String? in
            if case .operation(let name) = entry.value { name } else { nil }
        }
        let used = run + [state.onLoad, state.refresh].compactMap { $0?.value }
        var diagnostics = described.filter { !used.contains($0.value) }.map { name in
            report(
                "unused-operation", at: name.location,
                "nothing in the state '\(state.name)' runs '\(name.value)'",
                fix: Suggestion.question(for: name.value, in: used + State.keyTable.keys.map(\.name))
                    ?? "Add a link '(run:\(name.value))' below, or remove this key.")
        }
        for destination in state.destinations {
            guard case .operation(let name) = destination.value, !described.contains(where: { $0.value == name }) else {
                continue
            }
            diagnostics.append(
                report(
                    "no-moves", at: destination.location, "no state follows 'run:\(name)'",
                    fix: Suggestion.question(for: name, in: described.map(\.value))
                        ?? "Add '\(name): { ok: … }' under 'states.\(state.name)' in the front matter."))
        }
        for name in [state.onLoad, state.refresh].compactMap(\.self)
        where !described.contains(where: { $0.value == name.value }) {
            diagnostics.append(
                report(
                    "no-moves", at: name.location, "no state follows '\(name.value)'",
                    fix: Suggestion.question(for: name.value, in: described.map(\.value))
                        ?? "Add '\(name.value): { ok: … }' beside it."))
        }
        return diagnostics
    }

    private func values(_ values: [Located<String>]) -> [Diagnostic] {
        guard !values.isEmpty, let kept else { return [] }
        let supplied =
            page.parameters + page.fieldNames + Self.common + kept + (contract?.settings.map(\.name) ?? [])
        return values.filter { !supplied.contains($0.value) }.map { value in
            report(
                "unknown-value", at: value.location, "nothing supplies '{{\(value.value)}}'",
                fix: Suggestion.question(for: value.value, in: supplied)
                    ?? "A page has its link's parameters, its fields and \(Self.common.joined(separator: " and ")).")
        }
    }
}
