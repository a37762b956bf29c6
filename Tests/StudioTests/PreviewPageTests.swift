import Release
import Testing
import TextEncoding

@testable import Studio

@Suite struct PreviewPageTests {
    private let page = PreviewPage(studio: "http://127.0.0.1:4000")

    @Test("a previewed page is the released one with the reload script before its end")
    func html() {
        let html = "<html><body><p></body> in text</p></body></html>"
        let decorated = page.decorate(Array(html.utf8), key: "harbour/reset.html", version: "0a1b")
        let addition =
            "<script data-page=\"harbour/reset.html\" data-version=\"0a1b\">\(StudioFiles.script)</script>"
        #expect(
            String(decoding: decorated, as: UTF8.self) == "<html><body><p></body> in text</p>\(addition)</body></html>")
    }

    @Test("the policy gains the script's hash, its events and the studio's frames, and no other field changes")
    func policy() {
        let released = [
            HeaderField(
                "Content-Security-Policy",
                "default-src 'none'; connect-src https://api.example; img-src data:; frame-ancestors 'none'"),
            HeaderField("Referrer-Policy", "no-referrer"),
            HeaderField("Strict-Transport-Security", "max-age=63072000"),
            HeaderField("Cache-Control", "no-cache"),
        ]
        #expect(
            page.decorate(released) == [
                HeaderField(
                    "Content-Security-Policy",
                    "default-src 'none'; connect-src https://api.example 'self'; img-src data:; "
                        + "frame-ancestors http://127.0.0.1:4000; script-src \(StudioFiles.scriptHash)"),
                HeaderField("Referrer-Policy", "no-referrer"),
                HeaderField("Strict-Transport-Security", "max-age=63072000"),
                HeaderField("Cache-Control", "no-cache"),
            ])
    }

    @Test("a policy that allows no connection allows the events alone")
    func none() {
        let released = [HeaderField("Content-Security-Policy", "connect-src 'none'; script-src 'none'")]
        #expect(
            page.decorate(released) == [
                HeaderField(
                    "Content-Security-Policy",
                    "connect-src 'self'; script-src \(StudioFiles.scriptHash); frame-ancestors http://127.0.0.1:4000")
            ])
    }

    @Test("files that are no pages are as they are released, and a page's version changes with its bytes and fields")
    func files() {
        let json = FileContents(name: "assetlinks.json", type: "application/json", headers: [], bytes: [0x5B, 0x5D])
        var html = FileContents(name: "reset.html", type: "text/html; charset=utf-8", headers: [], bytes: [0x61])
        func app() -> AppContents {
            AppContents(name: "harbour", hosts: ["harbour.example"], routes: [], notFound: "", files: [json, html])
        }
        let first = PreviewPage.versions(of: app())
        #expect(first.keys.sorted() == ["harbour/reset.html"])
        #expect(page.decorate(app(), versions: first).files[0] == json)
        html.bytes = [0x62]
        let second = PreviewPage.versions(of: app())
        html.headers = [HeaderField("Cache-Control", "no-cache")]
        let third = PreviewPage.versions(of: app())
        #expect(Set([first, second, third]).count == 3)
    }

    @Test("a state has a version of its own, which only its own markup and what is around all states change")
    func states() {
        func versions(_ html: String) -> [String: String] {
            let file = FileContents(name: "reset.html", type: "text/html", headers: [], bytes: Array(html.utf8))
            return PreviewPage.versions(
                of: AppContents(
                    name: "harbour", hosts: ["harbour.example"], routes: [], notFound: "", files: [file]))
        }
        func changed(_ html: String) -> [String] {
            let (before, after) = (
                versions("<p><section id=\"a\">1</section><section id=\"b\">2</section>"), versions(html)
            )
            return after.keys.filter { before[$0] != after[$0] }.sorted()
        }
        #expect(
            changed("<p><section id=\"a\">1</section><section id=\"b\">3</section>")
                == ["harbour/reset.html", "harbour/reset.html#b"])
        #expect(
            changed("<q><section id=\"a\">1</section><section id=\"b\">2</section>")
                == ["harbour/reset.html", "harbour/reset.html#a", "harbour/reset.html#b"])
    }

    @Test("neither the reload script nor the studio's own writes markup: their pages refuse that")
    func trustedTypes() {
        let scripts =
            [StudioFiles.script]
            + StudioFiles.served.filter { $0.key.hasSuffix(".js") }.map {
                String(decoding: $0.value.bytes, as: UTF8.self)
            }
        #expect(scripts.count > 5)
        for script in scripts {
            for sink in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("] {
                #expect(!script.contains(sink))
            }
        }
    }
}
