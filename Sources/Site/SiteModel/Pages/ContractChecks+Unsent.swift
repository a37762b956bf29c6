import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions

// Values that a page has and that no request takes.
extension ContractChecks {
    /// Warns of fields that no operation of the page sends and no text shows, and of passwords that are not new.
    func checkUnsentFields() {
        let names = page.states.flatMap {
            $0.operations + ($0.linkedOperations + $0.moves.map(\.operation)).map(\.value)
        }
        let operations = names.compactMap(contract.operation)
        // The operation that is meant by a name that is none may send them.
        if operations.count < names.count { return }
        let sent = Set(operations.flatMap(\.needs).map(\.name))
        let own = Set(contract.settings.map(\.name))
        let shown = Set(
            (page.states.flatMap(\.values) + page.messageValues).map(\.value)
                + page.states.flatMap(\.destinations).flatMap { appParameters(of: $0.value) })
        for field in page.states.flatMap(\.fields) {
            switch field.rule {
            case .same, .consent: continue
            // Another name is told as that of an old password.
            case .password where !sent.contains(field.name) && !field.name.hasPrefix("new-"): continue
            case .password where sent.contains(field.name) && !field.name.hasPrefix("new"):
                let takers = operations.filter { $0.needs.contains { $0.name == field.name } }
                guard takers.allSatisfy({ $0.consumes == nil && !$0.outcomes.contains(.weakPassword) }) else {
                    continue
                }
                warn(
                    "other-password", at: field.location,
                    "password managers would invent a new password here, and '\(takers[0].name)' sets none",
                    fix: "Write 'rule: current-password'.")
            // An address that is shown, and to which nothing is sent, would be that of an email.
            case .email where !sent.contains(field.name) && operations.contains { $0.sends != nil },
                _ where !sent.union(own).contains(field.name) && !shown.contains(field.name):
                // `checkNeeds` tells the same mistake where the value is missing.
                let missing = operations.flatMap(\.needs).filter { !$0.isOptional && !supplied.contains($0.name) }
                if Suggestion.nearest(to: field.name, in: missing.map(\.name)) != nil
                    || missing.contains(where: { need in
                        ValueName(need.name).nearest(in: [field.name]) != nil
                            || misnamedField(for: need.name)?.field.name == field.name
                    })
                {
                    continue
                }
                let others = sent.subtracting(["base"] + contract.settings.map(\.name) + parameters).sorted()
                warn(
                    "unsent-field", at: field.location, "no operation of this page sends '\(field.name)'",
                    fix: Suggestion.question(for: field.name, in: others.filter { !fieldNames.contains($0) })
                        ?? (operations.isEmpty
                            ? "Remove the field, or add a button that runs an operation with it, such as [Send](run:send)."
                            : "Remove the field, or write \"{{\(field.name)}}\" in a request of the contract."))
            default: continue
            }
        }
    }

    /// Reports an operation whose password is in no field of its state, which has one of another name. A field of the right
    /// name in a later state does not supply it.
    func checkPasswordFields() {
        for state in page.states {
            let passwords = state.fields.filter { [.password, .currentPassword].contains($0.rule) }
            for operation in state.operations.compactMap(contract.operation) {
                let needed = operation.needs.map(\.name).filter { $0.hasSuffix("password") }
                guard let need = needed.first(where: { fieldNames.contains($0) }),
                    !state.fields.contains(where: { $0.name == need }),
                    let field = passwords.first(where: { !needed.contains($0.name) })
                else { continue }
                collector.report(
                    "unknown-value", at: field.location,
                    "'\(operation.name)' needs '{{\(need)}}', and no field of the state '\(state.name)' has it",
                    fix: "Name the field '\(need)' in place of '\(field.name)'.")
            }
        }
    }

    private func appParameters(of destination: LinkDestination) -> [String] {
        guard case .app(let name) = destination else { return [] }
        return links.first { $0.name == name }?.app?.parameters ?? []
    }

    /// Warns of an operation of the team's own contract that uses up the link of the page, and sends nothing of it.
    func checkUnsentLinks() {
        let shown = page.states.flatMap(\.values).map(\.value)
        guard contract.standing == nil, let parameter = page.parameters.first(where: { !shown.contains($0) }) else {
            return
        }
        let known = parameters.union(Self.kept(by: page, contract: contract))
        // What a page sends of the link at first, the backend may keep in a cookie, or answer with what is sent later.
        let isSent = page.states.flatMap(\.moves).compactMap { contract.operation(named: $0.operation.value) }
            .flatMap(\.needs).contains { parameters.contains($0.name) }
        for moves in page.states.flatMap(\.moves) {
            guard let operation = contract.operation(named: moves.operation.value), operation.consumes == .link,
                operation.needs.allSatisfy({ $0.isOptional || supplied.contains($0.name) }),
                !isSent
                    || !operation.steps.contains(where: \.request.sendsCookies)
                        && !operation.steps.flatMap(\.request.needs).contains(where: { known.contains($0.name) })
            else { continue }
            warn(
                "unsent-link", at: moves.operation.location,
                "'\(operation.name)' uses up the link, and sends nothing of it",
                fix: "In the contract '\(backend.contract)', write \"{{\(parameter)}}\" where the backend reads it.")
        }
    }
}
