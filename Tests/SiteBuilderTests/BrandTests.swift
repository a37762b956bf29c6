import Branding
import Diagnostics
import Files
import Release
import SiteModel
import TestSupport
import Testing

@testable import SiteBuilder

@Suite("An app's brand") struct BrandTests {
    /// The page of an app with additional files and keys.
    private func page(_ theme: String, _ files: [String: String] = [:]) throws -> (html: String, policy: String) {
        let folder = try TemporaryFolder()
        try folder.write("name: T\nhosts: [t.example]\ntheme: \(theme)\n", to: "t/app.yml")
        try folder.write(Samples.page("## Hello"), to: "t/page.md")
        for (name, text) in files { try folder.write(text, to: "t/\(name)") }
        let app = try #require(SiteReader.read(folder.path, contracts: Samples.contracts).site.apps.first)
        let page = try Samples.rendered(app, "page")
        return (String(decoding: try page.file().bytes, as: UTF8.self), page.policy.text)
    }

    @Test(
        "a logo in nearly the colour of the page is a warning, in light and in dark",
        arguments: [
            ("{ logo: a.svg }", "<path d='M0 0z'/>", "dark"),
            ("{ logo: a.svg }", "<path fill='#fff' d='M0 0z'/>", "light"),
            (
                "{ logo: a.svg }", "<g style='fill: #101820'><path d='M0 0z'/><rect fill='none' stroke='black'/></g>",
                "dark"
            ),
            ("{ logo: { light: b.svg, dark: a.svg } }", "<text fill='currentColor'>T</text>", "dark"),
            ("{ logo: { light: b.svg, dark: a.svg } }", "<text fill='white'>T</text>", nil),
            ("{ logo: a.svg, background: \"#0B2A4A\" }", "<path fill='white' d='M0 0z'/>", nil),
            ("{ logo: a.svg }", "<rect fill='#0B6E4F'/><path fill='white' d='M0 0z'/>", nil),
            ("{ logo: a.svg }", "<style>path{fill:red}</style><path d='M0 0z'/>", nil),
            ("{ logo: a.svg }", "<path class='a' d='M0 0z'/>", nil),
            ("{ logo: a.svg }", "<path fill='url(#a)' d='M0 0z'/>", nil),
        ])
    func unseenLogo(_ theme: String, _ shapes: String, _ pages: String?) throws {
        let folder = try TemporaryFolder()
        try folder.write("name: T\nhosts: [t.example]\ntheme: \(theme)\n", to: "t/app.yml")
        for (name, shapes) in [("a", shapes), ("b", "<path fill='#777' d='M0 0z'/>")]
        where theme.contains("\(name).svg") {
            let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>\(shapes)</svg>"
            try folder.write(svg, to: "t/\(name).svg")
        }
        let app = try #require(SiteReader.read(folder.path, contracts: Samples.contracts).site.apps.first)
        let warnings = try Samples.renderer.get().render(app).notes.filter { $0.severity == .warning }
        #expect(
            warnings.map(\.message)
                == [
                    pages.map { "the logo is nearly of the colour of \($0) pages, so hardly anybody sees it there" }
                ].compactMap(\.self))
    }

    private static let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><path d='M0 0z'/></svg>"

    @Test(
        "a typeface is a list of fonts, empty for the system font",
        arguments: [
            ("{ type: system }", nil), ("{ radius: 4 }", nil),
            ("{ type: serif }", "html{font-family:ui-serif,Georgia,\"Times New Roman\",serif}"),
            (
                "{ type: rounded }",
                "html{font-family:ui-rounded,\"Arial Rounded MT Bold\",Nunito,system-ui,sans-serif}"
            ),
            ("{ font: \"'Avenir Next', Georgia, serif\" }", "html{font-family:\"Avenir Next\",Georgia,serif}"),
            (
                "{ font: [Avenir Next, Inherit, 8514oem] }",
                "html{font-family:\"Avenir Next\",\"Inherit\",\"8514oem\",system-ui,sans-serif}"
            ),
            ("{ font: Futura, type: serif }", "html{font-family:Futura,ui-serif,Georgia,\"Times New Roman\",serif}"),
        ])
    func typeface(_ theme: String, _ rule: String?) throws {
        let html = try page(theme).html
        guard let rule else {
            #expect(!html.contains("font-family:ui") && !html.contains("html{font-family"))
            return
        }
        #expect(html.contains("\(rule)</style>"))
    }

    @Test("a font file is loaded with its weight, and text is shown before it is loaded")
    func fontFace() {
        var theme = Theme()
        theme.typeface.families = ["Harbour Sans"]
        #expect(
            TypefaceRules(theme, font: "/font.woff2").text
                == "@font-face{font-family:\"Harbour Sans\";src:url(/font.woff2)format(\"woff2\");font-display:swap}"
                + "html{font-family:\"Harbour Sans\",system-ui,sans-serif}")
        theme.typeface.weight = "100 900"
        #expect(TypefaceRules(theme, font: "/font.woff2").text.contains(";font-weight:100 900;font-display:swap}"))
        #expect(!TypefaceRules(theme, font: nil).text.contains("@font-face"))
    }

    @Test("an app without a brand has the default policy and header")
    func without() throws {
        let (html, policy) = try page("{}")
        #expect(policy.contains("; img-src data:; "))
        #expect(!policy.contains("font-src"))
        #expect(html.contains("<p class=\"brand\">T</p>"))
    }

    @Test("a small logo and its icon are inline, and the policy is unchanged")
    func inline() throws {
        let (html, policy) = try page("{ logo: a.svg }", ["a.svg": Self.svg])
        let address = "data:image/svg+xml,%3Csvg%20xmlns="
        #expect(html.contains("<p class=\"brand\"><img src=\"\(address)"))
        #expect(html.contains("<link rel=\"icon\" href=\"\(address)"))
        #expect(html.contains("<span aria-hidden=\"true\">T</span></p>"))
        #expect(policy.contains("; img-src data:; "))
    }

    @Test("a large logo is a file, and the page's policy allows it")
    func file() throws {
        let large = Self.svg.replacing("M0 0z", with: String(repeating: "M0 0z", count: 1_000))
        let (html, policy) = try page("{ logo: { light: a.svg, dark: b.svg } }", ["a.svg": large, "b.svg": Self.svg])
        #expect(html.contains("<img src=\"/logo."))
        #expect(html.contains("<source media=\"(prefers-color-scheme:dark)\" srcset=\"/logo-dark."))
        // The site's own rules may contain small pictures.
        #expect(policy.contains("; img-src data: 'self'; "))
    }

    @Test("a page with a fixed colour scheme shows the logo for it")
    func scheme() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "name: T\nhosts: [t.example]\ntheme: { logo: { light: a.svg, dark: b.svg } }\n", to: "t/app.yml")
        try folder.write(Samples.page("## Hello"), to: "t/page.md")
        try folder.write(Self.svg, to: "t/a.svg")
        try folder.write(Self.svg.replacing("M0 0z", with: "M1 1z"), to: "t/b.svg")
        let app = try #require(SiteReader.read(folder.path, contracts: Samples.contracts).site.apps.first)
        var page = try Samples.rendered(app, "page")
        for (scheme, shape) in [(ColorScheme.light, "M0%200z"), (.dark, "M1%201z")] {
            page.style.scheme = scheme
            let html = String(decoding: try page.file().bytes, as: UTF8.self)
            let start = try #require(html.firstRange(of: "class=\"brand\""))
            let header = html[start.lowerBound...].prefix(while: { $0 != "\n" })
            #expect(header.contains(shape) && !header.contains("<picture>"), "\(scheme)")
        }
    }
}
