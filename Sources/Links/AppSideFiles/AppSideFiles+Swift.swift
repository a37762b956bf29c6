import AppLinks
package import LinkDefinitions
internal import TextEncoding

extension AppSideFiles {
    /// The source of a Swift file with the app's links as an enumeration, which the app compiles together with
    /// `AppLinks`.
    ///
    /// A parameter that only some of a link's templates have becomes an optional.
    ///
    /// - Parameters:
    ///   - set: the app's links.
    ///   - typeName: the enumeration's name.
    /// - Returns: the file's text; nil if the app has no links.
    package static func swiftSource(_ set: AppLinkSet, typeName: String = "AppLink") -> String? {
        let links = set.allLinks
        guard !links.isEmpty else { return nil }
        var names = Identifiers()
        let cases = links.map { Case($0, name: names.unique($0.name)) }
        let hosts = set.hosts.map(literal).joined(separator: ", ")
        return """
            // Written by Latchkey from app.yml. Change the links there, not here.

            import AppLinks
            import Foundation

            /// The links that open this app.
            enum \(typeName): Hashable, Sendable {
            \(cases.map(\.declaration).joined(separator: "\n"))

                /// Recognises links by the same rules as the pages and the association files.
                static let recognizer = LinkRecognizer(
                    hosts: [\(hosts)],
                    addresses: [
            \(cases.map(\.addresses).joined(separator: "\n"))
                    ])

                /// The link that a URL is, universal or with the app's own scheme; nil if it is not one of the app's.
                init?(_ url: URL) {
                    self.init(address: url.absoluteString)
                }

                /// The link that an address is, universal or with the app's own scheme; nil if it is not one of the app's.
                init?(address: String) {
                    guard let link = Self.recognizer.link(for: address) else { return nil }
                    switch link.name {
            \(cases.map(\.reading).joined(separator: "\n"))
                    default: return nil
                    }
                }
            }

            """
    }

    /// A link as a value of the app's own type.
    struct Case {
        let link: LinkDefinition
        let name: String
        let parameters: [(name: String, identifier: String, isOptional: Bool)]
        let templates: [URLTemplate]

        init(_ link: LinkDefinition, name: String, identifiers: Identifiers = Identifiers()) {
            self.link = link
            self.name = name
            templates = link.web + (link.app.map { [$0] } ?? [])
            var identifiers = identifiers
            var seen: [String] = []
            for parameter in templates.flatMap(\.parameters) where !seen.contains(parameter) { seen.append(parameter) }
            let all = templates
            parameters = seen.map { parameter in
                (parameter, identifiers.unique(parameter), !all.allSatisfy { $0.parameters.contains(parameter) })
            }
        }

        var declaration: String {
            let values = parameters.map { "\($0.identifier): String\($0.isOptional ? "?" : "")" }.joined(
                separator: ", ")
            return "    /// `\(link.name)`: \(templates.map(\.text).joined(separator: ", "))\n"
                + "    case \(name)\(values.isEmpty ? "" : "(\(values))")"
        }

        var addresses: String {
            "            \(literal(link.name)): [\(templates.map { literal($0.text) }.joined(separator: ", "))],"
        }

        var reading: String {
            var lines = ["        case \(literal(link.name)):"]
            for parameter in parameters where !parameter.isOptional {
                lines.append(
                    "            guard let \(parameter.identifier) = link.parameters[\(literal(parameter.name))] else { return nil }"
                )
            }
            let values = parameters.map { parameter in
                parameter.isOptional
                    ? "\(parameter.identifier): link.parameters[\(literal(parameter.name))]"
                    : "\(parameter.identifier): \(parameter.identifier)"
            }.joined(separator: ", ")
            return (lines + ["            self = .\(name)\(values.isEmpty ? "" : "(\(values))")"]).joined(
                separator: "\n")
        }
    }

    /// A Swift string literal.
    fileprivate static func literal(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain { return "\"\(text)\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// Converts names from `app.yml` to unique identifiers.
struct Identifiers {
    private let keywords: Set<String>
    private var taken: Set<String> = []

    init(besides keywords: Set<String> = swift) { self.keywords = keywords }

    static let swift: Set<String> = [
        "actor", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue", "default",
        "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if",
        "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "Self", "some", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while", "link", "address",
        "recognizer",
    ]

    mutating func unique(_ name: String) -> String {
        let words = name.utf8.split { byte in
            !byte.isASCIIAlphanumeric
        }.map { String(Substring($0)) }
        var identifier = ""
        for (index, word) in words.enumerated() {
            identifier +=
                index == 0
                ? word.prefix(1).lowercased() + word.dropFirst() : word.prefix(1).uppercased() + word.dropFirst()
        }
        if identifier.isEmpty || identifier.first?.isNumber == true { identifier = "link" + identifier }
        if keywords.contains(identifier) { identifier += "Value" }
        let base = identifier
        var number = 2
        while !taken.insert(identifier).inserted {
            identifier = "\(base)\(number)"
            number += 1
        }
        return identifier
    }
}

extension AppLinkSet {
    /// The links, and the login screen as another one.
    var allLinks: [LinkDefinition] {
        let names = links.map(\.name)
        return links
            + appAddresses.filter { !names.contains($0.name) }
            .map { LinkDefinition(name: $0.name, web: [], app: $0.template) }
    }
}
