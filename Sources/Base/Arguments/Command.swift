/// One option of a command: `--output <dir>` with a value, `--no-compress` without.
package struct Option: Hashable, Sendable {
    /// The name without its dashes: `output`.
    package var long: String
    /// The short form, one ASCII letter: `o` for `-o`.
    package var short: Character?
    /// The value's name in help, without brackets: `dir`. Nil makes the option a flag.
    package var value: String?
    /// The accepted values; empty accepts any value.
    package var choices: [String]
    /// One sentence, the default included where there is one.
    package var help: String

    package init(long: String, short: Character? = nil, value: String? = nil, choices: [String] = [], help: String) {
        self.long = long
        self.short = short
        self.value = value
        self.choices = choices
        self.help = help
    }

    /// `--output <dir>`, as messages name the option.
    var synopsis: String { "--\(long)" + (value.map { " <\($0)>" } ?? "") }

    /// `-o, --output <dir>`, as help lists it.
    var label: String { (short.map { "-\($0), " } ?? "") + synopsis }

    static let help = Option(long: "help", short: "h", help: "Show help information.")
    static let version = Option(long: "version", help: "Show the version.")
    static let completions = Option(
        long: "generate-completion-script", value: "shell", choices: Shell.allCases.map(\.rawValue),
        help: "Print completions for bash, zsh or fish.")
    static let manual = Option(long: "generate-manual", help: "Print the manual page.")

    /// The options that a program accepts before any subcommand.
    static let ofProgram: [Option] = [.completions, .manual, .version, .help]
}

/// One positional argument of a command.
package struct Argument: Hashable, Sendable {
    /// How many values a command accepts for an argument.
    package enum Count: String, Hashable, Sendable {
        case one, optional, many
    }

    /// The name in help, without brackets: `site`.
    package var name: String
    /// How many values it accepts; only the last argument of a command may be optional or repeated.
    package var count: Count
    /// The only valid values; empty for any value.
    package var choices: [String]
    /// One sentence, the default included where there is one.
    package var help: String

    package init(_ name: String, _ count: Count = .one, choices: [String] = [], help: String) {
        self.name = name
        self.count = count
        self.choices = choices
        self.help = help
    }

    var synopsis: String {
        switch count {
        case .one: "<\(name)>"
        case .optional: "[<\(name)>]"
        case .many: "[<\(name)> ...]"
        }
    }
}

/// The description of a command: its arguments, options and subcommands.
///
/// A command with subcommands does nothing by itself; without one it shows its help.
package struct Command: Hashable, Sendable {
    package var name: String
    package var summary: String
    /// The text below the summary; lines are wrapped, paragraphs are preserved.
    package var discussion: String?
    package var arguments: [Argument]
    /// The command's own options; `--help` is added to each command, `--version` to the first.
    package var options: [Option]
    /// The names of options and subcommands that earlier versions or other programs have, each with a sentence, without a full stop, for
    /// who uses it.
    package var otherNames: [String: String]
    /// The subcommands in the order of the help text.
    package var subcommands: [Command]

    package init(
        _ name: String, summary: String, discussion: String? = nil, arguments: [Argument] = [],
        options: [Option] = [], otherNames: [String: String] = [:], subcommands: [Command] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.otherNames = otherNames
        self.subcommands = subcommands
    }

    /// A command with more options than these shows `[<options>]` in its usage line; the list below names them all.
    private static let longestUsage = 3

    /// The part of a usage line after the name: `[--output <dir>] [<site>]`.
    var synopsis: String {
        var words =
            options.count > Self.longestUsage ? ["[<options>]"] : options.map { "[\($0.synopsis)]" }
        words += arguments.map(\.synopsis)
        if !subcommands.isEmpty { words.append("<subcommand>") }
        return words.joined(separator: " ")
    }
}
