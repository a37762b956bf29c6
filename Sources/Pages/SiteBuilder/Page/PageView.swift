import AppLinks
import AuthContracts
import Branding
import Configuration
import LinkDefinitions
import Mustache
import SiteModel

/// The values that the templates of a page's states share.
///
/// It is a class, since every state, field and action of the page holds it.
final class PageView: Sendable {
    let page: Page
    let app: App
    /// The pictures by name, with every picture that the page uses.
    let pictures: [String: String]
    let words: Words
    /// The settings of app.yml, which are known before a link is opened.
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

    var contract: Contract? { app.contract }

    func picture(_ name: String?) -> MustacheValue {
        name.flatMap { pictures[$0] }.map { .markup($0) } ?? .absent
    }

    var needsScriptNote: MustacheValue {
        app.supported(words, .needsScriptOrSupport) ?? .text(words.text(.needsScript))
    }
}

extension App {
    /// The texts without placeholders other than the app's name; those are filled where their values are known.
    private static let filledWords = WordKey.allCases.filter { $0.placeholders.isSubset(of: ["app"]) }

    func values(_ words: Words, pictures: [String: String], files: BrandFiles) -> MustacheValue {
        let values = ["app": title]
        let filled = Self.filledWords.map { ($0.rawValue, MustacheValue.text(words.text($0, values))) }
        let legal = footer.map {
            MustacheValue.view([LinkKey.address: .url($0.address), .label: .text(words.text($0.kind.words))])
        }
        return .view([
            AppKey.app: .text(title),
            .language: .text(words.language), .direction: MustacheValue(words.direction),
            .pictures: .object(pictures.mapValues { .markup($0) }),
            .words: .object(Dictionary(uniqueKeysWithValues: filled)),
            .host: .text(hosts[0]),
            .help: supported(words, .needHelp) ?? .absent,
            .favicon: .markup(IconMarkup(app: self, files: files).html),
            .banner: linkSet.ios?.store.map { .text("app-id=\($0)") } ?? .absent,
            .named: .bool(files.logo?.isWordmark == false),
            .legal: legal.isEmpty ? .absent : .view([LinksKey.links: .list(legal)]),
        ])
    }

    /// The links on the page for unknown paths: the login on the web, and the page to set a new password.
    func notFoundLinks(_ words: Words) -> [MustacheValue] {
        let password = changePassword.flatMap { page(named: $0) }.flatMap { $0.path == login?.web ? nil : $0 }
        return [login?.web.map { (local($0), words.text(.logInOnWeb)) }, password.map { (local($0.path), $0.title) }]
            .compactMap { $0 }.enumerated()
            .map { .view([LinkKey.address: .url($1.0), .label: .text($1.1), .main: .bool($0 == 0)]) }
    }

    /// The alternatives to opening the app: the login on the web, unless that is the page's own path, and the app
    /// stores.
    func alternatives(at path: String?, _ words: Words) -> [MustacheValue] {
        func alternative(_ address: String?, _ key: WordKey, isForPhones: Bool) -> MustacheValue? {
            address.map {
                .view([LinkKey.address: .url($0), .label: .text(words.text(key)), .phone: .bool(isForPhones)])
            }
        }
        return [
            alternative(login?.web == path ? nil : login?.web.map(local), .logInOnWeb, isForPhones: false),
            alternative(
                linkSet.ios?.store.map { "https://apps.apple.com/app/id\($0)" }, .getFromAppStore, isForPhones: true),
            alternative(
                linkSet.android.map { "https://play.google.com/store/apps/details?id=\($0.package)" },
                .getOnGooglePlay, isForPhones: true),
        ].compactMap { $0 }
    }

    /// A text with a link to the app's support address; nil if the app has none.
    func supported(_ words: Words, _ key: WordKey) -> MustacheValue? {
        guard let support else { return nil }
        let address = escaped(support)
        return .markup(
            words.pieces(of: key).map { piece in
                switch piece {
                case .literal(let text): escaped(text)
                case .value where words.tag.isRightToLeft:
                    "<bdi><a href=\"mailto:\(address)\">\(address)</a></bdi>"
                case .value: "<a href=\"mailto:\(address)\">\(address)</a>"
                }
            }.joined())
    }
}

extension Action {
    fileprivate var opensOtherProgram: Bool {
        switch destination {
        case .app, .mail: true
        case .state, .operation, .sitePath, .web: false
        }
    }
}

extension Page {
    var appLinks: [URLTemplate] { links.compactMap(\.app) }

    var opensOtherProgram: Bool {
        !appLinks.isEmpty || states.contains { $0.actions.contains(where: \.opensOtherProgram) }
    }

    /// Whether anything on the page works only with JavaScript, including parameters of its links.
    var needsScript: Bool { !links.isEmpty || opensOtherProgram || states.contains(where: \.needsScript) }

    /// Whether an action sends an email again, which is never the main action: the state follows the first one.
    func isResend(_ action: Action, in state: State, of contract: Contract?) -> Bool {
        guard case .operation(let name) = action.destination, state.fields.isEmpty,
            contract?.operation(named: name)?.sendsRequestedEmail == true
        else { return false }
        return states.flatMap(\.moves).contains { moves in
            guard let operation = contract?.operation(named: moves.operation.value) else { return false }
            let sent = operation.outcomes.contains(.sent) ? OutcomeName.sent : operation.sendsRequestedEmail ? .ok : nil
            return sent.flatMap { moves.state(for: $0) } == state.name
        }
    }

    /// Whether anything on the page makes requests to a backend.
    var runsOperations: Bool { states.contains { !$0.moves.isEmpty || $0.onLoad != nil } }
}
