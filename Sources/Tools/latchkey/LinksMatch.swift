import Arguments
import LinkAssociation

/// `latchkey links match` matches URLs against association files for other programs.
enum LinksMatch: Subcommand {
    static let command = Command(documented: "links match")

    static func run(_ arguments: ParsedArguments) -> Int32 {
        var lines = InputLines()
        while let batch = lines.next() {
            Terminal.print(batch.map { LinkMatchProtocol.answer(to: $0) + "\n" }.joined())
        }
        return 0
    }
}
