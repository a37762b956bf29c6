import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions

// Whether a team's own contract says right what an operation uses up, held against the page that runs it.
extension ContractChecks {
    /// Warns of an operation that sends the link's parameter on load, and has the name of what such a link is for: it
    /// probably uses the link up.
    func checkConsumption(onLoadBy name: Located<String>) {
        guard let operation = contract.operation(named: name.value), let value = consumedParameter(of: operation) else {
            return
        }
        warn(
            "consumes-on-load", at: name.location,
            "'\(name.value)' sends the link's '\(value)' before the visitor has tapped anything, as email scanners do too",
            fix:
                "If it uses the link up, write 'consumes: link' in the contract, and run it from a link '(run:\(name.value))'."
        )
    }

    /// Warns of an operation whose `consumes` is not that of its values.
    func checkCredential(of operation: Contract.Operation, at location: SourceLocation) {
        guard contract.standing == nil else { return }
        let automatic = page.states.flatMap { [$0.onLoad, $0.refresh] }.compactMap { $0?.value }
        let needed = Set(operation.needs.map(\.name))
        let ofLink = parameters.intersection(needed).sorted().first
        let fields = page.states.flatMap(\.fields).filter { needed.contains($0.name) }
        switch operation.consumes {
        case nil:
            guard !automatic.contains(operation.name), let value = consumedParameter(of: operation) else { return }
            warn(
                "unconsumed-link", at: location,
                "'\(operation.name)' sends the link's '\(value)', and the contract does not say that it uses the link up",
                fix: "Write 'consumes: link' in the operation, in the contract '\(backend.contract)'.")
        case .code:
            guard let ofLink, !fields.contains(where: { $0.rule == .text || $0.rule == .code }) else { return }
            warn(
                "other-credential", at: location,
                "'\(operation.name)' consumes a code in the contract, and sends the link's '\(ofLink)' without one",
                fix: "Write 'consumes: link' in the operation, in the contract '\(backend.contract)'.")
        case .link:
            let kept = Set(page.states.flatMap(\.operations).flatMap { contract.operation(named: $0)?.keeps ?? [] })
            guard operation.sendsRequestedEmail, ofLink == nil, needed.isDisjoint(with: kept) else { return }
            warn(
                "other-credential", at: location,
                "'\(operation.name)' consumes a link in the contract, and sends nothing of one",
                fix: "Remove 'consumes:' from the operation, in the contract '\(backend.contract)'.")
        }
    }

    /// The link's parameter that an operation probably uses up without saying so, by its name or since it sets a password;
    /// nil if there is none.
    private func consumedParameter(of operation: Contract.Operation) -> String? {
        guard contract.standing == nil, operation.consumes == nil, !operation.sendsRequestedEmail,
            operation.steps.contains(where: { $0.request.method != .get }) || operation.actsWhenRead,
            let value = operation.needs.first(where: { parameters.contains($0.name) })?.name
        else { return nil }
        return EmailPurpose(rawValue: operation.name) != nil
            || operation.needs.contains(where: { $0.isPassword && $0.name.hasPrefix("new") })
            || isOnlyUse(operation, of: value)
            ? value : nil
    }

    /// Whether an operation that writes is the only one of its page that takes a link's parameter, and says by its name, its
    /// outcomes or that of the link that one use is all: others, such as a check of the link, may come before what uses it up.
    private func isOnlyUse(_ operation: Contract.Operation, of value: String) -> Bool {
        let takers = Set(page.states.flatMap(\.moves).map(\.operation.value)).filter { name in
            contract.operation(named: name)?.needs.contains { $0.name == value } == true
        }
        let reads = ["check", "get", "load", "look", "show"].contains { operation.name.hasPrefix($0) }
        guard takers == [operation.name], !reads, operation.steps.contains(where: { $0.request.method != .get }) else {
            return false
        }
        return EmailPurpose(namedIn: [operation.name]) != nil
            || !Set([.alreadyVerified, .linkUsed]).isDisjoint(with: operation.outcomes)
            || page.links.contains { EmailPurpose(rawValue: $0.name).map { $0 != .invite } == true }
    }
}

extension Contract.Operation {
    /// Whether a GET does more than read: it sends an email afterwards, or knows of a link that was used.
    fileprivate var actsWhenRead: Bool {
        sends != nil || outcomes.contains(.alreadyVerified) || outcomes.contains(.linkUsed)
            || name == EmailPurpose.verifyEmail.rawValue
    }
}
