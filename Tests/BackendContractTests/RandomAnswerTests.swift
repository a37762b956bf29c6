import AuthContracts
import AuthFlowVectors
import RandomAnswers
import Testing

/// A share of what `contract-runner --random` does; CONTRIBUTING has the command for all of it.
@Suite struct RandomAnswerTests {
    @Test(
        "whatever a server says, an operation comes to an outcome, and no text holds a secret",
        arguments: BackendContractTests.names)
    func random(name: String) throws {
        let recorded = Vector.all(in: "backends/\(name).json").flatMap(\.exchanges).map(\.answer)
        let contract = try BackendContractTests.contract(name)
        #expect(
            RandomAnswers.faults(of: contract, named: name, recorded: recorded, count: 500, longest: 1 << 13) == [])
    }

    @Test("every documented response has its outcome", arguments: DocumentedContractTests.names)
    func documented(name: String) throws {
        let recorded = Vector.all(in: "documented/\(name).json").flatMap(\.exchanges).map(\.answer)
        let contract = try DocumentedContractTests.contract(name)
        #expect(
            RandomAnswers.faults(of: contract, named: name, recorded: recorded, count: 200, longest: 1 << 11) == [])
    }
}
