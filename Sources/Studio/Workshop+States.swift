import AuthContracts
import Diagnostics
import HTTPListener
import LandingServer
import Release
import SiteBuilder
import SiteModel
import TextEncoding

extension Workshop {
    /// What one app's port answers: the released page made ready for looking at, or one state of it.
    func answer(_ request: HTTPRequest, app name: String) -> HTTPResponse {
        guard let good else {
            let nothing = Array("<!doctype html><title>No page</title><body></body>".utf8)
            return respond(503, previewed(nothing, headers: [Self.bare], key: ""))
        }
        guard let app = good.site.apps.first(where: { $0.name == name }), let landing = good.landings[name] else {
            return .plain(404, "The site has no app '\(name)' any more.")
        }
        switch PreviewAddress(request) {
        case .state(let name, let query): return state(of: name, app: app, query: query, renderer: good.renderer)
        case .email(let name, let query): return email(name, of: app, look: EmailView(query))
        case .mail(let number): return mail(number)
        case .events, .released: return landing.respond(to: request)
        }
    }

    private static let bare = HeaderField(
        "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")

    private func state(
        of name: String, app: App, query: [String: String], renderer: PageRenderer
    ) -> HTTPResponse {
        guard let page = app.page(named: name) else { return .plain(404, "There is no page '\(name)'.") }
        let stateName = query["state"] ?? page.served
        guard let state = page.state(named: stateName) else {
            return .plain(404, "The page '\(name)' has no state '\(stateName)'.")
        }
        guard let condition = condition(query["condition"] ?? "idle", of: state) else {
            return .plain(400, "A condition is idle, busy, typing, invalid-fields or an outcome.")
        }
        let scheme: Appearance.Scheme =
            switch query["scheme"] {
            case "light": .light
            case "dark": .dark
            default: .system
            }
        var appearance = Appearance(scheme: scheme, condition: condition, values: Appearance.samples(for: page))
        if let text = query["text"], let size = Int(text), (50...400).contains(size) { appearance.textSize = size }
        do {
            let document = try renderer.document(page, of: app, state: stateName, appearance: appearance)
            let key = "\(app.name)/\(page.name).html"
            return respond(200, previewed(document.html, headers: document.headers, key: key))
        } catch {
            return .plain(500, DiagnosticPrinter(colors: false).text(error))
        }
    }

    private func condition(_ text: String, of state: State) -> Appearance.Condition? {
        switch text {
        case "idle": .idle
        case "busy": state.operations.first.map { .busy($0) }
        case "typing": .typing
        case "invalid-fields": .invalidFields
        default: OutcomeName(rawValue: text).map { .message($0) }
        }
    }

    func respond(_ status: Int, _ page: (headers: [HeaderField], html: [UInt8])) -> HTTPResponse {
        let type = HeaderField("Content-Type", "text/html; charset=utf-8")
        return HTTPResponse(
            status: status, headers: ([type] + page.headers).map { ($0.name, $0.value) }, body: page.html)
    }
}
