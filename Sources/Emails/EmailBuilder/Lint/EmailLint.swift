import CSS
import Colors
package import Diagnostics
package import SiteModel
import TextEncoding

/// Checks a rendered email for problems in delivery and in email programs.
package struct EmailLint: Sendable {
    /// The maximum size of the HTML in bytes; Gmail truncates longer emails.
    package static let longestDocument = 102 * 1_024

    let email: Email
    let app: App
    let rendered: RenderedEmail

    /// Takes the email as rendered with `TemplateValues.sample`.
    package init(_ email: Email, of app: App, as rendered: RenderedEmail) {
        self.email = email
        self.app = app
        self.rendered = rendered
    }

    /// The errors and warnings, located at a block of the email spec, or at an element in a template if it belongs to
    /// the layout.
    package var diagnostics: [Diagnostic] {
        wording.diagnostics + markup
    }

    var wording: EmailWordingLint {
        EmailWordingLint(email, of: app, subject: rendered.subject, preheader: rendered.preheader)
    }

    /// Diagnostics about the markup and the plain text; see `EmailCheck` for their inputs.
    var markup: [Diagnostic] {
        let elements = rendered.document.elements
        let all =
            size + link + elements.flatMap(address) + elements.flatMap(images) + elements.flatMap(background) + contrast
            + clients(elements)
        var seen = Set<Diagnostic>()
        return all.filter { seen.insert($0).inserted }
    }

    // MARK: - Text

    private var size: [Diagnostic] {
        let bytes = rendered.html.utf8.count
        guard bytes > Self.longestDocument else { return [] }
        return [
            email.source.diagnostic(
                code: "too-large", at: 0,
                "the email has \(ByteCount(bytes)); Gmail truncates emails of more than \(ByteCount(Self.longestDocument))",
                fix: "Shorten it, or link to a page with the rest.")
        ]
    }

    private var link: [Diagnostic] {
        guard let use = email.linkUse, !rendered.text.utf8.contains(bytes: wording.address.utf8) else { return [] }
        return [
            email.source.diagnostic(
                code: "link-not-in-text", at: use.location, "the plain text of the email does not contain the link",
                fix: "Keep {{{body}}} in emails/text.mustache.")
        ]
    }

    // MARK: - Markup

    private func address(of element: HTMLElement) -> [Diagnostic] {
        guard let address = element["href"], element.name != "link",
            !["https://", "mailto:"].contains(where: { address.lowercased().hasPrefix($0) })
        else { return [] }
        return [
            diagnostic(
                element, "unsafe-address", "the email links to '\(address)', which is neither https: nor mailto:",
                fix: "Write an https: address: email programs remove others, or warn of them.")
        ]
    }

    private func images(in element: HTMLElement) -> [Diagnostic] {
        guard element.name == "img" else { return [] }
        let source = element["src"] ?? ""
        var problems: [Diagnostic] = []
        if element["alt"] == nil {
            problems.append(
                diagnostic(
                    element, "missing-alt", "the image '\(source)' has no alternative text",
                    fix: "Add alt=\"…\", or alt=\"\" where it only decorates."))
        }
        if !source.hasPrefix("cid:"), !EmailLogo.addresses(of: app).contains(source) {
            problems.append(
                diagnostic(
                    element, "remote-image", "the email loads the image '\(source)'", fix: "Remove it: \(Self.tracking)"
                ))
        }
        return problems
    }

    private static let tracking =
        "email programs block remote images, and loading one reveals that the email was opened."

    private func background(of element: HTMLElement) -> [Diagnostic] {
        let loads = CSSFinding.all(in: Array((element["style"] ?? "").utf8)).contains { finding in
            if case .address = finding.kind { true } else { false }
        }
        guard element["background"] != nil || loads else { return [] }
        return [
            diagnostic(
                element, "remote-image", "the email loads a picture for a background",
                fix: "Use a colour: \(Self.tracking)")
        ]
    }

    private var contrast: [Diagnostic] {
        ColorCheck(document: rendered.document).findings.map { finding in
            let tenths = Int((finding.ratio * 10).rounded(.down))
            return diagnostic(
                finding.element, "contrast",
                "'\(finding.text)' has too little contrast in \(finding.isDark ? "dark" : "light") mode: "
                    + "\(finding.color.hex) on \(finding.background.hex) (\(tenths / 10).\(tenths % 10):1)",
                fix: "Use colours that reach 4.5:1, such as {{light.ink}} on {{light.card}}.")
        }
    }

    private func clients(_ elements: [HTMLElement]) -> [Diagnostic] {
        let ofElements = elements.flatMap { element in
            ([ClientTable.elements[element.name]].compactMap(\.self) + ClientTable.entries(for: element.style))
                .map { unsupported($0, in: element) }
        }
        return ofElements
            + rendered.document.styleSheets.flatMap(\.unsupported).map { unsupported($0, in: nil) }
    }

    private func unsupported(_ entry: ClientTable.Entry, in element: HTMLElement?) -> Diagnostic {
        diagnostic(
            element, "unsupported-by-clients", "\(entry.name) is not supported by \(entry.readers)",
            fix: "Remove it from the template"
                + (entry.source.map { ": https://www.caniemail.com/features/\($0)/" } ?? "."), .warning)
    }

    /// A diagnostic at the block of an element, or at the element in its template if it belongs to no block.
    private func diagnostic(
        _ element: HTMLElement?, _ code: String, _ message: String, fix: String,
        _ severity: Diagnostic.Severity = .error
    ) -> Diagnostic {
        guard let element else {
            return Diagnostic(severity, code: code, file: "Templates/emails/email.css", message: message, fix: fix)
        }
        if let block = element.block {
            let template = element.template.file == email.source.file ? "" : " (\(element.template))"
            return email.source.diagnostic(severity, code: code, at: block, message + template, fix: fix)
        }
        return Diagnostic(
            severity, code: code, file: element.template.file, line: element.template.line,
            column: element.template.column, message: message, excerpt: element.excerpt, fix: fix)
    }
}
