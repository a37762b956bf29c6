import Arguments

/// `latchkey emails`: the mails that carry the links.
enum Emails: Subcommand {
    private static let subcommands: [any Subcommand.Type] = [EmailsExport.self]

    static let command = Command(
        "emails",
        summary: "Make the mails that carry the links.",
        subcommands: subcommands.map { $0.command })

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        guard let subcommand = subcommands.first(where: { $0.command.name == arguments.path.last }) else { return 0 }
        return try subcommand.run(arguments)
    }
}
