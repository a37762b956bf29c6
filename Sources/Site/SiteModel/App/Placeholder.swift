import Configuration
import JSON
import LinkDefinitions
import TextEncoding

/// What documentation and generators write in place of a value of one's own.
package enum Placeholder {
    private enum Scope {
        case anywhere
        /// Beside a host of one's own: the examples of documents have both from one hand.
        case besideRealHosts
        /// Where visitors get it: the file of an environment may have values for tests.
        case released
        case releasedBesideRealHosts
    }

    /// A family of values, and what is said of one.
    private struct Row: Sendable {
        /// The keys of `app.yml` that it is looked for at and below, without the indices of lists.
        let keys: [String]
        let scope: Scope
        /// The message, with `%` for the value.
        var says = "'%' is a placeholder"
        let fix: String
        let isOne: @Sendable (String) -> Bool
    }

    private static let rows = [
        Row(
            keys: ["backend.base", "backend.settings", "backend.captcha"], scope: .anywhere,
            fix: "Write your backend's own value.", isOne: { isSetting($0) || URLParts($0)?.host.map(isHost) == true }),
        Row(
            keys: ["backend.base", "hosts"], scope: .besideRealHosts, says: "'%' is an address of an example",
            fix: "Write your own.", isOne: { host(of: $0).map { isExample($0) || $0.hasSuffix(".invalid") } ?? false }),
        Row(
            keys: ["backend.base", "hosts"], scope: .releasedBesideRealHosts, says: "'%' is an address for tests",
            fix: "Write your own, and this one in the file of an environment.",
            isOne: { text in
                [
                    ".test", ".ngrok.io", ".ngrok.app", ".ngrok.dev", ".ngrok-free.app", ".ngrok-free.dev", ".loca.lt",
                    ".trycloudflare.com", ".localhost.run", ".serveo.net",
                ].contains { host(of: text)?.hasSuffix($0) == true }
            }),
        Row(
            keys: ["backend.base"], scope: .besideRealHosts, says: "'%' is an address of an example",
            fix: "Write your backend's own value.",
            // Of the documentation of Supabase, of ours, and of others.
            isOne: { text in
                let labels = URLParts(text)?.host?.split(separator: ".") ?? []
                return labels.count > 2 && ["xyzcompany", "example", "my-project", "myproject"].contains(labels[0])
                    || labels.suffix(2).elementsEqual(["supabase", "co"]) && labels[0] == "project"
            }),
        Row(
            keys: ["backend.settings", "backend.captcha"], scope: .besideRealHosts,
            fix: "Write your backend's own value.",
            isOne: { text in
                let words = text.lowercased().split { !$0.isLetter }
                return URLParts(text)?.scheme == nil && !text.hasPrefix("eyJ")
                    && words.contains { ["example", "changeme", "placeholder", "sample", "dummy"].contains($0) }
            }),
        Row(
            keys: ["name"], scope: .anywhere, fix: "Write the name by which people know the app.",
            isOne: { text in isSetting(text) || ["{{", "${", "<%", "%("].contains(where: text.contains) }),
        Row(
            keys: ["backend.settings"], scope: .anywhere, says: "this is not a key alone and whole",
            fix: "Copy the value without 'Bearer', quotes and commas, and not as a console shortens it.",
            isOne: { text in
                text.hasPrefix("Bearer ") || text.contains("…") || text.hasSuffix("...")
                    || text.contains { "\"',".contains($0) }
            }),
        // JSON Web Tokens have three parts (RFC 7519, section 3.1).
        Row(
            keys: ["backend.settings"], scope: .anywhere, says: "this is a part of a token", fix: "Copy all of it.",
            isOne: { $0.hasPrefix("eyJ") && $0.split(separator: ".", omittingEmptySubsequences: false).count != 3 }),
        Row(keys: ["hosts"], scope: .anywhere, fix: "Write the host that serves your pages.", isOne: isHost),
        Row(keys: appIDs, scope: .anywhere, fix: appFix, isOne: { isTeam($0.prefix { $0 != "." }) }),
        Row(
            keys: appIDs, scope: .anywhere, says: "'%' is no app ID as Apple has them", fix: appFix,
            isOne: { text in
                let parts = text.split(separator: ".", omittingEmptySubsequences: false)
                return AppIdentifier.isWellFormed(text) && (parts.last == "" || parts[0] == parts[1])
            }),
        Row(
            keys: appIDs, scope: .besideRealHosts, fix: appFix,
            isOne: { $0.hasPrefix("ABCDE12345.") || isIdentifier($0.drop { $0 != "." }.dropFirst()) }),
        // A team's characters are random, and hardly ever ten digits.
        Row(
            keys: appIDs, scope: .anywhere, says: "'%' begins with the number of an app in the App Store", fix: appFix,
            isOne: { text in
                AppIdentifier.isWellFormed(text) && text.prefix(10).allSatisfy(\.isNumber)
                    && "16".contains(text.prefix(1))
            }),
        Row(
            keys: appIDs, scope: .anywhere, says: "'%' is named like an app of Android",
            fix: "Write the app ID of the iOS app, as its project has it.",
            isOne: { AppIdentifier.isWellFormed($0) && $0.split(separator: ".").contains("android") }),
        Row(
            keys: packages, scope: .anywhere, says: "'%' is an app ID of iOS, which begins with a team",
            fix: packageFix, isOne: { AppIdentifier.isPackage($0) && AppIdentifier.isWellFormed($0) }),
        Row(
            keys: packages, scope: .anywhere, says: "'%' is named like an app of iOS", fix: packageFix,
            isOne: { text in
                AppIdentifier.isPackage(text) && text.split(separator: ".").contains { ["ios", "iphone"].contains($0) }
            }),
        Row(
            keys: ["ios.store"], scope: .besideRealHosts,
            fix: "Write the number after 'id' in your app's URL in the App Store.",
            isOne: { $0.count > 5 && ("1234567890".hasPrefix($0) || "9876543210".hasPrefix($0)) || Set($0).count == 1 }),
        Row(
            keys: packages, scope: .besideRealHosts, fix: packageFix, isOne: isIdentifier),
        Row(
            keys: fingerprints, scope: .anywhere, says: "this fingerprint is a placeholder", fix: fingerprintFix,
            isOne: { $0.count == 95 && Set($0.split(separator: ":")).isSubset(of: ["00", "FF"]) }),
        Row(
            keys: fingerprints, scope: .besideRealHosts, says: "this fingerprint is a placeholder", fix: fingerprintFix,
            isOne: { $0 == AndroidApp.keyTable["sha256"]?.example?.array?.first?.string }),
        // In every project that begins with the template, with its password:
        // https://github.com/react-native-community/template
        Row(
            keys: fingerprints, scope: .released,
            says: "this is the certificate of React Native's 'debug.keystore', with which anybody can sign an app",
            fix: fingerprintFix,
            isOne: { $0.hasPrefix("FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32") }),
        // https://developers.cloudflare.com/turnstile/troubleshooting/testing/,
        // https://docs.hcaptcha.com/#integration-testing-test-keys, https://developers.google.com/recaptcha/docs/faq
        Row(
            keys: ["backend.captcha"], scope: .released, says: "'%' is the provider's key for tests",
            fix: "Write the site key of your own account: a backend with a secret of its own refuses the answers.",
            isOne: { text in
                ["x00000000000000000000", "0000000-ffff-ffff-ffff-00000000000"].contains(
                    where: text.dropFirst().hasPrefix)
                    || text == "6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI"
            }),
    ]

    private static let appIDs = ["ios.app-id", "ios.app-ids"]
    private static let appFix =
        "Write your team's ten characters, as the Apple Developer account shows them, and the bundle identifier."
    private static let packages = ["android.package", "android.packages.package"]
    private static let packageFix = "Write the application ID of your app, as build.gradle has it."
    private static let fingerprints = ["android.sha256", "android.packages.sha256"]
    private static let fingerprintFix = "Copy yours from the Play Console, under App signing."

    /// The warning of a value of `app.yml` at a path, with the value as `shown`; nil if nothing says that it is a
    /// placeholder. `isReleased` says that visitors get it.
    static func warning(
        of text: String, shown: String, at path: String, hosts: [String], isReleased: Bool
    ) -> (message: String, fix: String)? {
        if let name = variable(ofCode: text) {
            return ("'\(shown)' is code, and nothing runs code in this file", "Write \"${\(name)}\".")
        }
        if let name = variable(text, at: path) {
            return ("'\(shown)' is how other systems write a variable", "Write \"${\(name)}\".")
        }
        // `{id}` is a parameter of a link, and `$${NAME}` was written for its text.
        if text.hasPrefix("/") || text.hasPrefix("http"), let (written, name) = ForeignPlaceholder.first(inURL: text),
            ["${", "{"].allSatisfy({ !written.hasPrefix($0) }) || written.hasPrefix("{{")
        {
            return (
                "'\(written)' is how other systems write a variable",
                "Write \"\(shown.replacing(written, with: "${\(name)}"))\"."
            )
        }
        let isReal = areReal(hosts)
        let key = path.split(separator: "[").map { $0.drop { $0 != "]" && $0.isNumber }.drop { $0 == "]" } }.joined()
        let row = rows.first { row in
            let counts =
                switch row.scope {
                case .anywhere: true
                case .besideRealHosts: isReal
                case .released: isReleased
                case .releasedBesideRealHosts: isReal && isReleased
                }
            return counts && row.keys.contains { key == $0 || key.hasPrefix("\($0).") } && row.isOne(text)
        }
        return row.map { ($0.says.replacing("%", with: shown), $0.fix) }
    }

    /// Whether one of an app's hosts is one of the internet.
    static func areReal(_ hosts: [String]) -> Bool {
        hosts.contains { URLParts.isHost($0) && !isReserved($0) && !isHost($0) }
    }

    /// The environment variable that a whole value names as shells, templates and pipelines do: `$API_KEY`,
    /// `{{API_KEY}}`, `%API_KEY%`, `<API_KEY>`; outside of `backend` only one in capital letters.
    static func variable(_ text: String, at path: String) -> String? {
        guard let (start, end) = ForeignVariable.forms.first(where: { text.hasPrefix($0.0) && text.hasSuffix($0.1) }),
            text.utf8.count > start.utf8.count + end.utf8.count
        else { return nil }
        let inner = text.dropFirst(start.count).dropLast(end.count).filter { $0 != " " }
        let name = inner.split(separator: ".").last ?? ""
        guard name.first?.isLetter == true, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
        else { return nil }
        let isConstant = !name.contains(where: \.isLowercase) && name.count > 2
        return isConstant || path.hasPrefix("backend.") && start != "<" ? name.uppercased() : nil
    }

    /// The variable that code of a programming language reads, alone or as a template has it: `process.env.API_KEY`,
    /// `<%= ENV['API_KEY'] %>`; `NAME` if the code has no name in capitals.
    static func variable(ofCode text: String) -> String? {
        let bare =
            [("<%=", "%>"), ("#{", "}"), ("%", "%")].lazy.compactMap { start, end in
                text.removing(prefix: start)?.removing(suffix: end).map { String($0.trimmed) }
            }.first ?? text
        return ForeignVariable.name(ofCode: bare)
    }

    private static let marks = [
        "YOUR-", "YOUR_", "<your", "CHANGEME", "CHANGE-ME", "CHANGE_ME", "REPLACE", "TODO", "FIXME", "XXXX",
        "PLACEHOLDER",
        "INSERT_", "INSERT-",
    ]

    /// What stands in place of a text that is still to be written; nil in a text for readers.
    package static func ofText(_ text: String) -> String? {
        ["Lorem ipsum", "lorem ipsum"].first { Substring(text).firstRange(of: $0) != nil }
            ?? text.split { !$0.isLetter }.map(String.init).first { ["TODO", "FIXME", "TBD", "XXX"].contains($0) }
    }

    /// Whether a setting, or the address of a backend, is to be filled in.
    package static func isSetting(_ text: String) -> Bool {
        marks.contains { Substring(text).firstRange(of: $0) != nil }
            || ["your-", "your_", "changeme", "change-me", "change_me", "<", "..."].contains(where: text.hasPrefix)
    }

    /// The subdomains that documents use with `example.com`.
    private static let examples = ["www", "web", "app", "api", "auth", "account", "help", "support", "login"]

    /// The host of an address, if it is one that RFC 2606 keeps for examples and no host of the app is.
    package static func host(in address: String, besides hosts: [String]) -> String? {
        guard let parts = URLParts(address) else { return nil }
        guard let host = host(ofMail: address) ?? parts.host else { return nil }
        let bare = examples.lazy.compactMap { host.removing(prefix: "\($0).") }.first ?? host
        let isExample = ["example.com", "example.org", "example.net"].contains(bare) || isHost(host)
        return isExample && !hosts.contains { $0.hasSuffix(bare) } ? host : nil
    }

    /// The host of an address with `mailto:`; nil for another one.
    static func host(ofMail address: String) -> String? {
        guard let parts = URLParts(address), parts.scheme == "mailto" else { return nil }
        return parts.path.split(separator: "@").last.map(String.init)
    }

    /// Whether a host is that of whoever reads a document, such as `your-domain.com` and `api.yourapp.io`.
    private static func isHost(_ host: String) -> Bool {
        host.lowercased().split(separator: ".").dropLast().map(String.init).contains { label in
            let owned = label.removing(prefix: "your").map { $0.removing(prefix: "-") ?? $0 } ?? ""
            return ["mydomain", "my-domain"].contains(label)
                || ["domain", "site", "website", "company", "host", "server", "backend", "project", "app", "api"]
                    .contains(owned)
        }
    }

    /// Whether a host is none of the internet's: RFC 2606, and RFC 6761, section 6.
    static func isReserved(_ host: String) -> Bool {
        [".example", ".test", ".invalid", ".localhost", ".local", "example.com", "example.org", "example.net"]
            .contains(where: host.hasSuffix)
    }

    /// The host of an address, or a host as `hosts` has it.
    private static func host(of text: String) -> String? {
        URLParts(text)?.host ?? (URLParts.isHost(text) ? text : nil)
    }

    /// Whether a host is kept for documents (RFC 2606).
    private static func isExample(_ host: String) -> Bool {
        host.hasSuffix(".example")
            || ["example.com", "example.org", "example.net"].contains { host == $0 || host.hasSuffix(".\($0)") }
    }

    /// Whether ten characters are no team's, such as `XXXXXXXXXX` and `1234567890`.
    private static func isTeam(_ prefix: Substring) -> Bool {
        ["1234567890", "0123456789", "ABCDEFGHIJ", "A1B2C3D4E5", "TEAMID1234"].contains(String(prefix))
            || Set(prefix).count == 1
    }

    /// Whether a bundle identifier or application ID begins as those of examples do.
    private static func isIdentifier(_ text: some StringProtocol) -> Bool {
        ["example.", "com.example.", "org.example."].contains(where: text.hasPrefix)
    }
}
