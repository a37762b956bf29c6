import AppLinks
public import Diagnostics
public import JSON
import LandingServer
import SiteModel

/// One link followed to its end: from the address in a mail to the words that a person reads.
public struct LinkChain: Hashable, Sendable {
    /// The app's name as people read it.
    public let app: String
    public let link: String
    /// The emails that carry it, each by its first line that does: `Site/artitec/emails/reset-password.md:10`.
    public let emails: [Mention]
    /// An address as a mail would carry it, with made-up values.
    public let address: String
    /// What an iPhone with the app does.
    public let iPhone: String
    /// What Android with the app does.
    public let android: String
    /// What the server answers.
    public let answer: String
    /// The page behind the link; nil where there is none.
    public let page: String?
    /// What the page reads from the address.
    public let parameters: [String]
    /// The operations that the page's states run, in order.
    public let operations: [String]
    /// Which words or states each outcome leads to, as the page says it.
    public let words: [String]

    /// An email that carries a link.
    public struct Mention: Hashable, Sendable {
        public let email: String
        public let subject: String
        /// Where the spec shows the link.
        public let location: SourceLocation
    }

    /// The chain for people, a line a step; every line ends in LF.
    public var text: String {
        let mentions = emails.map { ("email", "\($0.location.file):\($0.location.line): \($0.subject)") }
        let steps =
            (mentions.isEmpty ? [("email", "none")] : mentions) + [
                ("mail", address), ("iPhone", iPhone), ("Android", android), ("web", answer),
                ("page", page.map { "\($0) reads \(listed(parameters, none: "nothing"))" } ?? "none"),
                ("runs", listed(operations, none: "nothing")), ("words", listed(words, none: "none")),
            ]
        let width = steps.map(\.0.count).max() ?? 0
        let lines = steps.map { name, what in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(what)\n"
        }
        return "\(app): \(link)\n" + lines.joined()
    }

    /// The chain for scripts.
    public var json: JSONValue {
        [
            "app": .string(app), "link": .string(link),
            "emails": .array(
                emails.map { mention in
                    [
                        "email": .string(mention.email), "subject": .string(mention.subject),
                        "file": .string(mention.location.file), "line": .number(JSONNumber(mention.location.line)),
                    ]
                }),
            "address": .string(address), "iphone": .string(iPhone),
            "android": .string(android), "web": .string(answer), "page": page.map(JSONValue.string) ?? .null,
            "parameters": .array(parameters.map(JSONValue.string)),
            "operations": .array(operations.map(JSONValue.string)), "words": .array(words.map(JSONValue.string)),
        ]
    }

    private func listed(_ items: [String], none: String) -> String {
        items.isEmpty ? none : items.joined(separator: ", ")
    }
}
