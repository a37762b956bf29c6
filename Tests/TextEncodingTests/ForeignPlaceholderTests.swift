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

    @Test("The first bytes of a file tell its kind, and those of text none")
    func kinds() {
        #expect(FileSignature.kind(of: [0x89, 0x50, 0x4E, 0x47]) == "a PNG")
        #expect(FileSignature.kind(of: Array("RIFF0000WEBPVP8".utf8)) == "a WebP")
        #expect(FileSignature.kind(of: Array(" <!DOCTYPE HTML>".utf8)) == "an HTML")
        for text in ["", "title: a", "---\n"] { #expect(FileSignature.kind(of: Array(text.utf8)) == nil) }
    }
}
