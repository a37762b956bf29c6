import AuthContracts
import Diagnostics
import JSON
import LinkDefinitions
import Mustache
import SiteModel

/// The document in which the pages of a storyboard are used: their frame, the emails that they send, and the choices of outcomes.
///
/// `Templates/storyboard/live.js` declares the same types for the script.
struct LiveView {
    let apps: [StoryboardApp]

    /// The document with its script.
    func files() throws(DiagnosticReport) -> [String: [UInt8]] {
        let library = try TemplateLibrary(["live": Storyboard.source("live.mustache")])
        let value: MustacheValue = [
            "heading": .text("The pages in use"),
            "apps": .text(JSONValue.array(apps.map(value)).serialized(.compact)),
        ]
        return [
            "live.html": try library.renderBytes("live", with: value),
            "live.js": Array(Storyboard.text("live.js").utf8),
        ]
    }

    private func value(of board: StoryboardApp) -> JSONValue {
        let app = board.app
        let cards = board.emails.first { $0.language == nil }?.cards ?? []
        let sends = app.contract?.operations.compactMap { operation in
            operation.sends.map { (operation.name, JSONValue.string($0.rawValue)) }
        }
        return [
            "name": .string(app.name), "title": .string(app.title),
            "pages": .array(app.pages.map { value(of: $0, in: app) }),
            "emails": .object(JSONObject(cards.map { ($0.key, value(of: $0, in: app)) })),
            "sends": .object(JSONObject(sends ?? [])),
        ]
    }

    private func value(of page: Page, in app: App) -> JSONValue {
        let operations = app.answers(on: page).map { operation in
            (operation.name, JSONValue.array(operation.answers.map { .string($0.outcome.rawValue) }))
        }
        return [
            "name": .string(page.name), "path": .string(page.path), "title": .string(page.title),
            "document": .string("\(app.name)/\(page.name)"),
            "start": .string(start(of: page, by: page.links.first?.name)),
            "operations": .object(JSONObject(operations)),
        ]
    }

    private func value(of card: StoryboardApp.Card, in app: App) -> JSONValue {
        let link = app.emails.first { $0.name == card.key }?.link
        let page = app.pages.first { $0.name == link?.page }
        return [
            "subject": .string(card.name), "preheader": .string(card.detail),
            "document": .string(String(card.document.prefix { $0 != "." })),
            "page": (page?.name).map(JSONValue.string) ?? .null,
            "start": .string(page.map { start(of: $0, by: link?.name) } ?? ""),
        ]
    }

    /// The fragment with which `Templates/storyboard/frame.js` begins a page: its state, and whether a link opened it.
    private func start(of page: Page, by link: String?) -> String {
        page.start.name(for: link) + (link == nil ? "" : "!")
    }
}

extension App {
    /// The operations of a page with the recorded responses for their outcomes; none for `network`, and no timeout, which
    /// nobody waits for.
    func answers(
        on page: Page
    ) -> [(name: String, answers: [(outcome: OutcomeName, responses: JSONValue)])] {
        Set(page.states.flatMap(\.operations)).sorted().compactMap { name in
            contract?.operation(named: name).map { operation in
                let outcomes = [.ok] + operation.outcomes.filter { $0 != .ok && $0 != .timeout }
                return (
                    name,
                    outcomes.compactMap { outcome in
                        outcome == .network
                            ? (outcome, []) : responses(of: name, for: outcome).map { (outcome, $0) }
                    }
                )
            }
        }
    }
}
