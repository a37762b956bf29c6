import Arguments
import Diagnostics
import SiteBuilder
import SiteModel
import TemplateFiles

/// `latchkey templates` lists, shows and copies the built-in templates.
enum TemplatesCommand: CommandGroup {
    static let subcommands: [any Subcommand.Type] = [
        TemplatesList.self, TemplatesShow.self, TemplatesCopy.self,
    ]

    static let command = Command(
        "templates",
        summary: "List the built-in templates, show one, or copy some to change them.",
        subcommands: subcommands.map { $0.command })

    static let appOption = Option(
        long: "app", value: "name", help: "The only app that uses the templates. (default: every app)")

    /// Returns the site's folder of copied templates.
    static func copies(_ arguments: ParsedArguments) throws(DiagnosticReport) -> TemplateCopies {
        let build = SiteBuild(arguments, site: arguments["site"])
        if build.templates == nil || arguments.has("app") {
            let refusals = SiteFolder(build.site).refusals
            if !refusals.isEmpty { throw DiagnosticReport(refusals) }
        }
        let folder = build.templates ?? build.templatesBeside
        return try TemplateCopies(in: folder, of: arguments["app"], in: build.site)
    }

    /// Validates the names of templates.
    static func check(_ names: [String], _ arguments: ParsedArguments) throws {
        if names.isEmpty { throw arguments.failure("Missing expected argument '<name>'") }
        for name in names where !TemplateCopies.available.contains(name) {
            let near = Suggestion.question(for: name, in: TemplateCopies.available)
            throw arguments.failure(
                "There is no template '\(name)'. " + (near ?? "'latchkey templates list' has the names."))
        }
    }
}
