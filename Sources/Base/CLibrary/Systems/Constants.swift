// Constants that are enumerations in glibc and numbers elsewhere.
#if canImport(Glibc) && !canImport(Darwin)
    internal import Glibc

    /// The types of socket(2).
    package enum SocketType {
        package static var stream: Int32 { Int32(SOCK_STREAM.rawValue) }
        package static var datagram: Int32 { Int32(SOCK_DGRAM.rawValue) }
    }

    /// The resources of getrlimit(2).
    package enum Resource {
        package static var openFiles: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
        package static var addressSpace: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_AS.rawValue) }
    }
#else
    #if canImport(Darwin)
        internal import Darwin
    #else
        internal import Musl
    #endif

    /// The types of socket(2).
    package enum SocketType {
        package static var stream: Int32 { SOCK_STREAM }
        package static var datagram: Int32 { SOCK_DGRAM }
    }

    /// The resources of getrlimit(2).
    package enum Resource {
        package static var openFiles: Int32 { RLIMIT_NOFILE }
        package static var addressSpace: Int32 { RLIMIT_AS }
    }
#endif
