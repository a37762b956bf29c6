package import AuthContracts
import Configuration
import Mustache
package import SiteModel

/// The template values of one field, empty and not yet validated.
struct FieldView: Sendable {
    let field: Field
    let state: State
    let page: PageView
    let isLast: Bool

    /// The element's id; names contain no dots, so ids with dots are unique.
    private var id: String { "\(state.name).\(field.name)" }

    /// The rule that determines the kind of input; for a repeated field, that of the field that it repeats.
    private var rule: FieldRule { state.typingRule(of: field) }

    private var repeated: String? {
        if case .same(let name) = field.rule { name } else { nil }
    }

    private var isPassword: Bool { rule == .password || rule == .currentPassword }

    private var isEmail: Bool { rule == .email || rule == .simpleEmail }

    /// The rule for an email address; at a login, no address is refused that an account could have.
    private var emailRule: EmailRule? {
        guard isEmail else { return nil }
        return state.isLogin ? .login : rule == .simpleEmail ? .simple : .standard
    }

    /// The format that the value must have (HTML's `pattern`): that of an email address, or of a parameter of the backend.
    private var pattern: String? { emailRule?.pattern ?? page.contract?.shapes(of: [field.name]).first?.alternatives }

    /// The label of the Enter key on touch keyboards (HTML's `enterkeyhint`).
    private var enterKey: String {
        guard isLast else { return "next" }
        let operation = state.submitted.first.flatMap { page.contract?.operation(named: $0) }
        return operation?.sendsRequestedEmail == true ? "send" : "go"
    }

    /// The values of `pages/field.mustache`.
    var value: MustacheValue {
        let values: [FieldKey: MustacheValue] = [
            .id: .text(id),
            .name: .text(field.name),
            .label: .markup(field.links.isEmpty && !isOptionalTick ? label : "<span>\(label)</span>"),
            .short: MustacheValue(field.short),
            .tick: .bool(field.rule == .consent),
            .select: select,
            .lines: field.lines.map { .text("\($0)") } ?? .absent,
            .line: .bool(field.rule != .choice && field.lines == nil),
            .hint: MustacheValue(field.hint),
            .required: .bool(!field.isOptional),
            .type: .text(type),
            .autocomplete: MustacheValue(autocomplete),
            .passwordRules: MustacheValue(passwordRules),
            .same: MustacheValue(repeated),
            .inputMode: MustacheValue(inputMode),
            .pattern: MustacheValue(pattern),
            // Autocorrection and capitalisation would change values that must be exact.
            .exact: .bool(isEmail),
            .enterKey: .text(enterKey),
            .placeholder: MustacheValue(field.placeholder),
            .picture: page.picture(field.icon?.value),
            .error: MustacheValue(field.error),
            .empty: MustacheValue(errorWhileEmpty),
            .strength: strength,
            .reveal: .bool(isPassword),
            .showPassword: .text(showPassword),
        ]
        return .view(values)
    }

    /// Whether it is an optional checkbox, whose label must be a single element next to the box.
    private var isOptionalTick: Bool { field.isOptional && field.rule == .consent }

    /// The label with its links, which open in a new tab so that the input is not lost.
    private var label: String {
        var markup = ""
        var rest = field.label[...]
        let places = field.links.compactMap { link in field.label.firstRange(of: link.words).map { ($0, link) } }
        for (place, link) in places.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
            guard place.lowerBound >= rest.startIndex,
                let address = page.app.address(of: link.destination.value, values: page.settings)
            else { continue }
            markup += escaped(String(rest[..<place.lowerBound]))
            markup += "<a href=\"\(escaped(address))\" target=\"_blank\">\(escaped(link.words))</a>"
            rest = rest[place.upperBound...]
        }
        let optional = field.isOptional ? " <small>\(escaped(page.words.text(.optional)))</small>" : ""
        return markup + escaped(String(rest)) + optional
    }

    /// The options of a choice, after one without a value.
    private var select: MustacheValue {
        guard field.rule == .choice else { return .absent }
        return .view([
            ChoiceKey.none: .text(field.placeholder ?? page.words.text(.choose)),
            .options: .list(
                field.options.map { .view([OptionKey.value: .text($0.value), .words: .text($0.words)]) }),
        ])
    }

    private var type: String {
        switch rule {
        case .email, .simpleEmail: "email"
        case .password, .currentPassword: "password"
        case .code, .text, .choice, .same: "text"
        case .tel: "tel"
        case .date: "date"
        case .consent: "checkbox"
        }
    }

    private var autocomplete: String? {
        if let own = field.autocomplete { return own }
        return switch rule {
        // With a password it is the account's name for password managers.
        case .email, .simpleEmail: state.hasPassword ? "username" : "email"
        case .password: "new-password"
        case .currentPassword: "current-password"
        case .code: "one-time-code"
        case .tel: "tel"
        case .text, .date, .choice, .same, .consent: nil
        }
    }

    private var errorWhileEmpty: String? {
        guard repeated != nil else { return nil }
        return page.words.text(isPassword ? .repeatPassword : .repeatField)
    }

    /// The accessible name of the button that shows the password, with the field's label if the form has two.
    private var showPassword: String {
        let passwords = state.fields.count { [.password, .currentPassword].contains(state.typingRule(of: $0)) }
        return passwords > 1
            ? page.words.text(.showPasswordOf, ["field": field.label]) : page.words.text(.showPassword)
    }

    private var passwordRules: String? {
        guard field.rule == .password else { return nil }
        return field.requirements.map { PasswordRules.text(for: $0.rules.map(\.rule.value) + limits) }
    }

    /// The `inputmode`, if the type does not imply it.
    private var inputMode: String? { rule == .code ? "numeric" : nil }

    /// The strength meter of a new password, at its lowest level.
    private var strength: MustacheValue {
        guard let meter = field.strength else { return .absent }
        return .view([
            StrengthKey.id: .text("\(id).strength"), .label: .text(meter.label), .level: .text(meter.words[0]),
            .levels: .list(meter.words.map { .text($0) }),
        ])
    }

    var requirements: MustacheValue? {
        guard let requirements = field.requirements else { return nil }
        return .view([
            RequirementsKey.id: .text("\(id).rules"),
            .title: .text(requirements.title),
            .rules: .list(requirements.rules.map { Self.item($0.rule.value, label: $0.words) }),
            .limits: .list(limits.map { Self.item($0) }),
        ])
    }

    private static func item(_ requirement: PasswordRequirement, label: String? = nil) -> MustacheValue {
        .view([
            RequirementKey.rule: .text(requirement.name.rawValue), .label: MustacheValue(label),
            .number: MustacheValue(requirement.number.map { "\($0)" }),
            .unit: requirement.countsBytes ? .text("bytes") : .absent,
        ])
    }

    /// The greatest lengths that the backend accepts and the list does not name: an item shows each only to a longer
    /// password.
    private var limits: [PasswordRequirement] {
        let listed = field.requirements?.rules.map(\.rule.value) ?? []
        let required = page.contract.flatMap { page.app.backend?.requirements(of: $0) } ?? []
        return required.filter { limit in limit.name == .atMost && !listed.contains { $0.implies(limit) } }
    }
}

extension State {
    package var isLogin: Bool { fields.contains { $0.rule == .currentPassword } }

    /// Whether its form asks for a password, of an existing account or a new one.
    var hasPassword: Bool { isLogin || fields.contains { $0.rule == .password } }

    /// The rule that determines a field's kind of input: for a repeated field, that of the field that it repeats.
    package func typingRule(of field: Field) -> FieldRule {
        guard case .same(let name) = field.rule else { return field.rule }
        return fields.first { $0.name == name }?.rule ?? .text
    }
}
