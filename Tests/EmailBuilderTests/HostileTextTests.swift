import Diagnostics
import MIME
import SiteModel
import TemplateFiles
import Testing

@testable import EmailBuilder

/// Renders emails with a thousand malicious names, addresses and subjects.
@Suite struct HostileTextTests {
    private static let pieces = [
        "\r\nBcc: x@y.example", "\n\n<html>", "{{", "}}", "{{ .Token }}", "{% include 'x' %}", "<%= 1 %>", "${link}",
        "%LINK%",
        "<script>", "</td></tr></table>", "\" onclick=\"x", "'", "&", "&lt;", "<a href=\"https://evil.example\">",
        "]]>", "-->",
        "\u{202E}", "\u{2066}", "\u{200F}", "\u{0}", "\u{7F}", "\u{85}", "\u{2028}", "\u{F0000}0\u{F0001}", "\u{F0001}",
        "=?utf-8?B?QQ==?=", "é", "🔑", "\u{301}", "日本", " ", "\t", "\\", "--=_", "Ada",
        String(repeating: "x", count: 10_240),
    ]

    /// Pseudorandom numbers, the same on every run (xorshift, Marsaglia 2003).
    private struct Numbers {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15

        mutating func next(below bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
    }

    private static func texts() -> [String] {
        var numbers = Numbers()
        return (0..<1_000).map { _ in
            (0...numbers.next(below: 5)).map { _ in pieces[numbers.next(below: pieces.count)] }.joined()
        }
    }

    @Test("no header is injected, no markup and no placeholder forged")
    func thousand() throws {
        let body = "Hello {{name}} at {{email}}{{#code}}, {{code}}{{/code}}. [Reset]({{link}})"
        let (app, email) = try Samples.written(body, subject: "For {{name}}")
        let renderer = try EmailRenderer(templates: .embedded)
        func render(_ text: String) throws -> RenderedEmail {
            try renderer.render(
                email, of: app,
                values: TemplateValues(
                    variables: [
                        .name: .text(text.isEmpty ? "-" : "-\(text)"), .email: .text("-\(text)"),
                        .code: .placeholder(isOptional: false),
                    ],
                    parameters: ["token": .text("-\(text)")]))
        }
        for text in Self.texts() {
            let mail = try render(text)
            #expect(!mail.subject.unicodeScalars.contains { $0.value < 0x20 || (0x202A...0x202E).contains($0.value) })
            for part in [RenderedEmail.Part.html, .text] {
                #expect(mail.parts[part]?.placeholders == [.variable(.code)])
            }
            // Untrusted text is escaped; only templates contain markup.
            for case .text(let text) in mail.parts[.html]?.runs ?? [] {
                #expect(!text.contains { "<>".contains($0) })
            }

            let message = try #require(mail.message(of: app, to: "ada@example.com", date: 0))
            let lines = String(decoding: message.bytes, as: UTF8.self).split(
                separator: "\r\n", omittingEmptySubsequences: false)
            let head = lines.prefix { !$0.isEmpty }.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
            #expect(
                head == [
                    "From", "To", "Reply-To", "Subject", "Date", "Message-ID", "MIME-Version", "Auto-Submitted",
                    "Content-Type",
                ])
            #expect(lines.allSatisfy { $0.utf8.count <= 76 })
            #expect(mail.message(of: app, to: text, date: 0)?.to?.address ?? text == text)
        }
    }
}
