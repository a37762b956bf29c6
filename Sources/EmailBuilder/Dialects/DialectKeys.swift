package import Configuration
import JSON

extension DialectContents {
    static let keyTable = KeyTable(
        "dialect",
        [
            .init("title", .text, .required, "What it is, for its readers.", example: "Our mailer"),
            .init(
                "backends", .list(.text), "The contracts whose emails these are; the dialect's own name unless given.",
                example: ["our-contract"]),
            .init(
                "parts", .list(.word(RenderedEmail.Part.self)), default: ["subject", "html", "text"],
                "What the system has a place for.", example: ["subject", "html"]),
            .init("note", .text, "What every export says.", example: "restart it afterwards"),
            .init(
                "subject-variables", .list(.text), "The variables that a subject can have; all unless given.",
                example: ["code"]),
            .init(
                "sections", .word(Sections.self), "Whether a value is known by another name inside its section.",
                example: "scoped"),
            .init(
                "variables", .map(DialectExpression.valueType), .required,
                "The engine's expressions by the variables of emails; `\"*\"` for those that an email declares.",
                example: ["email": "[[email]]"]),
            .init(
                "parameters", .map(.any(DialectExpression.types)),
                "The engine's expressions by the parameters of links; `\"*\"` for any other.",
                example: ["token": "[[token|urlencode]]"]),
            .init("limits", .keyed(Limits.keyTable), "The most characters of each part."),
            .init(
                "literals", .map(.any([.text, .null, .keyed(Literal.keyTable)])),
                "How text is written that the engine would take for its own syntax; `~` where there is no way.",
                example: ["[[": "[['[']]"]),
            .init(
                "emails", .map(.oneOrMany(.keyed(Email.keyTable)), names: TextFormat("name")),
                "What the system sends, by the emails' names; any email under its own name unless given."),
            .init("other-emails", .bool, "Whether emails of other names are exported too.", example: true),
            .init("lifetime", .keyed(DialectLifetime.keyTable), "How the lifetime of links is set."),
            .init(
                "files", .list(.keyed(File.keyTable), count: ValueType.some), .required, "What is written, in Mustache."
            ),
        ], formerNames: ["words": "variables", "subject-words": "subject-variables"])
}

extension DialectContents.Literal {
    static let keyTable = KeyTable(
        "literals",
        RenderedEmail.Part.allCases.map { part in
            .init(
                part.rawValue, .any([.text, .null]), "How it is written in this part; `~` for no way.",
                example: "[['[']]")
        })
}

extension DialectContents.Limits {
    static let keyTable = KeyTable(
        "limits",
        [
            .init("subject", .number(1...Int(Int32.max)), "The most characters of a subject.", example: 140),
            .init("html", .number(1...Int(Int32.max)), "The most characters of the HTML.", example: 20_000),
            .init("text", .number(1...Int(Int32.max)), "The most characters of the text.", example: 20_000),
        ])
}

extension DialectContents.Email {
    static let keyTable = KeyTable(
        "emails.NAME",
        [
            .init("id", .text, .required, "The system's name for the email.", example: "reset"),
            .init("copies", .list(.text), "Further names of emails that say the same.", example: ["reset-again"]),
            .init(
                "variables", .map(DialectExpression.valueType), "Expressions of this email alone; `~` for no value.",
                example: ["code": "[[pin]]"]),
            .init(
                "parameters", .map(.any(DialectExpression.types)), "Parameters of this email alone.",
                example: ["token": "[[reset_token]]"]),
            .init("values", .map(.text), "Values for the files.", example: ["folder": "auth"]),
            .init(
                "carries", .map(.text), "What the system's own link has, where it builds the link itself; `*` for any.",
                example: ["mode": "reset", "code": "*"]),
            .init(
                "requires", .list(.text),
                "What the email must use: link, code or name, or parameters of the link; `a|b` for one of them.",
                example: ["code", "token"]),
            .init(
                "parts", .list(.word(RenderedEmail.Part.self)), "What of the email can be changed.",
                example: ["subject", "html"]),
            .init("limits", .keyed(DialectContents.Limits.keyTable), "The most characters of each part."),
            .init("lifetime", .keyed(DialectLifetime.keyTable), "How the lifetime of its link is set."),
        ], formerNames: ["words": "variables"])
}

extension DialectContents.File {
    static let keyTable = KeyTable(
        "files",
        [
            .init(
                "path", .text, .required, "The path below the app's folder; a file for each email with `{{id}}` in it.",
                example: "{{id}}.html"),
            .init("content", .text, .required, "The content.", example: "{{html}}"),
        ], formerNames: ["is": "content"])
}

extension DialectLifetime {
    static let keyTable = KeyTable(
        "lifetime",
        [
            .init("fixed", .number(1...Int(Int32.max)), "The only lifetime there is, in seconds.", example: 3_600),
            .init("setting", .text, "What to set, and to which value.", example: "ttl = {{seconds}}"),
            .init("shared", .bool, default: false, "Whether all emails have one lifetime.", example: true),
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
                "html", .text(.nonEmpty), .required, "The expression in HTML, and elsewhere unless given.",
                example: "[[name]]"),
            .init("text", .text(.nonEmpty), "The expression in subjects and text.", example: "[[raw name]]"),
            .init("inside", .keyed(Inside.keyTable), "The expression inside of its section, where it is another one."),
            .init(
                "if", .text, "The beginning of a section that is left out where there is no value.",
                example: "[[if name]]"),
            .init("end", .text, "The end of such a section.", example: "[[end]]"),
            .init(
                "section", .word(["drop"]), "For a value that may be empty and that the engine cannot test.",
                example: "drop"),
        ])
}

extension DialectExpression.Inside {
    static let keyTable = KeyTable(
        "inside",
        [
            .init(
                "html", .text(.nonEmpty), .required, "The expression in HTML, and elsewhere unless given.",
                example: "[[.]]"),
            .init("text", .text(.nonEmpty), "The expression in subjects and text.", example: "[[raw .]]"),
        ])
}

extension KeyTable {
    /// The keys of a dialect.
    package static let dialect = DialectContents.keyTable
}
