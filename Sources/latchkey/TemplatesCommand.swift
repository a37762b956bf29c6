import Arguments
import Diagnostics
import JSON
import SiteBuilder
import SiteModel

/// `latchkey templates`: the built-in templates, and a site's own in their place.
enum TemplatesCommand: Subcommand {
    private static let subcommands: [any Subcommand.Type] = [
        TemplatesList.self, TemplatesShow.self, TemplatesCopy.self,
    ]

    static let command = Command(
        "templates",
        summary: "List the built-in templates, show one, or copy some to change them.",
        subcommands: subcommands.map { $0.command })

    static let siteOption = Option(
        long: "site", value: "dir", help: "The folder that holds one folder an app. (default: Site)")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        guard let subcommand = subcommands.first(where: { $0.command.name == arguments.path.last }) else { return 0 }
        return try subcommand.run(arguments)
    }

    /// The site's folder of templates.
    static func copies(_ arguments: ParsedArguments) throws(DiagnosticReport) -> TemplateCopies {
        let build = SiteBuild(
            site: arguments["site"] ?? SiteLocation().site, templates: arguments["templates"], output: "")
        return try TemplateCopies(in: build.templates ?? build.templatesBeside)
    }

    /// Checks names of templates.
    static func check(_ names: [String], _ arguments: ParsedArguments) throws {
        if names.isEmpty { throw arguments.failure("Missing expected argument '<name>'") }
        for name in names where !TemplateCopies.available.contains(name) {
            let near = Suggestion.question(for: name, in: TemplateCopies.available)
            throw arguments.failure(
                "There is no template '\(name)'. " + (near ?? "'latchkey templates list' has the names."))
        }
    }
}

/// `latchkey templates list`
enum TemplatesList: Subcommand {
    static let command = Command(
        "list",
        summary: "List the templates that a site can replace.",
        discussion: """
            'built-in' is taken as it is; 'copied' is in the site's folder and equal; 'changed' is the site's own; \
            'stale' is the site's own, and the built-in template has changed since it was copied.
            """,
        options: [TemplatesCommand.siteOption, Build.templatesOption, Format.option])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        do {
            let copies = try TemplatesCommand.copies(arguments)
            let states = TemplateCopies.available.map { ($0, copies.state(of: $0).rawValue) }
            return Format(arguments).show(
                DiagnosticReport([]),
                result: .object(JSONObject(states.map { ($0, .string($1)) })),
                summary: states.map { "\($1.padded(to: 9)) \($0)\n" }.joined())
        } catch {
            return Format(arguments).show(error)
        }
    }
}

/// `latchkey templates show`
enum TemplatesShow: Subcommand {
    static let command = Command(
        "show",
        summary: "Print a built-in template.",
        arguments: [Argument("name", .one, help: "The template's name, such as pages/document.mustache.")])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        try TemplatesCommand.check(arguments.positionals, arguments)
        for name in arguments.positionals {
            Terminal.print(TemplateSources.embedded.source(of: name)?.text ?? "")
        }
        return 0
    }
}

/// `latchkey templates copy`
enum TemplatesCopy: Subcommand {
    static let command = Command(
        "copy",
        summary: "Copy built-in templates beside the site, to change them.",
        discussion: """
            Nothing is overwritten. A copy does not follow the built-in template: 'latchkey build' warns when that has \
            changed since.
            """,
        arguments: [Argument("name", .many, help: "A template's name, such as pages/document.mustache.")],
        options: [
            Option(long: "keep", help: "Keep the files that are there, as compared with the templates of today."),
            TemplatesCommand.siteOption, Build.templatesOption, Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        try TemplatesCommand.check(arguments.positionals, arguments)
        do {
            var copies = try TemplatesCommand.copies(arguments)
            let files = try copies.copy(arguments.positionals, keeping: arguments.has("keep"))
            return Format(arguments).show(
                DiagnosticReport([]), result: ["files": .array(files.map(JSONValue.string))],
                summary: files.map { "Wrote \($0)\n" }.joined())
        } catch {
            return Format(arguments).show(error)
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
