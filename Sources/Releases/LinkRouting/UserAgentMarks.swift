/// The groups of words that a User-Agent contains, found in one pass.
struct UserAgentMarks: OptionSet, Sendable {
    let rawValue: UInt8

    static let excluded = UserAgentMarks([UserAgentWords.excluded])

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ groups: [UserAgentWords]) { rawValue = groups.reduce(0) { $0 | 1 << $1.rawValue } }

    /// Finds the words in a User-Agent in lower case.
    init(_ agent: UnsafeBufferPointer<UInt8>) { self = Self.words.marks(in: agent) }

    private static let words = WordTable(
        UserAgentWords.allCases.flatMap { group in group.words.map { ($0, UserAgentMarks([group])) } })
}

/// Words indexed by their first two letters, since searching for each word separately would scan a User-Agent sixty
/// times.
private struct WordTable: Sendable {
    private let words: [(letters: [UInt8], mark: UserAgentMarks)]
    /// The index in `words` of the first word with a given pair of letters or a later pair; one more entry than there
    /// are pairs.
    private let starts: [Int]

    /// The words have at least two letters.
    init(_ words: [(String, UserAgentMarks)]) {
        let sorted = words.map { (letters: Array($0.0.utf8), mark: $0.1) }.sorted {
            Self.beginning($0.letters[0], $0.letters[1]) < Self.beginning($1.letters[0], $1.letters[1])
        }
        var starts = Array(repeating: 0, count: Self.beginnings + 1)
        for word in sorted { starts[Self.beginning(word.letters[0], word.letters[1]) + 1] += 1 }
        for index in 1...Self.beginnings { starts[index] += starts[index - 1] }
        self.words = sorted
        self.starts = starts
    }

    private static let beginnings = 1 << 10

    /// Maps two letters to 10 bits. Lower-case letters differ in their last five bits; other bytes may collide, which
    /// the comparison resolves.
    private static func beginning(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first & 0x1F) << 5 | Int(second & 0x1F)
    }

    /// Returns the marks of the words in a text; stops at the first that excludes it.
    func marks(in text: UnsafeBufferPointer<UInt8>) -> UserAgentMarks {
        var marks: UserAgentMarks = []
        for index in text.indices.dropLast() {
            let beginning = Self.beginning(text[index], text[index + 1])
            for (letters, mark) in words[starts[beginning]..<starts[beginning + 1]]
            where text.count - index >= letters.count && text[index..<index + letters.count].elementsEqual(letters) {
                marks.insert(mark)
                if mark == .excluded { return marks }
            }
        }
        return marks
    }
}
