/// The names that a template may use for the values of one object, as an enumeration.
package protocol TemplateKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable where AllCases == [Self] {}

extension MustacheValue {
    /// An object with every name of an enumeration, and with `others` that no enumeration has; a name without a value
    /// is `absent`.
    package static func view<Key: TemplateKey>(
        _ values: [Key: MustacheValue], others: [String: MustacheValue] = [:]
    ) -> MustacheValue {
        var members = others
        // Views are most of what a page is made of, and to grow a table is most of the work of filling it.
        members.reserveCapacity(others.count + Key.allCases.count)
        for key in Key.allCases { members[key.rawValue] = .absent }
        for (key, value) in values { members[key.rawValue] = value }
        return .object(members)
    }
}
