// The C library under one name on every system: its modules are called differently, and nothing else here depends on which.
// Only this attribute has a module's importers see another's declarations; Foundation and Swift's own overlays use it too.
#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#elseif canImport(Darwin)
    @_exported public import Darwin
#endif
