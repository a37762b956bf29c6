/// An email's parts, ready to be sent or to be exported as templates.
public struct RenderedEmail: Hashable, Sendable {
    /// Which text something belongs to.
    enum Part: String, Hashable, Sendable, CaseIterable {
        case subject, html, text
    }

    /// One line.
    public let subject: String
    /// One line.
    public let preheader: String
    /// A document in HTML, lines ending in LF.
    public let html: String
    /// The same in plain text, lines ending in LF.
    public let text: String
    /// The document before it was serialised.
    let document: [HTMLNode]
    /// The parts with the placeholders that they have for the sending system.
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

    /// How long a line of the plain text gets before a blank in it becomes a line feed, in bytes.
    private static let longestLine = 700

    /// The document with dark mode on or off, whatever the browser that shows it says.
    ///
    /// - Parameters:
    ///   - isDark: nil leaves it to the browser.
    ///   - host: the host whose pictures are loaded from where the document is shown; nil loads all from where they are.
    /// - Returns: HTML.
    public func html(isDark: Bool?, picturesHereOf host: String? = nil) -> String {
        var shown = document
        if let host { shown = shown.loading(fromHere: host) }
        if let isDark { shown = shown.fixed(to: isDark ? .dark : .light) }
        return HTMLWriter.text(of: shown).string
    }

    /// Whether any part has a placeholder for one of these.
    func has(_ isMeant: (Placeholder) -> Bool) -> Bool {
        parts.values.contains { $0.placeholders.contains(where: isMeant) }
    }
}

extension HTMLElement {
    /// The one image of a `<picture>` that a scheme shows.
    fileprivate func image(for scheme: EmailStyleSheet.Scheme) -> HTMLElement? {
        var image: HTMLElement?
        var dark: EmailText?
        for case .element(let element) in children {
            if element.name == "img" { image = element }
            if element.name == "source", element["media"] == "(\(EmailStyleSheet.dark))" {
                dark = element.attributes.first { $0.name == "srcset" }?.value
            }
        }
        guard scheme == .dark, let dark, let index = image?.attributes.firstIndex(where: { $0.name == "src" }) else {
            return image
        }
        image?.attributes[index].value = dark
        return image
    }
}

extension [HTMLNode] {
    /// The document with its style sheets for one colour scheme.
    fileprivate func fixed(to scheme: EmailStyleSheet.Scheme) -> [HTMLNode] {
        map { node in
            switch node {
            case .styleSheet(let sheet): return .styleSheet(sheet.fixed(to: scheme))
            case .element(let element) where element.name == "picture":
                return element.image(for: scheme).map { .element($0) } ?? node
            case .element(var element):
                element.children = element.children.fixed(to: scheme)
                return .element(element)
            case .text, .doctype: return node
            }
        }
    }
}
