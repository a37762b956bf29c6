/// The change of the indentation of lines.
struct Indentation: Sendable {
    /// The blanks to insert before each line.
    var added: [UInt8] = []
    /// The blanks to remove: the indentation of the lines in their template.
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
