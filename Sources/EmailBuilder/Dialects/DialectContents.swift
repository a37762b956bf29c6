import Configuration

/// The contents of a dialect's file, before the checks.
struct DialectContents: KeyedReadable {
    let title: String
    let backends: [String]?
    let parts: [RenderedEmail.Part]?
    let note: String?
    let subjectVariables: [Located<String>]?
    let sections: Sections?
    let variables: OrderedMap<DialectExpression?>
    let parameters: OrderedMap<DialectExpression>
    let limits: Limits?
    let literals: OrderedMap<Literal>
    let emails: OrderedMap<[Email]>?
    let otherEmails: Bool?
    let lifetime: DialectLifetime?
    let files: [File]

    init?(_ keys: KeyedReader) {
        title = keys.required("title") ?? ""
        backends = keys["backends"]
        parts = keys["parts"]
        note = keys["note"]
        subjectVariables = keys["subject-variables"]
        sections = keys["sections"]
        variables = keys.required("variables") ?? OrderedMap()
        parameters = keys["parameters"] ?? OrderedMap()
        limits = keys["limits"]
        literals = keys["literals"] ?? OrderedMap()
        emails = keys.value("emails")?.members.map { members in
            OrderedMap(members.map { ($0.key, $0.oneOrMany.compactMap { Email(reading: $0) }) })
        }
        otherEmails = keys["other-emails"]
        lifetime = keys["lifetime"]
        files = keys.required("files") ?? []
    }

    enum Sections: String, ConfigurationReadable, CaseIterable { case scoped }

    /// The replacement of a sequence's first character: one text for all parts, with a character reference in HTML; or
    /// one for each part.
    struct Literal: ConfigurationReadable {
        let replacements: [RenderedEmail.Part: DialectLiterals.Replacement]

        init?(reading value: ConfigurationValue) {
            guard case .mapping = value.node.kind else {
                guard let text = String?(reading: value) else { return nil }
                let written = text.map { DialectLiterals.Replacement.written($0) } ?? .impossible
                replacements = [.subject: written, .text: written, .html: .reference]
                return
            }
            let read = value.keyed(Self.keyTable) { keys in
                RenderedEmail.Part.allCases.reduce(into: Replacements()) { read, part in
                    guard let value = keys.member(part.rawValue), let text = String?(reading: value) else { return }
                    read[part] = text.map { .written($0) } ?? .impossible
                }
            }
            replacements = read ?? [:]
        }

        private typealias Replacements = [RenderedEmail.Part: DialectLiterals.Replacement]
    }

    /// The maximum number of characters of each part.
    struct Limits: KeyedReadable {
        let characters: [RenderedEmail.Part: Int]

        init?(_ keys: KeyedReader) {
            var characters: [RenderedEmail.Part: Int] = [:]
            characters[.subject] = keys["subject"]
            characters[.html] = keys["html"]
            characters[.text] = keys["text"]
            self.characters = characters
        }
    }

    /// An email that the system sends.
    struct Email: KeyedReadable {
        let id: String
        let copies: [String]?
        let variables: OrderedMap<DialectExpression?>
        let parameters: OrderedMap<DialectExpression>
        let values: OrderedMap<String>
        let carries: OrderedMap<String>?
        let requires: [String]?
        let parts: [RenderedEmail.Part]?
        let limits: Limits?
        let lifetime: DialectLifetime?

        init?(_ keys: KeyedReader) {
            id = keys.required("id") ?? ""
            copies = keys["copies"]
            variables = keys["variables"] ?? OrderedMap()
            parameters = keys["parameters"] ?? OrderedMap()
            values = keys["values"] ?? OrderedMap()
            carries = keys["carries"]
            requires = keys["requires"]
            parts = keys["parts"]
            limits = keys["limits"]
            lifetime = keys["lifetime"]
        }
    }

    struct File: KeyedReadable {
        let path: Located<String>
        let content: Located<String>

        init?(_ keys: KeyedReader) {
            path = keys.requiredText("path")
            content = keys.requiredText("content")
        }
    }
}

extension RenderedEmail.Part: ConfigurationReadable {}

extension DialectLifetime: KeyedReadable {
    /// Reads how the lifetime is configured.
    init?(_ keys: KeyedReader) {
        self.init(fixed: keys["fixed"], setting: keys["setting"], isShared: keys["shared"] ?? false)
    }
}

extension DialectExpression: ConfigurationReadable {
    private enum Drop: String, ConfigurationReadable, CaseIterable { case drop }

    /// Reads `"{{ .Email }}"`, or a mapping with an expression for each part and for sections.
    init?(reading value: ConfigurationValue) {
        if case .mapping = value.node.kind {
            guard let expression = value.keyed(Self.keyTable, { DialectExpression($0) }) else { return nil }
            self = expression
        } else {
            guard let text = String(reading: value) else { return nil }
            self.init(html: text, text: text)
        }
        if html.isEmpty || text.isEmpty, value.problemCount == 0 {
            value.report(
                "invalid-value", "this expression is empty", fix: "Write the engine's own, or remove the key.")
        }
    }

    private init?(_ keys: KeyedReader) {
        let html: String = keys.required("html") ?? ""
        self.init(html: html, text: keys["text"] ?? html)
        let inside = keys.value("inside")?.keyed(SectionExpression.keyTable) { keys in
            let html: String = keys.required("html") ?? ""
            return DialectExpression.SectionExpression(html: html, text: keys["text"] ?? html)
        }
        let open: String? = keys["if"]
        let close: String? = keys["end"]
        let drop: Drop? = keys["section"]
        switch (open, close, drop) {
        case (nil, nil, nil): break
        case (nil, nil, .drop): section = .dropped
        case (let open?, let close?, nil): section = .conditional(open: open, inside: inside, close: close)
        case (_, _, .drop):
            keys.mapping.report(
                "invalid-value", "a section is either tested or dropped",
                fix: "Keep 'if' and 'end', or 'section: drop'.")
        default:
            keys.mapping.report(
                "invalid-value", "a section has a beginning and an end", fix: "Write both 'if' and 'end', or neither.")
        }
    }
}
