import Testing

@testable import Studio

@Suite struct PageSectionsTests {
    @Test(
        "a page is its sections, and the frame that is the same for all of them",
        arguments: [
            ("", [], ""),
            ("<main><p>One</p></main>", [], "<main><p>One</p></main>"),
            (
                "<main><section id=\"form\"><h1>A</h1></section>\n<section id=\"sent\" hidden>B</section></main>",
                ["form: <section id=\"form\"><h1>A</h1>", "sent: <section id=\"sent\" hidden>B"],
                "<main></section>\n</section></main>"
            ),
            ("<section id=\"open\">never closed", [], "<section id=\"open\">never closed"),
        ] as [(html: String, sections: [String], frame: String)])
    func sections(html: String, sections: [String], frame: String) {
        let page = PageSections(Array(html.utf8))
        #expect(page.sections.map { "\($0.id): \(String(decoding: $0.bytes, as: UTF8.self))" } == sections)
        #expect(String(decoding: page.frame, as: UTF8.self) == frame)
    }
}
