import Mustache
import TemplateFiles

// The names that the templates of emails may use: one enumeration for each kind of object.

/// In the style sheet.
enum StyleSheetKey: String, TemplateKey { case light, dark, radius }
/// In every HTML template.
enum LookKey: String, TemplateKey { case light, dark, radius, font, start, rtl }

/// In the layout and in what it includes.
enum LayoutKey: String, TemplateKey {
    case app, language, direction, recipient, support, supportAddress, sent, questions, legal, address, subject,
        preheader, initial
    case link, buttonAddress, logo, logoWidth, wordmark, body, styles
}

/// In the plain text.
enum TextKey: String, TemplateKey { case app, recipient, support, sent, questions, legal, address, body }
enum LogoKey: String, TemplateKey { case app, source, width, height, wordmark }

/// In a heading, a paragraph or a code, and in an item of a list.
enum BlockKey: String, TemplateKey { case text }
/// In a button or a link.
enum LinkKey: String, TemplateKey { case text, address }
enum PanelKey: String, TemplateKey { case blocks }
enum ListKey: String, TemplateKey { case ordered, items }

extension TemplateNeeds {
    /// The tags without which emails do not work.
    static let emails = TemplateNeeds([
        "emails/layout.mustache": [
            .unescaped(LayoutKey.body, "emails are empty"),
            .value(LayoutKey.preheader, "inboxes show other text beside the subject"),
            .unescaped(LayoutKey.styles, "emails are hard to read on dark screens"),
        ],
        "emails/text.mustache": [.unescaped(TextKey.body, "the plain text of emails is empty")],
        "emails/heading.mustache": [.unescaped(BlockKey.text, "emails have no headline")],
        "emails/subheading.mustache": [.unescaped(BlockKey.text, "emails have no headings")],
        "emails/paragraph.mustache": [.unescaped(BlockKey.text, "emails have no text")],
        "emails/note.mustache": [.unescaped(BlockKey.text, "side notes are lost")],
        "emails/code.mustache": [.unescaped(BlockKey.text, "codes are lost")],
        "emails/code-block.mustache": [.unescaped(BlockKey.text, "codes are lost")],
        "emails/panel.mustache": [.unescaped(PanelKey.blocks, "quotes are lost")],
        "emails/list.mustache": [
            .section(ListKey.items, "lists are empty"), .unescaped(BlockKey.text, "lists are empty"),
        ],
        "emails/button.mustache": [
            .value(LinkKey.address, "the button of an email has no target"),
            .unescaped(LinkKey.text, "the button of an email has no text"),
        ],
        "emails/link.mustache": [
            .value(LinkKey.address, "links in emails have no target"),
            .unescaped(LinkKey.text, "links in emails have no text"),
        ],
    ])
}
