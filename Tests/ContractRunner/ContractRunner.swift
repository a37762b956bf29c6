import AuthFlow
import AuthFlowClient
import Diagnostics
import Files
import JSON
import SiteModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Runs a contract's operations through AuthFlowClient, for tests against real servers.
///
///     contract-runner CONTRACT.yml BASE ['{"setting": "value"}']
///
/// A line `{"operation": …, "values": {…}}` on standard input is answered by a line
/// `{"is": …, "wait": …, "missing": […], "email": …, "kept": {…}}`. One process is one flow.
@main
enum ContractRunner {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            print("usage: contract-runner CONTRACT.yml BASE [SETTINGS]")
            exit(64)
        }
        let text = String(decoding: try FileSystem.read(arguments[1], limit: 1 << 20), as: UTF8.self)
        let contract: Contract
        do {
            contract = try Contract(parsing: SourceText(file: arguments[1], text: text))
        } catch {
            print(DiagnosticPrinter(colors: false).text(error), terminator: "")
            exit(1)
        }
        let settings = arguments.count > 3 ? try JSONDocument(parsing: Array(arguments[3].utf8)).value : nil
        let client = AuthFlowClient(contract: contract, base: arguments[2], settings: texts(settings))
        while let line = readLine() {
            let question = try JSONDocument(parsing: Array(line.utf8)).value
            let result = await client.run(question["operation"]?.string ?? "", values: texts(question["values"]))
            print(json(of: result).serialized())
            fflush(nil)
        }
    }

    private static func texts(_ value: JSONValue?) -> [String: String] {
        Dictionary((value?.object ?? JSONObject()).map { ($0.key, $0.value.string ?? "") }) { first, _ in first }
    }

    private static func json(of result: ContractResult) -> JSONValue {
        var object: JSONObject = ["is": .string(result.outcome.name.rawValue)]
        if let wait = result.outcome.wait { object["wait"] = .number(JSONNumber(wait)) }
        if case .ok(let email?) = result.outcome { object["email"] = .string(email) }
        object["missing"] = .array(result.outcome.missing.map { .string($0.rawValue) })
        object["kept"] = .object(JSONObject(result.kept.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        return .object(object)
    }
}
