import Diagnostics
import YAML

/// The front matter of a page spec.
struct PageHeader: Decodable, Sendable {
    let title: String
    private let link: OneOrMany<Located<String>>?
    let start: OneOrNamed<Located<String>>
    let states: OrderedMap<StateHeader>?

    /// The names of the links that the page receives.
    var links: [Located<String>] { link?.values ?? [] }

    /// The names of the states that a person may see first.
    var starts: [Located<String>] {
        switch start {
        case .one(let state): [state]
        case .named(let states): states.map(\.value)
        }
    }
}

/// What the front matter says of one state.
struct StateHeader: Decodable, Sendable {
    let icon: Located<String>?
    let onLoad: Located<String>?
    let refresh: Located<String>?
    let fields: [Located<FieldHeader>]?
    let back: Located<String>?
    let forgets: OneOrMany<Located<String>>?
    let needs: OneOrMany<Located<String>>?
    let submit: Located<String>?
    /// Every other key: an operation and where its outcomes lead, in the order in which they are written.
    let operations: [OperationHeader]

    /// The keys that name no operation.
    static let keys = ["icon", "on-load", "refresh", "fields", "back", "forgets", "needs", "submit"]

    struct OperationHeader: Sendable {
        let name: Located<String>
        let moves: [OutcomeMove]
    }

    struct OutcomeMove: Sendable {
        let outcomes: Located<String>
        let state: Located<String>
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        // The whole mapping first, for where its keys stand: a keyed container only knows their names.
        let all = try OrderedMap<AnyValue>(from: decoder)
        let keys = try decoder.container(keyedBy: Key.self)
        icon = try keys.decodeIfPresent(Located<String>.self, forKey: Key("icon"))
        onLoad = try keys.decodeIfPresent(Located<String>.self, forKey: Key("on-load"))
        refresh = try keys.decodeIfPresent(Located<String>.self, forKey: Key("refresh"))
        fields = try keys.decodeIfPresent([Located<FieldHeader>].self, forKey: Key("fields"))
        back = try keys.decodeIfPresent(Located<String>.self, forKey: Key("back"))
        forgets = try keys.decodeIfPresent(OneOrMany<Located<String>>.self, forKey: Key("forgets"))
        needs = try keys.decodeIfPresent(OneOrMany<Located<String>>.self, forKey: Key("needs"))
        submit = try keys.decodeIfPresent(Located<String>.self, forKey: Key("submit"))
        operations = try all.filter { !Self.keys.contains($0.key.value) }.map { name, _ in
            let moves = try keys.decode(OrderedMap<Located<String>>.self, forKey: Key(name.value))
            return OperationHeader(name: name, moves: moves.map { OutcomeMove(outcomes: $0.key, state: $0.value) })
        }
    }

    /// Accepts anything: only its key is asked for.
    private struct AnyValue: Decodable, Sendable {
        init(from decoder: any Decoder) throws {}
    }
}

/// What the front matter says of one field.
struct FieldHeader: Decodable, Sendable {
    let name: Located<String>
    let rule: Located<String>
    let label: String
    let links: OrderedMap<Located<String>>?
    let placeholder: String?
    let icon: Located<String>?
    let error: String?
    let requirements: RequirementsHeader?
    let focus: Bool?
    let strength: StrengthHeader?
}

/// The meter that says how good a new password is.
struct StrengthHeader: Decodable, Sendable {
    let label: Located<String>
    let words: [String]
}

/// The list of what a password has to have.
struct RequirementsHeader: Decodable, Sendable {
    let title: String
    let rules: [RequirementHeader]
}

/// One line of the list.
struct RequirementHeader: Decodable, Sendable {
    let rule: Located<String>
    let words: String
}
