/// Suggestions for misspelled names.
public enum Suggestion {
    /// The candidate with the smallest edit distance, if it is near enough.
    ///
    /// Near enough is one edit, two if the longer word has more than four letters, if both have the same letters, or if the
    /// word begins with the candidate, and three if the longer one has more than eight; never more than half of its letters.
    /// So `tier` does not suggest `time`, nor `larder` `laravel`. Of equally near candidates one that is a part of the word
    /// wins, else the first. If none is nearer than 2 edits, the result is the only candidate that contains the word between
    /// hyphens: `reset-password` for `reset`. The same words in another order are nearest: `reset-password` for
    /// `password_reset`.
    public static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
        // The comparison is quadratic, and a word of a thousand letters is not a misspelled name.
        guard word.unicodeScalars.count <= 64 else { return nil }
        if let same = rephrased(word, in: candidates) { return same }
        var best: (word: String, distance: Int)?
        for candidate in candidates where candidate != word {
            let distance = editDistance(
                Array(word.lowercased().unicodeScalars), Array(candidate.lowercased().unicodeScalars))
            let longest = max(word.count, candidate.count)
            let (letters, part) = (Array(word.lowercased().utf8), Array(candidate.lowercased().utf8))
            let isAlike = letters.sorted() == part.sorted() || letters.starts(with: part)
            // A word that has the candidate in it, such as `padlock` for `lock`, is nearer than one with other letters.
            let isPart = part.count > 3 && letters.indices.contains { letters[$0...].starts(with: part) }
            guard
                distance < 2 || distance == 2 && (longest > 4 || isAlike)
                    || distance == 3 && (longest > 8 || isPart), distance * 2 <= longest
            else { continue }
            if distance < best?.distance ?? .max || isPart && distance == best?.distance {
                best = (candidate, distance)
            }
        }
        let longer = candidates.filter { candidate in
            word.count > 3 && candidate.split { "-_".contains($0) }.contains { $0 == word.lowercased() }
        }
        // A part of a word is nearer than two edits: `params` is `parameters`, not `parts`.
        let stem = word.lowercased().hasSuffix("s") ? String(word.lowercased().dropLast()) : word.lowercased()
        let begun = candidates.filter { $0.count > word.count && $0.hasPrefix(stem) }
        if stem.count > 2, best?.distance ?? .max > 1, longer.isEmpty, begun.count == 1 { return begun[0] }
        // Two edits are further than a part: `amplify` is `aws-amplify`, not `netlify`, and `drivers` `fleet-drivers`, not `riders`.
        if let best, best.distance < 2 || longer.count != 1 { return best.word }
        return longer.count == 1 ? longer.first : nil
    }

    /// The candidate that has the several words of a name in another style or order.
    package static func rephrased(_ word: String, in candidates: some Sequence<String>) -> String? {
        let words = words(of: word)
        return words.count < 2 ? nil : candidates.first { $0 != word && self.words(of: $0) == words }
    }

    /// The only candidate whose words are all among those of a longer name, whatever its style: `radius` for `borderRadius`,
    /// `accent` for `accent-colour`.
    package static func contained(in word: String, of candidates: some Sequence<String>) -> String? {
        let words = words(of: word)
        let found = candidates.filter { words.isSuperset(of: self.words(of: $0)) }
        return found.count == 1 ? found[0] : nil
    }

    /// The words of a name in any style: `reset-password`, `reset_password` and `resetPassword` have the same.
    package static func words(of name: String) -> Set<Substring> {
        var previous: Character = "-"
        let words = name.reduce(into: "") { words, letter in
            words += (letter.isUppercase && previous.isLowercase ? "-" : "") + letter.lowercased()
            previous = letter
        }
        return Set(words.split { "-_ ".contains($0) })
    }

    /// `Did you mean 'x'?`, or nil if no candidate is near enough.
    public static func question(for word: String, in candidates: some Sequence<String>) -> String? {
        nearest(to: word, in: candidates).map { "Did you mean '\($0)'?" }
    }

    /// The question about a near candidate, or else all of them: `The apps are a, b.` for the words `The apps are`.
    package static func fix(for word: String, in candidates: [String], _ words: String) -> String {
        question(for: word, in: candidates) ?? "\(words) \(candidates.joined(separator: ", "))."
    }

    /// Optimal string alignment distance: Levenshtein's with a transposition as one edit, so that `forgto` is one from
    /// `forgot`.
    private static func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var beforePrevious = [Int](repeating: 0, count: b.count + 1)
        var previous = Array(0...b.count)
        for i in 1...a.count {
            var current = [i] + [Int](repeating: 0, count: b.count)
            for j in 1...b.count {
                let change = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
                current[j] = min(change, previous[j] + 1, current[j - 1] + 1)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    current[j] = min(current[j], beforePrevious[j - 2] + 1)
                }
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[b.count]
    }
}
