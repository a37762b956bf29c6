import Diagnostics
import Media
import Testing

@Suite("Pictures") struct PictureTests {
    /// An SVG document with the markup on its second line.
    private static func document(_ markup: String) -> String {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 160 40\">\n\(markup)\n</svg>"
    }

    private static func lines(_ text: String) -> [String] {
        do {
            let picture = try Picture(svg: SourceText(file: "a.svg", text: text))
            return ["\(picture.width) × \(picture.height)"]
        } catch {
            return error.diagnostics.map { "\($0.line ?? 0):\($0.column ?? 0): \($0.message) | \($0.fix ?? "")" }
        }
    }

    @Test(
        "an SVG that only draws is taken",
        arguments: [
            "<path d='M0 0h160v40z' fill='red'/>",
            "<defs><linearGradient id='g'><stop offset='0'/></linearGradient></defs><rect fill='url(#g)' style=\"fill: url('#g')\"/>",
            "<style>.a { fill: red } @media (prefers-color-scheme: dark) { .a { fill: url( #g ) } }</style>",
            "<use href='#g'/><use xlink:href='#g'/><text font-size='12'>script onload=</text>",
            "<metadata><x:thing xmlns:x='http://www.inkscape.org/namespaces/inkscape' x:on='1'/></metadata>",
            "<!-- <script/> --><title>A &amp; B</title>",
        ])
    func taken(_ markup: String) {
        #expect(Self.lines(Self.document(markup)) == ["160.0 × 40.0"])
    }

    @Test(
        "an SVG that could act or load something is told where",
        arguments: [
            (
                "  <script>alert(1)</script>",
                "2:3: a picture that is served may not have the element '<script>' | Remove it: pictures run no scripts."
            ),
            (
                "<g onClick='x()'/>",
                "2:4: a picture that is served may not have the attribute 'onClick' | Remove it: pictures run no scripts."
            ),
            (
                "<foreignObject/>",
                "2:1: a picture that is served may not have the element '<foreignObject>' | Replace it with shapes."
            ),
            (
                "<image width='1' href='data:image/png;base64,AA'/>",
                "2:1: a picture that is served may not have the element '<image>' | Replace it with shapes."
            ),
            (
                "<use xlink:href='other.svg#a'/>",
                "2:12: 'href' refers to something outside the picture | Refer to a part of the picture, such as #gradient, or replace it with shapes."
            ),
            (
                "<set attributeName='x'/>",
                "2:1: a picture that is served may not have the element '<set>' | Remove it: pictures are not animated."
            ),
            (
                "<h:script xmlns:h='http://www.w3.org/1999/xhtml'/>",
                "2:1: '<script>' is not an element of SVG | Replace it with shapes."
            ),
            (
                "<rect fill='URL(//a.example/x#y)'/>",
                "2:13: 'url(…)' loads something from outside of the picture | Remove it, or refer to a part of the picture: url(#gradient)."
            ),
            (
                "<style>@imp<![CDATA[ort]]> 'a.css';</style>",
                "2:1: '@import' loads something from outside of the picture | Remove it, or refer to a part of the picture: url(#gradient)."
            ),
            (
                "<style>a { fill: \\75 rl(a) }</style>",
                "2:18: 'url(…)' loads something from outside of the picture | Remove it, or refer to a part of the picture: url(#gradient)."
            ),
            (
                "<rect style='background: image-set(\"a.png\" 1x)'/>",
                "2:26: 'image-set(…)' loads something from outside of the picture | Remove it, or refer to a part of the picture: url(#gradient)."
            ),
            (
                "<?xml-stylesheet href='a.css'?>",
                "2:1: a processing instruction can load a style sheet | Remove everything from '<?' to '?>'."
            ),
            (
                "<g>&copy;</g>",
                "2:4: this is not well-formed XML: undefined entity | Fix it here, or export the picture again."
            ),
        ])
    func refused(_ markup: String, _ line: String) {
        #expect(Self.lines(Self.document(markup)).first == line)
    }

    @Test(
        "what is wrong with a whole document is told",
        arguments: [
            (
                "<!DOCTYPE svg [<!ENTITY a \"b\">]>\n<svg xmlns=\"http://www.w3.org/2000/svg\">&a;</svg>",
                "1:1: a document type declaration can refer to other files | Remove everything from '<!DOCTYPE' to its '>'."
            ),
            (
                "<svg viewBox=\"0 0 1 1\"/>",
                "1:1: this is not an SVG document | Write xmlns=\"http://www.w3.org/2000/svg\" into its <svg>, or export the picture again."
            ),
            (
                "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>",
                "1:1: the picture declares the encoding ISO-8859-1 | Save it as UTF-8, and write encoding=\"UTF-8\"."
            ),
            (
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%\"/>",
                "1:1: this picture has no size | Give <svg> a viewBox, such as viewBox=\"0 0 160 40\"."
            ),
            ("", "1:1: this is not well-formed XML: no element found | Fix it here, or export the picture again."),
        ])
    func document(_ text: String, _ line: String) {
        #expect(Self.lines(text).first == line)
    }

    @Test(
        "the size of an SVG comes from its width and height, or its view box",
        arguments: [
            ("width=\"10\" height=\"20px\"", "10.0 × 20.0"), ("width=\"1in\" height=\"36pt\"", "96.0 × 48.0"),
            ("width=\"30\" viewBox=\"0,0,10,5\"", "30.0 × 15.0"), ("viewBox=\"-1 -1 4 3\" width=\"100%\"", "4.0 × 3.0"),
            ("width=\"2em\" height=\"1em\" viewBox=\"0 0 8 4\"", "8.0 × 4.0"),
        ])
    func size(_ attributes: String, _ size: String) {
        #expect(Self.lines("<svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)/>") == [size])
    }

    private static func png(_ width: UInt8, _ height: UInt8, high: UInt8 = 0) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, high, width, 0, 0, 0, height, 8, 6, 0, 0, 0, 0, 0, 0, 0]
            + [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    }

    @Test(
        "a PNG is measured by its header",
        arguments: [
            (png(40, 20), "40.0 × 20.0"), (png(0, 20), "this picture is 0 × 20 pixels"),
            (png(0, 20, high: 16), "this picture is 4096 × 20 pixels; a side has 2048 at most"),
            (Array(png(40, 20).dropLast()), "this PNG file is truncated"),
            (Array("<html>".utf8), "this is an HTML file, despite its name"),
            (Array("none".utf8), "this is not a PNG file, despite its name"),
        ])
    func header(_ bytes: [UInt8], _ result: String) {
        do {
            let picture = try Picture(png: bytes, file: "a.png")
            #expect("\(picture.width) × \(picture.height)" == result)
        } catch {
            #expect(error.diagnostics.map(\.message) == [result])
        }
    }
}
