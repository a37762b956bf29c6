// Exports the C library under one name on every system, since its modules have different names. The attribute makes the
// C declarations visible to importers of this module; Foundation and Swift's overlays use it too.
#if canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#endif
