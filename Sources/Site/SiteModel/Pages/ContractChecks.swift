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
    private var opening: [LinkDefinition] { links.filter { $0.page == page.name } }

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
            for name in state.needs where kept.lacks(name.value, in: state) {
                guard let fix = kept.fix(for: name.value, in: state) else { continue }
                warn(
                    "unkept-value", at: name.location,
                    "the state '\(state.name)' needs '\(name.value)', and no way to it keeps it: a reload begins anew",
                    fix: fix)
            }
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

    /// Reports operations that consume a link when the state appears, and operations that send an email on every
    /// refresh.
    private func checkAutomaticOperations(in state: State) {
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
            collector.report(
                "consumes-on-load", at: name.location,
                "'\(name.value)' consumes the \(consumed.rawValue) before the visitor has tapped anything",
                fix: (later.map {
                    "Remove 'consumes: \(consumed.rawValue)' from it in the contract '\(backend.contract)' if it only looks, since '\($0)' needs the \(consumed.rawValue) after it. Else run"
                } ?? "Run")
                    + " it from a link '(run:\(name.value))': email scanners open links, and run scripts.")
        }
        guard let name = state.refresh, contract.operation(named: name.value)?.sends != nil else { return }
        collector.report(
            "sends-on-refresh", at: name.location,
            "'\(name.value)' sends an email, and 'refresh' runs it repeatedly",
            fix: "Run it from a link '(run:\(name.value))', or name an operation that only reads.")
    }

    /// Reports operations that a captcha guards where its provider's script may not run: beside a link's secret or a
    /// code, which it could read. And where nobody could answer: when the state appears.
    private func checkGuardedOperations(of state: State) {
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
        let near = Suggestion.nearest(to: name, in: names)
        let needs = near.flatMap(contract.operation)?.needs.map(\.name).filter { $0 != "base" } ?? []
        return needs.isEmpty || !supplied.isDisjoint(with: needs)
            ? Suggestion.fix(for: name, in: names, "Its operations are")
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

    /// Whether a value may be missing when the operation starts: one that only a link or an earlier response supplies.
    private func needsMoreThanFields(_ operation: Contract.Operation) -> Bool {
        let always = Set(fieldNames + ["base", Contract.Need.language] + contract.settings.map(\.name))
        let all = always.union(parameters)
        return operation.needs(given: all).contains { !$0.isOptional && !always.contains($0.name) }
    }

    /// Reports values that an operation needs and nothing supplies; returns whether there are any.
    private func checkNeeds(of operation: Contract.Operation, at location: SourceLocation, in state: State) -> Bool {
        if checkOrder(of: operation, at: location) { return false }
        // A step whose results a link supplies is skipped, so its values are not needed.
        let missing = operation.needs(given: parameters).filter { need in
            guard !need.isOptional, !given.contains(need.name) else { return false }
            guard supplied.contains(need.name) else { return true }
            guard kept.lacks(need.name, in: state) else { return false }
            guard let fix = kept.fix(for: need.name, in: state, neededBy: operation.name) else { return true }
            warn(
                "unkept-value", at: location,
                "'\(operation.name)' needs '{{\(need.name)}}', and no way to the state '\(state.name)' keeps it",
                fix: fix)
            return false
        }
        let isOwn = contract.standing == nil
        if StartChecks.unlistedLink(of: page, links) != nil
            || page.linkNames.contains(where: { app.removes("links.\($0.value)") })
        {
            return !missing.isEmpty
        }
        if let gap = LinkGap(of: page, for: operation, missing.map(\.name), contract) {
            gap.report(to: collector, app)
            return true
        }
        for need in missing {
            let near = Suggestion.nearest(to: need.name, in: (fieldNames + parameters).sorted())
            let inContract = isOwn ? ValueName(need.name).advice(on: backend.contract, in: supplied.sorted()) : nil
            collector.report(
                "unknown-value", at: location, "'\(operation.name)' needs '{{\(need.name)}}', and nothing supplies it",
                fix: need.name == Contract.Need.captcha
                    ? "Name the captcha in app.yml: backend: { captcha: { turnstile: … } }"
                    : unlistedLink(with: need.name)
                        ?? inContract
                        ?? near.map {
                            fieldNames.contains($0)
                                ? "Name the field '\(need.name)' in place of '\($0)'." : "Did you mean '\($0)'?"
                        }
                        ?? (isOwn && !PageReader.isName(need.name)
                            ? "Correct its name in the contract '\(backend.contract)', or keep it there from the response of an earlier step; for a value of app.yml, declare it there: settings: { \(need.name): required }"
                            : "Name a field '\(need.name)', or a parameter of the link"
                                + (isOwn
                                    ? "; or keep it from the response of an earlier step of the contract '\(backend.contract)', or correct its name there; for a value of app.yml, declare it there: settings: { \(need.name): required }"
                                    : "."))
            )
        }
        if missing.isEmpty { checkEachAddress(for: operation) }
        return !missing.isEmpty
    }

    /// Reports a value that only a later step of the same operation keeps; returns whether there is one.
    private func checkOrder(of operation: Contract.Operation, at location: SourceLocation) -> Bool {
        let others = page.states.flatMap(\.operations).filter { $0 != operation.name }
        let kept = Set(others.flatMap { contract.operation(named: $0)?.keeps ?? [] })
        func keeps(_ step: Contract.Step, _ name: String) -> Bool {
            step.rules.contains { $0.keep.contains { $0.name == name } }
        }
        let late = operation.steps.indices.lazy.compactMap { index in
            operation.steps[index].request.needs.first { need in
                !need.isOptional && !given.contains(need.name) && !kept.contains(need.name)
                    && !operation.steps[...index].contains { keeps($0, need.name) }
                    && operation.steps[index...].contains { keeps($0, need.name) }
            }
        }.first
        guard let late else { return false }
        collector.report(
            "value-kept-later", at: location,
            "'\(operation.name)' needs '{{\(late.name)}}' before a response of its own supplies it",
            fix:
                "In the contract '\(backend.contract)', move the step that keeps '\(late.name)' above the one that uses it."
        )
        return true
    }

    /// Reports the address of a link that lacks what another address of the same link supplies.
    private func checkEachAddress(for operation: Contract.Operation) {
        for link in page.links where link.web.count > 1 {
            for template in link.web {
                let always = supplied.subtracting(parameters).union(template.parameters)
                let lacking = operation.needs(given: Set(template.parameters)).first { need in
                    !need.isOptional && !always.contains(need.name)
                        && link.web.contains { $0.parameters.contains(need.name) }
                }
                guard let lacking, let name = page.linkNames.first(where: { $0.value == link.name }) else { continue }
                collector.report(
                    "unknown-value", at: name.location,
                    "'\(operation.name)' needs '{{\(lacking.name)}}', which the address '\(template.text)' of this link does not have",
                    fix: "Write '{\(lacking.name)}' in it, in app.yml.")
            }
        }
    }

    /// The fix for a value of a link that opens the page and that the page does not receive.
    private func unlistedLink(with parameter: String) -> String? {
        let link = opening.first { link in
            !page.linkNames.contains { $0.value == link.name }
                && link.web.contains { $0.parameters.contains(parameter) }
        }
        return link.map { "Add 'link: \($0.name)' to the front matter: app.yml opens this page with that link." }
    }
}
