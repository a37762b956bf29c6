import Testing

@testable import TextEncoding

struct ForeignPlaceholderTests {
    @Test(
        "A parameter of another framework is recognised at the start of a segment or a value, with its name",
        arguments: [
            ("/r/:uid", "uid"), ("/r/<int:uid>", "uid"), ("/r/{uid:[0-9]+}", "uid"), ("/r/[...uid]", "uid"),
            ("/r/(?P<uid>.+)", "uid"),
            ("/r/%(uid)s", "uid"), ("/r?a=$uid", "uid"), ("/r/{{ user.id }}", "user_id"), ("app://r/:uid", "uid"),
        ])
    func named(text: String, name: String) throws {
        #expect(try #require(ForeignPlaceholder.first(inAddress: text)).found.name == name)
    }

    @Test(
        "Templates of Latchkey's own and ordinary text are not placeholders of others",
        arguments: [
            "/r/{uid}", "/r?a={uid}&b=c", "/.well-known/x", "/a%20b/%C3%A9", "/@user", "/a:b", "app://r/{uid}",
            "/{user id}", "/r/{uid",
        ])
    func own(text: String) { #expect(ForeignPlaceholder.first(inAddress: text) == nil) }

    @Test(
        "In prose, brackets, amounts and a single sign are ordinary text",
        arguments: ["[uid]", "<uid>", "(uid)", ":uid", "$5", "100%", "5% of 10%", "{ a b }", "{}", "{0}", "%C3%"])
    func prose(text: String) {
        let bytes = Array(text.utf8)
        #expect(bytes.indices.allSatisfy { ForeignPlaceholder.at($0, in: bytes, .prose) == nil })
    }

    @Test(
        "A variable in a URL is recognised with its name, wherever it is",
        arguments: [
            ("https://${APP_HOST}/x", "APP_HOST"), ("https://$APP_HOST/x", "APP_HOST"),
            ("https://t.example/$TERMS", "TERMS"),
            ("https://%APP_HOST%/x", "APP_HOST"), ("https://{host}/x", "host"), ("https://<host>/x", "host"),
            ("mailto:help@${DOMAIN}", "DOMAIN"), ("https://[HOST]/x", "HOST"), ("https://__APP_HOST__/x", "APP_HOST"),
            ("https://#{host}/x", "host"), ("https://@@HOST@@/x", "HOST"), ("https://{{HOST}}/x", "HOST"),
        ])
    func variables(url: String, name: String) { #expect(ForeignPlaceholder.first(inURL: url)?.name == name) }

    @Test(
        "A URL with percent-encoding, brackets or values of Latchkey's own has no variable",
        arguments: [
            "https://t.example/%C3%A4?a={{email}}#b={{code}}", "https://t.example/#{{token}}", "https://[::1]/x",
            "https://t.example/x?price=$USD",
            "https://t.example/__/auth/action", "https://t.example/@user/$5", "https://t.example/?f[NAME]=1",
        ])
    func plain(url: String) { #expect(ForeignPlaceholder.first(inURL: url) == nil) }

    @Test("The first bytes of a file tell its kind, and those of text none")
    func kinds() {
        #expect(FileSignature.kind(of: [0x89, 0x50, 0x4E, 0x47]) == "a PNG")
        #expect(FileSignature.kind(of: Array("RIFF0000WEBPVP8".utf8)) == "a WebP")
        #expect(FileSignature.kind(of: Array(" <!DOCTYPE HTML>".utf8)) == "an HTML")
        for text in ["", "title: a", "---\n"] { #expect(FileSignature.kind(of: Array(text.utf8)) == nil) }
    }
}
