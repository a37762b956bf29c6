internal import CLibrary
internal import CSockets

/// The processors available to this process.
package enum Processors {
    /// The number of processors, at least 1.
    package static var count: Int {
        let allowed = Int(allowed_processors())
        return allowed > 0 ? allowed : max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
    }
}
