internal import AuthContracts
internal import HTTPListener
internal import JSON
internal import TextEncoding

extension Contract.Operation {
    /// The index of the step whose request this is, with its values; nil if it is none of them.
    func match(_ request: BackendRequest) -> (step: Int, values: [String: String])? {
        for (index, step) in steps.enumerated() {
            if let values = step.request.values(in: request) { return (index, values) }
        }
        return nil
    }
}

extension Contract.Request {
    /// The values in a request, by name; nil if the request does not match.
    ///
    /// Method, path, query and body must match exactly, since for some backends operations differ in nothing but a
    /// member of the body. Headers are read but need not match.
    func values(in request: BackendRequest) -> [String: String]? {
        guard request.method == method.rawValue else { return nil }
        var values: [String: String] = [:]
        guard let path = Self.path(of: url), path.collect(request.path, &values) else { return nil }
        for item in query {
            guard item.text.collect(request.query[item.name], &values) else { return nil }
        }
        for header in headers {
            // Without a session the header is absent, and the backend's response is to say so.
            _ = header.text.collect(request.headers[header.name], &values)
        }
        switch body {
        case nil: break
        case .json(let wanted):
            guard let json = request.json, wanted.collect(json, &values) else { return nil }
        case .form(let fields):
            let form = FormItems(String(decoding: request.body, as: UTF8.self))
            for field in fields {
                guard field.text.collect(form[field.name], &values) else { return nil }
            }
        }
        return values
    }

    /// The path after the base URL, or after a URL that an earlier response of the sandbox supplied.
    private static func path(of url: ContractText) -> TextPattern? {
        guard let first = url.needs.first, url.text.hasPrefix("{{\(first.name)}}") else { return nil }
        let rest = url.text.dropFirst(first.name.count + 4)
        return TextPattern((first.name == "base" ? "" : "/example-\(first.name)") + rest, isPath: true)
    }
}

extension Contract.Value {
    fileprivate func collect(_ json: JSONValue, _ values: inout [String: String]) -> Bool {
        switch self {
        case .text(let text): return text.collect(json.string, &values)
        case .fixed(let wanted): return json == wanted
        case .array(let elements):
            guard let array = json.array, array.count == elements.count else { return false }
            for (element, json) in zip(elements, array) {
                guard element.collect(json, &values) else { return false }
            }
            return true
        case .object(let members):
            guard let object = json.object, object.keys.allSatisfy({ key in members.contains { $0.name == key } })
            else {
                return false
            }
            for member in members {
                guard let json = object[member.name] else {
                    if member.value.mayBeMissing { continue }
                    return false
                }
                guard member.value.collect(json, &values) else { return false }
            }
            return true
        }
    }

    private var mayBeMissing: Bool {
        if case .text(let text) = self { text.needs.contains(where: \.isOptional) } else { false }
    }
}

extension ContractText {
    /// Extracts the values from a text that this one was filled to; nil stands for an omitted text.
    fileprivate func collect(_ text: String?, _ values: inout [String: String]) -> Bool {
        guard let text else { return needs.contains(where: \.isOptional) }
        return TextPattern(self.text).collect(text, &values)
    }
}

/// A text with placeholders, matched against a filled text to extract the values.
private struct TextPattern {
    private enum Piece {
        case literal(String)
        case value(String)
    }

    private var pieces: [Piece] = []
    /// Whether a value ends before a slash.
    private let isPath: Bool

    init(_ text: String, isPath: Bool = false) {
        self.isPath = isPath
        var rest = text[...]
        var literal = ""
        while let character = rest.first {
            guard rest.hasPrefix("{{"), let end = rest.firstIndex(of: "}") else {
                literal.append(character)
                rest = rest.dropFirst()
                continue
            }
            if !literal.isEmpty { pieces.append(.literal(literal)) }
            literal = ""
            pieces.append(.value(rest[..<end].dropFirst(2).filter { $0 != "?" }))
            rest = rest[end...].dropFirst(2)
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
    }

    func collect(_ text: String, _ values: inout [String: String]) -> Bool {
        var rest = text[...]
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .literal(let literal):
                guard rest.hasPrefix(literal) else { return false }
                rest = rest.dropFirst(literal.count)
            case .value(let name):
                var end = isPath ? rest.firstIndex(of: "/") ?? rest.endIndex : rest.endIndex
                if index + 1 < pieces.count, case .literal(let next) = pieces[index + 1] {
                    var place = rest.startIndex
                    while place < rest.endIndex, !rest[place...].hasPrefix(next) { place = rest.index(after: place) }
                    end = min(place, end)
                }
                guard end > rest.startIndex else { return false }
                values[name] = String(rest[..<end])
                rest = rest[end...]
            }
        }
        return rest.isEmpty
    }
}
