import AuthFlow
import Diagnostics
import HTTPListener
import JSON
import LandingServer
import Release
import SiteBuilder
import SiteModel

extension Workshop {
    /// What one app's port answers: the released page made ready for looking at, or one state of it.
    func answer(_ request: HTTPRequest, app name: String) -> HTTPResponse {
        guard let good, let app = good.site.apps.first(where: { $0.name == name }), let landing = good.landings[name]
        else {
            return page(
                Array("<!doctype html><title>No page</title><body></body>".utf8), status: 503,
                headers: IndexPage.headers)
        }
        switch PreviewAddress(request) {
        case .state(let name, let query): return state(of: name, app: app, query: query, renderer: good.renderer)
        case .events, .released: return landing.respond(to: request)
        }
    }

    /// The first page that a newcomer sees.
    func index(entries: [IndexPage.Entry]) -> HTTPResponse {
        do {
            return page(try IndexPage.html(site: folder, entries: entries, inbox: inbox), headers: IndexPage.headers)
        } catch {
            return .plain(500, DiagnosticPrinter(colors: false).text(error))
        }
    }

    /// What a page hears of the last build, as JSON.
    var news: String {
        let problems = report.hasErrors ? DiagnosticPrinter(colors: false).text(report) : ""
        let news: JSONValue = ["build": .string("\(build)"), "problems": .string(problems)]
        return news.serialized()
    }

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
        let appearance = Appearance(scheme: scheme, condition: condition, values: Appearance.sampleValues)
        do {
            let html = try renderer.render(page, of: app, state: stateName, appearance: appearance)
            return self.page(html, headers: renderer.headers(of: page, of: app, scheme: scheme))
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

    private func page(_ html: [UInt8], status: Int = 200, headers: [HeaderField]) -> HTTPResponse {
        let type = HeaderField("Content-Type", "text/html; charset=utf-8")
        return HTTPResponse(
            status: status, headers: ([type] + PreviewPage.decorate(headers)).map { ($0.name, $0.value) },
            body: PreviewPage.decorate(html, build: "\(build)"))
    }
}
