import Diagnostics
import Media
import Mustache
import SiteBuilder
import SiteModel

/// The logo in the header of an app's emails: hosted by the app, since email programs show no picture that is in the email
/// itself as reliably.
enum EmailLogo {
    /// In CSS pixels.
    private static let height = 40.0
    /// In CSS pixels; what is left of a phone's width.
    private static let longestWidth = 240.0

    /// The values that the layout's header has; absent for an app without a logo for emails.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - templates: those of emails; `logo` is the image.
    ///   - shared: the values that every template has.
    /// - Returns: the values by name.
    /// - Throws: mistakes in the template.
    static func values(
        for app: App, _ templates: EmailTemplates, _ shared: [String: EmailTemplates.Value]
    ) throws(DiagnosticReport) -> [String: EmailTemplates.Value] {
        guard let logo = BrandFiles(app).emailLogo else { return ["logo": .absent, "wordmark": .plain(.bool(false))] }
        let ratio = logo.light.picture.aspectRatio
        let width = min(height * ratio, longestWidth)
        var own: [String: EmailTemplates.Value] = [
            "source": .text(EmailText(app.webAddress(of: logo.light))),
            "width": .plain(.text("\(max(1, Int(width.rounded())))")),
            "height": .plain(.text("\(max(1, Int((width / ratio).rounded())))")),
            "wordmark": .plain(.bool(logo.isWordmark)),
        ]
        var image = try templates.nodes("logo", shared.merging(own) { $1 })
        if case .text(let text)? = image.last, text.isBlank { image.removeLast() }
        own["logoWidth"] = own["width"]
        own["logo"] = .nodes(logo.dark.map { [picture(image, dark: app.webAddress(of: $0))] } ?? image)
        return own
    }

    /// An image with another one for the dark, which programs that know no `<picture>` pass over.
    private static func picture(_ image: [HTMLNode], dark: String) -> HTMLNode {
        let template = image.elements.first?.template ?? SourceLocation(file: "", line: 1, column: 1)
        let attributes = [("srcset", dark), ("media", "(\(EmailStyleSheet.dark))")].map {
            HTMLElement.Attribute(name: $0, value: EmailText($1))
        }
        let source = HTMLElement(name: "source", attributes: attributes, template: template)
        return .element(HTMLElement(name: "picture", children: [.element(source)] + image, template: template))
    }

    /// The addresses of the pictures that an app's emails load.
    static func addresses(of app: App) -> Set<String> {
        guard let logo = BrandFiles(app).emailLogo else { return [] }
        return Set([logo.light, logo.dark].compactMap { $0.map { app.webAddress(of: $0) } })
    }
}

extension App {
    /// Where the app's hosts are asked: `https://harbour.example`.
    var origin: String { "https://\(hosts.first ?? "")" }

    fileprivate func webAddress(of placement: BrandFiles.Placement) -> String { origin + placement.address }
}

extension [HTMLNode] {
    /// The document with the pictures of a host loaded from wherever the document itself is.
    func loading(fromHere host: String) -> [HTMLNode] {
        map { node in
            guard case .element(var element) = node else { return node }
            let origin = "https://\(host)/"
            element.attributes = element.attributes.map { attribute in
                guard attribute.name == "src" || attribute.name == "srcset", attribute.value.string.hasPrefix(origin)
                else { return attribute }
                return HTMLElement.Attribute(
                    name: attribute.name, value: EmailText("/" + attribute.value.string.dropFirst(origin.count)))
            }
            element.children = element.children.loading(fromHere: host)
            return .element(element)
        }
    }
}
