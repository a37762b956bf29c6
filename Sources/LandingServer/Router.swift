internal import AppLinks
internal import HTTPListener
internal import Release
internal import TextEncoding

/// The paths of a release's routes, each with a number: apps that are made alike share them.
struct RoutePaths: Sendable {
    private var numbers: [String: Int] = [:]

    /// The number of a path, as `CanonicalPath` gives it; nil where no route has it.
    func number(of path: String) -> Int? { numbers[path] }

    /// The number of a path, a new one where it has none.
    mutating func assign(_ path: String) -> Int {
        if let number = numbers[path] { return number }
        numbers[path] = numbers.count
        return numbers.count - 1
    }
}

/// The routes of one app, by path.
///
/// With thousands of apps a request finds nothing of its app in the processor's cache, so what it needs stands together.
struct Router: Sendable {
    /// A file that a route leads to.
    struct File: Sendable {
        /// Its place among the app's files.
        let place: Int
        /// What there is of it.
        let coding: ContentCoding
        /// The number of its first variant, counted through the whole manifest.
        let number: Int
    }

    /// A route that is ready to answer.
    struct Entry: Sendable {
        enum Answer: Sendable {
            case file(File)
            case redirect(status: Int, location: String)
            case open(OpenAnswer)
        }

        var answer: Answer
        var conditions: [(name: String, value: String)]
        var required: [String]
    }

    /// The file for every other path.
    let notFound: File
    private let entries: [Entry]
    /// The entries whose path has no hole, in order, each with the number of its path.
    private let exact: [(path: Int, entry: Int)]
    /// The entries whose path has one, in order.
    private let patterns: [(entry: Int, segments: [Substring])]

    /// - Parameters:
    ///   - app: as the manifest has it.
    ///   - number: of the next variant, counted through the whole manifest; what follows the app's own, afterwards.
    ///   - paths: takes the paths of the app's routes up.
    /// - Throws: `LandingError` where a link cannot be read.
    init(_ app: ReleasedApp, numberingFrom number: inout Int, paths: inout RoutePaths) throws(LandingError) {
        var files: [String: File] = [:]
        for (place, file) in app.files.enumerated() {
            files[file.name] = File(place: place, coding: ContentCoding(file.variants), number: number)
            number += file.variants.count
        }
        func file(_ name: String) throws(LandingError) -> File {
            guard let file = files[name] else { throw LandingError("'\(app.name)' has no file '\(name)'") }
            return file
        }
        var entries: [Entry] = []
        var exact: [(path: Int, entry: Int)] = []
        var patterns: [(entry: Int, segments: [Substring])] = []
        for (index, route) in app.routes.enumerated() {
            let answer: Entry.Answer =
                switch route.answer {
                case .file(let name): .file(try file(name))
                case .redirect(let status, let location): .redirect(status: status, location: location)
                case .open(let link): .open(try OpenAnswer(link, at: route.path, of: app))
                }
            entries.append(
                Entry(
                    answer: answer, conditions: route.conditions.map { (name: $0.key, value: $0.value) },
                    required: route.required))
            let path = CanonicalPath.of(route.path)
            if path.utf8.contains(UInt8(ascii: "{")) {
                patterns.append((index, path.split(separator: "/")))
            } else {
                exact.append((paths.assign(path), index))
            }
        }
        notFound = try file(app.notFound)
        self.entries = entries
        self.exact = exact
        self.patterns = patterns
    }

    /// The first decision that a route whose path and conditions hold comes to, in the manifest's order, with the route's
    /// place there.
    ///
    /// - Parameters:
    ///   - request: what is asked.
    ///   - paths: of the release that the app is of.
    ///   - decide: nil leaves the request to the routes after this one.
    /// - Returns: nil where none decides.
    func first<Decision>(for request: HTTPRequest, paths: RoutePaths, _ decide: (Entry.Answer) -> Decision?)
        -> (Decision, route: Int)?
    {
        let path = CanonicalPath.of(request.path)
        func decision(_ place: Int) -> (Decision, route: Int)? {
            guard Self.takes(request.query, entries[place]) else { return nil }
            return decide(entries[place].answer).map { ($0, place) }
        }
        let number = paths.number(of: path)
        guard !patterns.isEmpty else {
            guard let number else { return nil }
            for route in exact where route.path == number {
                if let decision = decision(route.entry) { return decision }
            }
            return nil
        }
        let segments = path.split(separator: "/")
        let places =
            exact.filter { $0.path == number }.map(\.entry)
            + patterns.filter { Self.matches($0.segments, segments) }.map(\.entry)
        for place in places.sorted() {
            if let decision = decision(place) { return decision }
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
