/// What a command line said, once it was understood.
public struct ParsedArguments: Hashable, Sendable {
    /// The names of the subcommands that lead to the command: `["links", "lint"]`, empty for the program itself.
    public let path: [String]
    /// The positional arguments in their order.
    public let positionals: [String]
    let values: [String: [String]]
    let flags: Set<String>
    /// How to report a value that parses but does not fit.
    let context: UsageContext

    /// The value of an option; the last one where it was given twice, nil where it was not given.
    public subscript(option: String) -> String? { values[option]?.last }

    /// Every value of an option, in order.
    public func all(_ option: String) -> [String] { values[option] ?? [] }

    /// Whether a flag was given.
    public func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// A positional argument, counted from 0, or nil.
    public func positional(_ index: Int) -> String? { positionals.indices.contains(index) ? positionals[index] : nil }

    /// The value of an option as a whole number.
    ///
    /// - Parameters:
    ///   - option: the option's long name.
    ///   - range: the numbers that are taken.
    /// - Returns: nil where the option was not given.
    /// - Throws: `CommandLineFailure` where the value is no number in the range.
    public func integer(_ option: String, in range: ClosedRange<Int>) throws(CommandLineFailure) -> Int? {
        guard let text = self[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let synopsis = context.options.first { $0.long == option }?.synopsis ?? "--\(option)"
            throw failure(
                "The value '\(text)' is invalid for '\(synopsis)'. Give a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    /// A diagnostic about this command line, with the usage of its command.
    public func failure(_ message: String) -> CommandLineFailure {
        CommandLineFailure(message: message, usage: context.usage, command: context.command)
    }
}

/// What a diagnostic about a command line needs to know of its command.
struct UsageContext: Hashable, Sendable {
    /// `latchkey build`
    let command: String
    let usage: String
    let options: [Option]
}

/// A mistake on the command line.
public struct CommandLineFailure: Error, Hashable, Sendable {
    /// What a program exits with then: `EX_USAGE` of sysexits.h.
    public static let exitCode: Int32 = 64

    /// What is wrong: `Unknown option '--fo'. Did you mean '--foo'?`
    public let message: String
    /// `latchkey build [<site>]`
    public let usage: String
    /// `latchkey build`
    public let command: String

    /// What standard error shows; every line ends in LF.
    public var text: String {
        """
        Error: \(message)
        Usage: \(usage)
          See '\(command) --help' for more information.

        """
    }
}

/// What a program does with its command line.
public enum CommandLineOutcome: Hashable, Sendable {
    case run(ParsedArguments)
    /// The text for standard output, ending in LF; the program exits with 0.
    case help(String)
    /// The text for standard output, ending in LF; the program exits with 0.
    case version(String)
    /// The program shows `text` on standard error and exits with 64.
    case failure(CommandLineFailure)
}
