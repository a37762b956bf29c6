import Diagnostics

/// A text with markers such as 1️⃣, each of which records its location and is removed.
struct MarkedText {
    let text: String
    /// The line and column, both from 1, of the character after each marker.
    let places: [Character: (line: Int, column: Int)]

    init(_ marked: String) {
        var text = ""
        var places: [Character: (line: Int, column: Int)] = [:]
        for character in marked {
            if "1️⃣2️⃣3️⃣4️⃣5️⃣".contains(character) {
                let line = text.split(separator: "\n", omittingEmptySubsequences: false)
                places[character] = (line.count, (line.last?.utf8.count ?? 0) + 1)
            } else {
                text.append(character)
            }
        }
        self.text = text
        self.places = places
    }
}
