import Diagnostics

/// Names that are used and nowhere declared, joined with declared ones that nothing uses and that look like them.
///
/// Either may be the misspelt one, so both places are told.
enum MisspeltNames {
    /// The declared names that are probably meant, each with the name that is used for it.
    static func pairs(declared: [String], used: [String]) -> [(declared: String, used: String)] {
        let unused = declared.filter { !used.contains($0) }
        var pairs: [(declared: String, used: String)] = []
        for name in used where !declared.contains(name) && !pairs.contains(where: { $0.used == name }) {
            if let nearest = Suggestion.nearest(to: name, in: unused) { pairs.append((nearest, name)) }
        }
        return pairs
    }
}
