import AppLinks
import JSON
import LinkAssociation
import TextEncoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How fast addresses are decided: one core, through the library, the best of five runs.
@main
enum LinkFigures {
    static func main() {
        let figures: [(name: String, milliseconds: Double, limit: Double)] = [
            ("100,000 addresses, 200 plain components", decide(plain), 1_000),
            ("100,000 addresses, 200 mixed components", decide(mixed), 1_000),
            ("100,000 addresses, 200 components of stars", decide(starry), 1_000),
            ("100 stars on 10,000 characters", decideOnce(stars: 100, length: 10_000), 10),
            ("16,380 stars on 8,192 characters", decideOnce(stars: 16_380, length: 8_192), 1_000),
            ("a variable of 32,764 characters on 8,192", decideOnce(values: 32_764, length: 8_192), 1_000),
        ]
        var missed = false
        for figure in figures {
            let isMissed = figure.milliseconds > figure.limit
            missed = missed || isMissed
            let tenths = Int((figure.milliseconds * 10).rounded())
            let value = "\(tenths / 10).\(tenths % 10)"
            let gap = String(repeating: " ", count: max(1, 52 - figure.name.utf8.count - value.utf8.count))
            let limit = figure.limit == 1_000 ? "1,000" : "\(Int(figure.limit))"
            print("  \(figure.name)\(gap)\(value) ms     of \(limit)\(isMissed ? "   MISSED" : "")")
        }
        exit(missed ? 1 : 0)
    }

    // MARK: - Files

    /// Paths as most files have them, a query now and then.
    private static let plain: [JSONValue] = (0..<200).map { number in
        number % 5 == 0
            ? ["/": .string("/section\(number)/reset"), "?": ["token": "?*"]] : ["/": .string("/section\(number)/*")]
    }

    /// Everything that a component can say.
    private static let mixed: [JSONValue] = (0..<200).map { number in
        switch number % 8 {
        case 0: ["/": .string("/$(lang)/section\(number)/*")]
        case 1: ["/": .string("/$(region)-$(lang)/p\(number)/?*/edit")]
        case 2: ["/": .string("/section\(number)/*/items/*/x?")]
        case 3: ["/": .string("/auth/action"), "?": ["mode": .string("mode\(number)"), "code": "?*"]]
        case 4: ["/": .string("/Section\(number)/*"), "caseSensitive": false]
        case 5: ["/": .string("/café\(number)/*"), "percentEncoded": false]
        case 6: ["/": .string("/section\(number)/private/*"), "exclude": true]
        default: ["/": "/auth", "#": .string("*access\(number)=?*&type=recovery*")]
        }
    }

    /// Patterns that give no hint at their beginning or end.
    private static let starry: [JSONValue] = (0..<200).map { ["/": .string("*a\($0)*b?c*")] }

    // MARK: - Measuring

    private static func decide(_ components: [JSONValue]) -> Double {
        let addresses = (0..<1_000).compactMap { number -> URLParts? in
            let section = number * 7 % 220
            let text =
                switch number % 6 {
                case 0: "/section\(section)/reset?token=abc\(number)&utm_source=mail"
                case 1: "/de/section\(section)/items/\(number)/list"
                case 2: "/auth/action?apiKey=x&mode=mode\(section)&code=ABCDEF\(number)&lang=fr"
                case 3: "/auth#access\(section)=eyJhbGciOi&expires_in=3600&type=recovery"
                case 4: "/CH-de/p\(section)/\(number)/edit/"
                default: "/nothing/of/the/sort/\(number)?a=b&c=d"
                }
            return URLParts("https://example.com" + text)
        }
        guard let matcher = matcher(components) else { return .infinity }
        return best {
            var matches = 0
            for _ in 0..<100 {
                for address in addresses where matcher.decide(address).outcome == .match { matches += 1 }
            }
            return matches
        }
    }

    private static func decideOnce(stars: Int, length: Int) -> Double {
        decideOnce("/" + String(repeating: "*a", count: stars) + "b", length: length)
    }

    /// A variable that can match everywhere, and in many ways.
    private static func decideOnce(values length: Int, length addressLength: Int) -> Double {
        let values = (0..<(length / 128)).map { number in
            JSONValue.string(String(repeating: "a", count: 127) + "\(number % 10)")
        }
        return decideOnce("/*$(v)b", variables: ["v": .array(values)], length: addressLength)
    }

    private static func decideOnce(_ pattern: String, variables: JSONValue = [:], length: Int) -> Double {
        guard let matcher = matcher([["/": .string(pattern)]], variables: variables), matcher.problems.isEmpty,
            let address = URLParts("https://example.com/" + String(repeating: "a", count: length))
        else { return .infinity }
        return best { matcher.decide(address).outcome == .match ? 1 : 0 }
    }

    private static func matcher(_ components: [JSONValue], variables: JSONValue = [:]) -> AppleLinkMatcher? {
        let file: JSONValue = [
            "applinks": [
                "substitutionVariables": variables, "details": [["appIDs": ["A.b"], "components": .array(components)]],
            ]
        ]
        return AppleAssociationFile(file).map { AppleLinkMatcher($0, domain: "example.com", appID: "A.b") }
    }

    /// The best of five runs, in milliseconds: what other programs took is not the matcher's.
    private static func best(_ body: () -> Int) -> Double {
        let clock = ContinuousClock()
        var best = Duration.seconds(3600)
        var sum = 0
        for _ in 0..<5 { best = min(best, clock.measure { sum += body() }) }
        if sum < 0 { print(sum) }
        return Double(best.components.seconds) * 1e3 + Double(best.components.attoseconds) / 1e15
    }
}
