import Arguments

/// `latchkey links` explains links and checks association files.
enum Links: CommandGroup {
    static let subcommands: [any Subcommand.Type] = [LinksExplain.self, LinksLint.self, LinksMatch.self]

    static let command = Command(
        "links",
        summary: "Explain what phones do with a link, and check association files.",
        subcommands: subcommands.map { $0.command })
}
