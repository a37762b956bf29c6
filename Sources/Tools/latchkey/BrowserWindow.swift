import CLibrary

/// Opens URLs in the default browser.
enum BrowserWindow {
    /// Opens a URL; returns whether the program that opens it could be started.
    static func open(_ address: String) -> Bool {
        var attributes = noSpawnAttributes
        guard posix_spawnattr_init(&attributes) == 0 else { return false }
        defer { posix_spawnattr_destroy(&attributes) }
        // The child would inherit the preview's blocked signals; it also gets its own process group, so that signals
        // for the preview do not reach the browser.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let words: [UnsafeMutablePointer<CChar>?] = [strdup(browserOpener), strdup(address), nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        return posix_spawnp(&process, browserOpener, nil, &attributes, words, environ) == 0
    }
}
