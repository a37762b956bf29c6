import Diagnostics
import Mustache
import Release
import Sandbox
import SiteBuilder
import SiteModel

/// The page that a newcomer sees first: every app, page, state and file, each a link.
enum IndexPage {
    /// One app and where its preview answers.
    struct Entry {
        let app: App
        /// `http://127.0.0.1:4001`
        let address: String
        /// The paths of everything that is not a page.
        let files: [String]
    }

    /// What goes with the document.
    static let headers = [
        HeaderField(
            "Content-Security-Policy",
            "default-src 'none'; style-src \(StudioFiles.styleHash); img-src data:; form-action 'none'; "
                + "frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"),
        HeaderField("Cache-Control", "no-store"), HeaderField("Referrer-Policy", "no-referrer"),
        HeaderField("X-Content-Type-Options", "nosniff"),
    ]

    /// The whole document.
    ///
    /// - Parameters:
    ///   - site: the folder, as it was named.
    ///   - entries: every app that has a port.
    ///   - inbox: what the sandbox mailed, newest first.
    /// - Returns: HTML in UTF-8.
    /// - Throws: what is wrong with the studio's own template.
    static func html(site: String, entries: [Entry], inbox: [Mail]) throws(DiagnosticReport) -> [UInt8] {
        let name = "studio/index"
        let source = SourceText(file: "Templates/\(name).html", text: StudioFiles.text("\(name).html"))
        let library = try TemplateLibrary([name: source])
        let page = try library.render(
            name,
            with: [
                "style": .markup("<style>\(StudioFiles.style)</style>"), "site": .text(site),
                "apps": .list(entries.map(value)), "mails": .list(inbox.map(value)),
            ])
        return Array(page.utf8)
    }

    private static func value(of entry: Entry) -> MustacheValue {
        [
            "title": .text(entry.app.title), "host": .text(entry.app.hosts.first ?? ""),
            "address": .url(entry.address),
            "pages": .list(entry.app.pages.map { value(of: $0, at: entry.address) }),
            "files": .list(
                entry.files.map { ["path": .text($0), "address": .url(entry.address + $0)] }),
        ]
    }

    private static func value(of mail: Mail) -> MustacheValue {
        [
            "subject": .text(mail.subject), "to": .text(mail.to), "link": .url(mail.link),
            "code": MustacheValue(mail.code),
        ]
    }

    private static func value(of page: Page, at address: String) -> MustacheValue {
        [
            "title": .text(page.title), "path": .text(page.path), "address": .url(address + page.path),
            "states": .list(
                page.states.map { state in
                    [
                        "name": .text(state.name),
                        "address": .url("\(address)/_preview/\(page.name)?state=\(state.name)"),
                    ]
                }),
        ]
    }
}
