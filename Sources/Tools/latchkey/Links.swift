import Arguments

/// `latchkey links` explains links and checks association files.
enum Links: CommandGroup {
    static let subcommands: [any Subcommand.Type] = [LinksExplain.self, LinksLint.self, LinksMatch.self]

    static let command = Command(documented: "links", subcommands: subcommands.map { $0.command })
}
