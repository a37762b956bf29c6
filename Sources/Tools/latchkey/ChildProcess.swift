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

    /// Starts a program of the PATH that outlives the command, such as a browser or an editor; false if that fails.
    ///
    /// It would inherit the command's blocked signals; and it gets its own process group, so that signals for the command do
    /// not reach it.
    @discardableResult
    static func startsDetached(_ arguments: [String]) -> Bool {
        var attributes = noSpawnAttributes
        guard posix_spawnattr_init(&attributes) == 0 else { return false }
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        return posix_spawnp(&process, arguments[0], nil, &attributes, words, environ) == 0
    }

    /// The exit status of a program; 127 if it cannot be started, as a shell has it, and -1 if a signal ends it.
    @discardableResult
    static func status(_ arguments: [String]) -> Int32 {
        guard let process = start(arguments) else { return 127 }
        var status: Int32 = 0
        guard waitpid(process, &status, 0) == process, status & 0x7f == 0 else { return -1 }
        return status >> 8 & 0xff
    }
}
