internal import AppLinks
internal import HTTPMessages
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

/// The routes of an app by path, without the properties in which otherwise equal apps differ.
///
/// Apps with equal routers share one (`Landing`), so that with thousands of apps it stays in the processor's cache.
struct Router: Hashable, Sendable {
    /// The file of a route.
    struct File: Hashable, Sendable {
        /// The index among the app's files.
        let place: Int
        /// The encodings of the file.
        let coding: ContentCoding
        /// The index of its first variant among the app's variants.
        let firstVariant: Int
    }

    /// A route with its conditions.
    struct Entry: Hashable, Sendable {
        enum Answer: Hashable, Sendable {
            case file(File)
            case redirect(status: Int, location: String)
            /// An `OpenAnswer`, by its index among the app's.
            case open(Int)
        }

        /// The path as in the manifest.
        let path: String
        var answer: Answer
        /// Items that the query must have, by name.
        var conditions: [String: String]
        /// Names of items that the query must have; every occurrence must be non-empty.
        var required: [String]
    }

    private struct ExactPath: Hashable, Sendable {
        /// The number of the path in `RoutePaths`.
        let path: Int
        /// The index of the route.
        let entry: Int
    }

    private struct PathPattern: Hashable, Sendable {
        /// The index of the route.
        let entry: Int
        let path: RoutePath
    }

    /// The names of the app's files without their hashes.
    let fileNames: [String]
    /// The file for paths that no route matches.
    let notFound: File
    /// The entries in the manifest's order.
    let entries: [Entry]
    /// The entries whose path has no placeholder, in order.
    private let exact: [ExactPath]
    /// The entries whose path has placeholders, in order.
    private let patterns: [PathPattern]

    /// - Parameters:
    ///   - app: the app as in the manifest.
    ///   - paths: receives the paths of the app's routes.
    /// - Throws: `LandingError` if a route leads to a file that the app does not have.
    init(_ app: ReleasedApp, paths: inout RoutePaths) throws(LandingError) {
        var files: [String: File] = [:]
        var variants = 0
        for (place, file) in app.files.enumerated() {
            files[file.name] = File(place: place, coding: ContentCoding(file.variants), firstVariant: variants)
            variants += file.variants.count
        }
        func file(_ name: String) throws(LandingError) -> File {
            guard let file = files[name] else { throw LandingError("'\(app.name)' has no file '\(name)'") }
            return file
        }
        var entries: [Entry] = []
        var exact: [ExactPath] = []
        var patterns: [PathPattern] = []
        var opens = 0
        for (index, route) in app.routes.enumerated() {
            let answer: Entry.Answer =
                switch route.answer {
                case .file(let name): .file(try file(name))
                case .redirect(let status, let location): .redirect(status: status, location: location)
                case .open: .open(opens)
                }
            if case .open = answer { opens += 1 }
            entries.append(
                Entry(path: route.path.text, answer: answer, conditions: route.conditions, required: route.required))
            if route.path.hasParameters {
                patterns.append(PathPattern(entry: index, path: route.path))
            } else {
                exact.append(ExactPath(path: paths.assign(route.path.canonical), entry: index))
            }
        }
        fileNames = app.files.map(\.plainName)
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
    func first<Decision>(
        for request: HTTPRequest, paths: RoutePaths, _ decide: (Entry.Answer) -> Decision?
    ) -> (Decision, route: Int)? {
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
            + patterns.filter { $0.path.matches(canonical: segments) }.map(\.entry)
        for place in places.sorted() {
            if let decision = decision(place) { return decision }
        }
        return nil
    }

    /// Whether a query satisfies an entry's conditions and required items.
    private static func takes(_ query: String?, _ entry: Entry) -> Bool {
        guard !entry.conditions.isEmpty || !entry.required.isEmpty else { return true }
        let items = LinkItems(query)
        return entry.conditions.allSatisfy { items.has($0.value, named: $0.key) }
            && entry.required.allSatisfy { items.value(named: $0) != nil }
    }
}
