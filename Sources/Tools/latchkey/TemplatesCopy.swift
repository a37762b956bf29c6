import Arguments
import Diagnostics
import JSON
import TemplateFiles

/// `latchkey templates copy` copies built-in templates to the site's folder.
enum TemplatesCopy: Subcommand {
    static let command = Command(
        "copy",
        summary: "Copy built-in templates next to the site, to change them.",
        discussion: """
            Existing files are not overwritten. A copy is not updated automatically: 'latchkey build' warns when the \
            built-in template has changed since.
            """,
        arguments: [Argument("name", .many, help: "A template's name, such as pages/document.mustache.")],
        options: [
            Option(long: "keep", help: "Confirm that existing copies are up to date with the built-in templates."),
            TemplatesCommand.appOption, .site, Build.templatesOption, Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        try TemplatesCommand.check(arguments.positionals, arguments)
        var copies = try TemplatesCommand.copies(arguments)
        let files = try copies.copy(arguments.positionals, keeping: arguments.has("keep"))
        return Format(arguments).show(
            result: ["files": .array(files.map(JSONValue.string))],
            summary: files.map { "Wrote \($0)\n" }.joined())
    }
}
