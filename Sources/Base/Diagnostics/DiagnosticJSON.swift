package import JSON

extension Diagnostic {
    /// The diagnostic as a JSON object; unknown values are null.
    package var json: JSONValue {
        [
            "severity": .string(severity.rawValue),
            "code": .string(code),
            "file": file.map(JSONValue.string) ?? .null,
            "line": line.map { .number(JSONNumber($0)) } ?? .null,
            "column": column.map { .number(JSONNumber($0)) } ?? .null,
            "message": .string(message),
            "excerpt": excerpt.map(JSONValue.string) ?? .null,
            "fix": fix.map(JSONValue.string) ?? .null,
        ]
    }
}

extension DiagnosticReport {
    /// The object that a command prints under `--format json`, with the members `diagnostics` and `result`, which is
    /// null if the command failed.
    package func json(result: JSONValue = .null) -> JSONValue {
        ["diagnostics": .array(sorted.map(\.json)), "result": result]
    }
}
