import AuthContracts
import AuthFlowVectors
import Diagnostics
import Files
import JSON
import Sandbox
import SiteModel
import TemplateFiles
import Testing

/// The built-in contracts, and those of the example sites, against the responses that their backends gave or document.
@Suite struct BackendContractTests {
    static let sources: [String: SourceText] = {
        var sources = TemplateSources.embedded.contracts
        for app in ["artitec", "fetchnews"] {
            let file = "\(root)/Site/\(app)/backend.yml"
            sources[app] = (try? FileSystem.read(file, limit: 1 << 20)).map { SourceText(file: file, bytes: $0) }
        }
        return sources
    }()
    static let names = sources.keys.sorted()

    // Each is parsed once for all its cases.
    private static let contracts = sources.mapValues { source in Result { try Contract(parsing: source) } }

    static func contract(_ name: String) throws -> Contract { try #require(contracts[name]).get() }

    @Test("Every recorded response has its outcome", arguments: names.flatMap { Vector.all(in: "backends/\($0).json") })
    func answers(vector: Vector) throws {
        let contract = try Self.contract(vector.contract)
        #expect(vector.differences(with: contract) == [])
        #expect(vector.differences(pruning: contract) == [])
    }

    @Test("Every operation of a contract has a case", arguments: names)
    func cases(name: String) throws {
        let vectors = Vector.all(in: "backends/\(name).json")
        #expect(vectors.count >= 7)
        let operations = Set(try Self.contract(name).operations.map(\.name))
        #expect(operations.subtracting(vectors.map(\.operation)) == [])
    }

    @Test("A contract is tested exactly if a test runs it against the real server", arguments: names)
    func standing(name: String) throws {
        let standing = try Self.contract(name).standing
        #expect((standing == nil) == (TemplateSources.embedded.contracts[name] == nil))
        let test = "\(root)/Tests/EndToEnd/test_backends_\(name.replacing("-", with: "_")).py"
        #expect((standing == .tested) == (FileSystem.kind(of: test) != nil))
    }

    @Test("Contracts.md lists every built-in contract with its standing")
    func documented() throws {
        let page = String(
            decoding: try FileSystem.read("\(root)/Documentation/Contracts.md", limit: 1 << 20), as: UTF8.self)
        for name in TemplateSources.embedded.contracts.keys.sorted() {
            let row = page.split(separator: "\n").first { $0.hasPrefix("| [`\(name)`]") }
            #expect(row?.contains(try Self.contract(name).standing?.words ?? "-") == true, "\(name)")
        }
    }

    @Test("A contract has a response for each of its outcomes, which leads to it", arguments: names)
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

    @Test("No operation that a page runs on load consumes a link", arguments: names)
    func consuming(name: String) throws {
        for operation in try Self.contract(name).operations {
            let prefixes = ["reset-password", "verify-email", "revert-", "accept-invite", "recover-email"]
            let usesUp =
                prefixes.contains(where: operation.name.hasPrefix)
                || ["-with-link", "-by-code"].contains(where: operation.name.hasSuffix)
            #expect((operation.consumes != nil) == usesUp, "\(operation.name)")
        }
    }
}

/// The package's folder.
let root: String = {
    let file: StaticString = #filePath
    return "\(file)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
}()
