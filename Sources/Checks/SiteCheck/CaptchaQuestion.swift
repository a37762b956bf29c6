package import AuthContracts
internal import Diagnostics
internal import SiteModel

/// A request that shows whether a backend demands a captcha's answer: that of an operation that sends an email, without
/// an answer, and for an address that is none, so that no backend sends anything.
package struct CaptchaQuestion: Sendable {
    package let request: ContractRequest
    /// An origin of the app's pages.
    package let origin: String
    /// In seconds.
    package let timeout: Int
    private let run: ContractRun
    private let operation: String

    /// The question to the backend of an app; nil if no page runs such an operation.
    init?(_ app: App) {
        let run = app.operations.lazy.compactMap { app.writtenContract?.operation(named: $0) }
            .first { $0.steps.first?.request.isGuarded == true && $0.sendsRequestedEmail }
        guard let operation = run, let contract = app.writtenContract, let backend = app.backend else { return nil }
        let values = backend.settings.merging(["base": backend.base, "email": "latchkey"]) { $1 }
        self.run = ContractRun(operation, of: contract, values: values)
        guard case .send(let request) = self.run.next else { return nil }
        self.request = request
        self.operation = operation.name
        origin = "https://\(app.hosts[0])"
        timeout = backend.timeout
    }

    /// The problem that a response shows: a captcha that only one of backend and `app.yml` has; nil of a response stands
    /// for none.
    func diagnostic(of response: ContractResponse?, in app: App) -> Diagnostic? {
        guard let server = app.backend?.base else { return nil }
        let unknown = app.diagnostic(
            .note, code: "captcha-unknown", at: "backend.base",
            "the response of '\(server)' to '\(operation)' does not show whether it demands a captcha's answer: \(response.map { "status \($0.status)" } ?? "there is none")"
        )
        guard let response else { return unknown }
        var run = run
        run.receive(response)
        guard case .finish(let result) = run.next else { return unknown }
        let isDemanded = result.outcome.name == .captchaFailed
        if isDemanded, app.backend?.captcha == nil {
            return app.diagnostic(
                code: "captcha-demanded", at: "backend.base",
                "'\(server)' demands a captcha's answer for '\(operation)', and the pages have none",
                fix:
                    "Name its provider and the site key under 'backend:', such as captcha: { turnstile: … }, or switch the captcha off at the backend."
            )
        }
        if result.outcome.name.isTechnical || [.rateLimited, .notAllowed].contains(result.outcome.name) {
            return unknown
        }
        guard !isDemanded, app.backend?.captcha != nil else { return nil }
        return app.diagnostic(
            .warning, code: "captcha-not-demanded", at: "backend.captcha",
            "'\(server)' answers '\(operation)' without a captcha's answer",
            fix: "Switch the captcha on at the backend, or remove it here.")
    }
}
