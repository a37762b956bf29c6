public import AuthContracts
public import Diagnostics
import JSON
import YAML

extension Contract {
    /// Reads a contract's YAML file.
    ///
    /// - Parameter source: such as `Templates/backends/supabase.yml`.
    /// - Throws: everything that is wrong with it, each with its place in the file.
    public init(parsing source: SourceText) throws(DiagnosticReport) {
        let document = try YAMLDocument(parsing: source)
        let value = try document.decode(NeutralValue.self).value
        do {
            try self.init(reading: value)
        } catch {
            throw DiagnosticReport(
                DiagnosticReport(error.problems.map { $0.diagnostic(in: document) }).sorted)
        }
    }
}

extension ContractProblem {
    fileprivate func diagnostic(in document: YAMLDocument) -> Diagnostic {
        let location = isAboutKey ? document.keyLocation(of: path) : document.location(of: path, offset: offset)
        let suggestion = word.flatMap { Suggestion.question(for: $0, in: choices) }
        return document.source.diagnostic(
            code: code, at: location ?? SourceLocation(file: document.source.file, line: 1, column: 1), message,
            fix: suggestion ?? fix)
    }
}

/// A YAML value as JSON has it: what a contract is read from, wherever it is written.
private struct NeutralValue: Decodable, Sendable {
    let value: JSONValue

    init(from decoder: any Decoder) throws {
        guard let node = decoder.yamlNode else {
            value = nil
            return
        }
        switch node.kind {
        case .mapping:
            value = .object(
                JSONObject(try OrderedMap<NeutralValue>(from: decoder).map { ($0.key.value, $0.value.value) }))
        case .sequence:
            value = .array(try [NeutralValue](from: decoder).map(\.value))
        case .scalar(let text, let isPlain):
            let scalar = try decoder.singleValueContainer()
            if node.isNull {
                value = nil
            } else if isPlain, let bool = try? scalar.decode(Bool.self) {
                value = .bool(bool)
            } else if isPlain, let int = try? scalar.decode(Int.self) {
                value = .number(JSONNumber(int))
            } else if isPlain, let double = try? scalar.decode(Double.self), let number = JSONNumber(double) {
                value = .number(number)
            } else {
                value = .string(text)
            }
        }
    }
}
