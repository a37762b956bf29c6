import Branding
package import Diagnostics
import EmailBuilder
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
        self.warnings = warnings + apps.flatMap(\.warnings)
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        let groups = apps.flatMap(\.pages)
        summary = [
            count(apps.count, "app"), count(groups.count, "page"),
            count(groups.flatMap(\.cards).filter(\.condition.isEmpty).count, "state"),
            count(groups.flatMap(\.cards).filter { !$0.condition.isEmpty }.count, "message"),
            count(apps.flatMap(\.emails).flatMap(\.cards).count, "email"),
        ].joined(separator: ", ")
        let library = try TemplateLibrary(["index": Self.source("index.mustache")])
        var files = apps.reduce(into: [:]) { $0.merge($1.files) { first, _ in first } }
        files["index.html"] = try library.renderBytes(
            "index", with: ["summary": .text(summary), "apps": .list(apps.map(Self.value))])
        for name in ["storyboard.css", "storyboard.js"] { files[name] = Array(Self.text(name).utf8) }
        self.files = files
    }

    /// The text of a file of `Templates/storyboard`, which a site cannot replace.
    static func text(_ name: String) -> String { source(name).text }

    private static func source(_ name: String) -> SourceText {
        guard let source = TemplateSources.embedded.source(of: "storyboard/\(name)") else {
            preconditionFailure("the build embeds every file of Templates, and 'storyboard/\(name)' is one")
        }
        return source
    }

    private static func value(of app: StoryboardApp) -> MustacheValue {
        [
            "title": .text(app.app.title), "host": .text(app.app.hosts.first ?? ""), "anchor": .text(app.app.name),
            "href": .text("#\(app.app.name)"),
            "groups": .list((app.pages + app.emails).map { value(of: $0, in: app.app) }),
        ]
    }

    private static func value(of group: StoryboardApp.Group, in app: App) -> MustacheValue {
        let anchor = "\(app.name)/\(group.name)"
        return [
            "title": .text(group.title), "detail": .text(group.detail), "anchor": .text(anchor),
            "href": .text("#\(anchor)"), "language": MustacheValue(group.language?.text),
            "wordsLanguage": .text((group.language ?? app.language).text),
            "cards": .list(group.cards.map { value(of: $0, in: group, anchor, app) }),
        ]
    }

    private static func value(
        of card: StoryboardApp.Card, in group: StoryboardApp.Group, _ anchor: String, _ app: App
    ) -> MustacheValue {
        let anchor = "\(anchor)/\(card.key)"
        let title = [app.title, group.title, card.name, card.condition].filter { !$0.isEmpty }.joined(separator: ", ")
        return [
            "name": .text(card.name), "condition": .text(card.condition), "anchor": .text(anchor),
            "href": .text("#\(anchor)"), "detail": .text(card.detail), "title": .text(title),
            "isEmail": .bool(!card.document.contains("#")), "texts": .list(card.texts.map { ["text": .text($0)] }),
            "frames": .list(
                StoryboardApp.schemes.map { scheme in
                    [
                        "scheme": .text(scheme.rawValue), "title": .text("\(title), \(scheme.rawValue)"),
                        "address": .text(card.document.replacing("SCHEME", with: scheme.rawValue)),
                    ]
                }),
        ]
    }
}
