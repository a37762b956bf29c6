import SiteModel
import YAML

/// A dialect's file as it was read, before it is checked.
struct DialectContents: Decodable, Sendable {
    let title: String
    let backends: [String]?
    let parts: [Part]?
    let subjectWords: [Located<String>]?
    let sections: Sections?
    let words: OrderedMap<Form>
    let parameters: OrderedMap<Form>?
    let literals: OrderedMap<Literal>?
    let emails: OrderedMap<OneOrMany<Email>>?
    let files: [File]

    enum CodingKeys: String, CodingKey {
        case title, backends, parts, sections, words, parameters, literals, emails, files
        case subjectWords = "subject-words"
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
    struct Form: Decodable, Sendable {
        let form: DialectForm

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
                form = DialectForm(
                    html: contents.html, text: contents.text ?? contents.html, section: try Self.section(contents))
            } else {
                let text = try decoder.singleValueContainer().decode(String.self)
                form = DialectForm(html: text, text: text)
            }
            if form.html.isEmpty || form.text.isEmpty {
                throw YAMLValueError("nothing stands for this word", fix: "Write the engine's own, or remove the key.")
            }
        }

        private static func section(_ contents: Contents) throws -> DialectForm.Section {
            let inside = contents.inside.map { DialectForm.Inside(html: $0.html, text: $0.text ?? $0.html) }
            switch (contents.open, contents.close, contents.section) {
            case (nil, nil, nil): return .none
            case (nil, nil, .drop): return .dropped
            case (let open?, let close?, nil): return .conditional(open: open, inside: inside, close: close)
            case (_, _, .drop):
                throw YAMLValueError(
                    "a section is either asked for or dropped", fix: "Keep 'if' and 'end', or 'section: drop'.")
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

    /// A mail of the system's.
    struct Email: Decodable, Sendable {
        let id: String
        let words: OrderedMap<Form>?
        let parameters: OrderedMap<Form>?
        let values: OrderedMap<String>?
        let carries: OrderedMap<String>?
    }

    struct File: Decodable, Sendable {
        let path: Located<String>
        let text: Located<String>

        enum CodingKeys: String, CodingKey {
            case path
            case text = "is"
        }
    }
}
