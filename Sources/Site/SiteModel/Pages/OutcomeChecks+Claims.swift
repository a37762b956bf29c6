import AuthContracts
import Configuration
import Diagnostics

// Words that say that something is done, before it is.
extension OutcomeChecks {
    /// Warns of a state that says that an operation has done what it is for, after a request for the email, or above the
    /// button that runs it.
    func checkClaims() {
        guard let contract, isEnglish else { return }
        let leading = page.states.flatMap(\.moves).flatMap { moves in
            taken(moves).compactMap { move, outcomes in
                contract.operation(named: moves.operation.value).map { (move.state.value, $0, outcomes) }
            }
        }
        for state in page.states where page.isOwn(state) {
            // What was done before may be said to be done.
            let operations = leading.filter { name, _, outcomes in
                name == state.name && outcomes.contains { $0.meaning == .succeeds }
            }.map(\.1)
            if operations.allSatisfy({ $0.sendsRequestedEmail && $0.consumes == nil }), let request = operations.first,
                let purpose = request.sends,
                let claim = state.sentences.first(where: { $0.claims(purpose) })
            {
                warn(
                    "early-claim", at: state.location,
                    "this says '\(claim.text)', and '\(request.name)' only sends an email",
                    fix: "Write what is left to do, such as: Open the link that we have sent to {{email}}.")
            } else if warnOfSkipped(state, contract) {
                continue
            }
            warnOfEarlySending(
                in: state,
                isSent: leading.contains { name, operation, outcomes in
                    name == state.name && operation.sends != nil && outcomes.contains { $0.meaning == .succeeds }
                })
            let isDone = leading.contains { name, operation, outcomes in
                name == state.name && operation.consumes != nil && outcomes.contains(where: Self.isDone)
            }
            guard !isDone else { continue }
            let submitted = state.submitted.compactMap(contract.operation).filter { $0.consumes != nil }
            for operation in submitted.isEmpty ? unused(by: state, of: contract) : submitted {
                guard let purpose = EmailPurpose(namedIn: [operation.name]),
                    let claim = state.sentences.first(where: { $0.claims(purpose) })
                else { continue }
                warn(
                    "early-claim", at: state.location,
                    "this says '\(claim.text)', and '\(operation.name)' does that, which "
                        + (submitted.isEmpty ? "nothing on this page runs" : "runs with the button here"),
                    fix: submitted.isEmpty
                        ? "Begin with a state that has a button for it: [Continue](run:\(operation.name))"
                        : "Write what the button does, and this in the state that follows.")
                break
            }
        }
    }
}

extension OutcomeChecks {
    /// The operations that would use the link with which visits begin at a state that does nothing, where no operation of the
    /// page does.
    private func unused(by state: State, of contract: Contract) -> [Contract.Operation] {
        let own = page.states.flatMap(\.operations).compactMap(contract.operation)
        guard state.operations.isEmpty, page.start.isFirst(state.name), !own.contains(where: { $0.consumes == .link })
        else { return [] }
        let parameters = Set(page.parameters)
        return contract.operations.filter { operation in
            operation.consumes == .link && operation.needs.contains { parameters.contains($0.name) }
        }
    }

    /// Warns of a state that says that something is done, and to which a sign-in or a look at the link leads without the
    /// operation that does it; returns whether it is one.
    private func warnOfSkipped(_ state: State, _ contract: Contract) -> Bool {
        guard !page.start.states.contains(where: { $0.value.value == state.name }) else { return false }
        let reached = StateGraph(page: page, collector: collector).reachable(
            from: page.start.states.map(\.value.value), by: { isLook($0, contract) })
        for from in page.states where reached.contains(from.name) {
            for moves in from.moves where isLook(moves, contract) {
                guard let move = moves.moves.first(where: { $0.state.value == state.name && $0.outcomes.text == "ok" })
                else { continue }
                for operation in contract.operations where operation.name != moves.operation.value {
                    guard operation.sends == nil, let purpose = EmailPurpose(namedIn: [operation.name]),
                        purpose != .signIn, let claim = state.sentences.first(where: { $0.claims(purpose) })
                    else { continue }
                    let user = page.states.first { $0.submitted.contains(operation.name) }
                    warn(
                        "early-claim", at: move.location,
                        "this leads to '\(state.name)', which says '\(claim.text)', and '\(operation.name)', which does that, has not run",
                        fix: user.map { "Lead to '\($0.name)', whose button runs it." }
                            ?? "Lead to a state with a button for it, [Continue](run:\(operation.name)), and with '\(operation.name): { ok: \(state.name) }' to this one."
                    )
                    return true
                }
            }
        }
        return false
    }

    /// Whether an operation changes nothing: a sign-in, or a look at what the link is for.
    private func isLook(_ moves: OperationMoves, _ contract: Contract) -> Bool {
        guard let operation = contract.operation(named: moves.operation.value), operation.consumes == nil,
            operation.sends == nil
        else { return false }
        let isOfLink = operation.needs.contains { page.parameters.contains($0.name) }
        return EmailPurpose(namedIn: [operation.name]) == .signIn
            || isOfLink && operation.name == "check-link"
    }

    /// Warns of a headline that says that an email was sent, above the button that sends it. Before the first visit the app
    /// may have sent one.
    private func warnOfEarlySending(in state: State, isSent: Bool) {
        guard !isSent,
            let operation = state.submitted.compactMap({ contract?.operation(named: $0) }).first(
                where: \.sendsRequestedEmail),
            let claim = state.sentences.first(where: \.saysSent),
            !page.start.states.contains(where: { $0.value.value == state.name })
                || !claim.words.isDisjoint(with: ["new", "another", "again"])
        else { return }
        warn(
            "early-claim", at: state.location,
            "this says '\(claim.text)', and '\(operation.name)' does that, which runs with the button here",
            fix: "Write what the button does, and this in the state that follows.")
    }
}

extension Sentence {
    /// Whether it says that an email or a link was sent: `We have sent you a new link`, `A new link is on its way`.
    fileprivate var saysSent: Bool {
        guard !isOpen else { return false }
        let subjects: Set = ["link", "email", "mail", "message", "code"]
        if let place = list.firstIndex(where: { ["sent", "emailed", "mailed"].contains($0) }) {
            let before = list[..<place]
            if before.first == "we" {
                return before.dropFirst().allSatisfy { ["have", "ve", "just", "now"].contains($0) }
            }
            return !subjects.isDisjoint(with: before)
                && before.last.map { ["was", "been", "just", "is"].contains($0) || subjects.contains($0) } == true
        }
        return list.suffix(3) == ["on", "its", "way"] && !subjects.isDisjoint(with: list)
    }

    /// Whether it says that what an email is for has been done: `Your address is verified`, `We have deleted your account`.
    fileprivate func claims(_ purpose: EmailPurpose) -> Bool {
        guard !isOpen, let (subjects, participles) = Self.deeds[purpose] else { return false }
        for (index, word) in list.enumerated() {
            if subjects.contains(word), list[..<index].allSatisfy(Self.openings.contains) {
                let rest = list[(index + 1)...].filter { !["now", "successfully", "just", "in"].contains($0) }
                let isPast = rest.first == "was" || rest.starts(with: ["has", "been"])
                if isPast,
                    rest.first(where: { !["was", "has", "been"].contains($0) }).map(participles.contains) == true
                {
                    return true
                }
                // In the present it also says what a button does, at the end of a sentence hardly.
                let isPresent = ["is", "are", "re"].contains(rest.first) && rest.count == 2
                if isPresent, purpose != .deleteAccount || rest.last == "gone", participles.contains(rest[1]) {
                    return true
                }
            } else if participles.contains(word),
                list[..<index].allSatisfy(["we", "you", "have", "ve", "just"].contains),
                // 'You reset your password here' is not past.
                index > 1 || list[..<index] == ["we"] && word != "reset",
                list[(index + 1)...].prefix(3).contains(where: subjects.contains)
            {
                return true
            }
        }
        return false
    }

    /// What an email is for: of what, and what is done to it.
    private static let deeds: [EmailPurpose: (subjects: Set<String>, participles: Set<String>)] = [
        .deleteAccount: (["account"], ["deleted", "removed", "erased", "closed", "gone"]),
        .resetPassword: (["password"], ["changed", "reset", "updated"]),
        .verifyEmail: (["address", "email"], ["verified", "confirmed"]),
        .changeEmail: (["address", "email"], ["changed", "updated", "verified", "confirmed"]),
        .signIn: (["you"], ["signed", "logged"]),
    ]

    /// What may stand before its subject.
    private static let openings: Set = [
        "your", "the", "this", "new", "email", "e", "mail", "thank", "thanks", "you", "great", "done", "success", "yes",
    ]
}
