import Testing

@testable import SiteModel

// Failures that lead where a success does, on a page that has a state for them.
extension LikelyMistakeTests {
    private static let contract = """
        operations:
          check:
            request: { method: POST, url: "{{base}}/check", json: { token: "{{token}}" } }
            outcomes:
              - { status: 200, is: ok }
              - { status: 410, is: link-expired }
              - { status: 409, is: link-used }
              - { status: 403, is: account-disabled }
          verify-email-change:
            consumes: link
            request: { method: POST, url: "{{base}}/change", json: { token: "{{token}}" } }
            outcomes:
              - { status: 200, is: ok }
              - { status: 410, is: link-expired }
              - { status: 409, is: account-exists }
              - { status: 403, is: account-disabled }
              - { status: 402, is: email-refused }
        """

    private func change(check: String, change: String) -> String? {
        let page = """
            ---
            title: T
            link: change
            start: { change: checking, none: invalid }
            states:
              checking: { on-load: check, check: { \(check) } }
              form: { verify-email-change: { \(change) } }
            ---
            # checking
            Words.

            # form
            [Go](run:verify-email-change)

            # invalid
            [Back](/)

            # taken
            [Back](/)

            # disabled
            [Back](/)

            # done
            Done.
            """
        let app = Self.app(
            "elsewhere: [/]\nbackend: { base: \"https://b.t.example\" }\nlinks: { change: { web: \"/page?token={token}\", page: page } }"
        )
        return said(app: app, page: page, contract: Self.contract)
    }

    private static func shared(_ outcome: String, _ state: String, of operation: String, _ fix: String) -> String {
        "'\(outcome)' leads to '\(state)', as a success of '\(operation)' does | \(fix)"
    }

    @Test(
        "a look at the link that leads to the form for a dead one too is told",
        arguments: [
            Row(
                "link-*: form, account-disabled: disabled",
                shared(
                    "link-*", "form", of: "check",
                    "Write 'link-*: invalid', the state to which 'verify-email-change' leads with it."
                )),
            Row(
                "link-expired: form, link-*: invalid, account-disabled: disabled",
                shared(
                    "link-expired", "form", of: "check",
                    "Write 'link-expired: invalid', the state to which 'verify-email-change' leads with it.")),
            Row(
                "\"*\": form",
                "every outcome leads to 'form', whether 'check' succeeds or fails | Write 'ok: form' in place of it, and 'link-*: invalid'."
            ),
            Row("link-*: invalid, account-disabled: disabled", nil),
            Row("link-*: invalid, account-disabled: form", nil),
        ])
    func looks(_ row: Row) {
        let check = row.text.hasPrefix("\"*\"") ? row.text : "ok: form, \(row.text)"
        #expect(
            change(
                check: check,
                change:
                    "ok: done, link-*: invalid, account-exists: taken, account-disabled: disabled, email-refused: taken"
            )
                == row.says)
    }

    @Test(
        "who has the link is told what did not happen",
        arguments: [
            Row(
                "account-exists: done, account-disabled: disabled, email-refused: taken",
                shared(
                    "account-exists", "done", of: "verify-email-change",
                    "Name a state that says so, or write '- **account-exists** …' under '# messages' in place of this.")
            ),
            Row(
                "account-exists: taken, account-disabled: disabled, email-refused: done",
                shared(
                    "email-refused", "done", of: "verify-email-change",
                    "Name a state that says so, or write '- **email-refused** …' under '# messages' in place of this.")
            ),
            Row(
                "account-exists: taken, account-disabled: done, email-refused: taken",
                shared(
                    "account-disabled", "done", of: "verify-email-change",
                    "Write 'account-disabled: disabled', the state to which 'check' leads with it.")),
            Row("account-exists: taken, account-disabled: disabled, email-refused: taken", nil),
        ])
    func changes(_ row: Row) {
        #expect(
            change(
                check: "ok: form, link-*: invalid, account-disabled: disabled",
                change: "ok: done, link-*: invalid, \(row.text)"
            ) == row.says)
    }
}
