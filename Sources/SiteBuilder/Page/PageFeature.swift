import AuthContracts
import Configuration
import SiteModel

/// Something that only some pages need: a part of the style sheet, a part of the script, or both.
///
/// The features of a page follow from its spec and its backend's contract. A part's file has the feature's name:
/// `style/app-link.css`, `script/links.js`.
public enum PageFeature: String, Hashable, Sendable, CaseIterable {
    // In the order of the cascade, and of the script.
    /// The app's logo.
    case logo
    /// Links at the foot of the page.
    case legal
    /// Headings of a second level, lists, quotes and rules.
    case prose
    /// A picture above the headline.
    case seal
    /// Operations, which take a while.
    case pending
    /// States that show nothing but that an operation runs.
    case loading
    /// Fields.
    case form
    /// Fields beyond one line of text that has to be there: lists, phone numbers, dates, several lines, hints.
    case inputs
    /// Fields that are ticked.
    case consent
    case password
    /// The list of what a new password has to have.
    case requirements
    /// The meter under a new password.
    case strength
    /// Words for outcomes.
    case message
    /// Buttons, and links that stand alone.
    case actions
    /// Buttons that run from one colour to another.
    case gradient
    /// Ways back, and buttons that send the same email again.
    case secondary
    /// Ways back above the headline.
    case leading
    /// What the page says of itself: that it needs a script, that the app did not open.
    case note
    /// The way into the app.
    case appLink = "app-link"
    /// Links that leave the browser, for the app or an email program, and what helps where nothing opens.
    case apps
    /// Pictures and headlines above the card.
    case header
    /// Parameters of links.
    case links
    /// What parameters of links look like.
    case shapes
    /// Links with values in their addresses.
    case addresses
    /// Kinds of characters that a new password has to have.
    case kinds
    /// Emails that a person asks for, and may ask for again after a pause.
    case emails
    /// Requests with values in their URLs, and forms.
    case requests
    /// Answers that are told apart by patterns.
    case patterns
    /// Values from header fields and cookies.
    case sources
    /// Operations of more than one request.
    case steps
    /// What Back leads to, and what is forgotten on the way.
    case history
    /// Operations that run again while a state is shown.
    case refresh
    /// Outcomes that the contract declares, and that the script treats as built-in ones.
    case outcomes
    /// What only a backend can tell of a password.
    case uncommon

    /// Those with a part of the style sheet.
    static let styled: [PageFeature] = [
        .logo, .legal, .prose, .seal, .pending, .loading, .form, .inputs, .consent, .password, .requirements, .uncommon,
        .strength, .message, .actions, .gradient, .secondary, .leading, .note, .appLink, .apps, .header,
    ]

    /// Those with a part of the script.
    static let scripted: [PageFeature] = [
        .apps, .loading, .links, .shapes, .addresses, .kinds, .emails, .requests, .patterns, .sources, .steps,
        .strength,
        .history,
        .refresh, .inputs, .outcomes, .uncommon,
    ]

    /// The features of a page.
    ///
    /// - Parameters:
    ///   - page: a page of the app.
    ///   - app: the app.
    ///   - contract: what the page runs of its backend's contract; nil for an app without a backend.
    /// - Returns: those that the page cannot do without.
    static func features(of page: Page, in app: App, running contract: Contract?) -> Set<PageFeature> {
        let fields = page.states.flatMap(\.fields)
        return Set(allCases.filter { $0.isNeeded(by: page, with: fields, in: app, running: contract) })
    }

    /// The features of the page that answers unknown paths.
    static func ofNotFound(in app: App) -> Set<PageFeature> {
        Set([PageFeature.seal, .actions] + [.logo, .legal, .gradient].filter { $0.isNeeded(in: app) })
    }

    /// Whether every page of an app needs it.
    private func isNeeded(in app: App) -> Bool {
        switch self {
        case .logo: app.brand.logo != nil
        case .legal: !app.footer.isEmpty
        case .gradient: app.theme.accentEnd != nil
        case .header: app.theme.header == .page
        default: false
        }
    }

    private func isNeeded(by page: Page, with fields: [Field], in app: App, running contract: Contract?) -> Bool {
        switch self {
        case .logo, .legal, .gradient, .header: return isNeeded(in: app)
        case .prose: return page.states.contains { $0.blocks.contains(where: \.isProse) }
        case .seal: return page.states.contains { $0.icon != nil }
        case .pending, .message: return page.runsOperations
        case .loading: return page.states.contains { $0.onLoad != nil && !$0.runsInPassing }
        case .form: return !fields.isEmpty
        case .inputs:
            let rules: Set<FieldRule> = [.choice, .tel, .date]
            return fields.contains {
                rules.contains($0.rule) || $0.lines != nil || $0.hint != nil || $0.isOptional
            }
        case .outcomes: return contract.map { !$0.outcomesOfScript.isEmpty } ?? false
        case .uncommon:
            return fields.contains { $0.requirements?.rules.contains { $0.rule.value == .uncommon } ?? false }
        case .consent: return fields.contains { $0.rule == .consent }
        case .password: return fields.contains { $0.rule == .password || $0.rule == .currentPassword }
        case .requirements: return fields.contains { $0.requirements != nil }
        case .strength: return fields.contains { $0.strength != nil }
        case .actions: return page.states.contains { !$0.actions.isEmpty || $0.onLoad != nil }
        case .secondary:
            return page.states.contains { state in
                state.actions.contains { app.isLogin($0) || state.isResend($0, of: contract) }
            }
        case .leading: return page.states.contains { !$0.leading.isEmpty }
        case .note: return page.needsScript
        case .appLink: return !page.appLinks.isEmpty
        case .apps: return page.needsScript && (app.support != nil || page.leavesBrowser)
        case .links: return !page.links.isEmpty
        case .shapes: return !page.shapedParameters(of: contract).isEmpty
        case .addresses:
            return Inline.linksToValues(
                page.states.flatMap { Block.inlines($0.blocks) } + page.messages.flatMap(\.words))
        case .kinds: return fields.contains { $0.requirements?.rules.contains { $0.rule.value.isKind } ?? false }
        case .emails: return contract?.sendsEmail ?? false
        case .requests: return contract.map { $0.usesForms || $0.usesURLValues } ?? false
        case .patterns: return contract?.usesPatterns ?? false
        case .sources: return contract?.usesHeadersOrCookies ?? false
        case .steps: return contract?.usesSteps ?? false
        case .refresh: return page.states.contains { $0.refresh != nil }
        case .history: return page.states.contains { $0.back != nil || !page.forgotten(by: $0).isEmpty }
        }
    }
}

extension Block {
    /// Whether it is more than a headline, a paragraph or a row of actions.
    fileprivate var isProse: Bool {
        switch self {
        case .heading, .paragraph, .actions: false
        case .subheading, .list, .quote, .rule: true
        }
    }
}
