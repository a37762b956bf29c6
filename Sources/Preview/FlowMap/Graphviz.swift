import CLibrary
import Diagnostics
import Files
import JSON

/// Runs Graphviz's `dot`, which reads and writes files.
enum Graphviz {
    /// Places a graph.
    ///
    /// - Parameter source: the graph in the language DOT.
    /// - Returns: `dot`'s output in the format `json0`.
    /// - Throws: a diagnostic if the program is missing or fails.
    static func layout(_ source: String) throws(Diagnostic) -> JSONValue {
        var template = Array("/tmp/latchkey-map-XXXXXX".utf8CString)
        guard let folder = mkdtemp(&template).map({ String(cString: $0) }) else {
            throw failure("no temporary folder can be created in /tmp")
        }
        let (input, output) = ("\(folder)/map.gv", "\(folder)/map.json")
        defer {
            for path in [input, output] { unlink(path) }
            rmdir(folder)
        }
        do {
            try FileSystem.write(Array(source.utf8), to: input)
            try run(["dot", "-q", "-Tjson0", "-o", output, input])
            return try JSONDocument(parsing: FileSystem.read(output)).value
        } catch let diagnostic as Diagnostic {
            throw diagnostic
        } catch {
            throw failure("\(error)")
        }
    }

    private static func run(_ arguments: [String]) throws(Diagnostic) {
        let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        switch posix_spawnp(&process, arguments[0], nil, nil, words, environ) {
        case 0: break
        case ENOENT:
            throw Diagnostic(
                code: "no-graphviz", message: "a map needs the program 'dot' of Graphviz, and it is not in the PATH",
                fix: "Install it with 'apt-get install graphviz' or 'brew install graphviz'.")
        case let error: throw failure("'dot' cannot be started: \(String(cString: strerror(error)))")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw failure("'dot' failed with the status \(status)") }
    }

    static func failure(_ message: String) -> Diagnostic { Diagnostic(code: "no-layout", message: message) }
}
