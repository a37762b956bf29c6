import Arguments

/// `latchkey links` explains links and checks association files.
enum Links: Subcommand {
    private static let subcommands: [any Subcommand.Type] = [LinksExplain.self, LinksLint.self, LinksMatch.self]

    static let command = Command(
        "links",
        summary: "Explain what phones do with a link, and check association files.",
        subcommands: subcommands.map { $0.command })

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        guard let subcommand = subcommands.first(where: { $0.command.name == arguments.path.last }) else { return 0 }
        return try subcommand.run(arguments)
    }
}
