/// A compiled pattern of Android's dynamic rules.
///
/// `?` matches any one character. `*` matches up to the first occurrence of the pattern's next character, without
/// backtracking: `/a*bc` does not match `/aXbYbc`.
struct AndroidPattern: Hashable, Sendable {
    private let pattern: [UInt32]

    init(_ text: String) {
        pattern = text.unicodeScalars.map(\.value)
    }

    func matches(_ text: [UInt32]) -> Bool {
        let (star, any) = (UInt32(UInt8(ascii: "*")), UInt32(UInt8(ascii: "?")))
        var place = 0
        var index = 0
        while index < pattern.count {
            let character = pattern[index]
            index += 1
            if character == star {
                while index < pattern.count, pattern[index] == star { index += 1 }
                guard index < pattern.count else { return true }
                let next = pattern[index]
                // A star before a question mark matches the empty text.
                if next == any { continue }
                while place < text.count, text[place] != next { place += 1 }
                guard place < text.count else { return false }
            } else {
                guard place < text.count, character == any || character == text[place] else { return false }
                place += 1
            }
        }
        return place == text.count
    }
}
