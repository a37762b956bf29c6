import JSON

/// Describes a component of an association file in English; Apple's and Android's have the same format.
enum ComponentWords {
    /// A sentence such as `Opens the app for '/reset-password' with an item 'token' that is not empty.`
    static func sentence(for component: JSONValue) -> String {
        guard let object = component.object else { return "This is not a component." }
        var parts: [String] = []
        parts.append(object["/"]?.string.map(path) ?? "any path")
        switch object["?"] {
        case .object(let items):
            let words = items.map { item(named: $0.key, $0.value.string ?? "") }
            if !words.isEmpty { parts.append("with " + words.joined(separator: " and ")) }
        case .string(let query): parts.append("with a query \(pattern(query))")
        default: break
        }
        if let fragment = object["#"]?.string { parts.append("and a fragment \(pattern(fragment))") }
        if object["caseSensitive"]?.bool == false { parts.append("in upper or lower case") }
        let verb = object["exclude"]?.bool == true ? "Stays in the browser for" : "Opens the app for"
        return "\(verb) \(parts.joined(separator: " "))."
    }

    private static func path(_ text: String) -> String {
        if text == "*" { return "every path" }
        if text.hasSuffix("/*"), !isPattern(text.dropLast(2)) {
            return "everything below '\(text.dropLast(1))'"
        }
        return isPattern(text[...]) ? "paths like '\(text)'" : "'\(text)'"
    }

    private static func item(named name: String, _ value: String) -> String {
        switch value {
        case "*": "any item '\(name)', or none"
        case "?*": "an item '\(name)' that is not empty"
        default: isPattern(value[...]) ? "an item '\(name)' like '\(value)'" : "the item '\(name)=\(value)'"
        }
    }

    private static func pattern(_ text: String) -> String {
        switch text {
        case "?*": "that is not empty"
        case "*": "of any kind"
        default: isPattern(text[...]) ? "like '\(text)'" : "that is '\(text)'"
        }
    }

    private static func isPattern(_ text: Substring) -> Bool { text.contains { $0 == "*" || $0 == "?" } }
}
