package import Diagnostics
package import Mustache
import TextEncoding

/// Checks that a site's own templates keep the tags without which pages or emails do not work.
///
/// A site may change or omit everything else in a template.
package struct TemplateNeeds {
    /// The diagnostics about missing tags.
    package private(set) var problems: [Diagnostic] = []

    /// Checks the templates that replace built-in ones.
    ///
    /// - Parameters:
    ///   - templates: the site's templates.
    ///   - library: the parsed templates of pages or of emails; others are ignored.
    package init(of templates: TemplateSources, in library: TemplateLibrary) {
        for path in Self.tags.keys.sorted() where templates.isChanged(path) {
            let name = path.removing(suffix: ".mustache").flatMap { library.source(of: $0) == nil ? nil : $0 } ?? path
            guard let source = library.source(of: name), let tags = Self.tags[path] else { continue }
            if source.text.allSatisfy(\.isWhitespace) {
                reportEmpty(source, tags[0].lack)
                continue
            }
            let names = library.names(in: name)
            for (tag, lack) in tags {
                let isThere =
                    tag.hasPrefix("{{")
                    ? names.contains(tag.filter { !"{}".contains($0) }) : library.contains(tag, in: name)
                if isThere { continue }
                problems.append(
                    Diagnostic(
                        code: "missing-tag", file: source.file, message: "'\(tag)' is missing, so \(lack)",
                        fix: "Write it where 'latchkey templates show \(path)' has it."))
            }
        }
    }

    private mutating func reportEmpty(_ source: SourceText, _ lack: String) {
        problems.append(Self.empty(source, lack))
    }

    /// A diagnostic about an empty file.
    static func empty(_ source: SourceText, _ lack: String) -> Diagnostic {
        Diagnostic(
            code: "empty-template", file: source.file, message: "this template is empty, so \(lack)",
            fix: "Remove the file to have the built-in one, or copy that with 'latchkey templates copy'.")
    }

    /// The required tags, and attributes that the page's script looks for, by path, each with the consequence if
    /// missing.
    private static let tags: [String: [(tag: String, lack: String)]] = [
        "pages/document.mustache": [
            ("{{$content}}", "pages are empty"),
            ("{{title}}", "pages have no title"),
            ("{{style}}", "pages have no style sheet"),
            ("{{data}}", "the page's script has no data"),
            ("id=\"page\"", "the page's script has no data"),
            ("{{scripts}}", "no button of a page works"),
            ("id=\"status\"", "screen readers announce nothing"),
        ],
        "pages/page.mustache": [
            ("{{#states}}", "pages have no states"),
            ("{{content}}", "states are empty"),
            ("{{#messages}}", "errors have no text"),
            ("{{text}}", "errors have no text"),
            ("{{#hasFields}}", "mistakes in fields have no text"),
            ("{{#leaves}}", "nothing says that the app did not open"),
            ("{{#appLink}}", "no page opens its link in the app"),
            ("{{style}}", "pages have no style sheet"),
            ("{{scripts}}", "no button of a page works"),
        ],
        "pages/not-found.mustache": [
            ("{{style}}", "the page for unknown addresses has no style sheet"),
            ("{{text}}", "the page for unknown addresses has no text"),
        ],
        "pages/state.mustache": [
            ("{{heading}}", "states have no headline"),
            ("{{title}}", "states without a headline are not announced"),
            ("{{#top}}", "links above the headline are lost"),
            ("{{#form}}", "forms cannot be submitted"),
            ("{{#parts}}", "states have no text, fields and buttons"),
        ],
        "pages/parts.mustache": [
            ("{{#parts}}", "states have no text, fields and buttons"),
            ("{{text}}", "states have no text"),
            ("{{#field}}", "states have no fields"),
            ("{{#requirements}}", "the requirements for a password are not shown"),
            ("{{#alert}}", "errors are shown nowhere"),
            ("{{#again}}", "there is no way to try again"),
            ("{{unscripted}}", "nothing says that a page needs JavaScript"),
            ("{{#actions}}", "states have no buttons"),
            ("{{#links}}", "states have no buttons"),
        ],
        "pages/field.mustache": [
            ("{{id}}", "the page's script finds no field"),
            ("{{name}}", "input is lost"),
            ("{{label}}", "fields have no label"),
            ("{{hint}}", "hints are lost"),
            ("{{#line}}", "fields of one line are lost"),
            ("{{type}}", "passwords can be read while they are typed"),
            ("{{#lines}}", "fields of several lines are lost"),
            ("{{#select}}", "choices are lost"),
            ("{{#options}}", "choices are empty"),
            ("{{#tick}}", "boxes to tick are lost"),
            ("{{error}}", "mistakes in fields have no text"),
        ],
        "pages/action.mustache": [
            ("{{label}}", "buttons have no text"),
            ("{{submit}}", "buttons that run an operation are lost"),
            ("{{move}}", "buttons that lead to another state are lost"),
            ("{{address}}", "links are lost"),
            ("{{text}}", "links lack the values of fields"),
        ],
        "emails/layout.mustache": [
            ("{{{body}}}", "emails are empty"),
            ("{{preheader}}", "inboxes show other text beside the subject"),
            ("{{{styles}}}", "emails are hard to read on dark screens"),
        ],
        "emails/text.mustache": [("{{{body}}}", "the plain text of emails is empty")],
        "emails/heading.mustache": [("{{{text}}}", "emails have no headline")],
        "emails/subheading.mustache": [("{{{text}}}", "emails have no headings")],
        "emails/paragraph.mustache": [("{{{text}}}", "emails have no text")],
        "emails/note.mustache": [("{{{text}}}", "side notes are lost")],
        "emails/code.mustache": [("{{{text}}}", "codes are lost")],
        "emails/code-block.mustache": [("{{{text}}}", "codes are lost")],
        "emails/panel.mustache": [("{{{blocks}}}", "quotes are lost")],
        "emails/list.mustache": [
            ("{{#items}}", "lists are empty"), ("{{{text}}}", "lists are empty"),
        ],
        "emails/button.mustache": [
            ("{{address}}", "the button of an email has no target"),
            ("{{{text}}}", "the button of an email has no text"),
        ],
        "emails/link.mustache": [
            ("{{address}}", "links in emails have no target"),
            ("{{{text}}}", "links in emails have no text"),
        ],
    ]
}
