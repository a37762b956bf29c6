import AppLinks
import AppSiteAssociation
import AuthContracts
import CommonMark
import Mustache
import SiteModel

/// What the templates of a page's states share: the page, its app, and what they ask for by name.
///
/// A class, as every state, field and action of the page has it.
final class PageView: Sendable {
    let page: Page
    let app: App
    /// By name; every picture that a page names is among them.
    let pictures: [String: String]
    let words: Words
    /// What app.yml sets: known before a link is opened.
    let settings: [String: String]
    let markup: Markup

    init(page: Page, app: App, pictures: [String: String], words: Words) {
        self.page = page
        self.app = app
        self.pictures = pictures
        self.words = words
        settings = app.backend?.settings ?? [:]
        markup = Markup(app: app, values: settings)
    }

    /// What the page has to know of its backend; nil without one.
    var contract: Contract? { app.contract }

    func picture(_ name: String?) -> MustacheValue {
        name.flatMap { pictures[$0] }.map { .markup($0) } ?? .absent
    }

    /// What the page says where no script runs.
    var needsScriptNote: MustacheValue {
        app.supported(words, .needsScriptOrSupport) ?? .text(words.text(.needsScript))
    }
}

extension App {
    /// Those with a place for anything but the app's name are filled where that is known.
    private static let filledWords = WordKey.allCases.filter { $0.placeholders.isSubset(of: ["app"]) }

    /// The values that every template has.
    func values(_ words: Words, pictures: [String: String]) -> [String: MustacheValue] {
        let values = ["app": title]
        let filled = Self.filledWords.map { ($0.rawValue, MustacheValue.text(words.text($0, values))) }
        return [
            "app": .text(title),
            "language": .text(words.language),
            "pictures": .object(pictures.mapValues { .markup($0) }),
            "words": .object(Dictionary(uniqueKeysWithValues: filled)),
        ]
    }

    /// Where a person goes on from an unknown address: the web's login, and the page for a new password.
    func waysOn(_ words: Words) -> [MustacheValue] {
        let password = changePassword.flatMap { page(named: $0) }
        return [login?.web.map { ($0, words.text(.logInOnWeb)) }, password.map { ($0.path, $0.title) }]
            .compactMap { $0 }.map { ["address": .url($0.0), "label": .text($0.1)] }
    }

    /// Where a person goes on without the app, by the texts of the links; a page's own path leads nowhere.
    func ways(around path: String?, _ words: Words) -> [MustacheValue] {
        func way(_ address: String?, _ key: WordKey, isForPhones: Bool) -> MustacheValue? {
            address.map { ["address": .url($0), "label": .text(words.text(key)), "phone": .bool(isForPhones)] }
        }
        return [
            way(login?.web == path ? nil : login?.web, .logInOnWeb, isForPhones: false),
            way(
                linkSet.ios?.store.map { "https://apps.apple.com/app/id\($0)" }, .getFromAppStore, isForPhones: true),
            way(
                linkSet.android.map { "https://play.google.com/store/apps/details?id=\($0.package)" },
                .getOnGooglePlay, isForPhones: true),
        ].compactMap { $0 }
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

extension Action {
    /// Whether it opens the app or an email program.
    fileprivate var leavesBrowser: Bool {
        switch destination {
        case .app, .mail: true
        case .state, .operation, .sitePath, .web: false
        }
    }
}

extension Page {
    /// The addresses in the app of the page's links.
    var appLinks: [URLTemplate] { links.compactMap(\.app) }

    /// Whether a link of the page opens the app or an email program.
    var leavesBrowser: Bool {
        !appLinks.isEmpty || states.contains { $0.actions.contains(where: \.leavesBrowser) }
    }

    /// Whether anything on the page works with a script alone, the parameters of its links included.
    var needsScript: Bool { !links.isEmpty || leavesBrowser || states.contains(where: \.needsScript) }

    /// Whether anything on the page talks to a backend.
    var runsOperations: Bool { states.contains { !$0.moves.isEmpty || $0.onLoad != nil } }
}
