import AuthContracts
import Configuration
import Diagnostics
import YAML

// Whether a page that signs in hands the session on, to the web part of the app or to the app.
extension ContractChecks {
    private static let signIns: Set = ["sign-in-with-link", "sign-in-by-code"]

    /// Warns of a sign-in by a link or a code after which nothing on the page takes the session.
    func checkSession() {
        let operations = page.states.flatMap(\.moves).filter { Self.signIns.contains($0.operation.value) }
        let kept = operations.flatMap { contract.operation(named: $0.operation.value)?.keeps ?? [] }
            .filter { !["account", "email"].contains($0) }
        let ends = page.states.filter { state in operations.contains { $0.state(for: .ok) == state.name } }
        let destinations = ends.flatMap(\.destinations).map(\.value)
        let taken = destinations.flatMap { PageAddress($0)?.names ?? [] } + ends.flatMap(\.values).map(\.value)
        // An address that cannot be read may be where the session goes.
        if collector.diagnostics.contains(where: { $0.code == "bad-link" }) { return }
        if page.isOfKind, page.spec?.document.root?["session"] != nil { return }
        guard let first = operations.first, let value = kept.first, let end = ends.first,
            Set(taken).isDisjoint(with: kept),
            !destinations.contains(where: { if case .app = $0 { true } else { false } })
        else { return }
        var seen: Set<String> = []
        let items = kept.filter { seen.insert($0).inserted }.map { "\($0)={{\($0)}}" }.joined(separator: "&")
        warn(
            "lost-session", at: first.operation.location,
            "'\(first.operation.value)' brings the session '\(value)', and the page hands it to nothing: whoever signs in here is signed in nowhere",
            fix: page.isOfKind
                ? "Say where the app's web part goes on: session: https://web.example.com/signed-in"
                : "Lead on with it below '# \(end.name)': [Continue](https://web.example.com/signed-in#\(items))")
    }

    /// Warns of a session in the query of an address.
    func checkLoggedValues() {
        let kept = Set(Self.kept(by: page, contract: contract)).subtracting(["account", "email"])
        for destination in page.states.flatMap(\.destinations) {
            let logged = PageAddress(destination.value)?.namesInQuery.first { name in
                kept.contains(name) && !given.contains(name)
            }
            guard let logged else { continue }
            warn(
                "session-in-url", at: destination.location,
                "servers and proxies write URLs to their logs, and '{{\(logged)}}' is a session",
                fix: "Write '#' in place of '?': a fragment stays in the browser.")
        }
    }
}
