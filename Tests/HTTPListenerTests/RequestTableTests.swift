import Files
import JSON
import TestSupport
import Testing

@testable import HTTPListener

/// A row of `Tests/HTTPVectors/requests.json`: bytes, and the status of each answer that they get.
struct RawRequestCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let bytes: [UInt8]
    let answers: [Int]

    var testDescription: String { rule }

    static let all: [RawRequestCase] = {
        let path = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/HTTPVectors/requests.json"
        guard let bytes = try? FileSystem.read(path), let document = try? JSONDocument(parsing: bytes) else {
            return []
        }
        return (document.value.array ?? []).map { row in
            RawRequestCase(
                rule: row["rule"]?.string ?? "", bytes: text(row["request"]),
                answers: row["answers"]?.array?.compactMap(\.int) ?? [])
        }
    }()

    /// A text in Latin-1, or a list of texts and of repeated ones.
    private static func text(_ value: JSONValue?) -> [UInt8] {
        if let text = value?.string { return text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
        return (value?.array ?? []).flatMap { part -> [UInt8] in
            guard let pair = part.array else { return text(part) }
            return Array(repeatElement(text(pair.first), count: pair.last?.int ?? 0).joined())
        }
    }
}

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

    @Test("raw requests are parsed over a socket, and every refusal has our headers and ends the connection")
    func sockets() throws {
        let listener = try HTTPListener(ListenAddress(address: "127.0.0.1", port: 0)) { _ in .plain(200, "ok") }
        for row in RawRequestCase.all {
            let client = RawClient(port: listener.port)
            client.send(row.bytes)
            client.finish()
            let answer = String(decoding: client.receiveAll(), as: UTF8.self)
            let heads = answer.components(startingWith: "HTTP/1.1 ").filter {
                // A refusal's own text may name the version.
                $0.dropFirst(9).first?.isNumber == true && !$0.hasPrefix("HTTP/1.1 100 ")
            }
            #expect(heads.map { Int($0.dropFirst(9).prefix(3)) ?? 0 } == row.answers, "\(row.rule): \(answer)")
            guard let last = heads.last, last.hasPrefix("HTTP/1.1 4") || last.hasPrefix("HTTP/1.1 5") else { continue }
            for field in ["Connection: close", "Cache-Control: no-store", "X-Content-Type-Options: nosniff"] {
                #expect(last.contains("\r\n\(field)\r\n"), "\(row.rule)")
            }
        }
        listener.stop()
    }
}

extension String {
    /// The pieces that begin with a mark.
    fileprivate func components(startingWith mark: String) -> [String] {
        var pieces: [String] = []
        var rest = self[...]
        while let start = rest.firstRange(of: mark) {
            let after = rest[start.upperBound...].firstRange(of: mark)?.lowerBound ?? rest.endIndex
            pieces.append(String(rest[start.lowerBound..<after]))
            rest = rest[after...]
        }
        return pieces
    }
}
