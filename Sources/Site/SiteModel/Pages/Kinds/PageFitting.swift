import AppLinks
import AuthContracts
import Configuration
import LinkDefinitions
import YAML

/// A page of the catalogue without what an app cannot have.
///
/// An operation that the contract lacks takes its buttons with it, a state whose buttons are all gone its links and
/// transitions, and an outcome that cannot occur its transition and its message. States that nothing reaches any more
/// are left out, and a state that only runs a missing operation when it appears gives way to the next one.
struct PageFitting {
    /// A link that the page receives and that `app.yml` does not have.
    struct NeededLink {
        let name: String
        /// The values that the contract takes from it.
        let parameters: [String]
    }

    /// An operation without which there is nothing to do on the page.
    struct NeededOperation {
        let name: String
        /// The values that the contract's request has and that nothing on the page supplies.
        let lacks: [String]
        let supplied: [String]
    }

    enum Result {
        case page(PageSpec)
        case needs(NeededOperation)
    }

    private(set) var result: Result
    private(set) var neededLink: NeededLink?
    /// The operations that the page is without, since nothing anywhere supplies a value that the team's contract has in them.
    private(set) var unsupplied: [NeededOperation] = []
    private let kinds: PageKinds
    private var spec: PageSpec
    private let hasLink: Bool
    /// The values that the page always has: of fields and settings.
    private let always: Set<String>
    /// The values that it may have, also of links and responses.
    private let supplied: Set<String>

    /// Fits the catalogue's page to an app, in which the links with some names open it.
    init(_ spec: PageSpec, for kinds: PageKinds, opening names: [String]) {
        self.spec = spec
        self.kinds = kinds
        result = .page(spec)
        let link = spec.document.root?["link"]?.texts.first
        hasLink = link != nil
        let operations = spec.states.flatMap { $0.value.operations.map(\.name) }
        // Who has the link has none of what is typed with the code beside it.
        let typed = spec.states.map(\.value.fieldNames).filter { link == nil || !$0.contains("code") }
        always = Set(
            ["base", Contract.Need.captcha, Contract.Need.language] + typed.flatMap(\.self)
                + (kinds.contract?.settings.map(\.name) ?? []))
        supplied = always.union(
            kinds.links.filter { names.contains($0.name) }.flatMap(\.web).flatMap(\.parameters)
                + operations.flatMap { kinds.contract?.operation(named: $0)?.keeps ?? [] })
        removeOperations()
        guard case .page = result else { return }
        removeLinks()
        for name in self.spec.sections.map(\.name) { self.spec.changeBlocks(of: name) { $0.withoutRepeatedWords() } }
        removeUnreachableStates()
        removeMessages()
        if let link { setLinks(link, names) }
        setRequirements()
        removePasswords()
        result = .page(self.spec)
    }

    // MARK: - Operations and states

    private mutating func removeOperations() {
        let (starts, main) = (spec.starts, spec.statesByTransitions)
        // What is typed before an operation runs, maybe in an earlier state that ran it too.
        var fields: [String: [String]] = [:]
        for (_, state) in spec.states {
            for operation in state.operations { fields[operation.name, default: []] += state.fieldNames }
        }
        setUnsupplied(fields)
        var removed: Set<String> = []
        var replaced: [String: String] = [:]
        var missing: [String: String] = [:]
        for (name, state) in spec.states {
            let buttons = spec.section(name)?.operations ?? []
            let impossible = state.operations.map(\.name).filter { operation in
                !isPossible(
                    operation, isMain: main.contains(name) && buttons.contains(operation),
                    fields: fields[operation] ?? [])
            }
            missing[name] = impossible.first
            if !buttons.isEmpty, buttons.allSatisfy(impossible.contains) {
                removed.insert(name)
            } else if buttons.isEmpty, let automatic = state["on-load"]?.text, impossible.contains(automatic) {
                replaced[name] = state[automatic]?["ok"]?.text
            }
            spec.setState(name, to: state.withoutOperations(impossible))
            spec.changeBlocks(of: name) { block in
                block.without { if case .operation(let name) = $0 { impossible.contains(name) } else { false } }
            }
        }
        // What the page is for: its first states, and what follows a look at the link.
        let checks = starts.compactMap { start in
            spec.states.first { $0.name == start }?.value.operations.compactMap { $0.moves["ok"]?.text }.first
        }
        let first = starts + starts.compactMap { replaced[$0] } + (hasLink ? checks : [])
        if let name = first.first(where: removed.contains) {
            let operation = missing[name] ?? ""
            let given = supplied.union(fields[operation] ?? [])
            let needs = kinds.contract?.operation(named: operation)?.needs.filter { !$0.isOptional }.map(\.name) ?? []
            result = .needs(
                NeededOperation(
                    name: operation, lacks: needs.filter { !given.contains($0) }, supplied: given.sorted()))
            return
        }
        // What cannot be done here gives way to the state that says so: 'second-factor-by-code' to 'second-factor'.
        for name in removed {
            let plainer = name.indices.reversed().lazy.filter { name[$0] == "-" }.map { String(name[..<$0]) }
            replaced[name] =
                plainer.first { spec.section($0) != nil && !removed.contains($0) } ?? replaced[name]
        }
        for (name, state) in spec.states {
            spec.setState(
                name, to: state.movingOn { target in replaced[target] ?? (removed.contains(target) ? nil : target) })
        }
        spec.setRoot("start", spec.document.root?["start"]?.mappingTexts { replaced[$0] ?? $0 })
        removed.formUnion(replaced.keys)
        spec.removeStates(removed)
    }

    private mutating func setUnsupplied(_ fields: [String: [String]]) {
        guard let contract = kinds.contract, contract.standing == nil else { return }
        let known = supplied.union(contract.operations.flatMap(\.keeps))
            .union(kinds.links.flatMap(\.web).flatMap(\.parameters))
        unsupplied = contract.operations.compactMap { operation in
            guard
                let typed = fields[operation.name].map({ names in
                    names.indices.filter { !names[..<$0].contains(names[$0]) }.map { names[$0] }
                })
            else { return nil }
            let others = contract.operations.filter { $0.name != operation.name }.flatMap(\.needs).map(\.name)
            let lacks = operation.needs.filter { !$0.isOptional && !known.union(typed + others).contains($0.name) }
            return lacks.isEmpty || isPossible(operation.name, isMain: false, fields: typed)
                ? nil
                : NeededOperation(
                    name: operation.name, lacks: lacks.map(\.name),
                    supplied: typed.filter { name in !operation.needs.contains { $0.name == name } })
        }
    }

    /// Whether the app's backend can run an operation.
    private func isPossible(_ name: String, isMain: Bool, fields: [String]) -> Bool {
        // A backend is yet to come: only what the page is for is certain.
        guard let contract = kinds.contract else { return isMain }
        // A captcha's script may not run beside a link's secret.
        guard let operation = contract.operation(named: name), !(hasLink && operation.isGuarded) else { return false }
        if let consumed = operation.consumes {
            // A value that the link lacks is reported where the page is checked.
            // A page with a link also takes the code that is beside it in the email.
            if consumed != (hasLink && !fields.contains("code") ? .link : .code) { return false }
            if consumed == .link { return true }
        }
        return operation.needs.allSatisfy { $0.isOptional || supplied.contains($0.name) || fields.contains($0.name) }
    }

    // MARK: - Links, outcomes and messages

    private mutating func removeLinks() {
        let names = Set(spec.sections.map(\.name))
        let (paths, hasLogin) = (kinds.paths, kinds.hasLogin)
        let (over, byCode) = (statesOfUsedCodes, statesByCode)
        for name in names {
            spec.changeBlocks(of: name) { block in
                block.without { target in
                    switch target {
                    case .state(let next): !names.contains(next) || over.contains(name) && byCode.contains(next)
                    case .sitePath(let path): !paths.contains(path)
                    case .app(let name): name == "login" && !hasLogin
                    case .operation, .mail, .web: false
                    }
                }
            }
        }
        for (name, state) in spec.states {
            spec.setState(name, to: state.withoutMoves { operation, outcomes in !isPossible(outcomes, of: operation) })
        }
    }

    /// The states of a link that no longer works, where the code of its email does not either.
    private var statesOfUsedCodes: Set<String> {
        let moves = spec.states.flatMap { $0.value.operations }
            .filter { kinds.contract?.operation(named: $0.name)?.consumesBoth == true }.flatMap(\.moves.members)
        return Set(moves.filter { OutcomePattern($0.key.text ?? "").matches(.linkExpired) }.compactMap(\.value.text))
    }

    /// The states that take the code of an email.
    private var statesByCode: Set<String> {
        Set(
            spec.states.filter { _, state in
                state.operations.contains { kinds.contract?.operation(named: $0.name)?.consumes == .code }
            }.map(\.name))
    }

    /// Whether an operation can have an outcome that a pattern matches.
    private func isPossible(_ outcomes: String, of operation: String) -> Bool {
        outcomes == "*" || self.outcomes(of: operation).contains(where: OutcomePattern(outcomes).matches)
    }

    private func outcomes(of operation: String) -> [OutcomeName] {
        guard let operation = kinds.contract?.operation(named: operation) else {
            return OutcomeName.allCases.filter {
                ![.accountDisabled, .needsSecondFactor, .otherEmailPending].contains($0)
            }
        }
        // What only a link or an earlier response supplies may be missing.
        let mayLack = operation.needs.contains { !$0.isOptional && !always.contains($0.name) }
        return operation.outcomes.filter { $0 != .linkIncomplete || mayLack }
    }

    private mutating func removeUnreachableStates() {
        let reached = spec.states { name, state in
            let links = spec.section(name)?.blocks.flatMap(\.node.targets) ?? []
            let linked = links.compactMap { if case .state(let name) = $0 { name } else { nil } }
            return linked + (state?.transitions ?? []) + [state?["back"]?.text].compactMap(\.self)
        }
        spec.removeStates(Set(spec.sections.filter(\.isState).map(\.name)).subtracting(reached))
    }

    private mutating func removeMessages() {
        let possible = spec.states.flatMap { $0.value.operations }.flatMap { operation in
            outcomes(of: operation.name).filter { outcome in
                !operation.moves.members.contains { OutcomePattern($0.key.text ?? "").matches(outcome) }
            }
        }
        let names = Set(possible.map(\.rawValue))
        spec.changeBlocks(of: "messages") { block in
            guard let name = block.messageName, OutcomeName(rawValue: name) != nil else { return block }
            return names.contains(name) ? block : nil
        }
        spec.sections.removeAll { !$0.isState && $0.blocks.isEmpty }
    }

    // MARK: - The app's own

    /// Puts the names of the app's links in place of the catalogue's.
    private mutating func setLinks(_ link: String, _ names: [String]) {
        if names.isEmpty {
            let operations = spec.states.flatMap { $0.value.operations.map(\.name) }
                .compactMap { kinds.contract?.operation(named: $0) }
            let operation = operations.first { $0.consumes == .link }
            // What only its own responses keep, it has of the link at first.
            let kept = Set(operations.filter { $0.name != operation?.name }.flatMap(\.keeps)).union(always)
            let own = Set(operation?.keeps ?? []).subtracting(kept)
            let needs = operation?.needs.filter {
                !$0.isOptional && (!supplied.contains($0.name) || own.contains($0.name))
            }.map(\.name)
            neededLink = NeededLink(name: link, parameters: needs ?? ["token"])
        }
        guard names != [link], !names.isEmpty, let root = spec.document.root, let value = root["link"] else { return }
        let texts = names.map { ConfigurationNode(.scalar($0, isPlain: true), inPlaceOf: value) }
        spec.setRoot("link", texts.count == 1 ? texts[0] : ConfigurationNode(.sequence(texts), inPlaceOf: value))
        guard let start = root["start"] else { return }
        let members = spec.document.root?["start"]?.members.flatMap { member in
            guard member.key.text == link else { return [member] }
            return names.map { name in
                .init(key: ConfigurationNode(.scalar(name, isPlain: true), inPlaceOf: member.key), value: member.value)
            }
        }
        spec.setRoot("start", ConfigurationNode(.mapping(members ?? []), inPlaceOf: start))
    }

    /// Puts the backend's requirements of a password in place of the catalogue's.
    private mutating func setRequirements() {
        let rules = kinds.contract.flatMap { kinds.backend?.requirements(of: $0) } ?? [.atLeast(8)]
        for (name, state) in spec.states {
            spec.setState(name, to: state.changing("fields") { $0.requiring(rules) })
        }
    }
    /// Removes the field for the current password from a page with a link whose operations do not take it.
    private mutating func removePasswords() {
        for (name, state) in spec.states where hasLink {
            let needs = state.operations.compactMap { kinds.contract?.operation(named: $0.name) }.flatMap(\.needs)
            if !needs.contains(where: { $0.name == "password" }) {
                spec.setState(name, to: state.withoutField("password"))
            }
        }
    }
}
