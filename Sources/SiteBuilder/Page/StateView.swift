import AuthContracts
import CommonMark
import Configuration
import Mustache
import SiteModel
import TextEncoding

/// One state as its template wants it: its words, fields and actions, in the order of the page spec.
///
/// A page is served as it is before its script has run: what needs the script is disabled or hidden. Every other look of
/// a state is the script's.
struct StateView: Sendable {
    let state: State
    /// Whether the document shows this state until the script has read the address.
    let isInitial: Bool
    let page: PageView

    /// The values of `pages/state.mustache`, without those that every template has.
    var values: [String: MustacheValue] {
        let (lead, parts) = content
        return [
            "picture": page.picture(state.icon?.value),
            "tone": MustacheValue(tone),
            "top": state.leading.isEmpty ? .absent : ["links": .list(state.leading.map { action($0, isFirst: false) })],
            "onLoad": .bool(waits),
            "heading": state.headline.map { .markup(page.markup.inlines($0)) } ?? .absent,
            "title": .text(page.page.title),
            "form": .bool(!state.fields.isEmpty || !state.submitted.isEmpty),
            "lead": lead,
            "parts": .list(parts),
        ]
    }

    /// Whether it shows nothing but that an operation runs.
    private var waits: Bool { state.onLoad != nil && !state.runsInPassing }

    /// Whether picture and headline stand on the page's background: above the card of a form, or of a state that has nothing
    /// to do in it.
    var isBare: Bool {
        page.app.theme.header == .page && (!state.fields.isEmpty || waits || tone == "bad")
    }

    /// What the picture's colours say: something is wrong, or done.
    private var tone: String? {
        switch state.icon?.value {
        case "warning", "clock", "error": "bad"
        case "check": "done"
        default: nil
        }
    }

    /// The form stands above the first actions, below the words that lead to it; those are not part of its card.
    private var content: (lead: MustacheValue, parts: [MustacheValue]) {
        var lead = MustacheValue.absent
        var parts: [MustacheValue] = []
        var words: [Block] = []
        var isFormDue = true
        var isHeadlineDue = true
        func flush() {
            if words.isEmpty { return }
            parts.append(part("text", .markup(page.markup.blocks(words))))
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
                parts.append(
                    part(
                        "actions",
                        [
                            "links": .list(
                                actions.enumerated().map { action($1, isFirst: isFirstRow && !waits && $0 == 0) }),
                            "later": .bool(waits),
                        ]))
            default: words.append(block)
            }
        }
        flush()
        return (lead, isFormDue ? parts + form : parts)
    }

    private static let noPart: [String: MustacheValue] = [
        "text": .absent, "field": .absent, "username": .absent, "requirements": .absent, "alert": .absent,
        "unscripted": .absent, "actions": .absent,
    ]

    /// A part of one kind; the template asks for each.
    private func part(_ kind: String, _ value: MustacheValue) -> MustacheValue {
        var part = Self.noPart
        part[kind] = value
        return .object(part)
    }

    private var form: [MustacheValue] {
        var parts: [MustacheValue] = []
        if needsUsername { parts.append(part("username", true)) }
        let fields = state.fields.enumerated().map { index, field in
            FieldView(field: field, state: state, page: page, isLast: index == state.fields.count - 1)
        }
        for (index, field) in fields.enumerated() {
            parts.append(part("field", field.value))
            // Below the copy where there is one: whether the two are the same is one of the lines.
            parts += fields.filter { self.index(ofLast: $0.field) == index }.compactMap(\.requirements)
                .map { part("requirements", $0) }
        }
        if state.showsOutcomes {
            let again = state.submitted.isEmpty ? state.onLoad?.value : nil
            parts.append(part("alert", ["again": MustacheValue(again)]))
        }
        if isInitial, state.needsScript { parts.append(part("unscripted", page.needsScriptNote)) }
        return parts
    }

    /// The place of a field, or of the one that repeats it.
    private func index(ofLast field: Field) -> Int? {
        state.fields.lastIndex { $0.name == field.name || $0.rule == .same(as: field.name) }
    }

    /// A password manager files a password under a user name; where nobody types one, a hidden field has it.
    private var needsUsername: Bool {
        state.fields.contains { $0.rule == .password || $0.rule == .currentPassword }
            && !state.fields.contains { $0.rule == .email }
    }

    private func action(_ action: Action, isFirst: Bool) -> MustacheValue {
        var value: [String: MustacheValue] = [
            "submit": .absent, "move": .absent, "address": .absent, "template": .absent,
            "label": .markup(page.markup.inlines(action.label)), "busyLabel": MustacheValue(action.busyLabel),
            "back": false, "main": .bool(isFirst), "second": false, "free": false,
        ]
        switch action.destination {
        case .operation(let name):
            value["submit"] = .text(name)
            value["free"] = .bool(isFree(name))
            let isSecond = state.isResend(action, of: page.contract)
            value["main"] = .bool(isFirst && !isSecond)
            value["second"] = .bool(isSecond)
        case .state(let name):
            value["move"] = .text(name)
        case .sitePath, .app, .mail, .web:
            if let address = PageAddress(action.destination) {
                let filled = address.filled(with: page.settings) { PercentEncoding.encode($0) }
                value["template"] = ["text": .text(address.text), "hidden": .bool(filled == nil)]
                value["address"] = .url(filled ?? "#")
                break
            }
            guard let address = page.app.address(of: action.destination, values: page.settings) else { break }
            value["address"] = .url(address)
            // Where the login is the one thing to do, another way to it leads on and not back.
            let leadsOn = state.actions.dropFirst(state.leading.count).first.map(page.app.isLogin) ?? false
            value["back"] = .bool(!isFirst && !leadsOn && isWayBack(action))
        }
        return .object(value)
    }

    /// Whether an action leads back to the login; beside a login on the web, the one in the app leads on.
    private func isWayBack(_ action: Action) -> Bool {
        if case .app = action.destination, let login = page.app.login?.web,
            state.actions.contains(where: { $0.destination == .sitePath(login) })
        {
            return false
        }
        return page.app.isLogin(action)
    }

    /// Whether an operation takes nothing of what is typed here, beside others that do: it does not wait for the fields.
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
    /// What stands in the page's `h1`; nil for a state that is gone before anyone reads it.
    var headline: [Inline]? {
        for case .heading(let words) in blocks { return words }
        return nil
    }

    /// Whether something here works with a script alone.
    var needsScript: Bool {
        !operations.isEmpty
            || actions.contains { action in if case .state = action.destination { true } else { false } }
    }

    /// Whether an action sends the same email once more, which is never the one thing to do.
    func isResend(_ action: Action, of contract: Contract?) -> Bool {
        guard case .operation(let name) = action.destination, fields.isEmpty else { return false }
        return contract?.operation(named: name)?.sends != nil
    }

    /// Whether an operation may come to an outcome that the state has words for.
    var showsOutcomes: Bool { !(runsInPassing ? submitted : operations).isEmpty }
}
