import SiteModel
import YAML

/// A dialect's file as it was read, before it is checked.
struct DialectContents: Decodable, Sendable {
    let title: String
    let backends: [String]?
    let parts: [Part]?
    let note: String?
    let subjectVariables: [Located<String>]?
    let sections: Sections?
    let variables: OrderedMap<Expression?>
    let parameters: OrderedMap<Expression>?
    let limits: Limits?
    let literals: OrderedMap<Literal>?
    let emails: OrderedMap<OneOrMany<Email>>?
    let otherEmails: Bool?
    let lifetime: Lifetime?
    let files: [File]

    enum CodingKeys: String, CodingKey {
        case title, backends, note, parts, sections, variables, parameters, limits, literals, emails, lifetime, files
        case subjectVariables = "subject-variables"
        case otherEmails = "other-emails"
    }

    enum Part: String, Decodable {
        case subject, html, text

        var part: RenderedEmail.Part {
            switch self {
            case .subject: .subject
            case .html: .html
            case .text: .text
            }
        }
    }

    enum Sections: String, Decodable { case scoped }

    /// `"{{ .Email }}"`, or what it is in each part and in a section.
    struct Expression: Decodable, Sendable {
        let expression: DialectExpression

        private struct Contents: Decodable {
            let html: String
            let text: String?
            let open: String?
            let inside: Inside?
            let close: String?
            let section: Drop?

            enum CodingKeys: String, CodingKey {
                case html, text, inside, section
                case open = "if"
                case close = "end"
            }
        }

        private struct Inside: Decodable {
            let html: String
            let text: String?
        }

        private enum Drop: String, Decodable { case drop }

        init(from decoder: any Decoder) throws {
            if case .mapping? = decoder.yamlNode?.kind {
                let contents = try Contents(from: decoder)
                expression = DialectExpression(
                    html: contents.html, text: contents.text ?? contents.html, section: try Self.section(contents))
            } else {
                let text = try decoder.singleValueContainer().decode(String.self)
                expression = DialectExpression(html: text, text: text)
            }
            if expression.html.isEmpty || expression.text.isEmpty {
                throw YAMLValueError("this expression is empty", fix: "Write the engine's own, or remove the key.")
            }
        }

        private static func section(_ contents: Contents) throws -> DialectExpression.Section {
            let inside = contents.inside.map { DialectExpression.Inside(html: $0.html, text: $0.text ?? $0.html) }
            switch (contents.open, contents.close, contents.section) {
            case (nil, nil, nil): return .none
            case (nil, nil, .drop): return .dropped
            case (let open?, let close?, nil): return .conditional(open: open, inside: inside, close: close)
            case (_, _, .drop):
                throw YAMLValueError(
                    "a section is either tested or dropped", fix: "Keep 'if' and 'end', or 'section: drop'.")
            default:
                throw YAMLValueError(
                    "a section has a beginning and an end", fix: "Write both 'if' and 'end', or neither.")
            }
        }
    }

    /// What a sequence's first character becomes: in all parts, in HTML as a character reference; or in each.
    struct Literal: Decodable, Sendable {
        let replacements: [RenderedEmail.Part: DialectLiterals.Replacement]

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case subject, html, text

            var part: RenderedEmail.Part { Part(rawValue: rawValue)?.part ?? .text }
        }

        init(from decoder: any Decoder) throws {
            if case .mapping? = decoder.yamlNode?.kind {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                var replacements: [RenderedEmail.Part: DialectLiterals.Replacement] = [:]
                for key in CodingKeys.allCases where container.contains(key) {
                    let text = try container.decodeIfPresent(String.self, forKey: key)
                    replacements[key.part] = text.map { .written($0) } ?? .impossible
                }
                self.replacements = replacements
                return
            }
            let container = try decoder.singleValueContainer()
            let written: DialectLiterals.Replacement =
                container.decodeNil() ? .impossible : .written(try container.decode(String.self))
            replacements = [.subject: written, .text: written, .html: .reference]
        }
    }

    /// The most characters of each part.
    struct Limits: Decodable, Sendable {
        let subject: Int?
        let html: Int?
        let text: Int?

        var characters: [RenderedEmail.Part: Int] {
            var characters: [RenderedEmail.Part: Int] = [:]
            characters[.subject] = subject
            characters[.html] = html
            characters[.text] = text
            return characters
        }
    }

    /// An email of the system's.
    struct Email: Decodable, Sendable {
        let id: String
        let copies: [String]?
        let variables: OrderedMap<Expression?>?
        let parameters: OrderedMap<Expression>?
        let values: OrderedMap<String>?
        let carries: OrderedMap<String>?
        let requires: [String]?
        let parts: [Part]?
        let limits: Limits?
        let lifetime: Lifetime?
    }

    /// How a lifetime is set.
    struct Lifetime: Decodable, Sendable {
        let fixed: Int?
        let setting: String?
        let shared: Bool?

        var lifetime: DialectLifetime {
            DialectLifetime(fixed: fixed, setting: setting, isShared: shared ?? false)
        }
    }

    struct File: Decodable, Sendable {
        let path: Located<String>
        let content: Located<String>
    }
}
