import Diagnostics

/// Matches undeclared names with similar ones that are declared and unused.
///
/// Either of the two may be the misspelled one, so both locations are reported.
enum MisspeltNames {
    /// The declared names that were probably meant, each with the name that is used in its place.
    static func pairs(declared: [String], used: [String]) -> [(declared: String, used: String)] {
        let unused = declared.filter { !used.contains($0) }
        var pairs: [(declared: String, used: String)] = []
        for name in used where !declared.contains(name) && !pairs.contains(where: { $0.used == name }) {
            if let nearest = Suggestion.nearest(to: name, in: unused) { pairs.append((nearest, name)) }
        }
        return pairs
    }
}
