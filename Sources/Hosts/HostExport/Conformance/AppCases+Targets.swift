internal import AppLinks
internal import Release
internal import TextEncoding

// Maps routes to targets and targets to routes.

extension AppCases {
    /// Returns the first route to a file or a fixed redirect that matches a target.
    func route(for target: String) -> Route? {
        let query = target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } ?? ""
        let items = QueryItem.items(of: query).compactMap { item -> (name: String, value: String)? in
            guard let name = PercentEncoding.decode(item.name), let value = PercentEncoding.decode(item.value) else {
                return nil
            }
            return (name, value)
        }
        return app.routes.first { route in
            guard route.answer.link == nil, route.path.matches(Self.path(of: target)) else { return false }
            func all(_ name: String, _ holds: (String) -> Bool) -> Bool {
                let values = items.filter { $0.name == name }.map(\.value)
                return !values.isEmpty && values.allSatisfy(holds)
            }
            return route.conditions.allSatisfy { condition in all(condition.key) { $0 == condition.value } }
                && route.required.allSatisfy { all($0) { !$0.isEmpty } }
        }
    }

    func file(for target: String) -> ReleasedFile? {
        route(for: target)?.answer.file.flatMap(app.file)
    }

    static func path(of target: String) -> String { String(target.prefix { $0 != "?" }) }

    /// Returns a path with its last letter percent-encoded; nil if it has no letter.
    static func encodedLetter(_ path: String) -> String? {
        guard let index = path.lastIndex(where: { $0.isASCII && $0.isLetter }), let byte = path[index].asciiValue else {
            return nil
        }
        return path[..<index] + "%" + byte.hexadecimal(digits: 2) + path[path.index(after: index)...]
    }

    /// Returns a route's path with the sample value for each parameter.
    static func sample(_ path: RoutePath) -> String {
        path.text(literal: \.self) { _ in ConformanceSuite.sampleValue }
    }

    /// Returns a target that a route matches.
    static func target(of route: Route) -> String {
        let items =
            route.conditions.sorted { $0.key < $1.key }.map {
                "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode($0.value))"
            } + route.required.map { "\(PercentEncoding.encode($0))=\(ConformanceSuite.sampleValue)" }
        return sample(route.path) + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// Returns the target of a link's page, without the fragment, which is never sent.
    static func page(of link: OpenLink) -> String? {
        let values = Dictionary(link.web.parameters.map { ($0, ConformanceSuite.sampleValue) }) { first, _ in first }
        return link.web.expanded(with: values).map { String($0.prefix { $0 != "#" }) }
    }
}
