import AppLinks
import AppSiteAssociation
import AuthContracts
import Mustache
import SiteModel

/// What the templates of a page's states share: the page, its app, and what they ask for by name.
struct PageView: Sendable {
    let page: Page
    let app: App
    /// By name; every picture that a page names is among them.
    let pictures: [String: String]
    let words: Words

    /// What the page has to know of its backend; nil without one.
    var contract: Contract? { app.contract }

    /// What app.yml sets: known before a link is opened.
    var settings: [String: String] { app.backend?.settings ?? [:] }

    var markup: Markup { Markup(app: app, values: settings) }

    func picture(_ name: String?) -> MustacheValue {
        name.flatMap { pictures[$0] }.map { .markup($0) } ?? .absent
    }

    /// What the page says where no script runs.
    var needsScriptNote: MustacheValue {
        app.supported(words, .needsScriptOrSupport) ?? .text(words.text(.needsScript))
    }
}

extension App {
    /// The values that every template has.
    func values(_ words: Words, pictures: [String: String]) -> [String: MustacheValue] {
        // Those with a place for anything but the app's name are filled where that is known.
        let filled = WordKey.allCases.filter { $0.placeholders.isSubset(of: ["app"]) }.map { key in
            (key.rawValue, MustacheValue.text(words.text(key, ["app": title])))
        }
        return [
            "app": .text(title),
            "language": .text(words.language),
            "pictures": .object(pictures.mapValues { .markup($0) }),
            "words": .object(Dictionary(uniqueKeysWithValues: filled)),
        ]
    }

    /// A text with a link to the app's support address in it; nil for an app without one.
    func supported(_ words: Words, _ key: WordKey) -> MustacheValue? {
        guard let support else { return nil }
        let address = escaped(support)
        return .markup(
            words.pieces(of: key).map { piece in
                switch piece {
                case .literal(let text): escaped(text)
                case .value: "<a href=\"mailto:\(address)\">\(address)</a>"
                }
            }.joined())
    }
}

extension Page {
    /// The addresses in the app of the page's links.
    var appLinks: [URLTemplate] { links.compactMap(\.app) }

    /// Whether anything on the page talks to a backend.
    var runsOperations: Bool { states.contains { !$0.moves.isEmpty || $0.onLoad != nil } }
}
