package import AuthContracts
package import JSON
import SiteBuilder
import TextEncoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The cases that every interpreter of contracts has to agree on: this one and the page's script.
package struct Vector: Sendable, CustomStringConvertible {
    /// The name of the file that the case is from.
    package let file: String
    let name: String
    /// The name of the contract that the case runs.
    package let contract: String
    package let operation: String
    let values: [String: String]
    /// The requests that have to be made, each with its response.
    package let exchanges: [(request: JSONValue, answer: JSONValue)]
    private(set) var outcome: JSONValue
    let kept: [String: String]

    /// The name of the case, as a test run shows it.
    package var description: String { "\(contract) \(operation): \(name)" }

    static let folder: String = {
        let file: StaticString = #filePath
        return "\(file)".split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            + "/Vectors"
    }()

    /// The JSON document of a file of vectors.
    package static func document(_ file: String) throws -> JSONValue {
        try JSONDocument(parsing: bytes(of: "\(folder)/\(file)")).value
    }

    /// Every case of a file of vectors, at least one.
    package static func all(in file: String) -> [Vector] {
        guard let cases = try? document(file)["cases"]?.array, !cases.isEmpty else {
            fatalError("\(folder)/\(file) has no 'cases'")
        }
        return cases.map { Vector(file: file, $0) }
    }

    private init(file: String, _ value: JSONValue) {
        self.file = file
        name = value["name"]?.string ?? ""
        contract = value["contract"]?.string ?? ""
        operation = value["operation"]?.string ?? ""
        values = Self.texts(value["values"])
        exchanges = (value["exchanges"]?.array ?? []).map { ($0["request"] ?? nil, $0["answer"] ?? nil) }
        outcome = value["outcome"] ?? nil
        kept = Self.texts(value["kept"])
    }

    private static func texts(_ value: JSONValue?) -> [String: String] {
        Dictionary((value?.object ?? JSONObject()).map { ($0.key, $0.value.string ?? "") }) { first, _ in first }
    }

    /// Runs the case with the form of a contract that pages ship, where the deficiencies of a password are left out.
    package func differences(pruning contract: Contract) -> [String] {
        var vector = self
        if var outcome = vector.outcome.object {
            outcome["missing"] = nil
            vector.outcome = .object(outcome)
        }
        return vector.differences(with: contract.pruned(to: [operation]))
    }

    /// Runs the case.
    ///
    /// - Returns: what is other than the case says, in words; empty where everything is as it should be.
    package func differences(with contract: Contract) -> [String] {
        guard let operation = contract.operation(named: operation) else { return ["no operation '\(operation)'"] }
        var differences: [String] = []
        func compare(_ found: JSONValue, _ expected: JSONValue) {
            if found != expected { differences.append("\(found.serialized()) instead of \(expected.serialized())") }
        }
        var run = ContractRun(operation, of: contract, values: values)
        for exchange in exchanges {
            guard case .send(let request) = run.next else {
                return differences + ["no request instead of \(exchange.request.serialized())"]
            }
            compare(request.json, exchange.request)
            switch exchange.answer.string {
            case "network": run.fail(.network)
            case "timeout": run.fail(.timeout)
            case "refused": run.fail(.notAllowed)
            default: run.receive(Self.answer(exchange.answer))
            }
        }
        guard case .finish(let result) = run.next else { return differences + ["another request: \(run.next)"] }
        compare(result.outcome.json, outcome)
        if result.kept != kept { differences.append("kept \(result.kept) instead of \(kept)") }
        return differences
    }

    /// A body is a text, or a text that is repeated: `{"repeat": "é", "times": 3}`.
    private static func body(_ value: JSONValue?) -> [UInt8] {
        guard let text = value?["repeat"]?.string else { return Array((value?.string ?? "").utf8) }
        return Array(String(repeating: text, count: value?["times"]?.int ?? 0).utf8)
    }

    static func answer(_ value: JSONValue) -> ContractResponse {
        ContractResponse(
            status: value["status"]?.int ?? 0, headers: texts(value["headers"]).map { HeaderField($0.key, $0.value) },
            cookies: texts(value["cookies"]), body: body(value["body"]))
    }
}

extension ContractRequest {
    /// As the vectors write it.
    fileprivate var json: JSONValue {
        [
            "method": .string(method.rawValue),
            "url": .string(url),
            "headers": .object(JSONObject(headers.map { ($0.name, .string($0.value)) })),
            "body": .string(String(decoding: body, as: UTF8.self)),
        ]
    }
}

extension Outcome {
    /// As the vectors write it.
    fileprivate var json: JSONValue {
        var object: JSONObject = ["is": .string(name.rawValue)]
        if let email { object["email"] = .string(email) }
        if let wait { object["wait"] = .number(JSONNumber(wait)) }
        if !missing.isEmpty { object["missing"] = .array(missing.map { .string($0.rawValue) }) }
        return .object(object)
    }
}

/// A file of vectors that could not be read.
package struct UnreadableFile: Error { let path: String }

/// A file's bytes.
package func bytes(of path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw UnreadableFile(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
}
