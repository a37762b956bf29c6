public import JSON

extension Diagnostic {
    /// The diagnostic as scripts read it; what is not known is null.
    public var json: JSONValue {
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
    /// What a command prints under `--format json`: the diagnostics, and what it made.
    ///
    /// The result is null where the command failed.
    public func json(result: JSONValue = .null) -> JSONValue {
        ["diagnostics": .array(sorted.map(\.json)), "result": result]
    }
}
