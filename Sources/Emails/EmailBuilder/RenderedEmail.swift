internal import CSS
package import MIME
package import SiteModel
internal import TextEncoding

/// An email's parts, ready to be sent or to be exported as templates.
package struct RenderedEmail: Hashable, Sendable {
    enum Part: String, Hashable, Sendable, CaseIterable {
        case subject, html, text
    }

    /// Subject and preheader have one line; the lines of the HTML document and of the plain text end in LF.
    package let subject: String
    package let preheader: String
    package let html: String
    package let text: String
    let document: [HTMLNode]
    /// The parts, with placeholders for the sending system.
    let parts: [Part: EmailText]

    init(subject: EmailText, preheader: EmailText, document: [HTMLNode], text: EmailText) {
        self.document = document
        let html = HTMLWriter.text(of: document)
        let text = text.wrapped(at: Self.longestLine)
        self.subject = subject.string
        self.preheader = preheader.string
        self.html = html.string
        self.text = text.string
        parts = [.subject: subject, .html: html, .text: text]
    }

    /// The maximum length of a line of the plain text in bytes, if it contains blanks to break it at.
    private static let longestLine = 700

    /// The HTML document for a preview.
    ///
    /// - Parameters:
    /// - isDark: whether dark mode is on; nil to leave it to the browser.
    /// - forced: the dark mode that replaces the email's own; nil for none.
    /// - textSize: the size of text in percent.
    /// - showsPictures: whether pictures are shown, or their descriptions.
    /// - host: the host whose pictures are loaded from the origin of the document; nil to load all from their hosts.
    package func html(
        isDark: Bool?, forced: ForcedDarkMode? = nil, textSize: Int = 100, showsPictures: Bool = true,
        picturesHereOf host: String? = nil
    ) -> String {
        var shown = document
        if let host { shown = shown.loading(fromHere: host) }
        if let isDark = forced == nil ? isDark : false { shown = shown.fixed(isDark: isDark) }
        if let forced { shown = forced.applied(to: shown) }
        if textSize != 100 { shown = shown.withText(at: textSize) }
        if !showsPictures { shown = shown.withoutPictures }
        return HTMLWriter.text(of: shown).string
    }

    func has(_ isMeant: (Placeholder) -> Bool) -> Bool {
        parts.values.contains { $0.placeholders.contains(where: isMeant) }
    }
}

extension HTMLElement {
    fileprivate func image(isDark: Bool) -> HTMLElement? {
        var image: HTMLElement?
        var dark: EmailText?
        for case .element(let element) in children {
            if element.name == "img" { image = element }
            if element.name == "source", element["media"] == "(\(EmailStyleSheet.dark))" {
                dark = element.attributes.first { $0.name == "srcset" }?.value
            }
        }
        guard isDark, let dark, let index = image?.attributes.firstIndex(where: { $0.name == "src" }) else {
            return image
        }
        image?.attributes[index].value = dark
        return image
    }
}

extension [HTMLNode] {
    fileprivate func fixed(isDark: Bool) -> [HTMLNode] {
        map { node in
            switch node {
            case .styleSheet(let sheet): return .styleSheet(sheet.fixed(isDark: isDark))
            case .element(let element) where element.name == "picture":
                return element.image(isDark: isDark).map { .element($0) } ?? node
            case .element(var element):
                element.children = element.children.fixed(isDark: isDark)
                return .element(element)
            case .text, .doctype: return node
            }
        }
    }
}

extension [HTMLNode] {
    fileprivate var withoutPictures: [HTMLNode] {
        map { node in
            guard case .element(var element) = node else { return node }
            if element.name == "img" { element.attributes.removeAll { $0.name == "src" } }
            element.children = element.children.withoutPictures
            return .element(element)
        }
    }

    /// The nodes with their texts enlarged, as an email program does by the person's setting.
    fileprivate func withText(at percent: Int) -> [HTMLNode] {
        map { node in
            guard case .element(var element) = node else { return node }
            if let index = element.attributes.firstIndex(where: { $0.name == "style" }) {
                let style = element.style.map { declaration in
                    guard ["font-size", "line-height"].contains(declaration.property) else { return declaration }
                    return declaration.mapped { word in
                        word.removing(suffix: "px").flatMap(Int.init).map { "\($0 * percent / 100)px" } ?? word
                    }
                }
                element.attributes[index].value = EmailText(style.map(\.text).joined(separator: "; "))
            }
            element.children = element.children.withText(at: percent)
            return .element(element)
        }
    }
}

extension RenderedEmail {
    /// The email as a message from an address at the app's first host to one recipient; nil if one of the two is not
    /// valid in an address.
    ///
    /// - Parameters:
    /// - recipient: the address without a display name.
    /// - date: seconds since 1970.
    package func message(of app: App, to recipient: String, date: Int) -> EmailMessage? {
        guard let host = app.hosts.first, let from = Mailbox(app.title, address: "no-reply@\(host)"),
            let to = Mailbox(address: recipient)
        else { return nil }
        return EmailMessage(
            from: from, to: to, replyTo: app.replyTo.flatMap { Mailbox(address: $0) }, subject: subject, text: text,
            html: html, date: date)
    }
}
