internal import CLibrary

package enum ProcessEnvironment {
    /// Every variable by its name, the first one if a name occurs twice. Bytes that are not UTF-8 become U+FFFD.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
        while let text = next.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, variables[String(parts[0])] == nil { variables[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        return variables
    }
}
