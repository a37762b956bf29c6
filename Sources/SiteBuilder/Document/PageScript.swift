import Diagnostics
import Release

/// The script of pages that talk to a backend, as it is pasted into them.
struct PageScript: Sendable {
    static let path = "pages/script.min.js"

    let text: String

    /// As a Content-Security-Policy names it (CSP 3, section 2.3.1).
    var source: String { "'sha256-\(Digest.base64(Digest.sha256(Array(text.utf8))))'" }

    /// Reads the script of the templates; what would end its element early is an error.
    init(_ templates: TemplateSources) throws(DiagnosticReport) {
        guard let source = templates.source(of: Self.path) else {
            throw DiagnosticReport([
                Diagnostic(code: "missing-template", message: "there is no template '\(Self.path)'")
            ])
        }
        let bytes = source.bytes
        for mark in ["</script", "<!--"] {
            let mark = Array(mark.utf8)
            let offset = bytes.indices.dropLast(mark.count - 1).first { index in
                // Upper case ends it too.
                zip(bytes[index...], mark).allSatisfy { $0 | 0x20 == $1 | 0x20 }
            }
            guard let offset else { continue }
            throw DiagnosticReport([
                source.diagnostic(
                    code: "script-end", at: offset,
                    "'\(String(decoding: mark, as: UTF8.self))' would end the page's script",
                    fix: "Write it as '<\\' and the rest inside a string.")
            ])
        }
        text = source.text
    }
}
