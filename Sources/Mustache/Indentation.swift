/// What happens to the blanks that a line begins with.
struct Indentation: Sendable {
    /// What goes before each line.
    var added: [UInt8] = []
    /// What the lines were indented with where they were written.
    var removed: [UInt8] = []

    func applied(to blanks: ArraySlice<UInt8>) -> [UInt8] { added + withoutOwn(blanks) }

    func withoutOwn(_ blanks: ArraySlice<UInt8>) -> [UInt8] {
        var common = 0
        while common < removed.count, common < blanks.count, blanks[blanks.startIndex + common] == removed[common] {
            common += 1
        }
        return Array(blanks.dropFirst(common))
    }
}
