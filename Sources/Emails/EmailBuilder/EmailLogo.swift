import Branding
import Diagnostics
import Media
import Mustache
import SiteModel

/// The logo in the header of an app's emails. It is loaded from the app's host, since email programs do not show
/// embedded pictures as reliably.
enum EmailLogo {
    private static let height = 40.0
    /// The maximum width fits a phone.
    private static let longestWidth = 240.0

    /// The logo's elements and the value of its width in CSS pixels; nil for an app without an email logo.
    static func rendered(
        for app: App, named name: EmailText, _ templates: EmailTemplates, _ look: MustacheValue
    ) throws(DiagnosticReport) -> (nodes: [HTMLNode], width: MustacheValue, isWordmark: Bool)? {
        guard let logo = BrandFiles(app.brand).emailLogo else { return nil }
        let ratio = logo.light.picture.aspectRatio
        let longest = min(height * ratio, longestWidth)
        func pixels(_ length: Double) -> MustacheValue { .text("\(max(1, Int(length.rounded())))") }
        let width = pixels(longest)
        let values: [LogoKey: MustacheValue] = [
            .app: .slot(text: name), .source: .slot(text: EmailText(app.webAddress(of: logo.light))),
            .width: width, .height: pixels(longest / ratio), .wordmark: .bool(logo.isWordmark),
        ]
        let image = try templates.component("logo", .view(values), within: [look])
        let nodes = logo.dark.map { [picture(image, dark: app.webAddress(of: $0))] } ?? image
        return (nodes, width, logo.isWordmark)
    }

    /// An image with a variant for dark mode; programs without support for `<picture>` show the image.
    private static func picture(_ image: [HTMLNode], dark: String) -> HTMLNode {
        let template = image.elements.first?.template ?? SourceLocation(file: "", line: 1, column: 1)
        let attributes = [("srcset", dark), ("media", "(\(EmailStyleSheet.dark))")].map {
            HTMLElement.Attribute(name: $0, value: EmailText($1))
        }
        let source = HTMLElement(name: "source", attributes: attributes, template: template)
        return .element(HTMLElement(name: "picture", children: [.element(source)] + image, template: template))
    }

    /// The URLs of the pictures that an app's emails load.
    static func addresses(of app: App) -> Set<String> {
        guard let logo = BrandFiles(app.brand).emailLogo else { return [] }
        return Set([logo.light, logo.dark].compactMap { $0.map { app.webAddress(of: $0) } })
    }
}

extension App {
    /// The origin of the app's pages: `https://harbour.example`.
    var origin: String { "https://\(hosts.first ?? "")" }

    fileprivate func webAddress(of placement: BrandFiles.Placement) -> String { origin + placement.address }
}

extension [HTMLNode] {
    /// The document with URLs on a host replaced by paths, so that pictures are loaded from the document's own origin.
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
