import JSON
import Problems

/// The rules for an `assetlinks.json`.
enum AndroidLint {
    static func check(_ elements: [JSONValue], _ list: inout FindingList) {
        if elements.isEmpty {
            list.add(
                .warning, "no-statements", JSONPointer(), "the file has no statement, so it lets no app do anything",
                fix: "Add one for each app: { \"relation\": […], \"target\": { … } }.")
        }
        var withRules: Set<String> = []
        for (index, element) in elements.enumerated() {
            do throws(Problem<JSONPointer>) {
                let pointer = JSONPointer().appending(index)
                guard let statement = try AssetLinksStatement(element, at: pointer) else { continue }
                check(statement, at: pointer, &withRules, &list)
            } catch {
                var problem = error
                problem.message += "; the statement is skipped"
                list.add(problem)
            }
        }
    }

    private static func check(
        _ statement: AssetLinksStatement, at pointer: JSONPointer, _ withRules: inout Set<String>,
        _ list: inout FindingList
    ) {
        if case .iosApp = statement.target {
            list.add(
                .warning, "namespace-unknown", pointer.appending("target").appending("namespace"),
                "Android's reader skips statements for 'ios_app'",
                fix: "Apple's file states this for Apple's systems."
            )
        }
        for (index, relation) in statement.relations.enumerated() where !Relation.known.contains(relation) {
            guard let near = Suggestion.question(for: relation, in: Relation.known) else { continue }
            list.add(
                .warning, "unknown-relation", pointer.appending("relation").appending(index),
                "Android knows no relation '\(relation)'", fix: near)
        }
        guard let rules = statement.rules else { return }
        let place = pointer.appending("relation_extensions").appending(Relation.handleAllURLs)
            .appending("dynamic_app_link_components")
        check(rules, at: place, &list)
        if !statement.relations.contains(Relation.handleAllURLs) {
            list.add(
                .warning, "rules-without-relation", place,
                "the rules apply only with the relation '\(Relation.handleAllURLs)'",
                fix: "Add it to 'relation'.")
        }
        if case .androidApp(let package) = statement.target, !withRules.insert(package).inserted {
            list.add(
                .warning, "rules-twice", place,
                "'\(package)' has dynamic rules twice, and which count is undefined",
                fix: "Put all rules into one statement.")
        }
    }

    private static func check(_ rules: JSONValue, at pointer: JSONPointer, _ list: inout FindingList) {
        if let problem = AndroidRules(rules).problem {
            list.add(
                .error, problem.code, JSONPointer(pointer.components + problem.place.components),
                "\(problem.message); Android then drops all dynamic rules and the app's manifest alone decides")
            return
        }
        let elements = rules.array ?? []
        if elements.allSatisfy({ $0["exclude"]?.bool == true }) {
            list.add(
                .warning, "rules-exclude-everything", pointer,
                "the rules open nothing: what no rule matches stays in the browser",
                fix: "End them with {\"/\": \"*\"}.")
        }
        for (index, element) in elements.enumerated() {
            let place = pointer.appending(index)
            let object = element.object ?? [:]
            if !["/", "?", "#"].contains(where: { object[$0] != nil }) {
                list.add(
                    .warning, "rule-matches-nothing", place, "a rule without '/', '?' and '#' matches nothing",
                    fix: "Write '/' with the path that is meant.")
            }
            for key in object.keys where !["/", "?", "#", "exclude"].contains(key) {
                list.add(
                    .warning, "unknown-key", place.appending(key), atKey: true,
                    "Android does not know the name '\(key)'",
                    fix: ["caseSensitive", "percentEncoded", "comment"].contains(key)
                        ? "Remove it: Apple's file has it, Android's has not." : nil)
            }
            for (key, text) in patterns(of: object) where text.contains("$(") {
                list.add(
                    .warning, "unknown-variable", place.appending(key),
                    "Android has no variables and matches '$(' literally")
            }
            checkReach(elements, index, at: place, &list)
        }
    }

    private static func patterns(of object: JSONObject) -> [(key: String, text: String)] {
        ["/", "#"].compactMap { key in object[key]?.string.map { (key, $0) } }
    }

    /// Reports a rule that an earlier one makes unreachable.
    private static func checkReach(
        _ rules: [JSONValue], _ index: Int, at pointer: JSONPointer, _ list: inout FindingList
    ) {
        let everything = rules[..<index].firstIndex { rule in
            rule["/"]?.string == "*" && rule["?"] == nil && rule["#"] == nil
        }
        guard let everything else { return }
        list.add(
            .warning, "unreachable-component", pointer,
            "the rule never decides: number \(everything) before it matches everything",
            fix: "Move it before number \(everything).")
    }
}
