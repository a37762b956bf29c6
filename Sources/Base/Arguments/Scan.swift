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
    case unknownOption(String, meant: String?)
    case missingValue(Option)
    case unwantedValue(Option, String)
}

/// Separates options, their values and positional arguments.
///
/// - Parameters:
///   - words: the arguments after the command's name.
///   - options: the options that the command accepts.
///   - stopsAtPositional: whether to stop at the first positional argument; it and everything after it then belong to a
///     subcommand.
/// - Returns: the separated arguments, or the first error.
func scan(
    _ words: [String], options: [Option], stopsAtPositional: Bool
) -> Result<ScannedWords, ScanProblem> {
    Getopt.scan(words, options: options) { getopt in
        var result = ScannedWords()
        var index = 1
        while index <= words.count {
            // `-abc` is one word with three options: getopt_long's index moves on after the last.
            let word = words[index - 1]
            let code = getopt.next()
            let next = getopt.index
            if code == -1 {
                if next > index {  // `--`
                    result.positionals += words[(next - 1)...]
                    break
                }
                if stopsAtPositional {
                    result.positionals += words[(index - 1)...]
                    break
                }
                result.positionals.append(word)
                getopt.skip()
                index += 1
                continue
            }
            if let problem = problem(code, culprit: getopt.rejectedCode, word: word, options: options) {
                return .failure(problem)
            }
            guard let option = option(withCode: code, in: options) else {
                return .failure(.unknownOption(word, meant: nil))
            }
            if let problem = abbreviation(of: option, in: word) { return .failure(problem) }
            if option.value == nil {
                result.flags.insert(option.long)
            } else {
                // In `--output --templates` the value was forgotten; a value that begins with a dash is written
                // `--output=-x`.
                let isNextWord = next == index + 2
                guard let value = getopt.value, !(isNextWord && isOption(value)) else {
                    return .failure(.missingValue(option))
                }
                result.values[option.long, default: []].append(value)
            }
            index = next
        }
        return .success(result)
    }
}

/// Whether a word looks like an option; a single dash and a negative number do not.
private func isOption(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.dropFirst().utf8.allSatisfy(\.isASCIIDigit)
}

/// The error for a return code of getopt_long; nil if the code is an option.
private func problem(_ code: Int32, culprit: Int32, word: String, options: [Option]) -> ScanProblem? {
    let option = option(withCode: culprit, in: options)
    switch code {
    case Int32(UInt8(ascii: ":")):
        guard let option else { return .unknownOption(word, meant: nil) }
        return abbreviation(of: option, in: word) ?? .missingValue(option)
    case Int32(UInt8(ascii: "?")) where word.hasPrefix("--"):
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let option else { return .unknownOption(parts[0], meant: nil) }
        return abbreviation(of: option, in: word) ?? .unwantedValue(option, parts[1])
    case Int32(UInt8(ascii: "?")):
        // getopt_long reports a letter outside ASCII as its first byte; the whole word is a better message.
        guard let byte = UInt8(exactly: culprit), byte < 0x80 else { return .unknownOption(word, meant: nil) }
        return .unknownOption("-\(Character(UnicodeScalar(byte)))", meant: nil)
    default:
        return nil
    }
}

/// The error for an abbreviated long option, which getopt_long accepts.
private func abbreviation(of option: Option, in word: String) -> ScanProblem? {
    guard word.hasPrefix("--") else { return nil }
    let name = word.dropFirst(2).prefix { $0 != "=" }
    return name == option.long ? nil : .unknownOption("--\(name)", meant: option.long)
}

private func option(withCode code: Int32, in options: [Option]) -> Option? {
    if code >= Getopt.firstLongCode {
        let index = Int(code - Getopt.firstLongCode)
        return options.indices.contains(index) ? options[index] : nil
    }
    return options.first { $0.short?.asciiValue.map(Int32.init) == code }
}
