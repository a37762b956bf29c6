internal import CGetopt

/// The environment variables of the process.
public enum ProcessEnvironment {
    /// Every variable by its name; of a name that is there twice, the first. What is not UTF-8 has U+FFFD in its place.
    public static var variables: [String: String] {
        var variables: [String: String] = [:]
        guard var next = process_environment() else { return variables }
        while let text = next.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, variables[String(parts[0])] == nil { variables[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        return variables
    }
}
