internal import TextEncoding

// URLs and email addresses in text without the markup of a link.
extension ForeignMarkupScan {
    mutating func address() {
        guard !byte(index - 1).isWord,
            let scheme = ["https://", "http://", "www."].first(where: { has($0) })
        else {
            index += 1
            return
        }
        var end = bytes[index...].firstIndex { $0.isASCIIWhitespace || $0 == UInt8(ascii: "<") } ?? bytes.count
        while end > index, ".,;:!?'\")*_~".utf8.contains(bytes[end - 1]) { end -= 1 }
        guard end - index > scheme.utf8.count else {
            index += 1
            return
        }
        let text = String(decoding: bytes[index..<end], as: UTF8.self)
        let fix =
            switch scheme {
            case "https://": "Write <\(text)>, or [words](\(text)); as `\(text)` it is not a link."
            case "http://": "Write [words](https://\(text.dropFirst(7))): a link cannot have the scheme 'http:'."
            default: "Write [\(text)](https://\(text)); as `\(text)` it is not a link."
            }
        add(scheme, .address("this address is not a link", fix: fix), to: end)
    }

    mutating func mailAddress() {
        let start = bytes[..<index].lastIndex { !$0.isWord && !"._%+-".utf8.contains($0) }.map { $0 + 1 } ?? 0
        var end = bytes[(index + 1)...].firstIndex { !$0.isWord && !".-".utf8.contains($0) } ?? bytes.count
        while end > index, ".-".utf8.contains(bytes[end - 1]) { end -= 1 }
        let labels = bytes[(index + 1)..<max(end, index + 1)].split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard start < index, labels.count > 1, labels.allSatisfy({ !$0.isEmpty }),
            let last = labels.last, last.count > 1, last.allSatisfy(\.isASCIILetter),
            !"/:".utf8.contains(byte(start - 1))
        else {
            index += 1
            return
        }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        let fix = "Write <\(text)>; as `\(text)` it is not a link."
        add("@", .address("this address is not a link", fix: fix), from: start, to: end)
    }
}
