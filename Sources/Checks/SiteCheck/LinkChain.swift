package import Diagnostics
package import JSON

/// One link followed from the email that carries it to the messages of its page.
package struct LinkChain: Hashable, Sendable {
    package let app: String
    package let link: String
    package let emails: [Mention]
    /// A URL as an email would carry it, with example values.
    package let address: String
    package let iPhone: String
    package let android: String
    package let answer: String
    package let page: String?
    package let parameters: [String]
    /// The operations that the page's states run, in order.
    package let operations: [String]
    /// The state or message of each outcome.
    package let words: [String]

    package struct Mention: Hashable, Sendable {
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
