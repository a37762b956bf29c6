import AuthContracts
import Diagnostics
import Hashing
import JSON
import Release
import SiteModel

/// The script of a page that talks to a backend, as it is pasted into it: the core, and what else the page needs.
struct PageScript: Sendable {
    let text: String

    /// As a Content-Security-Policy names it (CSP 3, section 2.3.1).
    var source: String { "'sha256-\(Base64.encode(Digest.sha256(text)))'" }

    /// What only some pages need; the raw values are the files' names.
    enum Part: String, CaseIterable, Sendable {
        /// Parameters of links, and the way into the app.
        case links
        /// Mails that a person asks for.
        case mails
        /// Requests with values in their addresses, and with forms.
        case requests
        /// Answers that are matched by patterns.
        case patterns
        /// Values out of header fields and cookies.
        case sources
        /// Operations of more than one request.
        case steps
        case strength
        /// What Back leads to, and what is forgotten on the way.
        case ways

        func isNeeded(by page: Page, running data: PageData) -> Bool {
            switch self {
            case .links: !page.links.isEmpty
            case .mails: data.hasMails
            case .requests: data.hasUncommonRequests
            case .patterns: data.hasPatterns
            case .sources: data.hasSources
            case .steps: data.part.operations.contains { $0.steps.count > 1 }
            case .strength: page.states.contains { $0.fields.contains { $0.strength != nil } }
            case .ways: page.states.contains { $0.back != nil || !$0.forgets.isEmpty }
            }
        }
    }
}

/// What a page runs: its script, and what that has to know of the page.
struct PageProgram: Sendable {
    let script: PageScript
    let data: PageData
}

/// The parts that scripts are made of, as the templates have them.
struct PageScripts: Sendable {
    private let core: String
    private let main: String
    private let parts: [PageScript.Part: String]

    /// Reads the parts; what would end the script's element early is an error.
    init(_ templates: TemplateSources) throws(DiagnosticReport) {
        core = try Self.text(of: "core", templates)
        main = try Self.text(of: "main", templates)
        var parts: [PageScript.Part: String] = [:]
        for part in PageScript.Part.allCases { parts[part] = try Self.text(of: part.rawValue, templates) }
        self.parts = parts
    }

    /// The script of a page: the parts after the core, and last what begins.
    func script(for page: Page, running data: PageData) -> PageScript {
        let needed = PageScript.Part.allCases.filter { $0.isNeeded(by: page, running: data) }.compactMap { parts[$0] }
        return PageScript(text: "(()=>{\(([core] + needed + [main]).joined())})()")
    }

    private static func text(of name: String, _ templates: TemplateSources) throws(DiagnosticReport) -> String {
        let path = "pages/script.min/\(name).js"
        guard let source = templates.source(of: path) else {
            throw DiagnosticReport([
                Diagnostic(code: "missing-template", message: "there is no template '\(path)'")
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
        return source.text.split(separator: "\n").joined(separator: "\n")
    }
}
