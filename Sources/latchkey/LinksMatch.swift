import AppSiteAssociation
import Arguments

/// `latchkey links match` matches URLs against association files for other programs.
enum LinksMatch: Subcommand {
    static let command = Command(
        "match",
        summary: "Decide addresses against association files, one JSON line each.",
        discussion: """
            Reads questions from standard input and answers each with one line on standard output.

            Apple: {"id":0,"aasa":{…},"domain":"example.com","appId":"TEAM.bundle","url":"…"} is answered with \
            {"id":0,"decision":"match"}, "exclude" or "no_match".

            Android: {"id":1,"components":[…],"url":"…"} is answered with "match" or "no_match".

            A line that cannot be answered gets {"id":…,"error":"…"}, and the next one is read.
            """)

    static func run(_ arguments: ParsedArguments) -> Int32 {
        var lines = InputLines()
        while let batch = lines.next() {
            Terminal.print(batch.map { LinkMatchProtocol.answer(to: $0) + "\n" }.joined())
        }
        return 0
    }
}
