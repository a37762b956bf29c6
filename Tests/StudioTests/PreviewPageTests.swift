import Release
import Testing

@testable import Studio

@Suite struct PreviewPageTests {
    @Test("a previewed page is the released one with the reload script before its end")
    func page() {
        let html = "<html><body><p></body> in text</p></body></html>"
        let decorated = String(decoding: PreviewPage.decorate(Array(html.utf8), build: "7"), as: UTF8.self)
        let addition = "<script data-build=\"7\">\(StudioFiles.script)</script>"
        #expect(decorated == "<html><body><p></body> in text</p>\(addition)</body></html>")
    }

    @Test("the policy gains the script's hash and its events, and loses nothing else")
    func policy() {
        let released = [
            HeaderField(
                "Content-Security-Policy", "default-src 'none'; connect-src https://api.example; img-src data:"),
            HeaderField("Referrer-Policy", "no-referrer"),
            HeaderField("Strict-Transport-Security", "max-age=63072000"),
            HeaderField("Cache-Control", "no-cache"),
        ]
        #expect(
            PreviewPage.decorate(released) == [
                HeaderField(
                    "Content-Security-Policy",
                    "default-src 'none'; connect-src https://api.example 'self'; img-src data:; "
                        + "script-src \(StudioFiles.scriptHash)"),
                HeaderField("Referrer-Policy", "no-referrer"),
                HeaderField("Cache-Control", "no-store"),
            ])
    }

    @Test("a policy that allows no connection allows the events alone")
    func none() {
        let released = [HeaderField("Content-Security-Policy", "connect-src 'none'; script-src 'none'")]
        #expect(
            PreviewPage.decorate(released) == [
                HeaderField("Content-Security-Policy", "connect-src 'self'; script-src \(StudioFiles.scriptHash)")
            ])
    }

    @Test("the script never writes markup: the pages it runs in refuse that")
    func trustedTypes() {
        for sink in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
            #expect(!StudioFiles.script.contains(sink))
        }
    }
}
