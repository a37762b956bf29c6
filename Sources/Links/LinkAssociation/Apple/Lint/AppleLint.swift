import JSON
import LinkDefinitions
import Problems

/// The rules for an `apple-app-site-association` as a whole.
enum AppleLint {
    /// The top-level members that Apple documents; all except `applinks` contain only a list of apps.
    private static let services = [
        "applinks", "webcredentials", "appclips", "activitycontinuation", "messagefilter", "classificationreport",
        "authsrv",
    ]

    static func check(_ object: JSONObject, _ list: inout FindingList) {
        if !object.keys.contains(where: services.contains) {
            list.add(
                .error, "no-service", JSONPointer(), "the file has no service that Apple supports",
                fix: object.keys.contains("relation")
                    ? "This is a statement of Android's assetlinks.json, which is a list: write [ before it and ] after it."
                    : "Put the links under 'applinks'.")
        }
        for (key, value) in object {
            let pointer = JSONPointer([key])
            switch key {
            case "applinks": checkLinks(value, &list)
            case _ where services.contains(key): checkApps(value, of: key, at: pointer, &list)
            default: unknownKey(key, at: pointer, known: services, &list)
            }
        }
    }

    /// Checks a service such as `{"apps": ["TEAM.bundle"]}`.
    private static func checkApps(
        _ value: JSONValue, of service: String, at pointer: JSONPointer, _ list: inout FindingList
    ) {
        guard let apps = value["apps"]?.array else {
            list.add(
                .error, "apps-missing", pointer, "'\(service)' has no list of 'apps'",
                fix: "Write {\"apps\": [\"ABCDE12345.com.example.app\"]}.")
            return
        }
        for (index, app) in apps.enumerated() {
            checkApp(app, at: pointer.appending("apps").appending(index), &list)
        }
    }

    private static func checkLinks(_ value: JSONValue, _ list: inout FindingList) {
        let pointer = JSONPointer(["applinks"])
        guard let links = value.object else {
            list.add(
                .error, "not-an-object", pointer, "'applinks' is \(value.kindName) instead of an object",
                fix: "Write { \"details\": […] }.")
            return
        }
        for key in links.keys where !["apps", "details", "defaults", "substitutionVariables"].contains(key) {
            unknownKey(
                key, at: pointer.appending(key), known: ["apps", "details", "defaults", "substitutionVariables"], &list)
        }
        if let apps = links["apps"], apps.array?.isEmpty != true {
            list.add(
                .error, "apps-not-empty", pointer.appending("apps"), "'apps' under 'applinks' must be an empty array",
                fix: "Name the apps in 'details', and write 'apps' as [] or leave it out.")
        }
        if let defaults = links["defaults"] { checkFlagsAndKeys(defaults, at: pointer.appending("defaults"), &list) }
        guard let details = links["details"] else {
            list.add(
                .error, "no-details", pointer, "'applinks' has no 'details', so no link opens an app",
                fix: "Add \"details\": [{ \"appIDs\": […], \"components\": […] }].")
            return
        }
        guard details.array != nil || details.object != nil else {
            list.add(
                .error, "no-details", pointer.appending("details"),
                "'details' is \(details.kindName) instead of an array",
                fix: "Write [{ \"appIDs\": […], \"components\": […] }].")
            return
        }
        checkDetails(details, in: links, &list)
        AppleVariableLint.check(links, &list)
        AppleOrderLint.check(.object(["applinks": value]), &list)
    }

    private static func checkDetails(_ details: JSONValue, in links: JSONObject, _ list: inout FindingList) {
        let pointer = JSONPointer(["applinks", "details"])
        var isLegacy = details.object != nil
        var seen: Set<String> = []
        let entries: [(app: String?, value: JSONValue, pointer: JSONPointer)] =
            details.array.map { $0.enumerated().map { (nil, $0.element, pointer.appending($0.offset)) } }
            ?? (details.object ?? [:]).map { ($0.key, $0.value, pointer.appending($0.key)) }
        for entry in entries {
            guard let object = entry.value.object else {
                list.add(
                    .error, "not-an-object", entry.pointer,
                    "an entry of 'details' is \(entry.value.kindName) instead of an object",
                    fix: "Write { \"appIDs\": […], \"components\": […] }.")
                continue
            }
            let apps = checkEntry(object, app: entry.app, at: entry.pointer, &list)
            if object["paths"] != nil, object["components"] == nil { isLegacy = true }
            for app in apps where !seen.insert(app).inserted {
                list.add(
                    .warning, "app-twice", entry.pointer,
                    "'\(app)' is in an earlier entry too, and which one counts is not proven",
                    fix: "Put all of the app's components into one entry.")
            }
        }
        if isLegacy, links["apps"] == nil {
            list.add(
                .warning, "apps-missing", JSONPointer(["applinks"]), "systems that need 'paths' also need \"apps\": []",
                fix: "Add \"apps\": [], or write 'components' if iOS 12 and earlier need no support.")
        }
    }

    /// Checks an entry of `details`, and returns the apps to which it applies.
    private static func checkEntry(
        _ object: JSONObject, app: String?, at pointer: JSONPointer, _ list: inout FindingList
    ) -> [String] {
        let known = ["appIDs", "components", "appID", "paths", "defaults"]
        for key in object.keys where !known.contains(key) {
            unknownKey(key, at: pointer.appending(key), known: known, &list)
        }
        if let defaults = object["defaults"] { checkFlagsAndKeys(defaults, at: pointer.appending("defaults"), &list) }
        let apps = checkEntryApps(object, app: app, at: pointer, &list)
        let (components, paths) = (object["components"], object["paths"])
        if components == nil, paths == nil {
            list.add(
                .error, "no-components", pointer,
                "the entry has neither 'components' nor 'paths', and may claim every address of the site",
                fix: "Add the components that the app opens.")
        }
        if let components {
            checkComponents(components, at: pointer.appending("components"), &list)
            if paths != nil {
                list.add(
                    .warning, "paths-ignored", pointer.appending("paths"), atKey: true,
                    "'paths' is ignored beside 'components' from iOS 13 on",
                    fix: "Remove 'paths' unless the app supports iOS 12 and earlier.")
            }
        } else if let paths {
            checkPaths(paths, at: pointer.appending("paths"), &list)
        }
        let isMixed =
            object["appIDs"] != nil && components == nil && paths != nil
            || object["appID"] != nil && object["appIDs"] == nil && components != nil
        if isMixed {
            list.add(
                .warning, "mixed-generations", pointer,
                "'appIDs' goes with 'components' and 'appID' with 'paths'; other pairs do not work everywhere",
                fix: "Write 'appIDs' and 'components'.")
        }
        return apps
    }

    private static func checkEntryApps(
        _ object: JSONObject, app: String?, at pointer: JSONPointer, _ list: inout FindingList
    ) -> [String] {
        if let app {
            checkApp(.string(app), at: pointer, atKey: true, &list)
            return [app]
        }
        let single = object["appID"]
        guard let several = object["appIDs"] else {
            guard let single else {
                list.add(
                    .error, "no-app", pointer, "the entry names no app",
                    fix: "Add \"appIDs\": [\"ABCDE12345.com.example.app\"].")
                return []
            }
            checkApp(single, at: pointer.appending("appID"), &list)
            return single.string.map { [$0] } ?? []
        }
        let place = pointer.appending("appIDs")
        guard let apps = several.array else {
            list.add(
                .error, "no-app", place, "'appIDs' is \(several.kindName) instead of an array",
                fix: "Write [\"ABCDE12345.com.example.app\"].")
            return []
        }
        if apps.isEmpty {
            list.add(
                .error, "no-app", place, "'appIDs' is empty, so the entry applies to no app",
                fix: "Name the app in it, or remove the entry.")
        }
        for (index, app) in apps.enumerated() { checkApp(app, at: place.appending(index), &list) }
        if let single, apps != [single] {
            list.add(
                .warning, "app-id-ignored", pointer.appending("appID"), atKey: true,
                "'appID' is ignored beside 'appIDs'",
                fix: "Remove it, or add it to 'appIDs'.")
        }
        return apps.compactMap(\.string)
    }

    private static func checkApp(
        _ value: JSONValue, at pointer: JSONPointer, atKey: Bool = false, _ list: inout FindingList
    ) {
        let fix = "Write the ten characters of the team, a dot and the bundle identifier: 'ABCDE12345.com.example.app'."
        guard let app = value.string else {
            list.add(.error, "app-id-form", pointer, "an application identifier is \(value.kindName)", fix: fix)
            return
        }
        if AppIdentifier.isWellFormed(app) { return }
        if AppIdentifier.isRoughlyFormed(app) {
            list.add(
                .warning, "app-id-prefix", pointer, atKey: atKey,
                "'\(app)' does not begin with ten capitals and digits, as application identifiers do", fix: fix)
        } else {
            list.add(
                .error, "app-id-form", pointer, atKey: atKey, "'\(app)' is not an application identifier", fix: fix)
        }
    }

    private static func checkPaths(_ value: JSONValue, at pointer: JSONPointer, _ list: inout FindingList) {
        guard let paths = value.array else {
            list.add(
                .error, "no-components", pointer, "'paths' is \(value.kindName) instead of an array",
                fix: "Write [\"/reset-password\"].")
            return
        }
        for (index, element) in paths.enumerated() {
            let place = pointer.appending(index)
            guard let text = element.string else {
                list.add(
                    .error, "not-a-string", place, "a path is \(element.kindName) instead of a string",
                    fix: "Put it in double quotes.")
                continue
            }
            if text.hasPrefix("NOT"), !text.hasPrefix("NOT ") {
                list.add(
                    .error, "not-prefix", place, "'\(text)' excludes nothing: 'NOT' needs a space after it",
                    fix: "Write 'NOT \(text.dropFirst(3))'.")
            }
            let path = text.hasPrefix("NOT ") ? String(text.dropFirst(4)) : text
            ApplePatternLint.checkPath(path, at: place, percentEncoded: true, &list)
        }
    }
}
