import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions
import TextEncoding
import YAML

// Where the links of an email's text lead.
extension EmailReader {
    /// Reports links of the text that lead nowhere.
    func checkPaths(_ used: [Located<String>], of email: Email, besides original: Email? = nil) {
        for path in used where !reportTarget(path, of: email) {
            if let original, path.value.hasPrefix("/") {
                let own = original.paths.filter { $0.hasPrefix("/") }
                if own.contains(path.value) { continue }
                collector.report(
                    "translated-link", at: path.location, "\(original.source.file) has no link to '\(path.value)'",
                    fix: own.isEmpty
                        ? "Remove it."
                        : "A path stays as it is there: \(own.map { "(\($0))" }.joined(separator: ", ")).")
                continue
            }
            guard let fault = AddressFault(path.value, of: app, paths) else {
                if warnOfLostAddress(path) { continue }
                pages.reportMissingLink(at: path.location, to: path.value, app, contract, paths, collector)
                continue
            }
            collector.report(
                fault.code, as: fault.severity, at: path.location, fault.message.text(written: nil),
                fix: fault.fix.text(written: nil))
        }
    }

    /// Reports a target that no link of an email can have; returns whether it is one.
    private func reportTarget(_ target: Located<String>, of email: Email) -> Bool {
        let text = target.value
        var message = "'\(text)' is a target for links of pages only"
        var name: String?
        var advice: String?
        do throws(TextProblem) {
            switch try LinkDestination(parsing: text) {
            case .web, .mail, .sitePath: return false
            case .state, .operation: break
            case .app(let opened):
                message += ": many email programs remove the addresses of apps"
                name = opened
            }
        } catch {
            message = error.message
            if error.code == LinkDestination.variableCode { advice = fix(forVariableIn: text) }
            let scheme = text.prefix { $0 != ":" }.lowercased()
            let own = [app.contents.login?.app, app.contents.ios?.scheme] + links.map { $0.app?.text }
            if own.contains(where: { $0?.prefix { $0 != ":" }.lowercased() == scheme })
                || text == "login" && app.contents.login != nil
            {
                name = "login"
            }
        }
        let page = pages.first { $0.linkNames.isEmpty }?.path
        collector.report(
            "bad-link", at: target.location, message,
            fix: email.linkName != nil && !email.uses.contains { $0.variable == .link }
                ? "Write ({{link}}), the link of this email."
                : advice ?? name.map { fix(forOpening: $0) }
                    ?? (paths.contains("/\(text)")
                        ? "Write (/\(text))."
                        : "Link to \(email.linkName == nil ? "" : "{{link}}, ")a path of the site\(page.map { " (\($0))" } ?? ""), https: or mailto:.")
        )
        return true
    }

    /// The fix for an address with a variable, which no email takes: the path of the app in it.
    private func fix(forVariableIn address: String) -> String {
        if address.hasPrefix("mailto:") {
            return app.contents.support == nil ? "Write the whole address." : "Write (mailto:{{support}})."
        }
        let path = address.firstRange(of: "://").map { address[$0.upperBound...].drop { $0 != "/" } } ?? ""
        if paths.contains(String(path)) {
            return
                "Write (\(path)): a path leads to the app's first host, which 'hosts' in app.<environment>.yml can replace."
        }
        let page = pages.first { $0.linkNames.isEmpty }?.path
        return "Write the whole address\(page.map { ", or a path of the app, such as (\($0))" } ?? "")."
    }

    /// The fix for a link that opens the app: to a path that does so, or to the app's web part.
    private func fix(forOpening name: String) -> String {
        let login = app.contents.login
        if name == "login", let web = login?.web {
            return app.document.written(at: "login.web") == nil
                ? "Write (\(web)), the web address of 'login' in app.yml."
                : "Write the web address that 'login' in app.yml has."
        }
        func path(of link: LinkDefinition) -> String? {
            link.web.first { $0.parameters.isEmpty && $0.scheme == nil && link.app != nil }?.text
        }
        let named = links.first { $0.name == name }.flatMap(path)
        if let path = named ?? links.lazy.compactMap(path).first { return "Write (\(path)), which opens the app." }
        let address = app.document.written(at: "login.app") == nil ? login?.app : nil
        return
            "Write (/start), and define it as a link that opens the app, under 'links:' in app.yml: start: { web: /start, app: \"\(address ?? "\(app.contents.ios?.scheme ?? "myapp")://start")\", page: … }"
    }

    /// Warns of a notice to the address that an account no longer has, if it leads to a page whose email goes to the new one;
    /// returns whether it does.
    private func warnOfLostAddress(_ path: Located<String>) -> Bool {
        let words = Set(name.split(separator: "-"))
        let parts = URLParts(path.value)
        let own = parts.map { app.contents.hosts.contains($0.host ?? "") ? $0.path : "" } ?? path.value
        guard words.contains("email"), !words.isDisjoint(with: ["changed", "notice", "notification"]),
            words.isSubset(of: ["email", "address", "changed", "change", "notice", "notification", "old"]),
            let page = pages.first(where: { $0.path == own }),
            page.name == app.contents.changePassword || page.links.contains(where: { $0.name == "reset-password" })
                || page.states.flatMap(\.operations).contains(where: { name in
                    contract?.operation(named: name)?.sends.map { [.resetPassword, .signIn].contains($0) } == true
                })
        else { return false }
        let recovery = EmailPurpose.recoverEmail.rawValue
        let isRecoverable = links.contains { $0.name == recovery }
        collector.report(
            "lost-address", as: .warning, at: path.location,
            "this email goes to an address that the account no longer has, and '\(own)' leads to an email to its new one",
            fix: (app.contents.support == nil
                ? "Add 'support: help@example.com' to app.yml, and name it" : "Name the support address")
                + " in its place: [{{support}}](mailto:{{support}})"
                + (isRecoverable ? "; or the link that undoes the change: 'link: \(recovery)' and {{link}}." : "."))
        return true
    }
}
