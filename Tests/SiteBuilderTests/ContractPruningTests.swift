import AuthContracts
import Diagnostics
import SiteModel
import Testing

@testable import SiteBuilder

@Suite struct ContractPruningTests {
    /// The number of rules that a page gets of an operation with these rules.
    private func kept(_ rules: String) throws -> Int {
        let text = """
            operations:
              reset-password:
                request: { method: POST, url: "{{base}}/reset", json: { token: "{{token}}" } }
                outcomes:
            \(rules)
            """
        let contract = try Contract(parsing: SourceText(file: "c.yml", text: text))
        return contract.pruned(to: ["reset-password"]).operations[0].steps[0].rules.count
    }

    @Test(
        "a rule is pruned only if the next one has its outcome for every response that it matches",
        arguments: [
            ("- { status: 400, where: { /code: a }, is: server }\n- { status: 400, is: server }", 1),
            (
                "- { status: 400, where: { /code: a }, is: server }\n- { status: 400, where: { /code: b }, is: server }",
                2
            ),
            ("- { status: 400, where: { /code: a }, is: link-expired }\n- { status: 400, is: server }", 2),
            // A header decides about other responses than the body.
            (
                "- { status: 400, where: { /code: a }, is: server }\n- { status: 400, headers: { X-A: b }, is: server }",
                2
            ),
            ("- { status: 400, headers: { X-A: b }, is: server }\n- { status: 400, is: server }", 1),
        ])
    func rules(_ rules: String, count: Int) throws {
        let lines = rules.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
        #expect(try kept(lines + "\n      - { status: 200, is: ok }") == count + 1)
    }
}
