import AuthContracts
internal import Branding
import Configuration
import Mustache
import SiteModel
import TextEncoding

/// The template values of a state: its text, fields and actions, in the order of the page spec.
///
/// A page is rendered as it is before its script has run: everything that needs the script is disabled or hidden. The
/// script applies all other changes of a state's appearance.
struct StateView: Sendable {
    let state: State
    /// Whether the document shows this state until the script has read the URL.
    let isInitial: Bool
    let page: PageView
    /// All of the state's actions, collected once for the many that ask for them.
    private let actions: [Action]
    /// Whether the first action below the headline is the login. Then another way to log in is not a way back.
    private let leadsOn: Bool

    init(state: State, isInitial: Bool, page: PageView) {
        self.state = state
        self.isInitial = isInitial
        self.page = page
        actions = state.actions
        leadsOn = actions.dropFirst(state.leading.count).first.map(page.app.isLogin) ?? false
    }

    /// The values of `pages/state.mustache`, without those that all templates have.
    var value: MustacheValue {
        let (lead, parts) = content
        let top = state.leading.map { action($0, isFirst: false) }
        return .view([
            StateKey.picture: page.picture(state.icon?.value),
            .tone: MustacheValue(toneClass),
            .top: top.isEmpty ? .absent : .view([LinksKey.links: .list(top)]),
            .onLoad: .bool(waits),
            .heading: state.headline.map { .markup(page.markup.inlines($0)) } ?? .absent,
            .title: .text(page.page.title),
            .form: .bool(!state.fields.isEmpty || !state.submitted.isEmpty),
            .lead: lead,
            .parts: .list(parts),
        ])
    }

    /// Whether it shows only that an operation is running.
    private var waits: Bool { state.onLoad != nil && !state.loadsInBackground }

    /// Whether picture and headline are on the page's background: above the card of a form, or if the state has nothing
    /// to do.
    var isBare: Bool {
        page.app.theme.header == .page && (!state.fields.isEmpty || waits || state.tone == .error)
    }

    private var toneClass: String? {
        switch state.tone {
        case .error: "bad"
        case .success: "done"
        case .neutral: nil
        }
    }

    /// The text above the card, and the parts in it. The form precedes the first actions and follows the text before
    /// them.
    private var content: (lead: MustacheValue, parts: [MustacheValue]) {
        var lead = MustacheValue.absent
        var parts: [MustacheValue] = []
        var words: [Block] = []
        var isFormDue = true
        var isHeadlineDue = true
        func flush() {
            if words.isEmpty { return }
            parts.append(part(.text, .markup(page.markup.blocks(words))))
            words = []
        }
        for block in state.blocks {
            switch block {
            case .heading where isHeadlineDue: isHeadlineDue = false
            case .actions where isHeadlineDue && !state.leading.isEmpty: continue
            case .actions(let actions):
                if isFormDue, isBare, !state.fields.isEmpty, !words.isEmpty {
                    lead = .markup(page.markup.blocks(words))
                    words = []
                }
                flush()
                let isFirstRow = isFormDue
                if isFormDue { parts += form }
                isFormDue = false
                let links = actions.enumerated().map { action($1, isFirst: isFirstRow && !waits && $0 == 0) }
                parts.append(part(.actions, .view([LinksKey.links: .list(links), .later: .bool(waits)])))
            default: words.append(block)
            }
        }
        flush()
        return (lead, isFormDue ? parts + form : parts)
    }

    /// A part of one kind; nothing of it runs before the script does.
    private func part(_ kind: PartKey, _ value: MustacheValue) -> MustacheValue {
        .view([kind: value, .later: .bool(waits && state.submitted.isEmpty)])
    }

    private var form: [MustacheValue] {
        var parts: [MustacheValue] = []
        if needsUsername { parts.append(part(.username, true)) }
        let fields = state.fields.enumerated().map { index, field in
            FieldView(field: field, state: state, page: page, isLast: index == state.fields.count - 1)
        }
        for (index, field) in fields.enumerated() {
            parts.append(part(.field, field.value))
            // Requirements are shown below the repeated field, since one of them is that both are the same.
            parts += fields.filter { self.index(ofLast: $0.field) == index }.compactMap(\.requirements)
                .map { part(.requirements, $0) }
        }
        if state.showsOutcomes {
            let again = state.submitted.isEmpty ? state.onLoad?.value : nil
            parts.append(part(.alert, .view([AlertKey.again: MustacheValue(again)])))
        }
        if isInitial, state.needsScript || hasLinksToFill { parts.append(part(.unscripted, page.needsScriptNote)) }
        return parts
    }

    /// Whether a link stays hidden until the script knows its values.
    private var hasLinksToFill: Bool {
        state.actions.contains { action in
            PageAddress(action.destination).map { $0.filled(with: page.settings) { $0 } == nil } ?? false
        }
    }

    /// The index of a field, or of the field that repeats it.
    private func index(ofLast field: Field) -> Int? {
        state.fields.lastIndex { $0.name == field.name || $0.rule == .same(as: field.name) }
    }

    /// Whether a hidden field must supply the user name under which password managers store the password.
    private var needsUsername: Bool {
        state.hasPassword && !state.fields.contains { $0.rule == .email || $0.rule == .simpleEmail }
    }

    private func action(_ action: Action, isFirst: Bool) -> MustacheValue {
        var value: [ActionKey: MustacheValue] = [
            .label: .markup(page.markup.inlines(action.label)), .busyLabel: MustacheValue(action.busyLabel),
            .main: .bool(isFirst),
        ]
        switch action.destination {
        case .operation(let name):
            value[.submit] = .text(name)
            value[.free] = .bool(isFree(name))
            let isSecond = page.page.isResend(action, in: state, of: page.contract)
            value[.main] = .bool(isFirst && !isSecond)
            value[.second] = .bool(isSecond)
        case .state(let name):
            value[.move] = .text(name)
            let reader = StateData(page: page.page, settings: page.settings, contract: page.contract)
            value[.isUnready] = .bool(page.page.state(named: name).map { !reader.needs(of: $0).isEmpty } ?? false)
        case .sitePath, .app, .mail, .web:
            if let address = PageAddress(action.destination) {
                let filled = address.filled(with: page.settings) { PercentEncoding.encode($0) }
                value[.template] = .view([
                    AddressKey.text: .text(address.text), .hidden: .bool(filled == nil),
                ])
                value[.address] = .url(filled ?? "#")
                break
            }
            guard let address = page.app.address(of: action.destination, values: page.settings) else { break }
            value[.address] = .url(address)
            value[.back] = .bool(!isFirst && !leadsOn && isWayBack(action))
        }
        return .view(value)
    }

    /// Whether an action leads back to the login; next to a login on the web, or on its page, the one in the app does not.
    private func isWayBack(_ action: Action) -> Bool {
        if case .app = action.destination, let login = page.app.login?.web,
            page.page.path == login || actions.contains(where: { $0.destination == .sitePath(login) })
        {
            return false
        }
        return page.app.isLogin(action)
    }

    /// Whether an operation uses none of the fields while others do, so that it need not wait for them.
    private func isFree(_ name: String) -> Bool {
        let names = Set(state.fields.map(\.name))
        func takes(_ operation: String) -> Bool {
            page.contract?.operation(named: operation)?.needs.contains { names.contains($0.name) } ?? true
        }
        return !takes(name) && state.submitted.contains(where: takes)
    }
}

extension App {
    /// Whether an action leads to the app's login, in the app or on the web.
    func isLogin(_ action: Action) -> Bool {
        switch action.destination {
        case .app(let name): name == "login"
        case .sitePath(let path), .web(let path): path == login?.web
        case .state, .operation, .mail: false
        }
    }
}

extension State {
    /// The text of the page's `h1`; nil for a state that has none, since it is shown only briefly.
    var headline: [Inline]? {
        for case .heading(let words) in blocks { return words }
        return nil
    }

    var needsScript: Bool {
        !operations.isEmpty
            || actions.contains { action in if case .state = action.destination { true } else { false } }
    }

    /// Whether an operation can have an outcome whose message the state shows.
    var showsOutcomes: Bool { !(loadsInBackground ? submitted : operations).isEmpty }
}
