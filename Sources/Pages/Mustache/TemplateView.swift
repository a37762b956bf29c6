/// The names that a template may use for the values of one object, as an enumeration.
package protocol TemplateKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension MustacheValue {
    /// An object with every name of an enumeration, and with `others` that no enumeration has; a name without a value
    /// is `absent`.
    package static func view<Key: TemplateKey>(
        _ values: [Key: MustacheValue], others: [String: MustacheValue] = [:]
    ) -> MustacheValue {
        var members = others
        for key in Key.allCases { members[key.rawValue] = values[key] ?? .absent }
        return .object(members)
    }
}
