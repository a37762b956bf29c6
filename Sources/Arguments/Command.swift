/// One option of a command: `--output <dir>` with a value, `--no-compress` without.
public struct Option: Hashable, Sendable {
    /// The name without its dashes: `output`.
    public var long: String
    /// A one-letter form in ASCII: `o` for `-o`.
    public var short: Character?
    /// What the value is called in help, without brackets: `dir`. Nil makes the option a flag.
    public var value: String?
    /// The values that are taken, where they are few and known; any is taken where this is empty.
    public var choices: [String]
    /// One sentence, the default included where there is one.
    public var help: String

    /// Describes an option.
    public init(long: String, short: Character? = nil, value: String? = nil, choices: [String] = [], help: String) {
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
}

/// One positional argument of a command.
public struct Argument: Hashable, Sendable {
    /// How many of it a command takes.
    public enum Count: Hashable, Sendable {
        case one, optional, many
    }

    /// What it is called in help, without brackets: `site`.
    public var name: String
    /// How many there are; only the last argument of a command is optional or many.
    public var count: Count
    /// One sentence, the default included where there is one.
    public var help: String

    /// Describes a positional argument.
    public init(_ name: String, _ count: Count = .one, help: String) {
        self.name = name
        self.count = count
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

/// A command as data: what it takes, and the commands below it.
///
/// A command with subcommands does nothing itself: given alone it shows its help.
public struct Command: Hashable, Sendable {
    /// What people type.
    public var name: String
    /// One sentence.
    public var summary: String
    /// What else there is to say, below the summary; lines are wrapped, paragraphs are kept.
    public var discussion: String?
    /// The positional arguments in their order.
    public var arguments: [Argument]
    /// The command's own options; `--help` is added to each command, `--version` to the first.
    public var options: [Option]
    /// The commands below this one, as help lists them.
    public var subcommands: [Command]

    /// Describes a command.
    public init(
        _ name: String, summary: String, discussion: String? = nil, arguments: [Argument] = [],
        options: [Option] = [], subcommands: [Command] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.subcommands = subcommands
    }
}
