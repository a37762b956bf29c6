internal import TextEncoding

/// The members of a JSON object, in the order of the text.
package struct JSONObject: Sendable {
    package typealias Member = (key: String, value: JSONValue)

    /// The members in order; every name is unique.
    package private(set) var members: [Member]
    /// The index of each name, kept only if a linear search would be slow.
    private var places: [ExactText: Int]?

    /// An object with more members than this is looked up by hash.
    private static let fewMembers = 8

    package init() {
        members = []
    }

    /// Creates an object. Of several members of one name the last value wins, at the position of the first.
    package init(_ members: some Sequence<(String, JSONValue)>) {
        self.init()
        for (key, value) in members { self[key] = value }
    }

    /// The names in order.
    package var keys: [String] { members.map(\.key) }

    package var count: Int { members.count }

    package var isEmpty: Bool { members.isEmpty }

    /// The value of a member. Setting a new name appends a member, setting nil removes it.
    package subscript(key: String) -> JSONValue? {
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
    package func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with its members in the given order.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }
}

extension JSONObject: Hashable {
    /// Whether both have the same members, in any order.
    package static func == (a: JSONObject, b: JSONObject) -> Bool {
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
    package func hash(into hasher: inout Hasher) {
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

/// A string that is compared byte by byte (RFC 8259, section 8.3).
///
/// Swift's `==` compares by canonical equivalence, in which composed and decomposed `é` are equal.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (a: ExactText, b: ExactText) -> Bool { a.text.isIdentical(b.text) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
