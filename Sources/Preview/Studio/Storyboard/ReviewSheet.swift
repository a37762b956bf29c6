import Branding
package import Diagnostics
import Hashing
import JSON
import Mustache
import Release
package import SiteBuilder
package import SiteModel

/// `latchkey translations review`: pictures of all states and emails in a language, each with its lines beside the original,
/// as one file in which a native speaker marks every line.
///
/// The documents of the pictures are those of a storyboard, written once into the file; `Templates/storyboard/review.js`
/// shows them in frames.
package struct ReviewSheet {
    private let board: Storyboard
    private let tag: LanguageTag
    /// The texts by the names of their apps.
    private let sheets: [(app: String, sheets: [TranslationSheet])]

    /// - Throws: diagnostics about all errors in the site, its templates and its emails.
    package init(
        of build: SiteBuild, into tag: LanguageTag, _ sheets: [(app: String, sheets: [TranslationSheet])]
    ) throws(DiagnosticReport) {
        board = try Storyboard(of: build)
        self.tag = tag
        self.sheets = sheets
    }

    /// The document.
    package func html() throws(DiagnosticReport) -> [UInt8] {
        let library = try TemplateLibrary(["review": Storyboard.source("review.mustache")])
        var documents: [(String, JSONValue)] = []
        let apps = sheets.compactMap { entry -> MustacheValue? in
            guard let app = board.apps.first(where: { $0.app.name == entry.app }) else { return nil }
            let files = entry.sheets.map { self.value(of: $0, in: app, &documents) }
            return ["title": .text(app.app.title), "files": .list(files)]
        }
        let own = sheets.first?.sheets.first?.language ?? .english
        let frame = (Storyboard.script, JSONValue.string(String(decoding: Storyboard.frame, as: UTF8.self)))
        let value: MustacheValue = [
            "pictures": .json(JSONValue.object(JSONObject([frame] + documents)).serialized(.compact)),
            "language": .text(tag.text), "direction": .text(tag.isRightToLeft ? "rtl" : "ltr"), "own": .text(own.text),
            "apps": .list(apps),
            "number": .text("\(sheets.flatMap(\.sheets).reduce(0) { $0 + $1.texts.count })"),
        ]
        var html = try library.renderBytes("review", with: value)
        for (mark, content) in [
            (
                "<style></style>",
                "<style>\n\(Storyboard.text("storyboard.css"))\(Storyboard.text("review.css"))</style>"
            ),
            ("<script></script>", "<script>\n\(Storyboard.text("review.js"))</script>"),
        ] { html = html.replacing(Array(mark.utf8), with: Array(content.utf8), maxReplacements: 1) }
        return html
    }

    private func value(
        of sheet: TranslationSheet, in app: StoryboardApp, _ documents: inout [(String, JSONValue)]
    ) -> MustacheValue {
        let path = sheet.original.split(separator: "/")
        let name = String(path.last?.prefix { $0 != "." } ?? "")
        let isEmail = path.dropLast().last == "emails"
        let groups = isEmail ? app.emails : app.pages
        let group = groups.first { $0.language == tag && (isEmail || $0.name == "\(name).\(tag)") }
        let cards = (group?.cards ?? []).filter { isEmail ? $0.key == name : $0.condition.isEmpty }
        var parts: [(name: String, texts: [TranslationSheet.Text])] = []
        for text in sheet.texts {
            let state = isEmail ? name : String(text.place.prefix { $0 != "." })
            if parts.last?.name == state || parts.last?.name == "title" {
                parts[parts.count - 1].name = state
                parts[parts.count - 1].texts.append(text)
            } else {
                parts.append((state, [text]))
            }
        }
        return [
            "title": .text(sheet.original), "original": .text(sheet.original),
            "parts": .list(
                parts.map { part in
                    let card = cards.first { $0.key == part.name }
                    let document = card.flatMap { picture(of: $0, in: app, &documents) }
                    return [
                        "name": .text(part.name), "picture": MustacheValue(document),
                        "label": .text("\(name), \(part.name)"),
                        "lines": .list(part.texts.map { value(of: $0, in: sheet) }),
                    ]
                }),
        ]
    }

    private func value(of text: TranslationSheet.Text, in sheet: TranslationSheet) -> MustacheValue {
        [
            "id": .text("\(sheet.original) \(text.place)"), "file": .text(sheet.original), "place": .text(text.place),
            "original": .text(text.original), "translation": .text(text.translation ?? ""),
            "isMissing": .bool(text.translation == nil),
            "was": MustacheValue(text.state == .older ? text.quoted : nil),
        ]
    }

    /// The address of a card's document among those of the file; nil if there is none.
    private func picture(
        of card: StoryboardApp.Card, in app: StoryboardApp, _ documents: inout [(String, JSONValue)]
    ) -> String? {
        let address = card.document.replacing("SCHEME", with: StoryboardApp.schemes[0].rawValue)
        let path = String(address.prefix { $0 != "#" })
        guard var html = app.files[path] else { return nil }
        if !documents.contains(where: { $0.0 == path }) {
            let up = path.split(separator: "/").count > 2 ? "../" : ""
            for file in BrandFiles(app.app.brand).files {
                let data = "data:\(file.contents.type);base64,\(Base64.encode(file.contents.bytes))"
                html = html.replacing(Array((up + file.path.dropFirst()).utf8), with: Array(data.utf8))
            }
            documents.append((path, .string(String(decoding: html, as: UTF8.self))))
        }
        return address
    }
}
