import AuthContracts
import AuthFlowVectors
import Diagnostics
import Files
import JSON
import Sandbox
import SiteModel
import Testing

/// Contracts of backends that are not built in, written from their documentation alone: that the language can say them.
@Suite struct DocumentedContractTests {
    static let folder = "\(root)/Tests/AuthFlowVectors/Vectors/documented"
    static let names = ((try? FileSystem.list(folder)) ?? []).filter { $0.hasSuffix(".yml") }
        .map { String($0.dropLast(4)) }.sorted()

    static func text(_ name: String) throws -> String {
        String(decoding: try FileSystem.read("\(folder)/\(name).yml", limit: 1 << 20), as: UTF8.self)
    }

    static func contract(_ name: String) throws -> Contract {
        try Contract(parsing: SourceText(file: "backends/\(name).yml", text: text(name)))
    }

    @Test("there are as many as Contracts.md lists")
    func all() throws {
        let page = String(
            decoding: try FileSystem.read("\(root)/Documentation/Contracts.md", limit: 1 << 20), as: UTF8.self)
        #expect(Self.names.count >= 13)
        for name in Self.names { #expect(!page.ranges(of: "documented/\(name).yml").isEmpty, "\(name)") }
    }

    @Test("no documented contract has sixty lines", arguments: names)
    func length(name: String) throws {
        #expect(try Self.text(name).split(separator: "\n").count < 60)
    }

    @Test(
        "every answer means what the documentation says",
        arguments: names.flatMap { Vector.all(in: "documented/\($0).json") })
    func answers(vector: Vector) throws {
        let contract = try Self.contract(vector.contract)
        #expect(vector.differences(with: contract) == [])
        #expect(vector.differences(pruning: contract) == [])
    }

    @Test("every contract has cases", arguments: names)
    func cases(name: String) {
        #expect(Vector.all(in: "documented/\(name).json").count >= 7)
    }

    @Test("a preview generates a response for each of its outcomes", arguments: names)
    func examples(name: String) throws {
        let contract = try Self.contract(name)
        for operation in contract.operations {
            for outcome in operation.outcomes where ![.network, .timeout, .linkIncomplete].contains(outcome) {
                #expect(
                    contract.exampleResponses(for: outcome, operation: operation.name) != nil,
                    "\(operation.name) \(outcome.rawValue)")
            }
        }
    }
}
