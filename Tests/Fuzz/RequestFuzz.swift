/// Any bytes as the head of a request: it is refused, or its parts are what they are taken for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequest(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    var lines = bytes.filter { $0 != UInt8(ascii: "\r") }.split(separator: UInt8(ascii: "\n")).map { Array($0) }[...]
    let words = (lines.popFirst() ?? []).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3 else { return 0 }
    let fields = lines.map { line -> HTTPHeaders.Field in
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        return (
            String(decoding: line[..<colon], as: UTF8.self),
            String(decoding: line[colon...].dropFirst(2), as: UTF8.self)
        )
    }
    let raw = RawRequest(
        method: String(decoding: words[0], as: UTF8.self), target: Array(words[1]), headers: HTTPHeaders(fields))
    guard let request = try? HTTPRequest(checking: raw) else { return 0 }
    precondition(request.path.hasPrefix("/") || request.path == "*", "a path begins with a slash")
    precondition((request.path + (request.query ?? "")).utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    precondition(request.host.map { !$0.isEmpty && $0 == $0.lowercased() } ?? true, "a host is in lower case")
    return 0
}
