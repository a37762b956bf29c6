import AuthContracts
import Mustache
import SiteModel

/// One field in a document.
struct FieldView: Sendable {
    let field: Field
    let state: StateView
    let isLast: Bool

    /// Names hold no dots, so that ids made with dots meet nowhere.
    private var id: String { "\(state.state.name).\(field.name)" }
    private var condition: Appearance.Condition { state.condition }

    /// The rule that decides how the field is typed; a repeated field follows the one that it repeats.
    private var rule: FieldRule {
        guard case .same(let name) = field.rule else { return field.rule }
        return state.state.fields.first { $0.name == name }?.rule ?? .text
    }

    /// The name of the field that this one repeats.
    private var repeated: String? {
        if case .same(let name) = field.rule { name } else { nil }
    }

    private var isPassword: Bool { rule == .password || rule == .currentPassword }

    var isWrong: Bool { condition == .invalidFields && state.isShown && field.error != nil }

    var value: MustacheValue {
        let describedBy = [
            field.error == nil ? nil : "\(id).error", field.requirements == nil ? nil : "\(id).rules",
        ].compactMap { $0 }
        return [
            "id": .text(id),
            "name": .text(field.name),
            "label": .text(field.label),
            "tick": .bool(field.rule == .consent),
            "type": .text(type),
            "autocomplete": MustacheValue(autocomplete),
            "passwordRules": MustacheValue(passwordRules),
            "same": MustacheValue(repeated),
            "inputMode": MustacheValue(inputMode),
            // A keyboard's own ideas about spelling and capitals only spoil what has to be exact.
            "exact": .bool(rule == .email || rule == .code),
            "enterKey": .text(isLast ? "go" : "next"),
            "placeholder": MustacheValue(field.placeholder),
            "picture": state.document.picture(field.icon),
            "describedBy": describedBy.isEmpty ? .absent : .text(describedBy.joined(separator: " ")),
            "value": MustacheValue(typed),
            "wrong": .bool(isWrong),
            "error": MustacheValue(field.error),
            "locked": .bool(isLocked),
            "strength": strength,
            "reveal": isPassword ? ["hidden": .bool(state.document.isServed)] : .absent,
        ]
    }

    private var isLocked: Bool {
        if case .busy = condition { true } else { false }
    }

    private var type: String {
        switch rule {
        case .email: "email"
        case .password, .currentPassword: "password"
        case .code, .text, .same: "text"
        case .consent: "checkbox"
        }
    }

    private var autocomplete: String? {
        switch rule {
        case .email: "username"
        case .password: "new-password"
        case .currentPassword: "current-password"
        case .code: "one-time-code"
        case .text, .same, .consent: nil
        }
    }

    /// What a password manager has to put into a password that it makes.
    private var passwordRules: String? {
        guard field.rule == .password else { return nil }
        return field.requirements.map { PasswordRules.text(for: $0.rules.map(\.rule)) }
    }

    /// The type says the rest.
    private var inputMode: String? { rule == .code ? "numeric" : nil }

    // MARK: - What was typed

    /// What stands in the field; nil while nobody has typed.
    private var typed: String? {
        guard state.isShown, rule != .consent else { return nil }
        switch condition {
        case .served, .idle: return nil
        case .busy, .message: return known ?? sample
        case .invalidFields: return isWrong ? wrongSample : nil
        // Not there yet: a digit is still to come, and the copy has only begun.
        case .typing: return known ?? sample.map { String($0.prefix(field.rule == rule ? 9 : 3)) }
        }
    }

    private var known: String? { state.document.appearance.values[field.name] }

    private var sample: String? {
        switch rule {
        case .email: "ada@example.com"
        case .password, .currentPassword: "Sunflower7"
        case .code: "123456"
        case .text, .same, .consent: nil
        }
    }

    private var wrongSample: String? {
        switch field.rule {
        case .email: "ada@example"
        case .same: "Sun"
        case .code: "12"
        case .password, .currentPassword, .text, .consent: nil
        }
    }

    // MARK: - Strength

    /// The meter under a new password: shown while one is typed.
    private var strength: MustacheValue {
        guard let meter = field.strength else { return .absent }
        let password = typed ?? ""
        let isEnough = field.requirements?.rules.allSatisfy {
            $0.rule == .same || $0.rule.isMet(by: password, copy: "")
        }
        let level = PasswordStrength.level(of: password, isEnough: isEnough ?? true, levels: meter.words.count)
        return [
            "id": .text("\(id).strength"), "label": .text(meter.label), "hidden": .bool(password.isEmpty),
            "words": .text(meter.words.joined(separator: "|")), "word": .text(meter.words[level]),
            "low": .bool(2 * level < meter.words.count),
            "bars": .list(meter.words.indices.map { ["on": .bool(!password.isEmpty && $0 <= level)] }),
        ]
    }

    // MARK: - Requirements

    /// The list of what a new password has to have: shown while one is typed.
    var requirements: MustacheValue? {
        guard let requirements = field.requirements else { return nil }
        let password = typed ?? ""
        let copy = state.state.fields.first { $0.rule == .same(as: field.name) }.flatMap { other in
            FieldView(field: other, state: state, isLast: false).typed
        }
        return [
            "id": .text("\(id).rules"),
            "title": .text(requirements.title),
            "hidden": .bool(password.isEmpty),
            "rules": .list(
                requirements.rules.map { requirement in
                    [
                        "rule": .text(requirement.rule.text),
                        "met": .bool(requirement.rule.isMet(by: password, copy: copy)),
                        "words": .text(requirement.words),
                    ]
                }),
        ]
    }
}
