internal import AppLinks
internal import HTTPListener
internal import Release
internal import TextEncoding

/// Numbers the distinct paths of a release's routes; apps built alike share most of them.
struct RoutePaths: Sendable {
    private var numbers: [String: Int] = [:]

    /// Returns the number of a canonical path (`CanonicalPath`); nil if no route has it.
    func number(of path: String) -> Int? { numbers[path] }

    /// Returns the number of a path, assigning one if it has none.
    mutating func assign(_ path: String) -> Int {
        if let number = numbers[path] { return number }
        numbers[path] = numbers.count
        return numbers.count - 1
    }
}

/// The routes of one app, matched by path.
///
/// With thousands of apps, an app's data is rarely in the processor's cache, so the data that a request needs is kept
/// contiguous.
struct Router: Sendable {
    /// The file of a route.
    struct File: Sendable {
        /// The index among the app's files.
        let place: Int
        /// The encodings of the file.
        let coding: ContentCoding
        /// The index of its first variant among all variants of the manifest.
        let number: Int
    }

    /// A prepared route.
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

    /// The file for paths that no route matches.
    let notFound: File
    private let entries: [Entry]
    /// The entries whose path has no placeholder, in order, with the number of the path.
    private let exact: [(path: Int, entry: Int)]
    /// The entries whose path has placeholders, in order.
    private let patterns: [(entry: Int, segments: [Substring])]

    /// - Parameters:
    ///   - app: the app as in the manifest.
    ///   - number: the index of the app's first variant among all of the manifest; advanced past its last.
    ///   - paths: receives the paths of the app's routes.
    /// - Throws: `LandingError` if a link cannot be parsed.
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

    /// Returns the first decision of a route whose path and conditions match, in the manifest's order, with the route's
    /// index.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - paths: the paths of the app's release.
    ///   - decide: returns nil to pass the request to the next routes.
    /// - Returns: nil if no route decides.
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

    /// Whether a query satisfies an entry's conditions and required items.
    private static func takes(_ query: String?, _ entry: Entry) -> Bool {
        guard !entry.conditions.isEmpty || !entry.required.isEmpty else { return true }
        let items = LinkItems(query)
        return entry.conditions.allSatisfy { items.has($0.value, named: $0.name) }
            && entry.required.allSatisfy { items.value(named: $0) != nil }
    }
}
