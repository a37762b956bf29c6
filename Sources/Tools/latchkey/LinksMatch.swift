import Arguments
import LinkAssociation

/// `latchkey links match` matches URLs against association files for other programs.
enum LinksMatch: Subcommand {
    static let command = Command(
        "match",
        summary: "Match addresses against association files, one JSON line each.",
        discussion: """
            Reads requests from standard input and writes one line for each to standard output.

            The response to an Apple request, \
            {"id":0,"aasa":{…},"domain":"example.com","appId":"TEAM.bundle","url":"…"}, is \
            {"id":0,"decision":"match"}, "exclude" or "no_match".

            The response to an Android request, {"id":1,"components":[…],"url":"…"}, is "match" or "no_match".

            For an invalid line the response is {"id":…,"error":"…"}, and reading continues.
            """)

    static func run(_ arguments: ParsedArguments) -> Int32 {
        var lines = InputLines()
        while let batch = lines.next() {
            Terminal.print(batch.map { LinkMatchProtocol.answer(to: $0) + "\n" }.joined())
        }
        return 0
    }
}
