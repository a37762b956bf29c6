internal import TextEncoding

/// The arguments of a command line, separated into options and positional arguments.
struct ScannedWords: Equatable {
    var positionals: [String] = []
    var values: [String: [String]] = [:]
    var flags: Set<String> = []
}

/// Why the arguments cannot be parsed.
enum ScanProblem: Error, Equatable {
    /// `meant` is the option that the word abbreviates.
    case unknownOption(String, meant: String? = nil)
    case missingValue(Option)
    case unwantedValue(Option, String)
}

/// Separates options, their values and positional arguments, as `getopt_long` of POSIX systems does, but rejects
/// abbreviations. With `stopsAtPositional`, the first positional argument and everything after it belong to a
/// subcommand.
func scan(
    _ words: [String], options: [Option], stopsAtPositional: Bool
) throws(ScanProblem) -> ScannedWords {
    var result = ScannedWords()
    var rest = words[...]

    /// Notes an option; `attached` is the value within its own word.
    func add(_ option: Option, attached: String?) throws(ScanProblem) {
        guard option.value != nil else {
            result.flags.insert(option.long)
            return
        }
        // In `--output --templates` the value was forgotten; a value that begins with a dash is written `--output=-x`.
        guard let value = attached ?? rest.popFirst(), attached != nil || !looksLikeOption(value) else {
            throw .missingValue(option)
        }
        result.values[option.long, default: []].append(value)
    }

    while let word = rest.popFirst() {
        let bytes = word.utf8
        if word == "--" {
            result.positionals += rest
            break
        } else if bytes.starts(with: "--".utf8) {
            let sign = bytes.firstIndex(of: UInt8(ascii: "="))
            let name = word[..<(sign ?? word.endIndex)].dropFirst(2)
            let value = sign.map { String(word[bytes.index(after: $0)...]) }
            guard let option = options.first(where: { $0.long == name }) else {
                let near = options.filter { $0.long.hasPrefix(name) }
                throw .unknownOption("--\(name)", meant: near.count == 1 ? near[0].long : nil)
            }
            if option.value == nil, let value { throw .unwantedValue(option, value) }
            try add(option, attached: value)
        } else if bytes.first == UInt8(ascii: "-"), bytes.count > 1 {
            var letters = bytes.dropFirst()
            while let letter = letters.popFirst() {
                // Of a letter outside ASCII, a byte is no message; the whole word is.
                guard letter < 0x80 else { throw .unknownOption(word) }
                guard let option = options.first(where: { $0.short?.utf8.elementsEqual([letter]) == true }) else {
                    throw .unknownOption("-\(Character(UnicodeScalar(letter)))")
                }
                let takesRest = option.value != nil && !letters.isEmpty
                try add(option, attached: takesRest ? String(decoding: letters, as: UTF8.self) : nil)
                if takesRest { break }
            }
        } else if stopsAtPositional {
            result.positionals += [word] + rest
            break
        } else {
            result.positionals.append(word)
        }
    }
    return result
}

/// Whether a word looks like an option; a single dash and a negative number do not.
private func looksLikeOption(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.dropFirst().utf8.allSatisfy(\.isASCIIDigit)
}
