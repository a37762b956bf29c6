internal import Diagnostics

/// The arguments and options of a parsed command line.
package struct ParsedArguments: Hashable, Sendable {
    /// The path of the subcommand: `["links", "lint"]`, empty for the program itself.
    package let path: [String]
    package let positionals: [String]
    let values: [String: [String]]
    let flags: Set<String>
    /// The command's usage, to report values that parse but are invalid.
    let context: UsageContext

    /// The value of an option; the last one if it was given several times, nil if it was not given.
    package subscript(option: String) -> String? { values[option]?.last }

    package func all(_ option: String) -> [String] { values[option] ?? [] }

    package func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The positional argument at an index from 0; nil if there is none.
    package func positional(_ index: Int) -> String? { positionals.indices.contains(index) ? positionals[index] : nil }

    /// The value of an option as an integer in a range; nil if the option was not given.
    package func integer(_ option: String, in range: ClosedRange<Int>) throws(CommandLineFailure) -> Int? {
        guard let text = self[option] else { return nil }
        return try read(text, of: option, "Give a number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// The value, not empty, of an option that the command cannot do without; `advice` is what to give, as a sentence
    /// without a full stop.
    package func required(_ option: String, _ advice: String = "") throws(CommandLineFailure) -> String {
        if let text = self[option], !text.isEmpty { return text }
        throw failure("Missing expected option '\(synopsis(of: option))'" + (advice.isEmpty ? "" : ". \(advice)"))
    }

    /// Reads a value of an option; `read` returns nil for an invalid one, and `advice` is what to write instead, as a
    /// sentence without a full stop.
    package func read<Value>(
        _ text: String, of option: String, _ advice: String, _ read: (String) -> Value?
    ) throws(CommandLineFailure) -> Value {
        if let value = read(text) { return value }
        throw failure("The value '\(text)' is invalid for '\(synopsis(of: option))'. \(advice)")
    }

    private func synopsis(of option: String) -> String {
        context.options.first { $0.long == option }?.synopsis ?? "--\(option)"
    }

    /// An error about this command line, with the usage of its command.
    package func failure(_ message: String) -> CommandLineFailure {
        CommandLineFailure(message: message, usage: context.usage, command: context.command)
    }

    /// An error about a name that is none of those to choose from; suggests the nearest. The message is its first
    /// sentence, without a full stop.
    package func failure(_ message: String, for name: String, insteadOf names: [String]) -> CommandLineFailure {
        failure(Self.message(message, for: name, insteadOf: names))
    }

    static func message(_ message: String, for name: String, insteadOf names: [String]) -> String {
        let question = Suggestion.question(for: name, in: names).map { " \($0)" } ?? ""
        return "\(message).\(question) Choose one of: \(names.joined(separator: ", "))"
    }
}

/// The parts of a command that an error about its command line shows.
struct UsageContext: Hashable, Sendable {
    let command: String
    let usage: String
    let options: [Option]
}

package struct CommandLineFailure: Error, Hashable, Sendable {
    /// The exit status: `EX_USAGE` of sysexits.h.
    package static let exitCode: Int32 = 64

    /// What is wrong: `Unknown option '--fo'. Did you mean '--foo'?`
    package let message: String
    /// `latchkey build [<site>]`
    package let usage: String
    package let command: String

    /// The text for standard error; every line ends in LF.
    package var text: String {
        """
        Error: \(message)
        Usage: \(usage)
          See '\(command) --help' for more information.

        """
    }
}

package enum CommandLineOutcome: Hashable, Sendable {
    case run(ParsedArguments)
    /// Help, the version, a manual page or a completion script for standard output, ending in LF; the program exits
    /// with 0.
    case output(String)
    /// The program shows `text` on standard error and exits with 64.
    case failure(CommandLineFailure)
}
