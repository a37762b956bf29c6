import AppLinks
import AppSiteAssociation
import AuthContracts
import CommonMark
import JSON
import Mustache
import SiteModel
import YAML

/// What the page templates are filled with: one page, one of its states shown, in one appearance.
struct DocumentValues: Sendable {
    let page: Page
    let app: App
    /// The state that is shown; the others are in the document too, hidden.
    let shown: State
    let appearance: Appearance
    /// Nil where the document only tells what styles it needs.
    let style: StyleSheet?
    /// By name; every picture that a page names is among them.
    let pictures: [String: String]
    /// Nil where the document runs none.
    let program: PageProgram?

    var document: MustacheValue {
        var values = frame
        values["title"] = .text(page.title)
        if let program {
            values["data"] = .json(program.data.json.serialized())
            values["script"] = .markup("<script>\(program.script.text)</script>")
        }
        values["open"] = open
        values["wrong"] = page.states.contains { !$0.fields.isEmpty } ? .text(Self.wrongWords) : .absent
        values["states"] = .list(page.states.map(state))
        values["messages"] = .list(
            page.scriptMessages(for: app.contract).map { message in
                [
                    "id": .text("outcome.\(message.name)"),
                    "words": .markup(Markup(app: app, values: [:]).inlines(message.words)),
                ]
            })
        return .object(values)
    }

    /// The link into the app: it needs the page's parameters, which only a browser knows, so a file holds it hidden.
    private var open: MustacheValue {
        guard let template = page.links.compactMap(\.app).first else { return .absent }
        let address = isServed || shown.operations.isEmpty ? nil : template.expanded(with: appearance.values)
        return ["address": address.map { .url($0) } ?? .absent]
    }

    /// What is said above the names of the fields that are wrong.
    static let wrongWords = "Please look at this again:"

    var isServed: Bool { appearance.condition == .served }

    // MARK: - States

    private func state(_ state: State) -> MustacheValue {
        let view = StateView(state: state, isShown: state.name == shown.name, document: self)
        return [
            "id": .text(state.name),
            "hidden": .bool(!view.isShown),
            "picture": picture(state.icon?.value),
            "top": state.leading.isEmpty ? .absent : ["links": .list(view.leading)],
            "onLoad": .bool(state.onLoad != nil && !state.runsInPassing),
            "waiting": .bool(view.isWaiting),
            "heading": state.headline.map { .markup(Markup(app: app, values: appearance.values).inlines($0)) }
                ?? .absent,
            "form": .bool(!state.fields.isEmpty || !state.submitted.isEmpty),
            "parts": .list(view.parts),
        ]
    }

    func picture(_ name: String?) -> MustacheValue {
        name.flatMap { pictures[$0] }.map { .markup($0) } ?? .absent
    }
}

extension DocumentValues {
    /// What every document of an app has.
    var frame: [String: MustacheValue] {
        Self.frame(of: app, scheme: appearance.scheme, style: style, pictures: pictures)
    }

    static func frame(
        of app: App, scheme: Appearance.Scheme, style: StyleSheet?, pictures: [String: String]
    ) -> [String: MustacheValue] {
        let schemes =
            switch scheme {
            case .system: "light dark"
            case .light: "light"
            case .dark: "dark"
            }
        return [
            "app": .text(app.title),
            "support": MustacheValue(app.support),
            "scheme": .text(schemes),
            "favicon": .markup("<link rel=\"icon\" href=\"\(escaped(Favicon(app).address))\">"),
            "styles": style.map { .markup("<style>\($0.text)</style>") } ?? .absent,
            "pictures": .object(pictures.mapValues { .markup($0) }),
            "data": .absent,
            "script": .absent,
        ]
    }
}

extension State {
    /// What stands in the page's `h1`; nil for a state that is gone before anyone reads it.
    var headline: [Inline]? {
        for case .heading(let words) in blocks { return words }
        return nil
    }
}
