#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How long a test waits. Other tests keep the threads of a busy machine for minutes.
private let limit = Duration.seconds(600)

/// Waits until a condition holds, which is evaluated every 5 ms.
///
/// - Returns: Whether it held within ten minutes.
package func comesTrue(_ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + limit
    while !condition() {
        guard ContinuousClock.now < end else { return false }
        usleep(5_000)
    }
    return true
}

/// Waits until a condition holds, which is evaluated every 5 ms.
///
/// - Returns: Whether it held within ten minutes.
package func comesTrue(_ condition: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + limit
    while !condition() {
        guard ContinuousClock.now < end else { return false }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}
