package import Configuration
import JSON
import SiteModel

extension Dialect {
    package static let keyTable = KeyTable(
        "dialect",
        [
            .init("title", .text, .required, "The system's display name.", example: "Our mailer"),
            .init(
                "backends", .list(.text),
                "The contracts of the backends that send these emails, or the apps with a contract of their own; by default the dialect's own name.",
                example: ["our-contract"]),
            .init(
                "parts", .list(.word(RenderedEmail.Part.self)), default: ["subject", "html", "text"],
                "The parts of an email that the system supports.", example: ["subject", "html"]),
            .init("note", .text, "A note that every export prints.", example: "restart it afterwards"),
            .init(
                "sender", .word(EmailSender.self),
                "The service that sends the emails, if it is always the same; by default `sender` of app.yml.",
                example: "postmark"),
            .init(
                "subject-variables", .list(.text), "The variables that are available in a subject; by default all.",
                example: ["code"]),
            .init(
                "sections", .word(["scoped"]),
                "`scoped` if only a section's own variable is available inside the section.",
                example: "scoped"),
            .init(
                "variables", .map(DialectExpression.valueType), .required,
                "The engine's expressions by variable; `\"*\"` for the variables that an email declares.",
                example: ["email": "[[email]]"]),
            .init(
                "parameters", .map(.any(DialectExpression.types)),
                "The engine's expressions by link parameter; `\"*\"` for all others.",
                example: ["token": "[[token|urlencode]]"]),
            .init("limits", .keyed(.limits), "The maximum number of characters of each part."),
            .init(
                "literals", .map(.any([.text, .null, .keyed(DialectLiterals.Sequence.keyTable)])),
                "How text is escaped that the engine would parse as syntax; `~` if it cannot be.",
                example: ["[[": "[['[']]"]),
            .init(
                "emails", .map(.oneOrMany(.keyed(DialectEmail.keyTable)), names: TextFormat("name")),
                "The emails that the system sends, by name; by default any email under its own name."),
            .init("other-emails", .bool, "Whether emails of other names are exported too.", example: true),
            .init("lifetime", .keyed(DialectLifetime.keyTable), "How the lifetime of links is configured."),
            .init(
                "languages", .keyed(DialectChoice.keyTable),
                "How a template chooses a language; files with `{{language}}` in their path need no choice."
            ),
            .init(
                "files", .list(.keyed(DialectFile.keyTable), count: ValueType.some), .required,
                "The exported files, as Mustache templates."
            ),
        ], formerNames: ["words": "variables", "subject-words": "subject-variables"])
}

extension DialectLiterals.Sequence {
    static let keyTable = KeyTable(
        "literals",
        RenderedEmail.Part.allCases.map { part in
            .init(
                part.rawValue, .any([.text, .null]), "How it is escaped in this part; `~` if it cannot be.",
                example: "[['[']]")
        })
}

extension DialectEmail {
    static let keyTable = KeyTable(
        "emails.NAME",
        [
            .init("id", .text, .required, "The system's name for the email.", example: "reset"),
            .init("copies", .list(.text), "The names of other emails with the same content.", example: ["reset-again"]),
            .init(
                "instead-of", .text, "The email that the system takes it for: one template, or one request, has both.",
                example: "sign-in"),
            .init("when", .keyed(DialectChoice.keyTable), "How the template of both tells them apart."),
            .init(
                "variables", .map(DialectExpression.valueType), "Expressions for this email only; `~` for no value.",
                example: ["code": "[[pin]]"]),
            .init(
                "parameters", .map(.any(DialectExpression.types)), "Link parameters for this email only.",
                example: ["token": "[[reset_token]]"]),
            .init("values", .map(.text), "Values for the files.", example: ["folder": "auth"]),
            .init(
                "carries", .map(.text), "The parameters of the link if the system builds it; `*` for any value.",
                example: ["mode": "reset", "code": "*"]),
            .init(
                "requires", .list(.text),
                "What the email must contain: link, code or name, or parameters of the link; `a|b` for one of several.",
                example: ["code", "token"]),
            .init(
                "parts", .list(.word(RenderedEmail.Part.self)), "The parts of the email that can be changed.",
                example: ["subject", "html"]),
            .init("limits", .keyed(.limits), "The maximum number of characters of each part."),
            .init("lifetime", .keyed(DialectLifetime.keyTable), "How the lifetime of its link is configured."),
        ], formerNames: ["words": "variables"])
}

extension DialectFile {
    static let keyTable = KeyTable(
        "files",
        [
            .init(
                "path", .text, .required,
                "The path below the app's folder; a file for each email with `{{id}}` in it, for each language with `{{language}}`.",
                example: "{{id}}.html"),
            .init("content", .text, .required, "The content.", example: "{{html}}"),
        ], formerNames: ["is": "content"])
}

extension DialectChoice {
    static let keyTable = KeyTable(
        "choice",
        [
            .init(
                "if", .text(.nonEmpty), .required,
                "The start of a text, with `*` for the language's tag, or for the address that the email's link opens.",
                example: "[[if lang == '*']]"),
            .init("else", .text(.nonEmpty), .required, "The start of the rest.", example: "[[else]]"),
            .init("end", .text(.nonEmpty), .required, "The end of the rest.", example: "[[end]]"),
        ])
}

extension DialectLifetime {
    static let keyTable = KeyTable(
        "lifetime",
        [
            .init(
                "fixed", .number(1...Int(Int32.max)), "The lifetime in seconds, if it cannot be changed.",
                example: 3_600),
            .init("setting", .text, "The setting to make, with its value.", example: "ttl = {{seconds}}"),
            .init("shared", .bool, default: false, "Whether one lifetime applies to all emails.", example: true),
        ])
}

extension DialectExpression {
    /// The types of an expression: one text, or a mapping with one for each part.
    fileprivate static let types: [ValueType] = [.text(.nonEmpty), .keyed(keyTable)]
    /// The types of an expression that may be missing; `~` for no value.
    fileprivate static let valueType = ValueType.any([.null] + types)

    static let keyTable = KeyTable(
        "expression",
        [
            .init(
                "html", .text(.nonEmpty), .required,
                "The expression in HTML; also in text and subjects without `text`.",
                example: "[[name]]"),
            .init("text", .text(.nonEmpty), "The expression in subjects and text.", example: "[[raw name]]"),
            .init(
                "inside", .keyed(SectionExpression.keyTable),
                "The expression inside a section of the variable, if it differs."),
            .init(
                "if", .text, "The start of a section that is omitted if there is no value.",
                example: "[[if name]]"),
            .init("end", .text, "The end of such a section.", example: "[[end]]"),
            .init(
                "section", .word(["drop"]), "For a value that may be empty and that the engine cannot test.",
                example: "drop"),
        ])
}

extension DialectExpression.SectionExpression {
    static let keyTable = KeyTable(
        "inside",
        [
            .init(
                "html", .text(.nonEmpty), .required,
                "The expression in HTML; also in text and subjects without `text`.",
                example: "[[.]]"),
            .init("text", .text(.nonEmpty), "The expression in subjects and text.", example: "[[raw .]]"),
        ])
}

extension KeyTable {
    package static let dialect = Dialect.keyTable
    static let limits = KeyTable(
        "limits",
        [("subject", "a subject", 140), ("html", "the HTML", 20_000), ("text", "the text", 20_000)].map { part in
            .init(
                part.0, .number(1...Int(Int32.max)), "The maximum number of characters of \(part.1).",
                example: .number(JSONNumber(part.2)))
        })
}
