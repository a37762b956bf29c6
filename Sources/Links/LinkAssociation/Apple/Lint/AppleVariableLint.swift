import JSON
import Problems

/// The rules for substitution variables.
enum AppleVariableLint {
    static func check(_ links: JSONObject, _ list: inout FindingList) {
        let pointer = JSONPointer(["applinks", "substitutionVariables"])
        let custom = links["substitutionVariables"]?.object ?? [:]
        if let value = links["substitutionVariables"], value.object == nil {
            list.add(
                .error, "not-an-object", pointer, "'substitutionVariables' is \(value.kindName) instead of an object",
                fix: "Write { \"food\": [\"burrito\", \"pizza\"] }.")
        }
        let used = references(links, custom: Set(custom.keys), &list)
        for (name, values) in custom {
            let place = pointer.appending(name)
            if name.isEmpty || name.contains(where: { "$()".contains($0) }) {
                list.add(
                    .error, "variable-name", place, atKey: true, "the name '\(name)' cannot be referred to",
                    fix: "Use a name without '$', '(' and ')'.")
            }
            if PredefinedVariable.names.contains(name) {
                list.add(
                    .warning, "shadowed-variable", place, atKey: true, "'\(name)' is the name of a predefined variable",
                    fix: "Choose another name.")
            }
            if !used.contains(name) {
                list.add(
                    .warning, "unused-variable", place, atKey: true, "no pattern refers to '$(\(name))'",
                    fix: "Refer to it, or remove it.")
            }
            check(values, at: place, &list)
        }
        guard used.contains("region") else { return }
        let texts = custom.flatMap { $0.value.array ?? [] }.compactMap(\.string)
        if texts.contains("UK") {
            list.add(
                .warning, "region-uk", pointer,
                "$(region) does not match 'UK': the code of the United Kingdom is 'GB'", fix: "Write 'GB'.")
        }
    }

    private static func check(_ values: JSONValue, at pointer: JSONPointer, _ list: inout FindingList) {
        guard let elements = values.array, !elements.isEmpty else {
            list.add(
                .error, "variable-values", pointer, "a variable's values are a list with at least one string",
                fix: "Write [\"burrito\", \"pizza\"].")
            return
        }
        for (index, element) in elements.enumerated() {
            let place = pointer.appending(index)
            guard let text = element.string else {
                list.add(
                    .error, "variable-values", place, "a value is \(element.kindName) instead of a string",
                    fix: "Put it in double quotes.")
                continue
            }
            if text.contains("$(") {
                list.add(
                    .error, "nested-variable", place, "a variable's value cannot refer to another variable",
                    fix: "Write the values themselves in place of aliases.")
            }
            if text.isEmpty {
                list.add(.warning, "variable-values", place, "whether an empty value matches anything is not proven")
            }
        }
    }

    /// The variables that patterns refer to; references to unknown variables are reported.
    private static func references(_ links: JSONObject, custom: Set<String>, _ list: inout FindingList) -> Set<String> {
        var used: Set<String> = []
        for (text, pointer) in patterns(links) {
            var rest = text[...]
            while let start = rest.firstRange(of: "$(") {
                guard let closing = rest[start.upperBound...].firstIndex(of: ")") else {
                    list.add(
                        .error, "unterminated-variable", pointer,
                        "a reference in '\(text)' is never closed, so nothing matches",
                        fix: "Add ')'.")
                    break
                }
                let name = String(rest[start.upperBound..<closing])
                used.insert(name)
                if !custom.contains(name), !PredefinedVariable.names.contains(name) {
                    let known = custom.union(PredefinedVariable.names).sorted()
                    let suggestion = known.first { $0.lowercased() == name.lowercased() }
                    list.add(
                        .error, "unknown-variable", pointer,
                        "there is no variable '\(name)', so the pattern matches nothing",
                        fix: suggestion.map { "Did you mean '$(\($0))'?" } ?? "Define it in 'substitutionVariables'.")
                }
                rest = rest[rest.index(after: closing)...]
            }
        }
        return used
    }

    /// All patterns of the components and defaults.
    private static func patterns(_ links: JSONObject) -> [(text: String, pointer: JSONPointer)] {
        var found: [(String, JSONPointer)] = []
        func add(_ value: JSONValue?, at pointer: JSONPointer) {
            guard let object = value?.object else { return }
            for key in ["/", "#", "?"] {
                if let text = object[key]?.string { found.append((text, pointer.appending(key))) }
            }
            for (name, value) in object["?"]?.object ?? [:] {
                if let text = value.string { found.append((text, pointer.appending("?").appending(name))) }
            }
        }
        let pointer = JSONPointer(["applinks"])
        add(links["defaults"], at: pointer.appending("defaults"))
        for entry in AppleAssociationFile(.object(["applinks": .object(links)]))?.entries ?? [] {
            add(entry.object["defaults"], at: entry.pointer.appending("defaults"))
            for (index, component) in (entry.object["components"]?.array ?? []).enumerated() {
                add(component, at: entry.pointer.appending("components").appending(index))
            }
        }
        return found
    }
}
