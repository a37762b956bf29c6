import Arguments
import Diagnostics
import TemplateFiles

/// `latchkey templates show` prints a built-in template.
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
