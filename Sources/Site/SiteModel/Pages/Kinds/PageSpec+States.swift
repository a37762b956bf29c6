import AuthContracts
package import Configuration
import YAML

/// The front matter of a page that is being fitted to an app, as values that keep their locations.
extension PageSpec {
    var states: [(name: String, value: ConfigurationNode)] {
        document.root?["states"]?.members.map { ($0.key.text ?? "", $0.value) } ?? []
    }

    /// The states that the first ones lead to by transitions alone, without a link that a visitor may choose.
    var statesByTransitions: Set<String> { states { _, state in state?.transitions ?? [] } }

    /// The states that the first ones lead to.
    func states(following next: (_ name: String, _ state: ConfigurationNode?) -> [String]) -> Set<String> {
        let states = Dictionary(self.states.map { ($0.name, $0.value) }) { first, _ in first }
        var reached = Set(starts)
        var waiting = starts
        while let name = waiting.popLast() {
            for next in next(name, states[name]) where reached.insert(next).inserted { waiting.append(next) }
        }
        return reached
    }

    func section(_ name: String) -> Section? { sections.first { $0.name == name } }

    mutating func setRoot(_ key: String, _ value: ConfigurationNode?) {
        guard let root = document.root, let value else { return }
        document = document.with(root: root.changing(key) { _ in value })
    }

    mutating func setState(_ name: String, to state: ConfigurationNode) {
        setRoot("states", document.root?["states"]?.changing(name) { _ in state })
    }

    mutating func changeBlocks(of name: String, _ change: (Block) -> Block?) {
        guard let index = sections.firstIndex(where: { $0.name == name }) else { return }
        sections[index].blocks = sections[index].blocks.compactMap(change)
    }

    mutating func removeStates(_ names: Set<String>) {
        guard let states = document.root?["states"] else { return }
        sections.removeAll { names.contains($0.name) }
        setRoot("states", states.filtering { !names.contains($0) })
        for (name, state) in self.states {
            setState(name, to: state.filtering { $0 != "back" || !names.contains(state["back"]?.text ?? "") })
        }
    }
}

extension ConfigurationNode {
    /// A mapping with another value for a key that it has.
    func changing(_ key: String, _ change: (ConfigurationNode) -> ConfigurationNode) -> ConfigurationNode {
        let changed = members.map { $0.key.text == key ? Member(key: $0.key, value: change($0.value)) : $0 }
        return ConfigurationNode(.mapping(changed), inPlaceOf: self)
    }

    /// A mapping with some of its keys.
    func filtering(_ isKept: (String) -> Bool) -> ConfigurationNode {
        ConfigurationNode(.mapping(members.filter { isKept($0.key.text ?? "") }), inPlaceOf: self)
    }

    func removing(_ key: String) -> ConfigurationNode { filtering { $0 != key } }

    /// A value with other texts in place of its scalars.
    package func mappingTexts(_ change: (String) -> String) -> ConfigurationNode {
        switch kind {
        case .scalar(let text, let isPlain):
            ConfigurationNode(.scalar(change(text), isPlain: isPlain), inPlaceOf: self)
        case .sequence(let items): ConfigurationNode(.sequence(items.map { $0.mappingTexts(change) }), inPlaceOf: self)
        case .mapping(let members):
            ConfigurationNode(
                .mapping(members.map { Member(key: $0.key, value: $0.value.mappingTexts(change)) }), inPlaceOf: self)
        }
    }
}

/// A state of the front matter.
extension ConfigurationNode {
    /// The operations of a state, with their next states by outcome.
    var operations: [(name: String, moves: ConfigurationNode)] {
        members.filter { State.keyTable[$0.key.text ?? ""] == nil }.map { ($0.key.text ?? "", $0.value) }
    }

    /// The next states of a state's operations.
    var transitions: [String] { operations.flatMap(\.moves.texts) }

    var fieldNames: [String] { self["fields"]?.items.compactMap { $0["name"]?.text } ?? [] }

    func withoutField(_ name: String) -> ConfigurationNode {
        let fields = self["fields"]?.items.filter { $0["name"]?.text != name } ?? []
        return fields.isEmpty
            ? removing("fields") : changing("fields") { ConfigurationNode(.sequence(fields), inPlaceOf: $0) }
    }

    func withoutOperations(_ names: [String]) -> ConfigurationNode {
        filtering { key in
            let isAutomatic = ["on-load", "refresh"].contains(key) && names.contains(self[key]?.text ?? "")
            return !names.contains(key) && !isAutomatic
        }
    }

    /// A state with other next states; without those for which there is none.
    func movingOn(_ next: (String) -> String?) -> ConfigurationNode {
        operations.reduce(self) { state, operation in
            state.changing(operation.name) { moves in
                moves.filtering { next(moves[$0]?.text ?? "") != nil }.mappingTexts { next($0) ?? $0 }
            }
        }
    }

    func withoutMoves(_ isRemoved: (_ operation: String, _ outcomes: String) -> Bool) -> ConfigurationNode {
        operations.reduce(self) { state, operation in
            state.changing(operation.name) { moves in moves.filtering { !isRemoved(operation.name, $0) } }
        }
    }

    /// The fields of a state with a backend's requirements of a password: of the listed ones those that it has, with
    /// its numbers.
    func requiring(_ rules: [PasswordRequirement]) -> ConfigurationNode {
        guard case .sequence(let fields) = kind else { return self }
        let changed = fields.map { field in
            field.changing("requirements") { requirements in
                requirements.changing("rules") { list in
                    ConfigurationNode(.sequence(list.items.compactMap { $0.line(for: rules) }), inPlaceOf: list)
                }
            }
        }
        return ConfigurationNode(.sequence(changed), inPlaceOf: self)
    }

    /// A line of the list of requirements as a backend has it; nil if it has none of that kind.
    private func line(for rules: [PasswordRequirement]) -> ConfigurationNode? {
        guard let listed = PasswordRequirement(self["rule"]?.text ?? "") else { return self }
        if listed == .same { return self }
        guard let rule = rules.first(where: { $0.name == listed.name }) else { return nil }
        guard let number = rule.number, let old = listed.number else { return self }
        return changing("rule") { $0.mappingTexts { _ in rule.text } }
            .changing("words") { $0.mappingTexts { $0.replacing("\(old)", with: "\(number)") } }
    }
}
