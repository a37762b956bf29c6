import AppLinks
import EmailBuilder
import Testing

@Suite struct LinkItemTests {
    @Test(
        "an item comes to the end of the query, before the fragment",
        arguments: [
            ("https://a.example/r", "https://a.example/r?lang=fr"),
            ("https://a.example/r?token=1", "https://a.example/r?token=1&lang=fr"),
            ("https://a.example/r?token=1#code=2", "https://a.example/r?token=1&lang=fr#code=2"),
            ("https://a.example/r#token=1&lang=x?", "https://a.example/r?lang=fr#token=1&lang=x?"),
            ("https://a.example/r?", "https://a.example/r?lang=fr"),
            ("https://a.example/r?lang=de&token=1", "https://a.example/r?lang=de&token=1"),
            ("https://a.example/r?slang=1", "https://a.example/r?slang=1&lang=fr"),
        ])
    func address(before: String, after: String) {
        #expect(LinkItem.add("lang=fr", to: before) == after)
    }

    @Test(
        "so it does in a URL template",
        arguments: [
            ("/r/{token}", "/r/{token}?lang=fr"), ("/r?token={token}", "/r?token={token}&lang=fr"),
            ("/r#token={token}", "/r?lang=fr#token={token}"), ("/r?a={a}#b={b}", "/r?a={a}&lang=fr#b={b}"),
            ("/r?lang={lang}&token={token}", "/r?lang={lang}&token={token}"), ("/r?lang=de", "/r?lang=de"),
        ])
    func template(before: String, after: String) throws {
        let pieces = try URLTemplate(parsing: before).pieces(adding: "lang=fr")
        #expect(pieces.map { $0.text { "{\($0)}" } }.joined() == after)
    }
}
