import CLibrary

/// Programs that a command starts, with its own environment.
enum ChildProcess {
    /// Starts a program by its path; nil if that fails.
    static func start(_ arguments: [String]) -> pid_t? {
        let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        return posix_spawn(&process, arguments[0], nil, nil, words, environ) == 0 ? process : nil
    }

    /// Whether a program ends with the status 0.
    @discardableResult
    static func succeeds(_ arguments: [String]) -> Bool {
        guard let process = start(arguments) else { return false }
        var status: Int32 = 0
        return waitpid(process, &status, 0) == process && status == 0
    }
}
