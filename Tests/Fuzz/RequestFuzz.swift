import TextEncoding

/// Reads arbitrary bytes as HTTP requests. They must be refused or give valid requests, and the result must not depend
/// on how the bytes are split.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequest(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = requests(in: bytes, cut: [count])
    // The input also determines where it is split.
    let places = bytes.prefix(4).map { Int($0) % (count + 1) }.sorted() + [count]
    precondition(requests(in: bytes, cut: places) == whole, "it does not matter how the bytes arrive")
    return 0
}

/// The requests and the refusal in bytes that arrive in pieces, as texts.
private func requests(in bytes: [UInt8], cut places: [Int]) -> [String] {
    let limits = RequestLimits(target: 256, head: 1_024, fields: 16, body: 512)
    var parser = RequestParser(limits: limits)
    var found: [String] = []
    var start = 0
    for place in places {
        while true {
            do throws(HTTPRefusal) {
                let step = try bytes[start..<max(place, start)].withUnsafeBufferPointer {
                    (bytes) throws(HTTPRefusal) in try parser.read(bytes)
                }
                precondition(step.consumed >= 0 && start + step.consumed <= place, "no more is consumed than there is")
                start += step.consumed
                guard let request = step.request else { break }
                check(request, limits)
                found.append(
                    "\(request.method) \(request.path) \(request.query ?? "-") \(request.host ?? "-") \(request.body)")
                if !parser.isPersistent { return found }
            } catch {
                return found + ["\(error.status) \(error.code)"]
            }
        }
    }
    return found
}

private func check(_ request: HTTPRequest, _ limits: RequestLimits) {
    precondition(request.path.hasPrefix("/") || request.path == "*", "a path begins with a slash")
    precondition((request.path + (request.query ?? "")).utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    precondition(request.host.map { !$0.isEmpty && $0 == $0.lowercased() } ?? true, "a host is in lower case")
    precondition(request.body.count <= limits.body ?? 0 && request.headers.fields.count <= limits.fields)
    precondition(request.body.isEmpty || request.method != "GET" && request.method != "HEAD")
    for field in request.headers.fields {
        precondition(!field.name.isEmpty && !field.value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F })
    }
}
