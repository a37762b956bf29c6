package import Diagnostics
internal import TextEncoding

package enum LinkDestination: Hashable, Sendable {
    /// `#sent` goes to a state of the page; the value is the state's name.
    case state(String)
    /// `run:reset-password` runs an operation; the value is its name.
    case operation(String)
    /// `/login` goes to a path of the site; the value is the path with its query and fragment.
    case sitePath(String)
    /// `app:login` opens the app; the value is the name of a link or `login`.
    case app(String)
    /// `mailto:help@example.com` writes an email; the value is the text after `mailto:`.
    case mail(String)
    /// `https://example.com/help` goes to another site; the value is the whole URL.
    case web(String)

    /// Parses a destination; throws another scheme, a relative path or a missing name.
    package init(parsing text: String) throws(TextProblem) {
        guard !text.isEmpty else {
            throw Self.problem("the link has no address", fix: Self.choices)
        }
        if !text.hasPrefix("#"), let (written, name) = ForeignPlaceholder.first(inURL: text), !written.hasPrefix("{{") {
            throw TextProblem(
                code: Self.variableCode, at: nil, "'\(written)' would be part of the address itself",
                fix: written.hasPrefix("{") && name != name.uppercased()
                    ? "Write a value as {{\(name)}}." : "Write the address itself: variables are for app.yml.")
        }
        if let bad = text.unicodeScalars.first(where: {
            $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F
        }) {
            throw Self.problem(
                "an address cannot contain \(bad == " " ? "spaces" : "control characters")",
                fix: bad == " " ? Self.fix(forSpacesIn: text) : nil)
        }
        switch text.first {
        case "#": self = .state(try Self.name(text.dropFirst(), after: "#", of: "a state", example: "sent"))
        case "/": self = .sitePath(try Self.path(text))
        default: self = try Self.address(text)
        }
    }

    /// What is meant by the sign of another destination in front of one, as in `/run:send`; nil if there is none.
    init?(marked text: String) {
        guard let sign = text.first, "#/".contains(sign),
            let meant = try? LinkDestination(parsing: String(text.dropFirst()))
        else { return nil }
        switch meant {
        case .operation, .app, .mail, .web: self = meant
        case .sitePath where sign == "#": self = meant
        case .state, .sitePath: return nil
        }
    }

    /// Whether the destination is a URL, which may contain values.
    var isAddress: Bool {
        switch self {
        case .sitePath, .web: true
        case .state, .operation, .app, .mail: false
        }
    }

    /// The problem with an address at which a session goes on, as its fragment; nil if there is none.
    static func problem(withSessionAt text: String) -> TextProblem? {
        do {
            if try LinkDestination(parsing: text).isAddress {
                return text.firstIndex(of: "#").map { sign in
                    problem(
                        "the session becomes the fragment of this address, which has one already",
                        fix: "Write \(text[..<sign])")
                }
            }
        } catch {
            // A word alone is no address that was mistyped.
            let isWeb = text.lowercased().hasPrefix("http") || !text.contains(":")
            if isWeb, text.contains(where: { "/.".contains($0) }) { return error }
        }
        return problem(
            "the session goes on at an https address or a path, and '\(text)' is neither",
            fix:
                "Write an address of the app's web part, such as https://web.example.com/signed-in; the app itself is opened by 'app:' of the link in app.yml."
        )
    }

    /// The destination as written in a page spec.
    package var text: String {
        switch self {
        case .state(let name): "#\(name)"
        case .operation(let name): "run:\(name)"
        case .app(let name): "app:\(name)"
        case .mail(let address): "mailto:\(address)"
        case .sitePath(let address), .web(let address): address
        }
    }

    /// The code of an address with a variable of another system.
    static let variableCode = "value-in-address"

    private static func problem(_ message: String, fix: String?) -> TextProblem {
        TextProblem(code: "bad-link", at: nil, message, fix: fix)
    }

    /// The files of a site have names without spaces.
    private static func fix(forSpacesIn text: String) -> String {
        guard text.hasPrefix("/"), text.split(separator: "/").last?.contains(".") == true else {
            return "Write %20 for a space."
        }
        let parts = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || "/._-".contains($0)) }
        let path = parts.joined(separator: "-").replacing("-.", with: ".").replacing("/-", with: "/")
        return "Rename the file without spaces, and write its name: \(path)"
    }

    private static let choices =
        "Link to a state (#sent), an operation (run:reset-password), a path of the site (/login), the app (app:login), mailto: or https:."

    private static func address(_ text: String) throws(TextProblem) -> LinkDestination {
        guard let colon = text.firstIndex(of: ":"), URLParts.isScheme(text[..<colon].utf8) else {
            if text.contains("\\") {
                let path = text.split { "\\/".contains($0) }.filter { $0 != "." }.joined(separator: "/")
                throw problem("a path has '/', and not '\\'", fix: "Write /\(path)")
            }
            let file = text.removing(prefix: "./") ?? text
            let path = file.removing(suffix: ".md") ?? file
            let host = text.prefix { !"/?#".contains($0) }
            let isHost =
                host.contains(".") && URLParts.isHost(host.lowercased()) && !host.hasPrefix(".")
                && !["md", "html", "htm", "php", "pdf", "txt", "yml"].contains { host.lowercased().hasSuffix(".\($0)") }
            throw problem(
                "'\(text)' is not an address that a page can link to",
                fix: isHost && !text.contains("@")
                    ? "Write https://\(text)"
                    : text.contains("@")
                        ? "Write mailto:\(text)"
                        : text.contains(".") || text.contains("/")
                            ? "Did you mean '/\(path)'?"
                            : text.contains("#")
                                ? "Write /\(text.prefix { $0 != "#" }): a link to another page cannot choose its state."
                                : "Write /\(text) for a path, #\(text) for a state, or run:\(text) for an operation.")
        }
        let rest = text[text.index(after: colon)...]
        // Schemes are case-insensitive.
        let scheme = text[..<colon].lowercased()
        switch scheme {
        case "run": return .operation(try name(rest, after: "run:", of: "an operation", example: "reset-password"))
        case "app": return .app(try name(rest, after: "app:", of: "a link", example: "login"))
        case "mailto":
            let address = rest.prefix { $0 != "?" }
            guard let at = address.firstIndex(of: "@"), at > address.startIndex,
                address.index(after: at) < address.endIndex
            else {
                throw problem(
                    "'mailto:' needs an email address",
                    fix: "Write mailto:help@example.com.")
            }
            return .mail(String(rest))
        case "https":
            let host = rest.dropFirst(2).prefix { !"/?#".contains($0) }
            guard rest.hasPrefix("//"), !host.isEmpty else {
                throw problem("'\(text)' has no host", fix: "Write https://example.com/help.")
            }
            // User information before an `@` looks like the host to a reader.
            guard !host.contains("@"), !text.contains("\\") else {
                throw problem(
                    "'\(text)' has a user name or a backslash before its host",
                    fix: "Write the host directly after 'https://'.")
            }
            return .web(text)
        case "http":
            throw problem(
                "a link cannot have the scheme 'http:'",
                fix: URLParts(text)?.host.map(LoopbackHost.contains) == true
                    ? "Write the https address that visitors reach." : "Write https:\(rest).")
        default:
            let near = Suggestion.nearest(to: scheme, in: ["run", "app", "mailto", "https"])
            throw problem(
                "a link cannot have the scheme '\(scheme):'", fix: near.map { "Did you mean '\($0):'?" } ?? choices)
        }
    }

    private static func path(_ text: String) throws(TextProblem) -> String {
        // Browsers read `//host` and `/\host` as another site.
        guard !text.hasPrefix("//"), !text.contains("\\") else {
            throw problem(
                "'\(text)' is an address of another site",
                fix: "Write https: in front of it, or begin the path with one slash."
            )
        }
        return text
    }

    private static func name(
        _ text: Substring, after prefix: String, of what: String, example: String
    ) throws(TextProblem) -> String {
        guard !text.isEmpty else {
            throw problem("'\(prefix)' needs the name of \(what)", fix: "Write \(prefix)\(example).")
        }
        let isName = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_.".unicodeScalars.contains($0)
        }
        guard isName else {
            let bare = text.trimming { "/#,;:|".contains($0) }
            let isMarked = bare.count < text.count && !bare.isEmpty && !bare.contains { "/?#:,;|".contains($0) }
            throw problem(
                "'\(text)' is not the name of \(what)",
                fix:
                    "Write \(prefix)\(isMarked ? String(bare) : example)\(isMarked || prefix != "run:" ? "." : ", with the operation's name in the front matter.")"
            )
        }
        return String(text)
    }
}
