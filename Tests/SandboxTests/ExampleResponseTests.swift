import AuthContracts
import AuthFlowVectors
import JSON
import Testing

@testable import Sandbox

@Suite struct ExampleResponseTests {
    @Test("a contract generates example responses for its outcomes", arguments: ["rules", "steps"])
    func examples(name: String) throws {
        let contract = try Contract(reading: #require(Vector.document("language.json")["contracts"]?[name]))
        for operation in contract.operations {
            for outcome in operation.outcomes where ![.network, .timeout, .linkIncomplete].contains(outcome) {
                let answers = try #require(
                    contract.exampleResponses(for: outcome, operation: operation.name, base: "https://b.example"),
                    "\(operation.name) \(outcome)")
                var values = ["base": "https://b.example"]
                for need in operation.needs where need.name != "base" { values[need.name] = "v" }
                var run = ContractRun(operation, of: contract, values: values)
                for answer in answers { run.receive(answer.received) }
                guard case .finish(let result) = run.next else {
                    Issue.record("\(operation.name) does not come to \(outcome)")
                    continue
                }
                #expect(result.outcome.name == outcome)
            }
        }
    }
}
