import Hashing
import TextEncoding

/// Reads arbitrary bytes as a received email.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEmails(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let message = ReceivedMessage(Array(UnsafeBufferPointer(start: start, count: count)))
    for text in [message.text, message.html].compactMap(\.self) {
        precondition(
            text.utf8.count <= 3 * count, "decoding does not lengthen a text by more than U+FFFD for each byte")
    }
    precondition(message.fields.allSatisfy { $0.name == $0.name.lowercased() })
    return 0
}
