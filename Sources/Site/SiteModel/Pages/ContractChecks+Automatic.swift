import AuthContracts
import Configuration
import Diagnostics

// Operations that run when a state appears, and those that a captcha guards.
extension ContractChecks {
    /// Reports operations that consume a link when the state appears, and operations that send an email on every
    /// refresh.
    func checkAutomaticOperations(in state: State) {
        for name in [state.onLoad, state.refresh].compactMap(\.self) {
            checkConsumption(onLoadBy: name)
            guard let operation = contract.operation(named: name.value), let consumed = operation.consumes else {
                continue
            }
            // Only the team's own contract may say so of what only looks.
            let later =
                contract.standing != nil
                ? nil
                : page.states.flatMap(\.submitted).first { other in
                    other != name.value && contract.operation(named: other)?.consumes == consumed
                }
            let isButton = state.submitted.contains(name.value)
            collector.report(
                "consumes-on-load", at: name.location,
                "'\(name.value)' consumes the \(consumed.rawValue) before the visitor has tapped anything",
                fix: (later.map {
                    "Remove 'consumes: \(consumed.rawValue)' from it in the contract '\(backend.contract)' if it only looks, since '\($0)' needs the \(consumed.rawValue) after it. Else run it from a link"
                } ?? (isButton ? "Remove it here, and leave it to the button" : "Run it from a link"))
                    + " '(run:\(name.value))': email scanners open links, and run scripts.")
        }
        guard let name = state.refresh, contract.operation(named: name.value)?.sends != nil else { return }
        collector.report(
            "sends-on-refresh", at: name.location,
            "'\(name.value)' sends an email, and 'refresh' runs it repeatedly",
            fix: "Run it from a link '(run:\(name.value))', or name an operation that only reads.")
    }

    /// Reports operations that a captcha guards where its provider's script may not run: beside a link's secret or a
    /// code, which it could read. And where nobody could answer: when the state appears.
    func checkGuardedOperations(of state: State) {
        for name in state.moves.map(\.operation) + [state.refresh].compactMap(\.self)
        where contract.operation(named: name.value)?.isGuarded == true && backend.captcha != nil {
            if let parameter = page.parameters.first {
                collector.report(
                    "captcha-beside-token", at: name.location,
                    "a captcha guards '\(name.value)', and this page receives '{\(parameter)}' of a link, which the captcha's script could read",
                    fix:
                        "Run it on a page of its own that no link opens, and link to that page: [Get a new link](/new-link)"
                )
            } else if let other = page.states.flatMap(\.operations).first(where: {
                contract.operation(named: $0)?.consumes != nil
            }) {
                collector.report(
                    "captcha-beside-token", at: name.location,
                    "a captcha guards '\(name.value)', and its script could read what '\(other)' on this page redeems",
                    fix: "Run one of them on a page of its own.")
            } else if name.value == state.onLoad?.value || name.value == state.refresh?.value {
                collector.report(
                    "captcha-on-load", at: name.location,
                    "a captcha guards '\(name.value)', and it runs before anybody could answer",
                    fix: "Run it from a link '(run:\(name.value))'.")
            }
        }
    }
}
