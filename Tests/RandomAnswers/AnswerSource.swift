import AuthContracts
import JSON
import TestSupport
import TextEncoding

/// Makes up answers: noise, JSON of any shape, and recorded ones with something wrong.
struct AnswerSource {
    var generator: SeededGenerator
    let recorded: [JSONValue]
    let longest: Int

    mutating func answer() -> ContractResponse {
        let statuses = [200, 201, 202, 204, 302, 400, 401, 403, 404, 409, 410, 422, 429, 500, 503]
        let status =
            chance(80)
            ? statuses[below(statuses.count)]
            : chance(50) ? 100 + below(500) : Int(truncatingIfNeeded: generator.next())
        var headers: [HeaderField] = []
        if chance(20) { headers.append(HeaderField("Retry-After", text(below(12)))) }
        if chance(5) { headers.append(HeaderField("X-Retry-After", "\(generator.next())")) }
        let cookies = chance(10) ? ["XSRF-TOKEN": "%zz%\(RandomAnswers.secret)"] : [:]
        return ContractResponse(status: status, headers: headers, cookies: cookies, body: body())
    }

    private mutating func body() -> [UInt8] {
        // As many of eight bytes as of a thousand or a million.
        let size = min(longest, 1 << below(longest.trailingZeroBitCount + 1) + below(8))
        switch below(6) {
        case 0: return (0..<min(size, 1 << 16)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        case 1: return Array(String(repeating: chance(50) ? "[" : "{\"a\":", count: size / 4).utf8)
        case 2: return json(depth: 3, size: size).serializedBytes()
        case 3: return Array(text(size).utf8)
        default: return spoiled(size: size)
        }
    }

    /// A recorded answer: as it is, cut, with bytes changed, or with its texts replaced.
    private mutating func spoiled(size: Int) -> [UInt8] {
        guard !recorded.isEmpty, let body = recorded[below(recorded.count)]["body"]?.string else { return [] }
        var bytes = Array(body.utf8)
        switch below(5) {
        case 0: return bytes
        case 1: return Array(bytes.prefix(below(bytes.count + 1)))
        case 2:
            for _ in 0..<4 where !bytes.isEmpty {
                bytes[below(bytes.count)] = UInt8(truncatingIfNeeded: generator.next())
            }
            return bytes
        default:
            guard let value = try? JSONDocument(parsing: bytes).value else { return bytes }
            return replaced(value, size: size).serializedBytes()
        }
    }

    private mutating func replaced(_ value: JSONValue, size: Int) -> JSONValue {
        switch value {
        case .object(let object):
            var new = JSONObject()
            for (key, value) in object { new[key] = replaced(value, size: size) }
            return .object(new)
        case .array(let elements): return .array(elements.map { replaced($0, size: size) })
        default: return chance(60) ? value : json(depth: 1, size: size)
        }
    }

    private mutating func json(depth: Int, size: Int) -> JSONValue {
        switch below(depth > 0 ? 7 : 5) {
        case 0: return nil
        case 1: return .bool(chance(50))
        case 2: return .number(JSONNumber(Int(truncatingIfNeeded: generator.next())))
        case 3, 4: return .string(text(size))
        case 5: return .array((0..<below(6)).map { _ in json(depth: depth - 1, size: size / 4) })
        default:
            let keys = ["code", "message", "detail", "error", "status", "email", "access_token", "user", "0", "*"]
            return .object(
                JSONObject(
                    (0..<below(8)).map { _ in (keys[below(keys.count)], json(depth: depth - 1, size: size / 4)) }))
        }
    }

    /// Words that rules look for, out of order and over and over, with a secret among them.
    private mutating func text(_ size: Int) -> String {
        let words = [
            "after ", "59", " seconds", "requirements: [", "]", ", ", "expired", "password", RandomAnswers.secret,
            "é",
            "\u{0}", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS", "after after ", "99999999999", "🔑", "[", "{wait:seconds}",
        ]
        var text = ""
        while text.utf8.count < size { text += words[below(words.count)] }
        return text
    }

    private mutating func below(_ count: Int) -> Int { count < 1 ? 0 : Int.random(in: 0..<count, using: &generator) }

    private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
