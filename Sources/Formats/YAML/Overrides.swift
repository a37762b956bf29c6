package import Configuration

extension ConfigurationNode {
    /// The value with those of another document in place of its own.
    ///
    /// Mappings are merged key by key. Everything else is replaced, including whole lists, since their items have no
    /// names. Null removes a key. Every value keeps its location in the document that it comes from.
    ///
    /// - Parameter other: the overriding value.
    /// - Returns: the merged value; `other` itself unless both are mappings.
    package func overridden(by other: ConfigurationNode) -> ConfigurationNode {
        guard case .mapping(let own) = kind, case .mapping(let others) = other.kind else { return other }
        let merged = own.map { member in
            guard let override = others.first(where: { $0.key.text == member.key.text }) else { return member }
            if override.value.isNull {
                let removed = ConfigurationNode(override.value.kind, inPlaceOf: override.value, isRemoved: true)
                return Member(key: override.key, value: removed)
            }
            let isMerged =
                if case (.mapping, .mapping) = (member.value.kind, override.value.kind) { true } else { false }
            return Member(
                key: isMerged ? member.key : override.key, value: member.value.overridden(by: override.value))
        }
        let known = Set(own.map(\.key.text))
        return ConfigurationNode(
            .mapping(merged + others.filter { !known.contains($0.key.text) }), inPlaceOf: self)
    }
}
