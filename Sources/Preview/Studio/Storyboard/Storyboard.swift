import Branding
package import Diagnostics
import EmailBuilder
import JSON
import Mustache
package import SiteBuilder
import SiteModel
import TemplateFiles

/// `latchkey storyboard`: every state, email and message of a site, in every language, as files that a browser shows
/// without a server.
///
/// A page is written once for each colour scheme, with the plans of all its states; the fragment of a frame's address
/// says which one it shows. Nothing is loaded from elsewhere.
package struct Storyboard: Sendable {
    /// The files by path.
    package let files: [String: [UInt8]]
    package let warnings: [Diagnostic]
    /// The numbers of apps, pages, states and emails, in words.
    package let summary: String
    let apps: [StoryboardApp]

    /// Reads a site and renders it.
    ///
    /// - Throws: diagnostics about all errors in the site, its templates and its emails.
    package init(of build: SiteBuild) throws(DiagnosticReport) {
        let templates = try build.templateSources()
        let (pages, emails) = (try PageRenderer(templates: templates), try EmailRenderer(templates: templates))
        let folder = SiteFolder(build.site, environment: build.environment)
        let (apps, warnings) = try SiteReader.map(folder, contracts: templates.library) {
            app throws(DiagnosticReport) in try StoryboardApp(app, pages: pages, emails: emails)
        }
        self.apps = apps
        self.warnings = warnings + apps.flatMap(\.warnings)
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        let groups = apps.flatMap(\.pages)
        summary = [
            count(apps.count, "app"), count(groups.count, "page"),
            count(groups.flatMap(\.cards).filter(\.condition.isEmpty).count, "state"),
            count(groups.flatMap(\.cards).filter { !$0.condition.isEmpty }.count, "message"),
            count(apps.flatMap(\.emails).flatMap(\.cards).count, "email"),
        ].joined(separator: ", ")
        var files = apps.reduce(into: [:]) { $0.merge($1.files) { first, _ in first } }
        let view = StoryboardView(sides: [StoryboardView.Side(folder: "", name: "")])
        files.merge(try view.files("Storyboard", summary, apps.map { ($0, $0.pages + $0.emails) })) { $1 }
        files.merge(try LiveView(apps: apps).files()) { $1 }
        files[Self.script] = Self.frame
        self.files = files
    }

    /// The path of the script of all documents.
    static let script = "frame.js"

    /// The script of all documents, with the scripts that it runs in them as texts.
    static var frame: [UInt8] {
        let runners: JSONValue = ["driver": .string(StudioFiles.driver), "answers": .string(text("answers.js"))]
        return Array("var runners = \(runners.serialized(.compact));\n\(text(script))".utf8)
    }

    /// The text of a file of `Templates/storyboard`, which a site cannot replace.
    static func text(_ name: String) -> String { source(name).text }

    static func source(_ name: String) -> SourceText {
        guard let source = TemplateSources.embedded.source(of: "storyboard/\(name)") else {
            preconditionFailure("the build embeds every file of Templates, and 'storyboard/\(name)' is one")
        }
        return source
    }
}
