internal import AppLinks
internal import Diagnostics
internal import HTTPMessages
internal import Release

/// The routes of an app by path, without what differs between apps that are built alike.
///
/// Such apps share one router (`ServedApp`), so that with thousands of them it stays in the processor's cache.
struct Router: Hashable, Sendable {
    struct File: Hashable, Sendable {
        /// The index among the app's files.
        let place: Int
        let coding: ContentCoding
        let firstVariant: Int
    }

    /// A route with its conditions.
    struct Entry: Hashable, Sendable {
        enum Answer: Hashable, Sendable {
            case file(File)
            /// By the index among the app's redirects.
            case redirect(Int)
            /// By the index among the app's `OpenAnswer`s.
            case open(Int)
        }

        let path: RoutePath
        let answer: Answer
        /// Items that the query must have, by name.
        let conditions: [String: String]
        /// Names of items that the query must have; every occurrence must be non-empty.
        let required: [String]
        /// The files in other languages than the app's own, by their tags.
        let languages: [String: File]

        /// Whether a query satisfies the conditions and has the required items.
        func takes(_ query: String?) -> Bool {
            guard !conditions.isEmpty || !required.isEmpty else { return true }
            let items = LinkItems(query)
            return conditions.allSatisfy { items.has($0.value, named: $0.key) }
                && required.allSatisfy { items.value(named: $0) != nil }
        }
    }

    /// The names of the app's files without their hashes.
    let fileNames: [String]
    /// The file for paths that no route matches.
    let notFound: File
    let notFoundByLanguage: [String: File]
    let languages: LanguageRanges?
    /// The entries in the manifest's order.
    let entries: [Entry]
    /// The indices of the entries whose path has no placeholder, by canonical path (`CanonicalPath`).
    private let exact: [String: [Int]]
    /// The indices of the entries whose path has placeholders.
    private let patterns: [Int]

    /// Throws a route to a file that the app does not have.
    init(_ app: ReleasedApp) throws(Diagnostic) {
        var files: [String: File] = [:]
        var variants = 0
        for (place, file) in app.files.enumerated() {
            files[file.name] = File(place: place, coding: ContentCoding(file.variants), firstVariant: variants)
            variants += file.variants.count
        }
        func file(_ name: String) throws(Diagnostic) -> File {
            guard let file = files[name] else { throw Diagnostic(unserved: "'\(app.name)' has no file '\(name)'") }
            return file
        }
        func filesByLanguage(_ names: [String: String]) throws(Diagnostic) -> [String: File] {
            var found: [String: File] = [:]
            for (tag, name) in names { found[tag] = try file(name) }
            return found
        }
        var (redirects, opens) = (0, 0)
        entries = try app.routes.map { route throws(Diagnostic) in
            let answer: Entry.Answer
            switch route.answer {
            case .file(let name): answer = .file(try file(name))
            case .redirect:
                answer = .redirect(redirects)
                redirects += 1
            case .open:
                answer = .open(opens)
                opens += 1
            }
            return Entry(
                path: route.path, answer: answer, conditions: route.conditions, required: route.required,
                languages: try filesByLanguage(route.languages))
        }
        fileNames = app.files.map(\.plainName)
        notFound = try file(app.notFound)
        notFoundByLanguage = try filesByLanguage(app.notFoundByLanguage)
        languages = app.languages
        let paths = app.routes.map(\.path)
        exact = Dictionary(grouping: paths.indices.filter { !paths[$0].hasParameters }) { paths[$0].canonical }
        patterns = paths.indices.filter { paths[$0].hasParameters }
    }

    /// Returns the file in the language that a request asks for: in its query, else by Accept-Language; else the one in
    /// the app's own.
    func file(_ own: File, or others: [String: File], for request: HTTPRequest) -> File {
        guard let languages, !others.isEmpty else { return own }
        let named = request.query.flatMap { LinkItems($0).value(named: "lang") }
        let tag = languages.choice(named: named, accepting: request.headers.list("accept-language")) {
            $0 == languages.own || others[$0] != nil
        }
        return others[tag] ?? own
    }

    /// Returns the indices of the entries that a path matches, in order.
    func matches(_ path: String) -> [Int] {
        let path = CanonicalPath.of(path)
        let found = exact[path] ?? []
        guard !patterns.isEmpty else { return found }
        let segments = path.split(separator: "/")
        return (found + patterns.filter { entries[$0].path.matches(canonical: segments) }).sorted()
    }
}

extension Diagnostic {
    /// Creates the error of a release that cannot be served; it is about the manifest, whose path the caller knows.
    init(unserved message: String) { self.init(code: "unusable-release", message: message) }
}
