internal import TextEncoding

/// The names that people and file managers give to copies: `clinic_old`, `help copy 2`, `Copy of help`, `help (1)`.
enum CopyName {
    private static let marks: Set<Substring> = [
        "copy", "kopie", "copie", "copia", "kopia", "old", "bak", "backup", "orig", "original", "save", "saved", "prev",
        "previous", "tmp", "temp",
    ]
    private static let particles: Set<Substring> = ["of", "von", "de"]

    /// The one of some names that another is a copy's name of, by what stands before or behind it: a word for copies, one digit,
    /// or a date; nil if there is none.
    static func original(of name: String, among names: [String]) -> String? {
        let lower = name.lowercased()
        return names.first { other in
            guard other != name, !other.isEmpty,
                let rest = lower.removing(prefix: other.lowercased()) ?? lower.removing(suffix: other.lowercased())
            else { return false }
            let words = rest.split { !$0.isLetter && !$0.isNumber }.filter { !particles.contains($0) }
            let numbers = words.filter { $0.allSatisfy(\.isNumber) }
            return !words.isEmpty && words.allSatisfy { marks.contains($0) || numbers.contains($0) }
                && [0, 1, 8].contains(numbers.joined().count)
        }
    }

    /// A fix that begins with what to do with a copy of `original`, if there is one.
    static func fix(copyOf original: String?, else fix: String) -> String {
        guard let original else { return fix }
        return
            "Move it out of the site's folder if it is a copy of \(original). Else \(fix.prefix(1).lowercased())\(fix.dropFirst())"
    }
}
