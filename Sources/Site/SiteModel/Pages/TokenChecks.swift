import AuthContracts
import Configuration
import Diagnostics
import TextEncoding

/// Checks that what a link brings goes to the app's backend and pages, and nowhere else.
struct TokenChecks {
    let page: Page
    let app: AppFile
    /// Nil if the app has no contract, or one that could not be read.
    let contract: Contract?
    let collector: DiagnosticCollector

    /// The parameters that open an account: those that operations need. Without a contract, all but an email address.
    private var secrets: Set<String> {
        let parameters = Set(page.parameters).subtracting(["email"])
        guard let contract else { return parameters }
        let operations = page.states.flatMap(\.operations).compactMap(contract.operation)
        return parameters.intersection(
            operations.filter { $0.consumes == .link }.flatMap(\.needs).filter { !$0.isOptional }.map(\.name))
    }

    func report() {
        let secrets = secrets
        let passwords = Set(
            page.states.flatMap(\.fields).filter { [.password, .currentPassword].contains($0.rule) }.map(\.name))
        if secrets.isEmpty, passwords.isEmpty { return }
        for state in page.states {
            for destination in state.destinations { check(destination, secrets.union(passwords)) }
            let shown = Self.shown(state.blocks)
            for value in state.values where secrets.contains(value.value) && shown.contains(value.value) {
                reportShown(value)
            }
        }
        for value in page.messageValues where secrets.contains(value.value) { reportShown(value) }
    }

    private func check(_ destination: Located<LinkDestination>, _ secrets: Set<String>) {
        guard let name = PageAddress(destination.value)?.names.first(where: secrets.contains) else { return }
        let place: String
        switch destination.value {
        case .web(let address):
            guard let host = URLParts(address)?.host, !isOwn(host) else { return }
            place = "'\(host)', which is none of the app's hosts"
        case .mail: place = "an email"
        case .state, .operation, .sitePath, .app: return
        }
        collector.report(
            "token-elsewhere", at: destination.location, "this takes '{{\(name)}}' to \(place)",
            fix: "Leave it out: whoever has it can use the account.")
    }

    private func reportShown(_ value: Located<String>) {
        collector.report(
            "token-shown", as: .warning, at: value.location,
            "'{{\(value.value)}}' is shown, and whoever reads it can use the account",
            fix: "Leave it out: the page sends it by itself.")
    }

    /// Whether a host is one of the app's, or on the site of one.
    private func isOwn(_ host: String) -> Bool {
        func site(_ host: String) -> ArraySlice<Substring> { host.split(separator: ".").suffix(2) }
        let contents = app.contents
        let others = [contents.backend?.backend.base, contents.login?.web] + (contents.continuations ?? []).map(\.text)
        let own = contents.hosts + others.compactMap { $0.flatMap { URLParts($0)?.host } }
        return own.contains { site($0) == site(host) }
    }

    /// The values in texts, without those in the addresses of links.
    private static func shown(_ blocks: [Block]) -> Set<String> {
        func values(_ inlines: [Inline]) -> [String] {
            inlines.flatMap { inline -> [String] in
                switch inline {
                case .value(let name): [name]
                case .emphasis(let children), .strong(let children), .link(let children, _): values(children)
                case .text, .code, .lineBreak, .softBreak: []
                }
            }
        }
        return Set(values(Block.inlines(blocks)))
    }
}
