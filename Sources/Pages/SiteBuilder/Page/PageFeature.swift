import AuthContracts
internal import Branding
import Configuration
import SiteModel

/// A feature that only some pages use, with a part of the style sheet, a part of the script, or both.
///
/// The features of a page follow from its spec and its backend's contract. A part's file has the feature's name:
/// `style/app-link.css`, `script/links.js`.
package enum PageFeature: String, Hashable, Sendable, CaseIterable {
    // In the order of the cascade, and of the script.
    case logo
    /// Links at the foot of the page.
    case legal
    /// Second-level headings, lists, quotes and rules.
    case prose
    /// A picture above the headline.
    case seal
    /// Operations, which take time.
    case pending
    /// States that show only that an operation is running.
    case loading
    case form
    /// Fields beyond required single-line ones: lists, phone numbers, dates, several lines, hints.
    case inputs
    case consent
    case password
    case requirements
    case strength
    case message
    /// Buttons, and links on their own line.
    case actions
    case gradient
    /// Links back, and buttons that send the same email again.
    case secondary
    /// Links back above the headline.
    case leading
    /// Notes about the page itself: that it needs a script, that the app did not open.
    case note
    case appLink = "app-link"
    /// Links to the app or an email program, with help if nothing opens.
    case apps
    /// Pictures and headlines above the card.
    case header
    case links
    /// Links with a parameter that may say when it expires.
    case expiry
    /// The formats of parameters of links.
    case shapes
    case codes
    /// Links with values in their URLs.
    case addresses
    /// Required kinds of characters in a new password.
    case kinds
    /// Emails that the user requests, and can request again after a pause.
    case emails
    /// Requests with values in their URLs, forms, cookies or a referrer.
    case requests
    /// Elements of answers that are chosen by what a member of them is.
    case selectors
    /// Responses distinguished by patterns.
    case patterns
    /// Values from headers and cookies.
    case sources
    case steps
    /// Browser history: the targets of Back, and the values that are cleared.
    case history
    /// Operations that are repeated while a state is shown.
    case refresh
    /// Declared outcomes that the script treats like built-in ones.
    case outcomes
    /// Password requirements that only a backend can check.
    case uncommon
    /// Forms that are sent with mistakes, and say then what is wrong.
    case summary
    /// Fields that repeat another and may be left empty by mistake.
    case repeats
    /// Links into the app, as the device can use them.
    case phones
    /// The widget whose answer the backend demands of some operations.
    case captcha
    /// The address that a link names for after success.
    case continuation
    /// Durations with more forms than one for 1 and one for all other numbers.
    case plurals
    /// Text from right to left.
    case rtl

    /// The features with a part of the style sheet, in the order of the cascade.
    static let styled: [PageFeature] = [
        .logo, .legal, .prose, .seal, .pending, .loading, .form, .codes, .inputs, .consent, .password, .requirements,
        .uncommon, .strength, .message, .summary, .actions, .gradient, .secondary, .leading, .note, .appLink, .apps,
        .header, .captcha, .rtl,
    ]

    /// The features with a part of the script, in its order.
    static let scripted: [PageFeature] = [
        .history, .refresh, .apps, .loading, .links, .expiry, .shapes, .addresses, .kinds, .emails, .requests,
        .selectors, .patterns, .sources, .steps, .summary, .repeats, .phones,
        // Each of these calls the one before it.
        .strength, .inputs, .outcomes, .uncommon,
        // It changes what the others have added.
        .captcha,
        // It calls the function of links.
        .continuation,
        .plurals,
    ]

    static func features(
        of page: Page, in app: App, running part: ContractPart?, words: Words
    ) -> Set<PageFeature> {
        let fields = page.states.flatMap(\.fields)
        let own = (part?.features ?? []).union(
            allCases.filter { $0.isNeeded(by: page, with: fields, in: app, running: part?.contract) })
        return own.union(ofLanguage(words)).subtracting(own.contains(.message) ? [] : [.plurals])
    }

    static func ofNotFound(in app: App, words: Words) -> Set<PageFeature> {
        let own = Set([PageFeature.seal, .actions] + [.logo, .legal, .gradient].filter { $0.isNeeded(in: app) })
        return own.union(ofLanguage(words)).subtracting([.plurals])
    }

    private static func ofLanguage(_ words: Words) -> [PageFeature] {
        (words.durations.rules.isEmpty ? [] : [.plurals]) + (words.tag.isRightToLeft ? [.rtl] : [])
    }

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
        case .loading: return page.states.contains { $0.onLoad != nil && !$0.loadsInBackground }
        case .form, .summary: return !fields.isEmpty
        case .inputs:
            let rules: Set<FieldRule> = [.choice, .tel, .date]
            return fields.contains {
                rules.contains($0.rule) || $0.lines != nil || $0.hint != nil || $0.isOptional
            }
        case .uncommon:
            return fields.contains { $0.requirements?.rules.contains { $0.rule.value == .uncommon } ?? false }
        case .repeats: return fields.contains { $0.isRepeated && $0.error != nil }
        case .phones: return page.needsScript && page.opensOtherProgram
        case .consent: return fields.contains { $0.rule == .consent }
        case .password: return fields.contains { $0.rule == .password || $0.rule == .currentPassword }
        case .requirements: return fields.contains { $0.requirements != nil }
        case .strength: return fields.contains { $0.strength != nil }
        case .actions:
            return page.states.contains { !$0.actions.isEmpty || $0.onLoad != nil }
                || page.continuation(in: app) != nil
        case .continuation: return page.continuation(in: app) != nil
        case .secondary:
            return page.states.contains { state in
                // A main action leads on, even to the login.
                state.leading.contains(where: app.isLogin)
                    || state.actions.dropFirst(state.leading.count + 1).contains(where: app.isLogin)
                    || state.actions.contains { page.isResend($0, in: state, of: contract) }
            }
        case .leading: return page.states.contains { !$0.leading.isEmpty }
        case .note: return page.needsScript
        case .appLink: return !page.appLinks.isEmpty
        case .apps: return page.needsScript && (app.support != nil || page.opensOtherProgram)
        case .links: return !page.links.isEmpty
        case .expiry: return page.mayShowExpiry(of: contract)
        case .shapes: return contract?.shapes(of: page.linkParameters).isEmpty == false
        case .codes: return fields.contains { $0.rule == .code }
        case .addresses:
            return Inline.linksToValues(
                page.states.flatMap { Block.inlines($0.blocks) } + page.messages.flatMap(\.words))
        case .kinds: return fields.contains { $0.requirements?.rules.contains { $0.rule.value.isKind } ?? false }
        case .refresh: return page.states.contains { $0.refresh != nil }
        case .history: return page.states.contains { $0.back != nil || !page.forgotten(by: $0).isEmpty }
        case .captcha: return app.backend?.captcha != nil && contract?.operations.contains(where: \.isGuarded) == true
        case .outcomes, .emails, .requests, .selectors, .patterns, .sources, .steps, .plurals, .rtl: return false
        }
    }

    /// Whether every page that runs a part of a contract needs the feature.
    func isNeeded(by contract: Contract) -> Bool {
        switch self {
        case .outcomes: !contract.outcomesOfScript.isEmpty
        case .emails: contract.sendsRequestedEmail
        case .requests: contract.usesForms || contract.usesURLValues || contract.usesRequestOptions
        case .selectors: contract.usesSelectors
        case .patterns: contract.usesPatterns
        case .sources: contract.usesHeadersOrCookies
        case .steps: contract.usesSteps
        default: false
        }
    }
}

extension Field {
    fileprivate var isRepeated: Bool { if case .same = rule { true } else { false } }
}

extension Block {
    /// Whether it is anything but a headline, a paragraph or a row of actions.
    fileprivate var isProse: Bool {
        switch self {
        case .heading, .paragraph, .actions: false
        case .subheading, .list, .quote, .rule: true
        }
    }
}
