internal import CGetopt
internal import CLibrary
internal import Synchronization

/// A scan of a command line with `getopt_long`.
struct Getopt {
    /// Codes of long options begin above every letter.
    static let firstLongCode: Int32 = 256

    private let words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int32
    private let shorts: String
    private let table: [CGetopt.option]

    /// Scans `words`. getopt_long counts them from 1, after the program's name.
    static func scan<Result: Sendable>(
        _ words: [String], options: [Option], _ body: (Getopt) -> Result
    ) -> Result {
        withCStrings([""] + words) { words in
            withCStrings(options.map(\.long)) { names in
                let none: UnsafeMutablePointer<Int32>? = nil
                var table = zip(names, options.indices).map { name, index in
                    CGetopt.option(
                        name: name.map { UnsafePointer($0) },
                        has_arg: options[index].value == nil ? no_argument : required_argument, flag: none,
                        val: firstLongCode + Int32(index))
                }
                table.append(CGetopt.option(name: nil, has_arg: 0, flag: nil, val: 0))
                // "+" keeps getopt_long from permuting the arguments, so that its index is also ours; ":" makes it
                // distinguish a missing value from an unknown option.
                let letters = options.compactMap { option in
                    option.short.map { "\($0)" + (option.value == nil ? "" : ":") }
                }
                guard let start = words.baseAddress else { preconditionFailure("a list with a word has an address") }
                return lock.withLock { _ in
                    getopt_begin()
                    return body(
                        Getopt(
                            words: start, count: Int32(words.count - 1), shorts: "+:" + letters.joined(), table: table))
                }
            }
        }
    }

    /// The next option's code; -1 at a positional argument, after `--` and at the end.
    func next() -> Int32 { getopt_long(count, words, shorts, table, nil) }

    /// The value of the option that `next` returned.
    var value: String? { getopt_value().map { String(cString: $0) } }

    /// The index of the word that `next` reads next.
    var index: Int { Int(getopt_index()) }

    /// The code of the option that `next` rejected.
    var rejectedCode: Int32 { getopt_rejected() }

    func skip() { getopt_skip() }

    /// Serialises scans: getopt_long keeps its state in globals.
    private static let lock = Mutex<Void>(())
}

/// Passes texts as C strings: pointers to bytes that end in NUL, with nil after the last.
private func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in texts {
        starts.append(bytes.count)
        bytes += text.utf8CString
    }
    return bytes.withUnsafeMutableBufferPointer { bytes in
        var pointers = starts.map { start in bytes.baseAddress.map { $0 + start } }
        pointers.append(nil)
        return pointers.withUnsafeMutableBufferPointer { body($0) }
    }
}
