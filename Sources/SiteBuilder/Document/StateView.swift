import AuthContracts
import CommonMark
import Mustache
import SiteModel
import TextEncoding

/// One state in a document: its words, fields and actions, in the order in which the template writes them.
struct StateView: Sendable {
    let state: State
    let isShown: Bool
    let document: DocumentValues

    /// A state that is not shown waits in the document as the script will want it.
    var condition: Appearance.Condition {
        isShown || document.isServed ? document.appearance.condition : .idle
    }

    private var appearance: Appearance { document.appearance }
    private var markup: Markup { Markup(app: document.app, values: appearance.values) }

    /// Whether something is under way that the person only watches.
    var isWaiting: Bool {
        guard state.onLoad != nil, !state.runsInPassing else { return false }
        switch condition {
        case .served, .message: return false
        case .idle, .busy, .invalidFields, .typing: return true
        }
    }

    /// The words of the outcome that is being told, as HTML.
    private var told: String? {
        guard isShown, case .message(let outcome) = condition else { return wrong }
        return words(for: outcome)
    }

    /// The words for what is wrong in the form, and the ways to it.
    private var wrong: String? {
        let wrong = state.fields.filter { FieldView(field: $0, state: self, isLast: false).isWrong }
        if wrong.isEmpty { return nil }
        let isWeak = wrong.contains { $0.requirements != nil }
        let ways = wrong.map { " <button type=\"button\">\(escaped($0.label))</button>" }.joined()
        return ((isWeak ? words(for: .weakPassword) : nil) ?? DocumentValues.wrongWords) + ways
    }

    private func words(for outcome: OutcomeName) -> String? {
        document.page.allMessages.first { $0.outcome == outcome }.map { markup.inlines($0.words) }
    }

    /// What stands above the headline.
    var leading: [MustacheValue] { state.leading.map { action($0, isFirst: false) } }

    /// The form stands above the first actions, below the words that lead to it.
    var parts: [MustacheValue] {
        var parts: [MustacheValue] = []
        var words: [Block] = []
        var isFormDue = true
        var isHeadlineDue = true
        func flush() {
            if words.isEmpty { return }
            parts.append(part("words", ["markup": .markup(markup.blocks(words)), "hidden": .bool(isOutdated)]))
            words = []
        }
        for block in state.blocks {
            switch block {
            case .heading where isHeadlineDue: isHeadlineDue = false
            case .actions where isHeadlineDue && !leading.isEmpty: continue
            case .actions(let actions):
                flush()
                let isFirstRow = isFormDue
                if isFormDue { parts += form }
                isFormDue = false
                parts.append(
                    part(
                        "actions",
                        ["links": .list(actions.enumerated().map { action($1, isFirst: isFirstRow && $0 == 0) })]))
            default: words.append(block)
            }
        }
        flush()
        return isFormDue ? parts + form : parts
    }

    /// Words such as "Verifying…" are no longer true beside an outcome.
    private var isOutdated: Bool { state.onLoad != nil && state.submitted.isEmpty && told != nil }

    private static let kinds = ["words", "fields", "username", "requirements", "alert", "unscripted", "actions"]

    /// A part of one kind; the template asks for each.
    private func part(_ kind: String, _ value: MustacheValue) -> MustacheValue {
        .object(Dictionary(uniqueKeysWithValues: Self.kinds.map { ($0, $0 == kind ? value : .absent) }))
    }

    private var form: [MustacheValue] {
        var parts: [MustacheValue] = []
        if needsUsername {
            parts.append(part("username", ["value": MustacheValue(appearance.values["email"])]))
        }
        if !state.fields.isEmpty {
            let last = state.fields.count - 1
            parts.append(
                part(
                    "fields",
                    .list(
                        state.fields.enumerated().map { index, field in
                            FieldView(field: field, state: self, isLast: index == last).value
                        })))
        }
        for field in state.fields {
            if let requirements = FieldView(field: field, state: self, isLast: false).requirements {
                parts.append(part("requirements", requirements))
            }
        }
        if !(state.runsInPassing ? state.submitted : state.operations).isEmpty {
            let again = state.submitted.isEmpty ? state.onLoad : nil
            parts.append(
                part(
                    "alert",
                    [
                        "words": told.map { .markup($0) } ?? .absent, "again": MustacheValue(again),
                        "disabled": .bool(document.isServed),
                    ]))
        }
        if isShown, condition == .served, needsScript {
            parts.append(part("unscripted", true))
        }
        return parts
    }

    /// A password manager files a password under a user name; where nobody types one, it is told by a hidden field.
    private var needsUsername: Bool {
        state.fields.contains { $0.rule == .password || $0.rule == .currentPassword }
            && !state.fields.contains { $0.rule == .email }
    }

    private var needsScript: Bool {
        !state.operations.isEmpty
            || state.actions.contains { action in
                if case .state = action.destination { true } else { false }
            }
    }

    private func action(_ action: Action, isFirst: Bool) -> MustacheValue {
        var value: [String: MustacheValue] = [
            "submit": .absent, "move": .absent, "address": .absent, "template": .absent,
            "label": .markup(markup.inlines(action.label)), "busyLabel": MustacheValue(action.busyLabel),
            "disabled": .bool(document.isServed || isIncomplete(action)), "busy": false, "back": false, "second": false,
            "free": false,
        ]
        switch action.destination {
        case .operation(let name):
            value["submit"] = .text(name)
            value["free"] = .bool(isFree(name))
            // The same mail once more is never the one thing to do.
            value["second"] = .bool(state.fields.isEmpty && (name.hasPrefix("send-") || name.hasPrefix("resend-")))
            guard case .busy(let operation) = condition else { break }
            value["disabled"] = true
            value["busy"] = .bool(operation == name)
            if operation == name, let label = action.busyLabel { value["label"] = .markup(escaped(label)) }
        case .state(let name):
            value["move"] = .text(name)
        case .sitePath, .app, .mail, .web:
            if let address = PageAddress(action.destination) {
                let filled = address.filled(with: appearance.values) { PercentEncoding.encode($0) }
                value["template"] = ["text": .text(address.text), "hidden": .bool(filled == nil)]
                value["address"] = .url(filled ?? "#")
                break
            }
            guard let address = document.app.address(of: action.destination, values: appearance.values) else { break }
            value["address"] = .url(address)
            // Where the login is the one thing to do, another way to it leads on and not back.
            let leadsOn = state.actions.first.map { isLogin($0.destination) } ?? false
            value["back"] = .bool(!isFirst && !leadsOn && isLogin(action.destination))
        }
        return .object(value)
    }

    /// Whether a button waits for fields that nobody has filled in.
    private func isIncomplete(_ action: Action) -> Bool {
        guard state.submitsWhenValid, case .operation(let name) = action.destination, !isFree(name) else {
            return false
        }
        switch condition {
        case .idle, .typing, .invalidFields: return true
        case .served, .busy, .message: return false
        }
    }

    /// Whether an operation takes nothing of what is typed here, beside others that do: it does not wait for the fields.
    private func isFree(_ name: String) -> Bool {
        let names = Set(state.fields.map(\.name))
        func takes(_ operation: String) -> Bool {
            document.app.contract?.operation(named: operation)?.needs.contains { names.contains($0.name) } ?? true
        }
        return !takes(name) && state.submitted.contains(where: takes)
    }

    /// The way back, where it is not the one thing to do.
    private func isLogin(_ destination: LinkDestination) -> Bool {
        switch destination {
        case .app(let name): name == "login"
        case .sitePath(let path), .web(let path): path == document.app.login?.web
        case .state, .operation, .mail: false
        }
    }
}
