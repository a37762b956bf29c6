import Arguments
import LandingServer
import SiteModel

/// `latchkey serve` does the same as `latchkey-server`.
enum Serve: Subcommand {
    static let command = ServeCommand.command(named: "serve")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        try ServeCommand.run(arguments, release: SiteLocation().output)
    }
}
