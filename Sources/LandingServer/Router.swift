internal import AppLinks
internal import HTTPListener
internal import Release
internal import TextEncoding

/// The routes of one app, by path.
final class Router: Sendable {
    /// A route that is ready to answer.
    struct Entry: Sendable {
        enum Answer: Sendable {
            case file(Int)
            case redirect(status: Int, location: String)
            case open(OpenAnswer)
        }

        var conditions: [(name: String, value: String)]
        var required: [String]
        var answer: Answer
    }

    /// The file for every other path.
    let notFound: Int
    /// What there is of each file.
    let codings: [ContentCoding]
    /// The number of each file's first variant, counted through the whole manifest.
    let numbers: [Int]
    /// The number of the first variant after this app.
    let end: Int
    private let entries: [Entry]
    /// The places of the entries whose path has no hole, in order.
    private let exact: [String: [Int]]
    /// The entries whose path has one, in order.
    private let patterns: [(entry: Int, segments: [Substring])]

    /// - Parameters:
    ///   - app: as the manifest has it.
    ///   - start: the number of variants before it.
    /// - Throws: `LandingError` where a link cannot be read.
    init(_ app: ReleasedApp, from start: Int) throws(LandingError) {
        var files: [String: Int] = [:]
        for (index, file) in app.files.enumerated() { files[file.name] = index }
        var entries: [Entry] = []
        var exact: [String: [Int]] = [:]
        var patterns: [(entry: Int, segments: [Substring])] = []
        for (index, route) in app.routes.enumerated() {
            let answer: Entry.Answer =
                switch route.answer {
                case .file(let name): .file(files[name] ?? 0)
                case .redirect(let status, let location): .redirect(status: status, location: location)
                case .open(let link): .open(try OpenAnswer(link, at: route.path, of: app))
                }
            entries.append(
                Entry(
                    conditions: route.conditions.map { (name: $0.key, value: $0.value) }, required: route.required,
                    answer: answer))
            let path = CanonicalPath.of(route.path)
            if path.utf8.contains(UInt8(ascii: "{")) {
                patterns.append((index, path.split(separator: "/")))
            } else {
                exact[path, default: []].append(index)
            }
        }
        self.entries = entries
        self.exact = exact
        self.patterns = patterns
        notFound = files[app.notFound] ?? 0
        codings = app.files.map { ContentCoding($0.variants) }
        var number = start
        var numbers: [Int] = []
        for file in app.files {
            numbers.append(number)
            number += file.variants.count
        }
        self.numbers = numbers
        end = number
    }

    /// The first decision that a route whose path and conditions hold comes to, in the manifest's order, with the route's
    /// place there.
    func first<Decision>(for request: HTTPRequest, _ decide: (Entry.Answer) -> Decision?) -> (Decision, route: Int)? {
        let path = CanonicalPath.of(request.path)
        var places = exact[path] ?? []
        if !patterns.isEmpty {
            let segments = path.split(separator: "/")
            let found = patterns.filter { Self.matches($0.segments, segments) }.map(\.entry)
            if !found.isEmpty { places = (places + found).sorted() }
        }
        for place in places where Self.takes(request.query, entries[place]) {
            if let decision = decide(entries[place].answer) { return (decision, place) }
        }
        return nil
    }

    private static func matches(_ pattern: [Substring], _ segments: [Substring]) -> Bool {
        pattern.count == segments.count
            && zip(pattern, segments).allSatisfy { pattern, segment in
                pattern.hasPrefix("{") || pattern.isIdentical(segment)
            }
    }

    /// Whether a query has the items that an entry asks for.
    private static func takes(_ query: String?, _ entry: Entry) -> Bool {
        guard !entry.conditions.isEmpty || !entry.required.isEmpty else { return true }
        let items = LinkItems(query)
        return entry.conditions.allSatisfy { items.has($0.value, named: $0.name) }
            && entry.required.allSatisfy { items.value(named: $0) != nil }
    }
}
