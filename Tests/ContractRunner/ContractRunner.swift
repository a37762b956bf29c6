import AuthContracts
import AuthFlowClient
import Diagnostics
import Files
import JSON
import RandomAnswers
import SiteBuilder
import SiteModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Runs contracts, for tests that no suite has the time or the servers for.
///
///     contract-runner --random COUNT CONTRACT.yml…
///     contract-runner --prune <CONTRACTS.json
///     contract-runner CONTRACT.yml BASE ['{"setting": "value"}']
///
/// The first holds each contract against random answers, of up to 1 MiB. The second reads an object of contracts by name and
/// writes them in the form that pages ship. The third runs operations through AuthFlowClient: a line `{"operation": …, "values": {…}}` on standard input is answered by a line
/// `{"is": …, "wait": …, "missing": […], "email": …, "kept": {…}}`. One process is one flow.
@main
enum ContractRunner {
    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 2, arguments[1] == "--prune" {
            print(try pruned().serialized())
            return
        }
        guard arguments.count >= 3 else {
            print("usage: contract-runner --random COUNT CONTRACT.yml… | --prune | CONTRACT.yml BASE [SETTINGS]")
            exit(64)
        }
        if arguments[1] == "--random", let count = Int(arguments[2]) {
            exit(try random(count, files: arguments[3...]) ? 0 : 1)
        }
        let contract = try contract(in: arguments[1])
        let settings = arguments.count > 3 ? try JSONDocument(parsing: Array(arguments[3].utf8)).value : nil
        let client = AuthFlowClient(contract: contract, base: arguments[2], settings: texts(settings))
        while let line = readLine() {
            let question = try JSONDocument(parsing: Array(line.utf8)).value
            let result = await client.run(question["operation"]?.string ?? "", values: texts(question["values"]))
            print(json(of: result).serialized())
            fflush(nil)
        }
    }

    private static func pruned() throws -> JSONValue {
        var text = ""
        while let line = readLine(strippingNewline: false) { text += line }
        let contracts = try JSONDocument(parsing: Array(text.utf8)).value.object ?? JSONObject()
        var pruned = JSONObject()
        for (name, value) in contracts {
            let contract = try Contract(reading: value)
            let part = contract.withoutLanguage().pruned(to: Set(contract.operations.map(\.name)))
            pruned[name] = ["operations": part.operationsForScript]
        }
        return .object(pruned)
    }

    private static func contract(in file: String) throws -> Contract {
        let text = String(decoding: try FileSystem.read(file, limit: 1 << 20), as: UTF8.self)
        do {
            return try Contract(parsing: SourceText(file: file, text: text))
        } catch {
            print(DiagnosticPrinter(colors: false).text(error), terminator: "")
            exit(1)
        }
    }

    /// Says of each contract how it went; answers begin from what was recorded of its backend, where that is known.
    private static func random(_ count: Int, files: ArraySlice<String>) throws -> Bool {
        var isGood = true
        for file in files {
            let name = String(file.split(separator: "/").last?.dropLast(4) ?? "")
            let cases = try? FileSystem.read("Tests/AuthFlowVectors/Vectors/backends/\(name).json", limit: 1 << 24)
            let document = try cases.map { try JSONDocument(parsing: $0).value }
            let recorded = (document?["cases"]?.array ?? []).flatMap { $0["exchanges"]?.array ?? [] }
                .compactMap { $0["answer"] }
            let faults = RandomAnswers.faults(
                of: try contract(in: file), named: name, recorded: recorded, count: count, longest: 1 << 20)
            print("\(name): \(count) answers, \(faults.isEmpty ? "an outcome each" : "\(faults.count) faults")")
            for fault in faults.prefix(10) { print("  \(fault)") }
            fflush(nil)
            isGood = isGood && faults.isEmpty
        }
        return isGood
    }

    private static func texts(_ value: JSONValue?) -> [String: String] {
        Dictionary((value?.object ?? JSONObject()).map { ($0.key, $0.value.string ?? "") }) { first, _ in first }
    }

    private static func json(of result: ContractResult) -> JSONValue {
        var object: JSONObject = ["is": .string(result.outcome.name.rawValue)]
        if let wait = result.outcome.wait { object["wait"] = .number(JSONNumber(wait)) }
        if let email = result.outcome.email { object["email"] = .string(email) }
        object["missing"] = .array(result.outcome.missing.map { .string($0.rawValue) })
        object["kept"] = .object(JSONObject(result.kept.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        return .object(object)
    }
}
