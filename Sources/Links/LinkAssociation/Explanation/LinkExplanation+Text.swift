package import JSON

extension LinkExplanation {
    /// The explanation as plain text; every line ends in LF.
    package var text: String {
        var lines = [Self.harmless(address.unicodeScalars), "", summary]
        if let advice { lines.append(Self.harmless(advice.unicodeScalars)) }
        for (name, value) in shownParameters { lines.append("  \(name) is \(value)") }
        lines.append("")
        let rows = rows
        let width = rows.map(\.situation.count).max() ?? 0
        for (situation, words) in rows {
            lines.append(situation + String(repeating: " ", count: width - situation.count) + "  " + words)
        }
        if !reasons.isEmpty { lines += [""] + reasons }
        return lines.map { $0 + "\n" }.joined()
    }

    /// What the URL is, as a sentence.
    package var summary: String {
        if let link, let template { return "This is the link '\(link)', defined as \(template)." }
        if let openedLink {
            return "This address redirects to the link '\(openedLink)', depending on the browser."
        }
        if endings[.desktop] == .refused { return "This address is malformed." }
        if endings[.desktop] == .elsewhere { return "This address is on none of the app's hosts." }
        if case .page(let page)? = endings[.desktop] {
            return "This is the page '\(page)', not one of the app's links."
        }
        return "This is not one of the app's links."
    }

    /// The parameters sorted by name, with values in quotation marks.
    package var shownParameters: [(name: String, value: String)] {
        parameters.sorted { $0.key < $1.key }.map { ($0.key, Self.shown($0.value)) }
    }

    /// The outcome for each situation, as a sentence.
    package var rows: [(situation: String, words: String)] {
        shownSituations.compactMap { situation, title in
            endings[situation].map { (title, Self.words(for: $0, in: situation)) }
        }
    }

    /// The situations to list: for a platform without an app, only the phone itself.
    private var shownSituations: [(situation: Situation, title: String)] {
        Situation.allCases.compactMap { situation in
            switch situation {
            case .iPhoneWithApp where iosApps.isEmpty, .androidWithApp where androidApps.isEmpty: nil
            case .iPhoneWithoutApp where iosApps.isEmpty: (situation, "iPhone")
            case .androidWithoutApp where androidApps.isEmpty: (situation, "Android")
            default: (situation, situation.title)
            }
        }
    }

    /// The reasons for the platforms' decisions, as sentences.
    package var reasons: [String] {
        var lines: [String] = []
        switch (apple?.outcome, appleComponent) {
        case (.match?, let component?):
            lines.append(
                "iOS opens the app because of this entry in the apple-app-site-association file: \(component.serialized())"
            )
        case (.exclude?, let component?):
            lines.append("iOS keeps the address in the browser because of this entry: \(component.serialized())")
        case (.noMatch?, _):
            lines.append(
                "iOS keeps the address in the browser: no entry of the apple-app-site-association file fits it.")
        default: break
        }
        switch (android?.outcome, androidRule) {
        case (.match?, let rule?):
            lines.append(
                "Android 15 and later open the app because of this rule in assetlinks.json: \(rule.serialized())")
        case (.noMatch?, let rule?):
            lines.append(
                "Android 15 and later keep the address in the browser because of this rule: \(rule.serialized())")
        case (.noMatch?, nil):
            lines.append("Android 15 and later keep the address in the browser: no rule of assetlinks.json fits it.")
        default: break
        }
        let scheme = address.prefix { $0 != ":" }
        if opensByScheme { lines.append("iOS opens the app because Info.plist names the scheme '\(scheme)'.") }
        if opensByFilter {
            lines.append("Android opens the app because an intent filter of its manifest fits the address.")
        }
        if iosApps.isEmpty { lines.append("app.yml declares no iOS app, so no iPhone opens one.") }
        if androidApps.isEmpty { lines.append("app.yml declares no Android app, so no Android phone opens one.") }
        for (system, apps) in [("iOS", iosApps), ("Android", androidApps)] where apps.count > 1 {
            lines.append("The same holds for all apps on \(system): \(apps.joined(separator: ", ")).")
        }
        if opensByScheme, iosApps.count > 1 {
            lines.append("If several of them register the scheme, iOS does not say which one opens.")
        }
        if android != nil { lines.append("Android 14 and earlier go by the paths in the app's manifest alone.") }
        for point in unproven { lines.append("Not proven: \(point.assumed) \(point.otherwise)") }
        return lines
    }

    private static func words(for ending: Ending, in situation: Situation) -> String {
        switch ending {
        case .app(let link?): "The app opens with the link '\(link)'."
        case .app(nil): "The app opens, but does not recognise the address as one of its links."
        case .page(let page):
            situation == .inAppBrowser
                ? "The page '\(page)' opens there: most such browsers do not hand links to apps."
                : "The page '\(page)' opens in the browser."
        case .redirect(let address):
            switch situation {
            case .iPhoneWithApp, .androidWithApp: "The server redirects to \(shown(address)), which opens the app."
            case .iPhoneWithoutApp, .androidWithoutApp, .desktop:
                "The server redirects to \(shown(address)), which ends at an error without the app."
            default: "The server redirects to \(shown(address))."
            }
        case .site: "No page is there: the site says 'not found', unless another server answers this path."
        case .refused: "The server refuses the address: status 400."
        case .elsewhere: "Whatever that host answers."
        case .nothing: "Nothing opens the address, or an error appears."
        }
    }

    /// A value in quotation marks, without control characters and truncated to 80 characters.
    private static func shown(_ value: String) -> String {
        "'\(harmless(value.unicodeScalars.prefix(80)))\(value.unicodeScalars.count > 80 ? "…" : "")'"
    }

    /// Replaces control and format characters, which could move the cursor or reorder a line, with U+FFFD.
    private static func harmless(_ text: some Sequence<Unicode.Scalar>) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text {
            let isHarmless =
                scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
                && scalar.properties.generalCategory != .format
            result.append(isHarmless ? scalar : "\u{FFFD}")
        }
        return String(result)
    }

    package var json: JSONValue {
        var object: JSONObject = ["url": .string(address)]
        object["link"] = link.map(JSONValue.string) ?? .null
        if let openedLink { object["opens"] = .string(openedLink) }
        object["template"] = template.map(JSONValue.string) ?? .null
        object["parameters"] = .object(
            JSONObject(parameters.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        object["apple"] =
            apple.map { decision in
                [
                    "decision": .string(decision.outcome.rawValue),
                    "component": appleComponent ?? .null,
                    "unproven": .array(unproven.map { .string($0.rawValue) }),
                ]
            } ?? .null
        object["android"] =
            android.map { ["decision": .string($0.outcome.rawValue), "rule": androidRule ?? .null] } ?? .null
        var endings: JSONObject = [:]
        for situation in Situation.allCases { endings[situation.rawValue] = self.endings[situation].map(Self.json) }
        object["endings"] = .object(endings)
        return .object(object)
    }

    private static func json(_ ending: Ending) -> JSONValue {
        switch ending {
        case .app(let link): ["opens": "app", "link": link.map(JSONValue.string) ?? .null]
        case .page(let page): ["opens": "page", "page": .string(page)]
        case .redirect(let address): ["opens": "redirect", "address": .string(address)]
        case .site: ["opens": "site"]
        case .refused: ["opens": "refused"]
        case .elsewhere: ["opens": "elsewhere"]
        case .nothing: ["opens": "nothing"]
        }
    }
}
