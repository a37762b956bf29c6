package import Diagnostics
package import JSON

/// One link followed from the email that carries it to the messages of its page.
package struct LinkChain: Hashable, Sendable {
    /// The app's name as people read it.
    package let app: String
    /// The link's name in `app.yml`.
    package let link: String
    /// The emails that carry the link.
    package let emails: [Mention]
    /// A URL as an email would carry it, with example values.
    package let address: String
    /// The effect on an iPhone with the app.
    package let iPhone: String
    /// The effect on Android with the app.
    package let android: String
    /// The server's response.
    package let answer: String
    /// The page of the link; nil if it has none.
    package let page: String?
    /// The parameters that the page reads.
    package let parameters: [String]
    /// The operations that the page's states run, in order.
    package let operations: [String]
    /// The state or message of each outcome.
    package let words: [String]

    /// An email that carries a link.
    package struct Mention: Hashable, Sendable {
        /// The name of the email.
        package let email: String
        /// The subject with example values.
        package let subject: String
        /// The first location at which the spec uses the link.
        package let location: SourceLocation
    }

    /// The chain as text, one line for each step; every line ends in LF.
    package var text: String {
        let mentions = emails.map { ("email", "\($0.location.file):\($0.location.line): \($0.subject)") }
        let steps =
            (mentions.isEmpty ? [("email", "none")] : mentions) + [
                ("address", address), ("iPhone", iPhone), ("Android", android), ("web", answer),
                ("page", page.map { "\($0) reads \(listed(parameters, none: "nothing"))" } ?? "none"),
                ("runs", listed(operations, none: "nothing")), ("words", listed(words, none: "none")),
            ]
        let width = steps.map(\.0.count).max() ?? 0
        let lines = steps.map { name, what in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(what)\n"
        }
        return "\(app): \(link)\n" + lines.joined()
    }

    /// The chain as JSON.
    package var json: JSONValue {
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
