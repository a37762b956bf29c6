import Configuration

/// The state that is shown first, depending on the link that was opened.
package struct Start: Sendable {
    /// The key of the state for visits without a link.
    static let noLink = "none"
    /// The key of the state for visits with a part of a link.
    static let damagedLink = "damaged"

    /// The names of states by link name, by `none` for visits without a link and by `damaged` for those with a part of
    /// one.
    let states: OrderedMap<Located<String>>
    /// The state for visits without a link. `PageChecks` reports a page that names none; until then it is any state.
    private let first: Located<String>
    /// Whether the page spec names a single state for all visits.
    let isSingle: Bool

    /// Creates a start; nil without any state.
    init?(_ states: OrderedMap<Located<String>>, isSingle: Bool) {
        guard let first = states[Self.noLink] ?? states.first?.value else { return nil }
        self.states = states
        self.first = first
        self.isSingle = isSingle
    }

    /// The name of the state that is shown first after a link was opened, or none.
    package func name(for link: String?) -> String { (link.flatMap { states[$0] } ?? first).value }

    /// The name of the state that is shown first if the address has a query or a fragment, but no link's; nil for that
    /// of visits without a link.
    package var damaged: String? { states[Self.damagedLink]?.value }

    /// Descriptions of the visits that begin with a state: `the start`, `no link`, `a damaged link` or `the link
    /// 'reset-password'`.
    package func visitDescriptions(to state: String) -> [String] {
        let names = states.filter { $0.value.value == state }.map(\.key.value)
        return (names.contains(Self.noLink) ? [dependsOnLink ? "no link" : "the start"] : [])
            + (names.contains(Self.damagedLink) ? ["a damaged link"] : [])
            + names.filter { !Self.withoutLink.contains($0) }.sorted().map { "the link '\($0)'" }
    }

    /// Whether a link opens a state, by its name or as every visit does.
    func isFirst(_ state: String) -> Bool {
        states.contains { $0.value.value == state && (isSingle || !Self.withoutLink.contains($0.key.value)) }
    }

    package var dependsOnLink: Bool { states.contains { !Self.withoutLink.contains($0.key.value) } }

    private static let withoutLink: Set = [noLink, damagedLink]
}
