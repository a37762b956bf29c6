import AuthContracts
import AuthFlowVectors
import RandomAnswers
import Testing

/// A share of what `contract-runner --random` does; CONTRIBUTING has the command for all of it.
@Suite struct RandomAnswerTests {
    @Test(
        "Whatever a server says, an operation comes to an outcome, and no text holds a secret",
        arguments: BackendContractTests.names)
    func random(name: String) throws {
        let recorded = Vector.all(in: "backends/\(name).json").flatMap(\.exchanges).map(\.answer)
        let contract = try BackendContractTests.contract(name)
        #expect(
            RandomAnswers.faults(of: contract, named: name, recorded: recorded, count: 250, longest: 1 << 12) == [])
    }
}
