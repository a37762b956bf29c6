import Mustache
import TemplateFiles

// The names that the templates of pages may use: one enumeration for each kind of object.

/// In every template.
enum AppKey: String, TemplateKey {
    case app, language, direction, pictures, words, host, help, favicon, banner, named, legal
}

/// In the document around the content of a page.
enum DocumentKey: String, TemplateKey {
    case scheme, backgrounds, style, data, logo, scripts, states
}

enum BackgroundKey: String, TemplateKey { case colour, dark }
enum SectionKey: String, TemplateKey { case id, shown, bare, content, stateLanguage, stateDirection }

/// In a page of an app.
enum PageKey: String, TemplateKey {
    case title, appLink, leaves, hasFields, messages
}

enum LeavesKey: String, TemplateKey { case ways }
enum MessageKey: String, TemplateKey { case id, text, messageLanguage }

/// In the page for unknown paths.
enum NoticeKey: String, TemplateKey {
    case title, text, support, ways
}

enum StateKey: String, TemplateKey {
    case picture, tone, top, onLoad, heading, title, form, lead, parts
}

/// In a part of a state, which is of one kind.
enum PartKey: String, TemplateKey {
    case text, field, username, requirements, alert, unscripted, actions, later
}

enum AlertKey: String, TemplateKey { case again }
/// In rows of actions and in other lists of links.
enum LinksKey: String, TemplateKey { case links, later }
enum LinkKey: String, TemplateKey { case address, label, main, phone }

enum ActionKey: String, TemplateKey {
    case submit, move, isUnready, address, template, label, busyLabel, back, main, second, free
}

enum AddressKey: String, TemplateKey { case text, hidden }

enum FieldKey: String, TemplateKey {
    case id, name, label, short, tick, select, lines, line, hint, required, type, autocomplete, passwordRules, same
    case inputMode, pattern, exact, enterKey, placeholder, picture, error, empty, strength, reveal, showPassword
}

enum ChoiceKey: String, TemplateKey { case none, options }
enum OptionKey: String, TemplateKey { case value, words }
enum StrengthKey: String, TemplateKey { case id, label, level, levels }
enum RequirementsKey: String, TemplateKey { case id, title, rules, limits }
enum RequirementKey: String, TemplateKey { case rule, label, number, unit }

extension TemplateNeeds {
    /// The tags and attributes without which pages do not work.
    static let pages = TemplateNeeds([
        "pages/document.mustache": [
            .block("content", "pages are empty"),
            .value(PageKey.title, "pages have no title"),
            .value(DocumentKey.style, "pages have no style sheet"),
            .value(DocumentKey.data, "the page's script has no data"),
            .text("id=\"page\"", "the page's script has no data"),
            .value(DocumentKey.scripts, "no button of a page works"),
            .text("id=\"status\"", "screen readers announce nothing"),
        ],
        "pages/page.mustache": [
            .section(DocumentKey.states, "pages have no states"),
            .value(SectionKey.content, "states are empty"),
            .section(PageKey.messages, "errors have no text"),
            .value(MessageKey.text, "errors have no text"),
            .section(PageKey.hasFields, "mistakes in fields have no text"),
            .section(PageKey.leaves, "nothing says that the app did not open"),
            .section(PageKey.appLink, "no page opens its link in the app"),
            .value(DocumentKey.style, "pages have no style sheet"),
            .value(DocumentKey.scripts, "no button of a page works"),
        ],
        "pages/not-found.mustache": [
            .value(DocumentKey.style, "the page for unknown addresses has no style sheet"),
            .value(NoticeKey.text, "the page for unknown addresses has no text"),
        ],
        "pages/state.mustache": [
            .value(StateKey.heading, "states have no headline"),
            .value(StateKey.title, "states without a headline are not announced"),
            .section(StateKey.top, "links above the headline are lost"),
            .section(StateKey.form, "forms cannot be submitted"),
            .section(StateKey.parts, "states have no text, fields and buttons"),
        ],
        "pages/parts.mustache": [
            .section(StateKey.parts, "states have no text, fields and buttons"),
            .value(PartKey.text, "states have no text"),
            .section(PartKey.field, "states have no fields"),
            .section(PartKey.requirements, "the requirements for a password are not shown"),
            .section(PartKey.alert, "errors are shown nowhere"),
            .section(AlertKey.again, "there is no way to try again"),
            .value(PartKey.unscripted, "nothing says that a page needs JavaScript"),
            .section(PartKey.actions, "states have no buttons"),
            .section(LinksKey.links, "states have no buttons"),
        ],
        "pages/field.mustache": [
            .value(FieldKey.id, "the page's script finds no field"),
            .value(FieldKey.name, "input is lost"),
            .value(FieldKey.label, "fields have no label"),
            .value(FieldKey.hint, "hints are lost"),
            .section(FieldKey.line, "fields of one line are lost"),
            .value(FieldKey.type, "passwords can be read while they are typed"),
            .section(FieldKey.lines, "fields of several lines are lost"),
            .section(FieldKey.select, "choices are lost"),
            .section(ChoiceKey.options, "choices are empty"),
            .section(FieldKey.tick, "boxes to tick are lost"),
            .value(FieldKey.error, "mistakes in fields have no text"),
        ],
        "pages/action.mustache": [
            .value(ActionKey.label, "buttons have no text"),
            .value(ActionKey.submit, "buttons that run an operation are lost"),
            .value(ActionKey.move, "buttons that lead to another state are lost"),
            .value(ActionKey.address, "links are lost"),
            .value(AddressKey.text, "links lack the values of fields"),
        ],
    ])
}
