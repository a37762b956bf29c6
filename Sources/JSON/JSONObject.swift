/// The members of a JSON object, in the order of the text.
public struct JSONObject: Sendable {
    /// One member.
    public typealias Member = (key: String, value: JSONValue)

    /// The members in order; every name is unique.
    public private(set) var members: [Member]
    /// The index of each name, kept only if a linear search would be slow.
    private var places: [ExactText: Int]?

    /// An object with more members than this is looked up by hash.
    private static let fewMembers = 8

    /// Creates an empty object.
    public init() {
        members = []
    }

    /// Creates an object. Of several members of one name the last value wins, at the position of the first.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        self.init()
        for (key, value) in members { self[key] = value }
    }

    /// The names in order.
    public var keys: [String] { members.map(\.key) }

    /// The number of members.
    public var count: Int { members.count }

    /// Whether the object has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of a member. Setting a new name appends a member, setting nil removes it.
    public subscript(key: String) -> JSONValue? {
        get {
            index(of: key).map { members[$0].value }
        }
        set {
            switch (index(of: key), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil):
                members.remove(at: index)
                places = nil
                indexIfLarge()
            case (nil, let value?):
                places?[ExactText(key)] = members.count
                members.append((key, value))
                if places == nil { indexIfLarge() }
            case (nil, nil): break
            }
        }
    }

    /// The index of a name among the members.
    func index(of key: String) -> Int? {
        if let places { return places[ExactText(key)] }
        return members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
    }

    private mutating func indexIfLarge() {
        guard members.count > Self.fewMembers else { return }
        var places: [ExactText: Int] = [:]
        places.reserveCapacity(members.count * 2)
        for (index, member) in members.enumerated() { places[ExactText(member.key)] = index }
        self.places = places
    }
}

extension JSONObject: Sequence {
    /// Iterates over the members in order.
    public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with its members in the given order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }
}

extension JSONObject: Hashable {
    /// Whether both have the same members, in any order.
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        guard a.count == b.count else { return false }
        for (place, member) in a.members.enumerated() {
            // Equal objects mostly have the same order too.
            if b.members[place].key.utf8.elementsEqual(member.key.utf8) {
                guard b.members[place].value == member.value else { return false }
            } else {
                guard b[member.key] == member.value else { return false }
            }
        }
        return true
    }

    /// Hashes the members independently of their order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members {
            var own = Hasher()
            own.combine(ExactText(member.key))
            own.combine(member.value)
            sum &+= own.finalize()
        }
        hasher.combine(sum)
    }
}
