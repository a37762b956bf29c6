import Testing

@testable import SiteModel

// Mistakes whose consequences are told too, or would be told in their place.
extension LikelyMistakeTests {
    private static let contract = """
        operations:
          check-link:
            request: { method: POST, url: "{{base}}/check", json: { token: "{{token}}" } }
            outcomes: [{ status: 200, is: ok, keep: { patient: /name } }, { status: 410, is: link-invalid }]
          reset-password:
            consumes: link
            request: { method: POST, url: "{{base}}/reset", json: { token: "{{token}}", new: "{{new-password}}" } }
            outcomes: [{ status: 200, is: ok }, { status: 410, is: link-invalid }]
        """

    private func reset(
        start: String = "{ reset: checking, none: lost }", check: String = "ok: form, link-*: invalid",
        _ moves: String = "ok: done, link-*: invalid", greeting: String = "{{patient}}",
        button: String = "run:reset-password", contract: String = contract
    ) -> String? {
        let page = """
            ---
            title: T
            link: reset
            start: \(start)
            states:
              checking: { on-load: check-link, check-link: { \(check) } }
              form:
                fields: [{ name: new-password, rule: password, label: P }]
                reset-password: { \(moves) }
              done: { icon: check }
            ---
            # checking
            Wait.

            # form
            Hello \(greeting).

            [Go](\(button))

            # invalid
            No longer.

            [Home](/)

            # lost
            Open it again.

            [Home](/)

            # done
            Done.

            [Home](/)
            """
        let app = Self.app(
            "backend: { base: \"https://b.t.example\" }\nlinks: { reset: { web: \"/page?token={token}\", page: page } }\nelsewhere: [/]\n"
        )
        return said(app: app, page: page, contract: contract)
    }

    @Test(
        "a transition that leaves a state without one is told beside that state",
        arguments: [
            Row(
                "ok: invalid, link-*: invalid",
                """
                no move leads to the state 'done' | Lead 'ok' to it in place of 'invalid', or remove it.
                'ok' leads to 'invalid', as a link that no longer works does | Write 'ok: done': nothing leads to that state.
                """),
            Row("ok: done, link-*: invalid", nil),
        ])
    func transitionsAstray(_ row: Row) { #expect(reset(row.text) == row.says) }

    @Test("a failure that leads to the success is told with the state that nothing leads to")
    func failureAstray() {
        #expect(
            reset(check: "ok: form, link-*: lost", "ok: done, link-*: done") == """
                no move leads to the state 'invalid' | Lead 'link-*' to it in place of 'done', or remove it.
                'link-*' leads to 'done', as a success of 'reset-password' does | Write 'link-*: invalid': nothing leads to that state.
                """)
    }

    @Test("a dead link that leads back to the form is told with the state of a look at it")
    func retries() {
        #expect(
            reset("ok: done, link-*: form")
                == "'link-*' leads back to 'form', which needs the link, and the link no longer works | Write 'link-*: invalid'."
        )
    }

    @Test(
        "a look at a dead link that leads on to the form is told",
        arguments: [
            Row("ok: form, link-*: form", "'link-*' leads to 'form', as a success of 'check-link' does | \(invalid)"),
            Row(
                "ok: form, link-invalid: form, link-*: invalid",
                "'link-invalid' leads to 'form', as a success of 'check-link' does | Write 'link-invalid: invalid', the state to which 'reset-password' leads with it."
            ),
            Row("ok: form, link-*: invalid", nil),
        ])
    func looksAstray(_ row: Row) { #expect(reset(check: row.text) == row.says) }

    @Test(
        "visitors without the link who begin with the success are told",
        arguments: [
            Row(
                "done",
                """
                no move leads to the state 'lost' | Move to it with a link '(#lost)' or by an operation's outcome, or remove it.
                visitors without the link begin with 'done', as after a success of 'reset-password' | Write 'none: lost'.
                """),
            Row("lost", nil),
        ])
    func successWithoutLink(_ row: Row) { #expect(reset(start: "{ reset: checking, none: \(row.text) }") == row.says) }

    @Test(
        "a link that opens what comes after its use is told at its first state alone",
        arguments: [
            Row(
                "{ reset: done, none: lost }",
                "the link opens 'done', and no move leads to 'checking', so 'reset-password' never runs | Write 'reset: checking'."
            ),
            Row(
                "{ reset: invalid, none: lost }",
                "the link opens 'invalid', and no move leads to 'checking', so 'reset-password' never runs | Write 'reset: checking'."
            ),
            Row(
                "{ reset: lost, none: lost }",
                "the link opens 'lost', and no move leads to 'checking', so 'reset-password' never runs | Write 'reset: checking'."
            ),
            Row(
                "lost",
                "the link opens 'lost', and no move leads to 'checking', so 'reset-password' never runs | Write start: { reset: checking, none: lost }"
            ),
            Row(
                "done",
                """
                no move leads to the state 'lost' | Move to it with a link '(#lost)' or by an operation's outcome, or remove it.
                the link opens 'done', and no move leads to 'checking', so 'reset-password' never runs | Write 'start: checking'.
                """),
        ])
    func skippedUses(_ row: Row) { #expect(reset(start: row.text) == row.says) }

    private static let invalid = "Write 'link-*: invalid', the state to which 'reset-password' leads with it."

    @Test(
        "a first state whose operation by itself needs the link is told",
        arguments: [
            Row(
                "ok: form, link-*: invalid",
                """
                no move leads to the state 'lost' | If it is for visits without the link, write start: { reset: checking, none: lost }. Else move to it, or remove it.
                visitors without the link begin with 'checking' too, and 'check-link' needs its '{{token}}' | Give them 'lost', to which nothing leads: start: { reset: checking, none: lost }
                """),
            // The page says it by the outcome.
            Row("ok: form, link-incomplete: lost, link-*: invalid", nil),
        ])
    func automaticStarts(_ row: Row) { #expect(reset(start: "checking", check: row.text) == row.says) }

    @Test(
        "a value that nothing supplies is told the one that is meant, or all",
        arguments: [
            Row(
                "{{patient-name}}",
                "nothing supplies '{{patient-name}}' | Did you mean 'patient', which 'check-link' keeps?"),
            Row("{{Patient}}", "nothing supplies '{{Patient}}' | Did you mean 'patient', which 'check-link' keeps?"),
            Row("{{newPassword}}", "nothing supplies '{{newPassword}}' | Did you mean 'new-password'?"),
            Row(
                "{{planet}}",
                "nothing supplies '{{planet}}' | This page has token, new-password, patient, wait and email."),
            Row(
                "{{email}}",
                "nothing on this page supplies '{{email}}', so this text stays hidden | Remove it, or keep it in the contract: keep: { email: … }"
            ),
        ])
    func valuesOfPages(_ row: Row) {
        #expect(reset(greeting: row.text)?.split(separator: "\n").first.map(String.init) == row.says)
    }

    @Test("a button of an operation that there is not hides no field that is sent")
    func misspeltButton() {
        #expect(
            reset(button: "run:resetpassword")
                == "no state follows 'run:resetpassword' | Did you mean 'reset-password'?")
    }

    @Test("a button of another operation than the state has is told alone")
    func exchangedButton() {
        #expect(
            reset(button: "run:check-link")
                == "no state follows 'run:check-link' | Write 'run:reset-password', whose transitions the state has; else describe this one in its place."
        )
    }

    @Test("an operation on load that says that it uses the link up, before one that needs it, is told as such")
    func consumingCheck() {
        let contract = Self.contract.replacing("check-link:", with: "check-link:\n    consumes: link")
        #expect(
            reset(contract: contract)
                == "'check-link' consumes the link before the visitor has tapped anything | Remove 'consumes: link' from it in the contract 'backend.yml' if it only looks, since 'reset-password' needs the link after it. Else run it from a link '(run:check-link)': email scanners open links, and run scripts."
        )
    }
}
