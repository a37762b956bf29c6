import JSON
import Problems

extension AppleLint {
    private static let patternKeys = ["/", "?", "#"]
    private static let flagKeys = ["exclude", "caseSensitive", "percentEncoded"]

    static func checkComponents(_ value: JSONValue, at pointer: JSONPointer, _ list: inout FindingList) {
        guard let components = value.array else {
            list.add(
                .error, "no-components", pointer, "'components' is \(value.kindName) instead of an array",
                fix: "Write [{ \"/\": \"/reset-password\" }].")
            return
        }
        for (index, element) in components.enumerated() {
            let place = pointer.appending(index)
            guard let component = element.object else {
                list.add(
                    .error, "not-an-object", place, "a component is \(element.kindName) instead of an object",
                    fix: "Write {\"/\": \"…\"}.")
                continue
            }
            checkFlagsAndKeys(element, at: place, &list)
            checkPatterns(component, at: place, &list)
        }
    }

    /// Checks what applies to components and to defaults alike.
    static func checkFlagsAndKeys(_ value: JSONValue, at pointer: JSONPointer, _ list: inout FindingList) {
        guard let object = value.object else {
            list.add(
                .error, "not-an-object", pointer, "the defaults are \(value.kindName) instead of an object",
                fix: "Write { \"caseSensitive\": false }, or leave them out.")
            return
        }
        let known = patternKeys + flagKeys + ["comment"]
        for (key, value) in object {
            let place = pointer.appending(key)
            switch key {
            case _ where flagKeys.contains(key):
                guard value.bool == nil else { continue }
                list.add(
                    .warning, "not-a-boolean", place,
                    "'\(key)' is \(value.kindName), and how systems treat it is not proven",
                    fix: "Write true or false.")
            case "/", "#":
                if value.string == nil {
                    list.add(
                        .error, "not-a-string", place,
                        "'\(key)' is \(value.kindName) instead of a string, and so constrains nothing",
                        fix: "Write a pattern in double quotes.")
                }
            case "?": checkQueryForm(value, at: place, &list)
            case _ where !known.contains(key): unknownKey(key, at: place, known: known, &list)
            default: break
            }
        }
    }

    private static func checkQueryForm(_ value: JSONValue, at pointer: JSONPointer, _ list: inout FindingList) {
        guard let items = value.object else {
            if value.string == nil {
                list.add(
                    .error, "not-a-string", pointer,
                    "'?' is \(value.kindName) instead of a string or an object, and so constrains nothing",
                    fix: "Write a pattern, or an object of items such as { \"token\": \"?*\" }.")
            }
            return
        }
        for (name, value) in items where value.string == nil {
            list.add(
                .error, "query-value-ignored", pointer.appending(name),
                "'\(name)' is \(value.kindName) instead of a string, and systems then ignore all of '?'",
                fix: "Put the value in double quotes.")
        }
    }

    private static func checkPatterns(_ component: JSONObject, at pointer: JSONPointer, _ list: inout FindingList) {
        let constraints = patternKeys.filter { component[$0] != nil }
        if constraints.isEmpty {
            list.add(
                .error, "matches-everything", pointer, "the component matches every URL of the site",
                fix: "Add \"/\" with the paths that are meant, or \"/\": \"*\" to say that all are.")
        }
        let percentEncoded = component["percentEncoded"]?.bool ?? true
        if let path = component["/"]?.string {
            ApplePatternLint.checkPath(path, at: pointer.appending("/"), percentEncoded: percentEncoded, &list)
            if path.hasPrefix("NOT ") {
                list.add(
                    .error, "not-prefix", pointer.appending("/"),
                    "'NOT' excludes only in 'paths'; here it is part of the path",
                    fix: "Remove it and add \"exclude\": true.")
            }
        }
        if let fragment = component["#"]?.string {
            ApplePatternLint.check(fragment, at: pointer.appending("#"), percentEncoded: percentEncoded, &list)
            if fragment.hasPrefix("#") {
                list.add(
                    .warning, "number-sign", pointer.appending("#"), "the number sign does not belong to the fragment",
                    fix: "Write '\(fragment.dropFirst())'.")
            }
        }
        let place = pointer.appending("?")
        if let query = component["?"]?.string {
            ApplePatternLint.check(query, at: place, percentEncoded: percentEncoded, &list)
            if !query.contains("*"), !query.isEmpty {
                list.add(
                    .warning, "exact-query", place,
                    "the query must be just '\(query)': one item more, and nothing matches",
                    fix: "Write an object of items, which may have others beside them.")
            }
        }
        guard let items = component["?"]?.object, items.allSatisfy({ $0.value.string != nil }) else { return }
        for (name, value) in items {
            guard let text = value.string else { continue }
            let itemPlace = place.appending(name)
            ApplePatternLint.check(text, at: itemPlace, percentEncoded: percentEncoded, &list)
            guard text == "*" || text.isEmpty else { continue }
            let excludesAll =
                text == "*" && component["exclude"]?.bool == true && constraints == ["?"] && items.count == 1
            list.add(
                excludesAll ? .error : .warning, "absent-item-matches", itemPlace,
                excludesAll
                    ? "the component excludes every URL, since an item that is not there matches '*' too"
                    : "'\(text)' also matches where '\(name)' is not there",
                fix: "Write '?*' for an item that is there and not empty.")
        }
    }
}
