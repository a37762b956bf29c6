import Diagnostics
import HTTPListener
internal import HTTPMessages
internal import LinkRouting
import Release
import SiteBuilder
import SiteModel
import TextEncoding

extension PreviewBuild {
    /// The response on an app's port: the released page prepared for the preview, or one state of it.
    func answer(_ request: HTTPRequest, app name: String) -> HTTPResponse {
        guard let good else {
            return nothingYet
        }
        guard let app = good.apps.first(where: { $0.app.name == name }) else {
            return .plain(404, "The site has no app '\(name)' any more.")
        }
        switch PreviewAddress(request) {
        case .state(let name, let view): return state(of: name, app: app, view: view, words: good.words)
        case .email(let name, let view): return email(name, of: app.app, look: view)
        case .sentEmail(let number): return sentEmail(number)
        case .released:
            guard let notice = app.elsewhere[request.path] else { return app.landing.respond(to: request) }
            return respond(404, notice.headers, notice.bytes)
        }
    }

    /// The page before the first successful build, which reloads after it.
    private var nothingYet: HTTPResponse {
        let script = InlineScript(StudioFiles.reload, attributes: ["data-page": "", "data-version": ""])
        let policy = ContentSecurityPolicy([
            ("default-src", ["'none'"]), ("script-src", [script.source]), ("connect-src", ["'self'"]),
            ("frame-ancestors", [page.studio]),
        ])
        let html = "<!doctype html><title>No page</title><body>\(script.html)</body>"
        return respond(503, [HeaderField("Content-Security-Policy", policy.text)], Array(html.utf8))
    }

    /// A state of a page in a condition, as the page's own script shows it.
    private func state(of name: String, app: BuiltApp, view: StateView, words: Words) -> HTTPResponse {
        let translation = app.app.translations.first { $0.tag == view.language }
        let local = translation.map(app.app.translated) ?? app.app
        guard let spec = local.page(named: name), let rendered = app.page(spec) else {
            return .plain(404, "There is no page '\(name)'.")
        }
        let stateName = view.state ?? spec.initialState
        guard let state = spec.state(named: stateName) else {
            return .plain(404, "The page '\(name)' has no state '\(stateName)'.")
        }
        let conditions = StateConditions(state: state, page: spec, app: local, words: words)
        guard let condition = (conditions.all + conditions.outcomes).first(where: { $0.text == view.condition }) else {
            let known = conditions.all.map(\.text).joined(separator: ", ")
            return .plain(400, "The state '\(stateName)' can be \(known).")
        }
        let key = "\(app.app.name)/\(rendered.fileName)"
        // The driver changes the URL temporarily, so the reload script must read it earlier.
        var shown = page.previewed(
            DriverPlan(condition: condition, conditions: conditions).prepared(rendered), of: nil, key: key,
            version: app.versions[key] ?? "")
        shown.style.scheme = view.scheme
        shown.style.textSize = view.textSize
        do {
            let file = try shown.file()
            return respond(200, file.headers, file.bytes)
        } catch {
            return .plain(500, DiagnosticPrinter(colors: false).text(error))
        }
    }

    func respond(_ status: Int, _ headers: [HeaderField], _ html: [UInt8]) -> HTTPResponse {
        let type = HeaderField("Content-Type", "text/html; charset=utf-8")
        return HTTPResponse(status: status, headers: [type] + headers, body: html)
    }
}
