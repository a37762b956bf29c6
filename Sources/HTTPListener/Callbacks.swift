// What libmicrohttpd calls: each finds the connection that is meant and hands over to the core.

internal import CMicroHTTPD

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

func receiveTarget(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let handle, let opaque = listener_context(handle) else { return nil }
    let connection = Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue()
    connection.target.removeAll(keepingCapacity: true)
    if let target {
        let length = strlen(target)
        connection.target.append(contentsOf: UnsafeRawBufferPointer(start: target, count: length))
        // libmicrohttpd ends the target with a NUL in the place of the blank before the version. Where something else
        // follows, the NUL was the client's, and is kept so that the target is refused.
        if strncmp(target + length + 1, "HTTP/", 5) != 0 { connection.target.append(0) }
    }
    // nil tells the request's first call from the later ones.
    return nil
}

func receiveRequest(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ address: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let handle, let method, let version, let uploadSize, let request, let opaque = listener_context(handle) else {
        return .NO
    }
    let connection = Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue()
    if request.pointee == nil {
        request.pointee = opaque
        return connection.core.begin(connection, method: method, version: version)
    }
    guard uploadSize.pointee > 0 else { return connection.core.complete(connection) }
    connection.core.receive(UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee), connection)
    uploadSize.pointee = 0
    return .YES
}

func requestCompleted(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
    guard let opaque = request?.pointee else { return }
    Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue().finish()
}

func connectionChanged(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
) {
    guard let context, let handle, let slot else { return }
    let core = Unmanaged<ListenerCore>.fromOpaque(context).takeUnretainedValue()
    if listener_is_start(change) != 0 {
        slot.pointee = Unmanaged.passRetained(core.began(handle)).toOpaque()
    } else if let opaque = slot.pointee {
        slot.pointee = nil
        let connection = Unmanaged<Connection>.fromOpaque(opaque).takeRetainedValue()
        core.ended(connection)
    }
}
