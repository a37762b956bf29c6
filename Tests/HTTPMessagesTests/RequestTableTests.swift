import TestSupport
import Testing

@testable import HTTPMessages

@Suite("Raw requests, by the sentences of RFC 9112")
struct RequestTableTests {
    /// The statuses that a connection answers with, when bytes come in pieces of a length.
    private func answers(_ bytes: [UInt8], pieces: Int) -> [Int] {
        var parser = RequestParser(limits: RequestLimits())
        var answers: [Int] = []
        var start = 0
        for end in stride(from: pieces, to: bytes.count + pieces, by: pieces) {
            let end = min(end, bytes.count)
            while start < end {
                do throws(HTTPRefusal) {
                    let step = try bytes[start..<end].withUnsafeBufferPointer {
                        (bytes) throws(HTTPRefusal) in try parser.read(bytes)
                    }
                    start += step.consumed
                    guard step.request != nil else { break }
                    answers.append(200)
                    if !parser.isPersistent { return answers }
                } catch {
                    return answers + [error.status]
                }
            }
        }
        return answers
    }

    @Test("the table of raw requests exists")
    func size() { #expect(RawRequestCase.all.count >= 400) }

    @Test("raw requests are parsed in one piece")
    func whole() {
        for row in RawRequestCase.all {
            #expect(
                answers(row.bytes, pieces: max(row.bytes.count, 1)) == row.answers,
                "\(row.rule): \(String(decoding: row.bytes.prefix(200), as: UTF8.self).debugDescription)")
        }
    }

    @Test("raw requests are parsed in pieces of one, three and a hundred bytes", arguments: [1, 3, 100])
    func pieces(length: Int) {
        // A byte at a time, long ones take long.
        for row in RawRequestCase.all where row.bytes.count < 20_000 {
            #expect(
                answers(row.bytes, pieces: length) == row.answers,
                "\(row.rule): \(String(decoding: row.bytes.prefix(200), as: UTF8.self).debugDescription)")
        }
    }
}
