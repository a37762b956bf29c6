import HTTPListener
internal import HTTPMessages
import JSON
import Problems
import Sandbox
import SiteBuilder
import TextEncoding

/// The responses on the studio's port: its page and its API.
struct StudioAnswers {
    let overview: SiteOverview
    /// The studio's origin: `http://127.0.0.1:4000`.
    let origin: String
    let host: String
    /// Nil if only this machine can connect.
    let access: LANAccess?
    /// Starts a program with its arguments; false if that fails.
    let startsEditor: @Sendable ([String]) -> Bool
    /// Builds an app that is not shown yet; false if there is no such app.
    let open: @Sendable (String) -> Bool

    private var previewBuild: PreviewBuild { overview.previewBuild }
    private var apps: [String: String] { overview.origins }
    private var gate: StudioGate { StudioGate(origin: origin, host: host) }

    /// The response to a request; `events` is the stream of `/events`.
    func answer(_ request: HTTPRequest, events: EventStream) -> HTTPResponse {
        if let refusal = gate.refusal(of: request) { return refusal }
        let query = FormItems(request.query ?? "")
        switch (request.method, request.path) {
        case ("POST", "/api/sandbox"): return sandbox(request)
        case ("POST", "/api/emails"): return emails(request)
        case ("POST", "/api/open"): return open(request)
        case ("POST", "/api/link"): return link(request)
        case ("POST", "/api/edit"): return edit(request)
        case ("POST", _): return .plain(405, "Only GET and HEAD.", headers: [HeaderField("Allow", "GET, HEAD")])
        case (_, "/events"): return events.response
        case (_, "/api/site"): return json(overview.json)
        case (_, "/api/words"): return json(overview.words)
        case (_, "/api/inbox"): return json(InboxPanel(emails: previewBuild.sandbox.inbox).json)
        case (_, "/api/sandbox"): return json(SandboxPanel(controls: previewBuild.sandbox.controls).json)
        case (_, "/api/emails"): return json(EmailPanel(previewBuild: previewBuild).json)
        case (_, "/api/dialect"):
            return json(
                EmailPanel(previewBuild: previewBuild).source(app: query["app"] ?? "", dialect: query["dialect"] ?? ""))
        case (_, "/api/eml"):
            return EmailPanel(previewBuild: previewBuild).download(
                query["email"] ?? "", of: query["app"] ?? "", headers: gate.headers)
                ?? .plain(404, "There is no such email.")
        case (_, "/api/map"):
            return MapPanel(previewBuild: previewBuild).response(
                for: query["app"] ?? "", hasPictures: query["pictures"] == "on", headers: gate.headers)
                ?? .plain(404, "There is no such app.")
        case (_, "/api/phone"):
            return json(
                PhonePanel(previewBuild: previewBuild, studio: origin, origins: apps, access: access).json(
                    for: query["app"] ?? ""))
        case (_, "/api/links"): return json(LinkPanel(previewBuild: previewBuild, origins: apps).json)
        case (_, "/api/explain"):
            return json(LinkPanel(previewBuild: previewBuild, origins: apps).explanation(of: query["url"] ?? ""))
        case (_, let path):
            guard let file = StudioFiles.served[path] else { return .plain(404, "The studio has nothing there.") }
            return HTTPResponse(
                status: 200, headers: [HeaderField("Content-Type", file.type)] + gate.headers, body: file.bytes)
        }
    }

    /// Applies a control request to the sandbox, and responds with the new state.
    private func sandbox(_ request: HTTPRequest) -> HTTPResponse {
        guard let value = try? JSONDocument(parsing: request.body).value else {
            return .plain(400, "The studio takes JSON.")
        }
        do {
            try apply(value)
            return json(SandboxPanel(controls: previewBuild.sandbox.controls).json)
        } catch {
            return .plain(400, error.sentence)
        }
    }

    /// Applies a request such as `{"advance": "1h"}` or
    /// `{"app": "artitec", "operation": "send-link", "outcome": "ok"}`; one without known members has no effect.
    private func apply(_ control: JSONValue) throws(Problem<ValuePath>) {
        let app = control["app"]?.string
        if let length = control["advance"]?.string {
            try previewBuild.sandbox.advance(by: length)
        } else if control["reset"]?.bool == true {
            try previewBuild.sandbox.reset(app: app)
        } else if let refuses = control["refuse"]?.bool {
            try previewBuild.sandbox.refuseOthers(refuses, app: app ?? "")
        } else if let operation = control["operation"]?.string {
            try previewBuild.sandbox.choose(control["outcome"]?.string, of: operation, app: app ?? "")
        }
    }

    /// Issues a link that opens a page.
    private func link(_ request: HTTPRequest) -> HTTPResponse {
        guard let value = try? JSONDocument(parsing: request.body).value, let app = value["app"]?.string,
            let link = value["link"]?.string
        else { return .plain(400, "The studio takes JSON.") }
        return json(["address": previewBuild.sandbox.issueLink(link, of: app).map(JSONValue.string) ?? .null])
    }

    /// Opens a place in an editor, or returns the command for a terminal.
    private func edit(_ request: HTTPRequest) -> HTTPResponse {
        guard let value = try? JSONDocument(parsing: request.body).value, let file = value["file"]?.string,
            let editor = overview.editors.first(where: { $0.name == value["editor"]?.string }),
            previewBuild.sources.contains(file)
        else { return .plain(400, "There is no such editor or file.") }
        let command = editor.command(
            for: file, line: value["line"]?.int ?? 1, column: value["column"]?.int ?? 1)
        guard editor.needsTerminal || startsEditor(command) else {
            return .plain(500, "'\(editor.name)' cannot be started.")
        }
        return json(["command": .string(command.map(Editor.quoted).joined(separator: " "))])
    }

    private func open(_ request: HTTPRequest) -> HTTPResponse {
        guard let app = (try? JSONDocument(parsing: request.body).value)?["app"]?.string, open(app) else {
            return .plain(400, "There is no such app.")
        }
        return json(["opened": .string(app)])
    }

    private func emails(_ request: HTTPRequest) -> HTTPResponse {
        guard let value = try? JSONDocument(parsing: request.body).value, let app = value["app"]?.string,
            let email = value["email"]?.string, EmailPanel(previewBuild: previewBuild).post(email, of: app)
        else { return .plain(400, "There is no such email.") }
        return json(["sent": true])
    }

    private func json(_ value: JSONValue) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: [HeaderField("Content-Type", "application/json")] + gate.headers,
            body: Array(value.serialized().utf8))
    }
}
