internal import AuthContracts
internal import HTTPMessages
internal import JSON
internal import TextEncoding

extension Contract {
    /// The language that a request names; nil if no operation has a place for one there.
    func language(of request: BackendRequest) -> String? {
        operations.lazy.filter { $0.needs.contains { $0.name == Contract.Need.language } }
            .compactMap { $0.match(request)?.values[Contract.Need.language] }.first
    }
}

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
        guard var values = valuesOfURL(of: request) else { return nil }
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

    /// The values in the path of a request; nil if its method or path is another.
    func valuesOfURL(of request: BackendRequest) -> [String: String]? {
        var values: [String: String] = [:]
        guard request.method == method.rawValue, let path = Self.path(of: url),
            path.collect(path.isEmpty && request.path == "/" ? "" : request.path, &values, isPath: true)
        else { return nil }
        return values
    }

    /// What a request to this URL has to contain: the names of the query items, and the body with its placeholders; nil
    /// if the request is to another URL.
    func contents(for request: BackendRequest) -> String? {
        guard valuesOfURL(of: request) != nil else { return nil }
        let placeholders = Dictionary(needs.map { ($0.name, "{{\($0.name)}}") }) { first, _ in first }
        let body = (try? filled(with: placeholders.merging(["base": ""]) { $1 }))?.body ?? []
        return
            (query.map { "'\($0.name)' in its query" } + (body.isEmpty ? [] : [String(decoding: body, as: UTF8.self)]))
            .joined(separator: ", ")
    }

    /// The path after the base URL, or after a URL that an earlier response of the sandbox supplied.
    private static func path(of url: ContractText) -> [ContractText.Part]? {
        guard case .value(let first)? = url.parts.first else { return nil }
        return (first.name == "base" ? [] : [.literal("/example-\(first.name)")]) + url.parts.dropFirst()
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
        switch self {
        case .text(let text): text.needs.contains(where: \.isOptional)
        case .object(let members): !members.isEmpty && members.allSatisfy(\.value.mayBeMissing)
        case .array, .fixed: false
        }
    }
}

extension ContractText {
    /// Extracts the values from a text that this one was filled to; nil stands for an omitted text.
    fileprivate func collect(_ text: String?, _ values: inout [String: String]) -> Bool {
        guard let text else { return needs.contains(where: \.isOptional) }
        return parts.collect(text, &values)
    }
}

extension [ContractText.Part] {
    /// Extracts the values from a text that these parts were filled to, beside those extracted so far; returns whether
    /// the text has these parts. `isPath` says that a value ends before a slash.
    fileprivate func collect(_ text: String, _ values: inout [String: String], isPath: Bool = false) -> Bool {
        // Bytes, because a literal can begin with a combining mark.
        var rest = text.utf8[...]
        for (index, part) in enumerated() {
            switch part {
            case .literal(let literal):
                guard rest.starts(with: literal.utf8) else { return false }
                rest = rest.dropFirst(literal.utf8.count)
            case .value(let need):
                var end = isPath ? rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex : rest.endIndex
                if index + 1 < count, case .literal(let next) = self[index + 1] {
                    end = Swift.min(end, rest.firstRange(of: next.utf8)?.lowerBound ?? rest.endIndex)
                }
                guard end > rest.startIndex else { return false }
                values[need.name] = String(Substring(rest[..<end]))
                rest = rest[end...]
            }
        }
        return rest.isEmpty
    }
}
