import Branding
import Diagnostics
import Mustache
import SiteModel

/// The index of a storyboard, or of the comparison of two.
struct StoryboardView {
    /// A storyboard that the index shows.
    struct Side {
        /// The folder of its files, with a slash at the end; empty for that of the index.
        let folder: String
        /// `Before`, `After`; empty if there is one only.
        let name: String
        /// The documents that it has; nil for all.
        var documents: Set<String>?
    }

    let sides: [Side]
    /// The differing lines by the anchors of the cards.
    var difference: [String: [String]] = [:]
    /// The links that open another app than before, in words.
    var links: [String] = []

    /// Whether it shows two storyboards.
    private var compares: Bool { sides.count > 1 }

    /// The index with its style sheet and its script.
    func files(
        _ title: String, _ summary: String, _ apps: [(app: StoryboardApp, groups: [StoryboardApp.Group])]
    ) throws(DiagnosticReport) -> [String: [UInt8]] {
        let library = try TemplateLibrary(["index": Storyboard.source("index.mustache")])
        let value: MustacheValue = [
            "heading": .text(title), "summary": .text(summary), "links": .list(links.map { ["link": .text($0)] }),
            "apps": .list(apps.map { self.value(of: $0.app, $0.groups) }), "compares": .bool(compares),
        ]
        var files = ["index.html": try library.renderBytes("index", with: value)]
        for name in ["storyboard.css", "storyboard.js"] { files[name] = Array(Storyboard.text(name).utf8) }
        return files
    }

    private func value(of app: StoryboardApp, _ groups: [StoryboardApp.Group]) -> MustacheValue {
        [
            "title": .text(app.app.title), "host": .text(app.app.hosts.first ?? ""), "anchor": .text(app.app.name),
            "href": .text("#\(app.app.name)"), "isUsable": .bool(!compares),
            "groups": .list(groups.map { value(of: $0, in: app.app) }),
        ]
    }

    /// A line of a difference in unified format.
    private func value(of line: String) -> MustacheValue {
        let (isRemoved, isAdded) = (line.hasPrefix("-"), line.hasPrefix("+"))
        return [
            "removed": .text(isRemoved ? line : ""), "added": .text(isAdded ? line : ""),
            "line": .text(isRemoved || isAdded ? "" : line),
        ]
    }

    private func value(of group: StoryboardApp.Group, in app: App) -> MustacheValue {
        let anchor = "\(app.name)/\(group.name)"
        return [
            "title": .text(group.title), "detail": .text(group.detail), "anchor": .text(anchor),
            "href": .text("#\(anchor)"), "language": MustacheValue(group.language?.text),
            "wordsLanguage": .text((group.language ?? app.language).text),
            "cards": .list(group.cards.map { value(of: $0, in: group, anchor, app) }),
        ]
    }

    private func value(
        of card: StoryboardApp.Card, in group: StoryboardApp.Group, _ anchor: String, _ app: App
    ) -> MustacheValue {
        let anchor = "\(anchor)/\(card.key)"
        let title = [app.title, group.title, card.name, card.condition].filter { !$0.isEmpty }.joined(separator: ", ")
        return [
            "name": .text(card.name), "condition": .text(card.condition), "anchor": .text(anchor),
            "href": .text("#\(anchor)"), "detail": .text(card.detail), "title": .text(title),
            "hasBothSides": .bool(compares && sides.allSatisfy { $0.documents?.contains(card.document) ?? true }),
            "isEmail": .bool(!card.document.contains("#")), "texts": .list(card.texts.map { ["text": .text($0)] }),
            "lines": .list((difference[anchor] ?? []).map(value)),
            "frames": .list(
                sides.filter { $0.documents?.contains(card.document) ?? true }.flatMap { side in
                    StoryboardApp.schemes.map { scheme in
                        [
                            "scheme": .text(scheme.rawValue), "side": .text(side.name),
                            "title": .text(
                                [title, side.name, scheme.rawValue].filter { !$0.isEmpty }.joined(separator: ", ")),
                            "address": .text(side.folder + card.document.replacing("SCHEME", with: scheme.rawValue)),
                        ]
                    }
                }),
        ]
    }
}
