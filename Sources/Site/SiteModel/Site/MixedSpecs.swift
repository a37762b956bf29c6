import Configuration
import Diagnostics
import YAML

extension YAMLDocument {
    /// The error for an email's front matter in a file where a page is expected; nil for a page.
    var emailAmongPages: Diagnostic? {
        mixed(
            ["subject", "preheader"], without: ["title", "start"], "this is an email, and emails belong in 'emails'",
            fix: "Move it into the folder 'emails' beside it.")
    }

    /// The error for a page's front matter in a file where an email is expected; nil for an email.
    var pageAmongEmails: Diagnostic? {
        mixed(
            ["start", "states"], without: ["subject", "preheader"], "this is a page, and pages belong beside app.yml",
            fix: "Move it up, beside app.yml.")
    }

    private func mixed(
        _ keys: [String], without others: [String], _ message: String, fix: String
    ) -> Diagnostic? {
        let names = root?.members.map(\.key) ?? []
        guard !names.contains(where: { others.contains($0.text ?? "") }),
            let place = names.first(where: { keys.contains($0.text ?? "") })?.location
        else { return nil }
        return diagnostic(code: "unread-file", at: place, message, fix: fix)
    }
}
