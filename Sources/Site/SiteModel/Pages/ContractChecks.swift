import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions

/// Checks a page spec against the contract of its app's backend.
///
/// Without a backend there is no contract, and operations are not checked; the site's backend may not exist yet.
struct ContractChecks {
    let page: Page
    let contract: Contract
    let backend: Backend
    let app: AppFile
    let collector: DiagnosticCollector
    // Computed once, because every operation of the page is checked against them.
    let fieldNames: [String]
    let parameters: Set<String>
    /// What a link, a field or app.yml supplies.
    let given: Set<String>
    let supplied: Set<String>
    let links: [LinkDefinition]
    let kept: KeptValues
    /// The links that open the page, whether it receives them or not.
    var opening: [LinkDefinition] { links.filter { $0.page == page.name } }

    init(
        page: Page, links: [LinkDefinition], contract: Contract, backend: Backend, app: AppFile,
        collector: DiagnosticCollector
    ) {
        self.app = app
        self.links = links
        self.collector = collector
        self.page = page
        self.contract = contract
        self.backend = backend
        fieldNames = page.fieldNames
        parameters = Set(page.parameters)
        given = parameters.union(fieldNames + Self.reserved(contract, backend))
        kept = KeptValues(of: page, contract, given: given)
        supplied = given.union(Self.kept(by: page, contract: contract))
    }

    /// The names of the values that app.yml sets, of the page's language, and of the captcha that it names.
    private static func reserved(_ contract: Contract, _ backend: Backend) -> [String] {
        ["base", Contract.Need.language] + contract.settings.map(\.name)
            + (backend.captcha == nil ? [] : [Contract.Need.captcha])
    }

    /// The values that the page's operations keep.
    static func kept(by page: Page, contract: Contract) -> [String] {
        page.states.flatMap(\.moves).flatMap { contract.operation(named: $0.operation.value)?.keeps ?? [] }
    }

    func report() {
        for state in page.states {
            for moves in state.moves { checkOperation(moves, in: state) }
            checkAutomaticOperations(in: state)
            checkGuardedOperations(of: state)
            // What an operation of the state needs is told of that.
            let needs = state.operations.compactMap(contract.operation).flatMap(\.needs).map(\.name)
            for name in state.needs where kept.lacks(name.value, in: state) && !needs.contains(name.value) {
                guard let fix = kept.fix(for: name.value, in: state) else { continue }
                warn(
                    "unkept-value", at: name.location,
                    "the state '\(state.name)' needs '\(name.value)', and no transition to it keeps that: after a reload, the page begins again",
                    fix: fix)
            }
            for value in state.values { checkShown(value, in: state) }
            for field in state.fields { checkRequirements(of: field) }
        }
        checkNames()
        checkUnsentFields()
        checkPasswordFields()
        checkUnsentLinks()
        checkSession()
        checkLoggedValues()
        if !collector.diagnostics.contains(where: { $0.code == "unknown-value" }) {
            LinkGap.reportUnread(of: page, contract, to: collector, app)
        }
    }

    func warn(_ code: String, at location: SourceLocation, _ message: String, fix: String) {
        collector.report(code, as: .warning, at: location, message, fix: fix)
    }

    /// Reports parameters and fields with the names of the backend's URL and settings: links and visitors must not be
    /// able to set these.
    private func checkNames() {
        let own = Set(Self.reserved(contract, backend))
        let parameters: [(String, SourceLocation)] =
            page.linkNames.flatMap { name in
                let link = page.links.first { $0.name == name.value }
                return (link?.web ?? []).flatMap(\.parameters).filter(own.contains).map { ($0, name.location) }
            }
        let fields = page.states.flatMap(\.fields).filter { own.contains($0.name) }.map { ($0.name, $0.location) }
        for (name, location) in parameters.prefix(1) + fields {
            collector.report(
                "reserved-name", at: location,
                "'\(name)' is set in app.yml, and a link or a visitor could set it here",
                fix: "Give the parameter or the field another name.")
        }
    }

    private func checkOperation(_ moves: OperationMoves, in state: State) {
        let name = moves.operation
        guard let operation = contract.operation(named: name.value) else {
            return collector.report(
                "unknown-operation", at: name.location,
                "the contract '\(backend.contract)' has no operation '\(name.value)'",
                fix: state.undescribedOperation(of: contract).map { "Write '\($0)', which the state runs." }
                    ?? advice(onOperation: name.value))
        }
        // A value that nothing supplies is one mistake, and not also a link that may lack it.
        checkWords(for: operation, moves, needingLink: !checkNeeds(of: operation, at: name.location, in: state))
        checkCredential(of: operation, at: name.location)
        checkHiddenMessages(of: operation, moves, in: state)
        checkSuccesses(of: operation, moves)
        checkOptionalFields(of: state, for: operation)
    }

    /// The operation that was probably meant: the one whose request has the name, else one with a similar name of whose
    /// values the page has any.
    private func advice(onOperation name: String) -> String {
        let names = contract.operations.map(\.name)
        let requesting = contract.operations.filter { operation in
            operation.steps.contains { $0.request.url.text.split(separator: "/").last.map(String.init) == name }
        }
        if requesting.count == 1, let operation = requesting.first {
            return "Write '\(operation.name)': it requests '\(operation.steps[0].request.url.text)'."
        }
        // 'resend' for 'resend-verification'.
        let part = names.filter { name.split(separator: "-").map(String.init).contains($0) }
        let near = Suggestion.nearest(to: name, in: names) ?? (part.count == 1 ? part[0] : nil)
        let needs = near.flatMap(contract.operation)?.needs.map(\.name).filter { $0 != "base" } ?? []
        return needs.isEmpty || !supplied.isDisjoint(with: needs)
            ? near.map { "Did you mean '\($0)'?" } ?? "Its operations are \(names.joined(separator: ", "))."
            : "Its operations are \(names.joined(separator: ", "))."
    }

    /// Reports outcomes that succeed and do not lead to a state: their message would be shown as an error.
    private func checkSuccesses(of operation: Contract.Operation, _ moves: OperationMoves) {
        for outcome in contract.outcomes
        where outcome.meaning == .succeeds && operation.outcomes.contains(outcome) && !moves.leads(outcome) {
            collector.report(
                "no-move", at: moves.operation.location,
                "'\(operation.name)' can result in '\(outcome.rawValue)', which succeeds, and the page does not name the next state",
                fix: "Add '\(outcome.rawValue): …' here, with the name of a state.")
        }
    }

    /// Warns of a message that a transition to the state itself takes away: the state is shown anew, without it.
    private func checkHiddenMessages(of operation: Contract.Operation, _ moves: OperationMoves, in state: State) {
        for message in page.messages where operation.outcomes.contains(message.outcome) {
            // A success has its words in the state, and '*' is for what nobody asked for.
            guard message.outcome.meaning != .succeeds, operation.name != state.refresh?.value,
                let move = moves.moves.first(where: { $0.outcomes.text == message.outcome.rawValue }),
                move.state.value == state.name
            else { continue }
            warn(
                "hidden-message", at: move.location,
                "this shows '\(state.name)' anew, without the message for '\(message.outcome.rawValue)'",
                fix: "Remove it: an outcome without a transition shows its message in the same state.")
        }
    }

    private func checkOptionalFields(of state: State, for operation: Contract.Operation) {
        let needed = Set(operation.needs.filter { !$0.isOptional }.map(\.name))
        for field in state.fields where field.isOptional && needed.contains(field.name) {
            collector.report(
                "needed-field", at: field.location,
                "'\(operation.name)' needs '{{\(field.name)}}', and the field may be left empty",
                fix: "Write '{{\(field.name)?}}' in the contract '\(backend.contract)', or remove 'optional: true'.")
        }
    }

    /// Reports outcomes of the flow that have neither a transition nor a message.
    private func checkWords(for operation: Contract.Operation, _ moves: OperationMoves, needingLink: Bool) {
        let silent = operation.outcomes.filter { outcome in
            guard !outcome.isTechnical, outcome != .captchaFailed, !moves.leads(outcome),
                OutcomeName(rawValue: outcome.rawValue) != nil || outcome.meaning != .succeeds,
                !page.messages.contains(where: { $0.outcome == outcome }), !isMisspelt(outcome, in: moves)
            else { return false }
            // Fields and settings always have values; a link or an earlier response may lack some.
            return outcome != .linkIncomplete || needingLink && needsMoreThanFields(operation)
        }
        guard let first = silent.first else { return }
        let names = silent.map { "'\($0.rawValue)'" }
        let list =
            names.count == 1 ? names[0] : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
        collector.report(
            "no-words", at: moves.operation.location,
            "'\(operation.name)' can result in \(list), and the page has neither a transition nor a message for \(names.count == 1 ? "it" : "them")",
            fix: first == .emailRefused && operation.sendsRequestedEmail && contract.standing == nil
                ? "Write 'is: ok' in the contract where the address has no account, or visitors learn who has one; else add '- **\(first.rawValue)** …' under '# messages'."
                : "Add a transition such as '\(first.rawValue): …' here, or '- **\(first.rawValue)** …' under '# messages'."
        )
    }

    /// Whether a name that is no outcome was probably meant as this one, which is reported of the name.
    private func isMisspelt(_ outcome: OutcomeName, in moves: OperationMoves) -> Bool {
        let known = OutcomeName.allCases + contract.outcomes
        let written = moves.moves.map(\.outcomes.text) + page.messages.map(\.outcome.rawValue)
        return written.contains { name in
            !known.contains(where: OutcomePattern(name).matches)
                && Suggestion.nearest(to: name, in: known.map(\.rawValue)) == outcome.rawValue
        }
    }
}
