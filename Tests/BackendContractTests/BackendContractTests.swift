import AuthContracts
import AuthFlowVectors
import JSON
import Sandbox
import SiteModel
import TemplateFiles
import Testing

/// The contracts in the program, against the answers that the backends were seen to give.
@Suite struct BackendContractTests {
    static let names = ["artitec", "fastapi-users", "fetchnews", "firebase", "supabase"]

    static func contract(_ name: String) throws -> Contract {
        try Contract(parsing: #require(TemplateSources.embedded.contracts[name]))
    }

    @Test("every built-in contract is tested")
    func all() {
        #expect(TemplateSources.embedded.contracts.keys.sorted() == Self.names)
    }

    @Test("every recorded response has its outcome", arguments: names.flatMap { Vector.all(in: "backends/\($0).json") })
    func answers(vector: Vector) throws {
        let contract = try Self.contract(vector.contract)
        #expect(vector.differences(with: contract) == [])
        #expect(vector.differences(pruning: contract) == [])
    }

    @Test("every contract has cases", arguments: names)
    func cases(name: String) {
        #expect(Vector.all(in: "backends/\(name).json").count > 15)
    }

    @Test("a contract generates a response for each of its outcomes", arguments: names)
    func examples(name: String) throws {
        let contract = try Self.contract(name)
        for operation in contract.operations {
            for outcome in operation.outcomes where ![.network, .timeout, .linkIncomplete].contains(outcome) {
                let answers = try #require(
                    contract.exampleResponses(for: outcome, operation: operation.name), "\(operation.name) \(outcome)")
                var values = ["base": "https://backend.example"]
                for need in operation.needs where need.name != "base" { values[need.name] = "v" }
                var run = ContractRun(operation, of: contract, values: values)
                for answer in answers { run.receive(answer.received) }
                guard case .finish(let result) = run.next else {
                    Issue.record("\(operation.name) does not end in \(outcome)")
                    continue
                }
                #expect(result.outcome.name == outcome, "\(operation.name)")
            }
        }
    }

    @Test("no operation that a page runs on load consumes a link", arguments: names)
    func consuming(name: String) throws {
        for operation in try Self.contract(name).operations where operation.name.hasPrefix("check-") {
            #expect(operation.consumes == nil)
        }
        for operation in try Self.contract(name).operations {
            let usesUp = operation.name.hasPrefix("reset-password") || operation.name.hasPrefix("verify-email")
            #expect((operation.consumes != nil) == usesUp, "\(operation.name)")
        }
    }
}

/// The package's folder.
let root: String = {
    let file: StaticString = #filePath
    return "\(file)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
}()
