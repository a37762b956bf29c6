import AuthContracts
package import Configuration
import JSON

extension PageHeader {
    static let keyTable = KeyTable(
        "a page's front matter",
        [
            .init(
                "kind", .text(.name),
                "The kind of page whose states, fields and texts this page has, apart from what stands here.",
                example: "reset-password"),
            .init(
                "title", .text(.some), .requiredWithout("kind"), "The document's title, before the app's name.",
                example: "Reset your password"),
            .init(
                "link", .oneOrMany(.text(.name)),
                "The links of `app.yml` whose parameters the page receives; each names the page in its `page`.",
                example: "reset-password"),
            .init(
                "start", .any([.text(.name), .map(.text(.name), names: .name, count: ValueType.some)]),
                .requiredWithout("kind"),
                "The state that the page opens with; or a state for each link, under `none` one for a visit without any, and under `damaged` one for an address with a part of a link, or with a value that cannot be whole by the contract's `parameters`.",
                example: ["reset-password": "form", "none": "ask"]),
            .init(
                "states", .map(.keyed(State.keyTable), names: .name),
                "The behaviour of the states below, by their headings; a state without any needs no entry."),
            .init(
                "session", .text(.pathOrAddress),
                "On a page of the kind `magic-link`: where the session goes on, as the fragment of this address.",
                example: "https://app.harbour.example/signed-in"),
            .init(
                "data", .keyed(AccountDeletion.keyTable),
                "On a page that deletes an account: what is deleted and what is kept, which the kind's texts list."),
        ])
}

extension State {
    /// The keys of a state; every other key is an operation.
    package static let keyTable = KeyTable(
        "states.STATE",
        [
            .init(
                "icon", .text(.name), "The picture above the text: a file of `Templates/pages/icons`.", example: "lock"),
            .init(
                "tone", .word(State.Tone.self),
                "The colours of the picture. An error has no card under `header: page`. By default `error` with the pictures `clock`, `error` and `warning`, `success` with `check`, otherwise `neutral`.",
                example: "success"),
            .init(
                "on-load", .text(.name),
                "The operation that runs when the state appears; never one that consumes a link or a code.",
                example: "check-link"),
            .init(
                "refresh", .text(.name),
                "The operation that runs in the background while the state is shown; never one that consumes or sends.",
                example: "check-link"),
            .init("fields", .list(.keyed(Field.keyTable)), "The inputs, in order."),
            .init("back", .text(.name), "The state that the browser's Back button returns to.", example: "ask"),
            .init(
                "forgets", .oneOrMany(.text),
                "The values to discard when the state is entered: `fields` for all of the page's fields, a field, or a value that an operation kept.",
                example: "fields"),
            .init(
                "needs", .oneOrMany(.text),
                "Values that an operation must have kept; without them, a reload or Forward leaves this state.",
                example: "email"),
            .init(
                "submit", .word(["when-valid"]),
                "Buttons that run operations are dimmed until every field is valid; a press says what is missing.",
                example: "when-valid"),
        ],
        others: .init(
            "OPERATION", .map(.text(.name), names: TextFormat("outcome", pattern: #"^([a-z][a-z0-9-]*\*?|\*)$"#)),
            "The next states by outcome; `link-*` matches every outcome with that prefix, `\"*\"` every outcome.",
            example: ["ok": "done", "link-*": "invalid"]))
}

extension Field {
    static let keyTable = KeyTable(
        "fields",
        [
            .init(
                "name", .text(.name), .required,
                "The name by which operations, values and other fields refer to the field.",
                example: "new-password"),
            .init(
                "rule",
                .any([.word(FieldRule.named.keys.sorted()), .text(TextFormat("rule", pattern: "^same-as .+"))]),
                .required,
                "The values that the field accepts; `same-as FIELD` requires the same text as in another field.",
                example: "password"),
            .init("label", .text(.some), .required, "The visible label.", example: "New password"),
            .init(
                "short", .text, "The name in lists of missing or invalid fields, in place of the label.",
                example: "agreement to the terms"),
            .init(
                "links", .map(.text(.pathOrAddress)),
                "Words of the label that become links, to a path of the site or an https address.",
                example: ["terms": "/terms"]),
            .init("placeholder", .text, "An example inside the empty input.", example: "you@example.com"),
            .init("hint", .text, "A line under the label.", example: "With its country code"),
            .init("optional", .bool, default: false, "Whether the field may be left empty.", example: true),
            .init(
                "options", .any([.list(.text(.some), count: 2...Int.max), .map(.text(.some), count: 2...Int.max)]),
                "For `choice`: the options, as texts, or as texts by the value that is sent.",
                example: ["de": "Germany", "at": "Austria"]),
            .init("lines", .number(2...20), "For `text`: the height of a field of several lines.", example: 4),
            .init(
                "autocomplete", .word(Field.autocompleteTokens),
                "For `text`, `tel`, `date` and `choice`: the value of HTML's `autocomplete` attribute.",
                example: "given-name"),
            .init("icon", .text(.name), "The picture in front of the input.", example: "envelope"),
            .init(
                "error", .text, "The message beside the field when its value is invalid.",
                example: "Please enter an email address"),
            .init(
                "requirements", .keyed(Requirements.keyTable),
                "The checklist that is shown while a new password is typed."),
            .init(
                "focus", .bool, default: false,
                "Focuses the field when its state is the first one shown; at most one field per state.",
                example: true),
            .init("strength", .keyed(StrengthMeter.keyTable), "A strength meter below a new password."),
        ],
        otherNames: [
            "type": "rule", "kind": "rule", "validation": "rule", "id": "name", "key": "name", "title": "label",
            "text": "label", "choices": "options", "values": "options", "items": "options", "rows": "lines",
            "multiline": "lines", "help": "hint", "description": "hint", "message": "error", "autofocus": "focus",
            "required": "Remove it: every field is required unless it has 'optional: true'.",
        ])
}

extension Requirements {
    /// The keys of `requirements:`.
    package static let keyTable = KeyTable(
        "requirements",
        [
            .init("title", .text(.some), .required, "The line above the list.", example: "Your password needs"),
            .init("rules", .list(.keyed(Requirement.keyTable)), .required, "The lines of the list."),
        ])
}

extension Requirement {
    /// The keys of an item of the checklist.
    package static let keyTable = KeyTable(
        "rules",
        [
            .init(
                "rule", .text(.passwordRequirement), .required, "The requirement.", example: "at-least 8"),
            .init("words", .text(.some), .required, "The text of the line.", example: "At least 8 characters"),
        ])
}

extension StrengthMeter {
    static let keyTable = KeyTable(
        "strength",
        [
            .init("label", .text(.some), .required, "The text before the meter.", example: "Strength"),
            .init(
                "words", .list(.text(.some), count: 2...6), .required,
                "Two to six words, from the weakest to the strongest.",
                example: ["Weak", "Fair", "Good", "Strong"]),
        ])
}
