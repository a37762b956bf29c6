import Testing

@testable import SiteModel

// Outcomes that lead where the page says something else, and tokens that go elsewhere.
extension LikelyMistakeTests {
    private static let contract = """
        password: [at-least 8]
        operations:
          check-link:
            request: { method: POST, url: "{{base}}/check", json: { token: "{{token}}" } }
            outcomes: [{ status: 200, is: ok }, { status: 410, is: link-invalid }]
          reset-password:
            consumes: link
            request: { method: POST, url: "{{base}}/reset", json: { token: "{{token}}", new: "{{new-password}}" } }
            outcomes:
              - { status: 200, is: ok }
              - { status: 410, is: link-invalid }
              - { status: 422, is: weak-password }
              - { status: 409, is: already-verified }
        """

    private static let resetApp = app(
        "backend: { base: \"https://b.t.example\" }\nlinks: { reset: { web: \"/page?token={token}\", page: page } }")

    private func reset(
        _ moves: String, start: String = "{ reset: form, none: forgotten }", states: String = "",
        invalid: String = "[Back](/)", done: String = "[Back](/)", form: String = "[Go](run:reset-password)",
        forgotten: String = "[Back](#invalid)",
        contract: String = contract, more: String = "# messages"
    ) -> String? {
        let page = """
            ---
            title: T
            link: reset
            start: \(start)
            states:
              form:
                fields: [{ name: new-password, rule: password, label: P }]
                reset-password: { \(moves) }
            \(states)
            ---
            # form
            \(form)

            # invalid
            No longer.

            \(invalid)

            # forgotten
            Open it again.

            \(forgotten)
            [Home](/)

            # done
            Done.

            \(done)

            \(more)
            - **weak-password** Longer.
            - **already-verified** Already.
            """
        return said(
            app: "\(Self.resetApp)elsewhere: [/]\n", page: page, contract: contract)
    }

    private static let stays = "Remove it: an outcome without a transition shows its message in the same state."

    @Test(
        "a failure that leads to the state of a success is told",
        arguments: [
            Row(
                "\"*\": done",
                "every outcome leads to 'done', whether 'reset-password' succeeds or fails | Write 'ok: done': an outcome without a transition shows its message in the same state."
            ),
            Row(
                "ok: done, link-*: done",
                "'link-*' leads to 'done', as a success of 'reset-password' does | Name a state that says that the link no longer works."
            ),
            Row(
                "ok: done, link-invalid: done, link-*: invalid",
                "'link-invalid' leads to 'done', as a success of 'reset-password' does | Name a state that says that the link no longer works."
            ),
            Row(
                "ok: done, link-*: invalid, network: done",
                "'network' leads to 'done', as a success of 'reset-password' does | \(stays)"),
            Row(
                "ok: done, link-*: invalid, rate-limited: done",
                "'rate-limited' leads to 'done', as a success of 'reset-password' does | \(stays)"),
            Row(
                "ok: done, link-*: invalid, weak-password: done",
                "'weak-password' leads to 'done', as a success of 'reset-password' does | \(stays)"),
            Row(
                "ok: done, link-*: invalid, weak-password: invalid",
                "'weak-password' leads to 'invalid', as a link that no longer works does | \(stays)"),
            Row(
                "ok: done, link-*: invalid, server: invalid",
                "'server' leads to 'invalid', as a link that no longer works does | \(stays)"),
            Row(
                "ok: done, link-*: invalid, already-verified: invalid",
                "'already-verified' leads to 'invalid', as a link that no longer works does | Lead to 'done': it is done, and whoever opens the link twice reads that it failed."
            ),
            Row(
                "ok: done, link-*: invalid, weak-password: forgotten",
                "'weak-password' leads to 'forgotten', as a visit without the link does | \(stays)"),
            Row("ok: done, link-*: invalid, server: forgotten", nil),
            // The address is confirmed either way.
            Row("ok: done, link-*: invalid, already-verified: done", nil),
            Row("ok: done, link-*: invalid, \"*\": invalid", nil),
            Row("ok: done, link-*: invalid", nil),
        ])
    func failures(_ row: Row) { #expect(reset(row.text) == row.says) }

    @Test(
        "a failure that leads to a state with the words of another is told",
        arguments: [
            Row(
                "\"*\": invalid",
                "'*' leads to 'invalid', which says that the link no longer works, and so does a failure of the server | Write 'link-*: invalid': an outcome without a transition shows its message in the same state."
            ),
            Row(
                "link-*: invalid, account-disabled: invalid",
                "'account-disabled' leads to 'invalid', as a link that no longer works does | \(ownState("account-disabled"))"
            ),
            Row(
                "link-*: invalid, email-unverified: invalid",
                "'email-unverified' leads to 'invalid', as a link that no longer works does | \(ownState("email-unverified"))"
            ),
            Row(
                "link-*: invalid, account-disabled: locked, weak-password: locked",
                "'weak-password' leads to 'locked', as 'account-disabled' does | \(stays)"),
            Row("link-*: invalid, account-disabled: locked, email-unverified: locked", nil),
            Row("link-*: invalid, account-disabled: locked, \"*\": locked", nil),
        ])
    func otherFailures(_ row: Row) {
        let contract = Self.contract.replacing(
            "      - { status: 409, is: already-verified }",
            with: ["account-disabled", "email-unverified"].filter(row.text.contains).enumerated().map {
                "      - { status: 403, where: { /code: c\($0) }, is: \($1) }"
            }.joined(separator: "\n"))
        let locked = row.text.contains("locked") ? "# locked\nWrite to us.\n\n[Help](/)\n\n# messages" : "# messages"
        #expect(
            reset("ok: done, \(row.text)", invalid: "This link is over.\n\n[Back](/)", contract: contract, more: locked)
                == row.says)
    }

    private static func ownState(_ outcome: String) -> String {
        "Name a state that says so, or write '- **\(outcome)** …' under '# messages' in place of this."
    }

    @Test(
        "an outcome that the contract declares is told by its meaning",
        arguments: [
            Row("full: done, member: done", "'full' leads to 'done', as a success of 'reset-password' does | \(stays)"),
            Row(
                "quota-limit: done, member: done",
                "'quota-limit' leads to 'done', as a success of 'reset-password' does | Name a state that says so, or write '- **quota-limit** …' under '# messages' in place of this."
            ),
            Row(
                "member: form",
                "'member' means that it is done, and leads to 'form', which runs 'reset-password' again | Lead to the state that says so: member: done"
            ),
            Row(
                "member: invalid",
                "'member' leads to 'invalid', as a link that no longer works does | Lead to 'done': it is done, and whoever opens the link twice reads that it failed."
            ),
            Row(
                "full: invalid, member: done",
                "'full' leads to 'invalid', as a link that no longer works does | \(stays)"),
            // Without a message for it, the state may have its words.
            Row("quota-limit: invalid, member: done", nil), Row("member: done, known: done", nil),
            Row("member: done", nil),
        ])
    func declaredOutcomes(_ row: Row) {
        let declared = ["full", "quota-limit", "known"].filter { row.text.contains($0) } + ["other"]
        let contract =
            "outcomes: { \(declared.map { "\($0): stays" }.joined(separator: ", ")), member: succeeds }\n"
            + Self.contract.replacing(
                "      - { status: 409, is: already-verified }",
                with: "      - { status: 409, is: already-verified }\n      - { status: 402, is: member }"
                    + declared.map { "\n      - { status: 403, where: { /code: \($0) }, is: \($0) }" }.joined())
        let more = "# messages\n- **other** Ask." + (row.text.hasPrefix("full") ? "\n- **full** No place." : "")
        #expect(reset("ok: done, link-*: invalid, \(row.text)", contract: contract, more: more) == row.says)
    }

    @Test(
        "a mistyped password that leads out of the form is told",
        arguments: [
            Row("invalid", "invalid', as a link that no longer works does"),
            Row("forgotten", "forgotten', as a visit without the link does"),
            Row("done", "done', as a success of 'reset-password' does"),
        ])
    func mistyped(_ row: Row) {
        let contract = Self.contract.replacing(
            "{ status: 422, is: weak-password }",
            with: "{ status: 422, is: weak-password }\n      - { status: 401, is: wrong-credentials }")
        let moves = "ok: done, link-*: invalid, wrong-credentials: \(row.text)"
        let leads = "'wrong-credentials' leads to '\(row.says ?? "") | "
        let message = "# messages\n- **wrong-credentials** No."
        #expect(reset(moves, contract: contract, more: message) == leads + Self.stays)
        #expect(
            reset(moves, contract: contract) == leads
                + "Name a state that says so, or write '- **wrong-credentials** …' under '# messages' in place of this."
        )
    }

    @Test("a dead link's state that says that the address may be verified is a state for that too")
    func verifiedBefore() {
        #expect(
            reset(
                "ok: done, link-*: invalid, already-verified: invalid",
                invalid: "Or your address is verified already.\n\n[Back](/)") == nil)
    }

    @Test(
        "a state of success whose ways all lead to its own page is told",
        arguments: [
            Row("[On](/page)", itself), Row("[On](/page?a=b)\n[Back](/page#c)", circle),
            Row("[On](/page)\n[Back](/)", itself), Row("[Back](/)", nil), Row("Bye.", nil),
        ])
    func circles(_ row: Row) { #expect(reset("ok: done, link-*: invalid", done: row.text) == row.says) }

    private static let itself =
        "this leads to the page itself, which begins with 'forgotten' without the link | Lead elsewhere."

    private static let circle =
        "'done' comes after success, and its only way on is this page again | Lead to where people go on: the app, or a path that 'elsewhere' in app.yml lists."

    @Test(
        "a state that says that something is done, before it is, is told",
        arguments: [
            Row("sent: Your password was changed.", "Your password was changed', and 'send-link' only sends an email"),
            Row(
                "sent: Done! We've just changed your password.", "We've just changed your password', and 'send-link'"),
            Row(
                "sent: Your new password has now been updated", "Your new password has now been updated', and 'send"),
            Row("sent: Thank you. Your password is changed.", "Your password is changed', and 'send-link' only sends"),
            Row("form: Your password was reset.", "Your password was reset', and 'reset' does that, which runs"),
            Row("sent: If an account exists for it, your password is reset with the link.", nil),
            Row("sent: Your password was not changed.", nil), Row("sent: Was your password changed?", nil),
            Row("sent: Nothing is lost: your password is changed once you open the link.", nil),
            Row("sent: Open the link, and your password is changed.", nil),
            Row("form: You reset your password here.", nil), Row("form: Your password is changed at all devices.", nil),
            Row("form: Your password was reset by your administrator.", nil),
            Row("done: Your password was changed.", nil),
            Row("ask: We have sent you a new link.", "We have sent you a new link', and 'send-link' does that, which"),
            Row("ask: Another email was sent", "Another email was sent', and 'send-link' does that, which runs"),
            Row("ask: A new link is on its way.", "A new link is on its way', and 'send-link' does that, which"),
            // The app may have asked for the email before the page was opened.
            Row("ask: We have sent you a link.", nil), Row("ask: We sent no new link.", nil),
            Row("ask: A new link will be sent.", nil), Row("ask: Was a new link sent?", nil),
        ])
    func earlyClaims(_ row: Row) {
        let contract = """
            operations:
              send-link:
                sends: reset-password
                request: { method: POST, url: "{{base}}/forgot", json: { email: "{{email}}" } }
                outcomes: [{ status: 200, is: ok }]
              reset:
                consumes: code
                request: { method: POST, url: "{{base}}/reset", json: { code: "{{code}}", new: "{{new-password}}" } }
                outcomes: [{ status: 200, is: ok }]
            """
        let parts = row.text.split(separator: ":", maxSplits: 1).map(String.init)
        func words(_ state: String) -> String { parts[0] == state ? String(parts[1].dropFirst()) : "Words." }
        let page = """
            ---
            title: T
            start: ask
            states:
              ask:
                fields: [{ name: email, rule: email, label: E }]
                send-link: { ok: sent }
              form:
                fields: [{ name: code, rule: code, label: C }, { name: new-password, rule: password, label: P }]
                reset: { ok: done }
            ---
            # ask
            \(words("ask"))

            [Send](run:send-link)

            # sent
            \(words("sent"))

            [Next](#form)

            # form
            \(words("form"))

            [Go](run:reset)

            # done
            \(words("done"))
            """
        let says = said(app: Self.app("backend: { base: \"https://b.t.example\" }"), page: page, contract: contract)
        #expect(row.says.map { says?.hasPrefix("this says '\($0)") == true } ?? (says == nil), "\(says ?? "")")
    }

    @Test(
        "a look at the link or a sign-in that leads to words of what nothing has done yet is told",
        arguments: [
            Row(
                "Your password was changed.",
                "this leads to 'end', which says 'Your password was changed', and 'reset-password', which does that, has not run | Lead to 'form', whose button runs it."
            ),
            Row("Choose a password.", nil), Row("Your link is valid.", nil),
        ])
    func skippedOperations(_ row: Row) {
        let says = reset(
            "ok: done, link-*: invalid, already-verified: done", start: "{ reset: look, none: forgotten }",
            states: "  look: { check-link: { ok: end, link-*: invalid } }",
            more:
                "# look\n[Look](run:check-link)\n\n# end\n\(row.text)\n\n[On](#form)\n\n# messages"
        )
        #expect(says == row.says)
    }

    @Test(
        "a state that says that the link did something which nothing has run is told",
        arguments: [
            Row(
                "Your address is confirmed.",
                "this says 'Your address is confirmed', and 'confirm-email' does that, which nothing on this page runs | Begin with a state that has a button for it: [Continue](run:confirm-email)"
            ),
            Row("We confirm your address.", nil), Row("Open the app.", nil),
        ])
    func claimsOfLinks(_ row: Row) {
        let contract = """
            operations:
              confirm-email:
                consumes: link
                request: { method: POST, url: "{{base}}/confirm", json: { code: "{{code}}" } }
                outcomes: [{ status: 200, is: ok }]
            """
        func said(_ parameter: String) -> String? {
            self.said(
                app: Self.app(
                    "backend: { base: \"https://b.t.example\" }\nlinks: { confirm: { web: \"/page?\(parameter)={\(parameter)}\", page: page } }"
                ),
                page:
                    "---\ntitle: T\nlink: confirm\nstart: { confirm: confirmed, none: lost }\n---\n# confirmed\n\(row.text)\n\n# lost\nOpen the link.\n",
                contract: contract)
        }
        #expect(said("code") == row.says)
        // The backend itself confirmed the address, and redirected to the page.
        #expect(said("user") == nil)
    }

    @Test(
        "a picture that is the opposite of the outcomes is told",
        arguments: [
            Row(
                "  done: { icon: warning }",
                "'ok' leads to 'done', whose picture 'warning' is that of an error | Write 'icon: check' if the state says so, or lead to another state."
            ),
            Row(
                "  done: { icon: clock }",
                "'ok' leads to 'done', whose picture 'clock' is that of an error | Write 'icon: check' if the state says so, or lead to another state."
            ),
            Row(
                "  done: { tone: error }",
                "'ok' leads to 'done', whose tone is that of an error | Write 'icon: check' without 'tone: error' if the state says so, or lead to another state."
            ),
            Row(
                "  invalid: { icon: check }",
                "'link-*' leads to 'invalid', whose picture 'check' is that of a success | Write 'icon: warning' if the state says so, or lead to another state."
            ),
            Row(
                "  invalid: { icon: key, tone: success }",
                "'link-*' leads to 'invalid', whose tone is that of a success | Write 'icon: warning' without 'tone: success' if the state says so, or lead to another state."
            ),
            Row(
                "  invalid: { icon: warning, tone: success }",
                "'link-*' leads to 'invalid', whose tone is that of a success | Remove 'tone: success' if the state says so, or lead to another state."
            ),
            Row("  done: { icon: check }", nil), Row("  done: { icon: envelope }", nil),
            Row("  invalid: { icon: warning }", nil), Row("  done: { icon: clock, tone: success }", nil),
        ])
    func pictures(_ row: Row) { #expect(reset("ok: done, link-*: invalid", states: row.text) == row.says) }

    @Test("swapped states of success and failure are told by both pictures")
    func swapped() {
        let states = "  done: { icon: check }\n  invalid: { icon: clock }"
        let said = reset("ok: invalid, link-*: done", states: states) ?? ""
        #expect(said.contains("'ok' leads to 'invalid', whose picture 'clock' is that of an error"))
        #expect(said.contains("'link-*' leads to 'done', whose picture 'check' is that of a success"))
    }

    @Test(
        "a state without a way on, or with one that needs the spent link, is told",
        arguments: [
            Row(
                "Ask again.",
                "who opens a link that no longer works is shown 'invalid', and nothing leads on from there | Add a link, such as that of '# forgotten': (/)"
            ),
            Row(
                "[Try again](#form)",
                "this leads back to 'form', which needs the link, and in 'invalid' it no longer works | Lead elsewhere."
            ),
            Row(
                "[Get a new link](/page)",
                "this leads to the page itself, which begins with 'forgotten' without the link | Lead elsewhere."),
            Row(
                "[Get a new link](https://t.example/page)",
                "this leads to the page itself, which begins with 'forgotten' without the link | Lead elsewhere."),
            Row("[Back](/)", nil), Row("Write to <help@t.example>.", nil), Row("[Why?](#forgotten)", nil),
            Row("[Elsewhere](https://other.test/page)", nil),
        ])
    func waysOn(_ row: Row) { #expect(reset("ok: done, link-*: invalid", invalid: row.text) == row.says) }

    @Test("a way back from success to the form of the spent link is told")
    func spentLinks() {
        let says = "this leads back to 'form', which needs the link, and in 'done' it no longer works | Lead elsewhere."
        #expect(reset("ok: done, link-*: invalid", done: "[Change it again](#form)") == says)
        #expect(reset("ok: done, link-*: invalid", states: "  done: { back: form }") == says)
    }

    @Test(
        "a dead link that leads back to the form that needs it is told",
        arguments: [
            Row("link-*: form", "link-*"), Row("link-invalid: form, link-*: invalid", "link-invalid"),
            Row("\"*\": form", "*"), Row("link-*: invalid, \"*\": form", nil),
            Row("link-used: form, link-*: invalid", nil),
        ])
    func retries(_ row: Row) {
        let says = row.says.map {
            "'\($0)' leads back to 'form', which needs the link, and the link no longer works | Write '\($0 == "*" ? "link-*" : $0): …'\($0 == "*" ? " above it" : ""), with a state that says so."
        }
        #expect(reset("ok: done, \(row.text)") == says)
    }

    @Test(
        "a way from a dead link to the code of its email is told where both are one token",
        arguments: [
            Row("[link, code]: [Enter the code](#code)", spentCode), Row("link: [Enter the code](#code)", nil),
            Row("[link, code]: [Back](/)", nil), Row("[link, code]: [Why?](#forgotten)", nil),
        ])
    func spentCodes(_ row: Row) {
        let parts = row.text.split(separator: ":", maxSplits: 1).map(String.init)
        let contract =
            Self.contract.replacing("consumes: link", with: "consumes: \(parts[0])") + """
                \n  reset-by-code:
                    consumes: code
                    request: { method: POST, url: "{{base}}/code", json: { code: "{{code}}", new: "{{new-password}}" } }
                    outcomes: [{ status: 200, is: ok }, { status: 422, is: code-invalid }]
                """
        let code = """
            # code
            [Go](run:reset-by-code)

            # messages
            - **code-invalid** Another one.
            """
        let states = """
              code:
                fields: [{ name: code, rule: code, label: C }, { name: new-password, rule: password, label: P }]
                reset-by-code: { ok: done }
            """
        #expect(
            reset(
                "ok: done, link-*: invalid", states: states, invalid: parts[1], forgotten: "[Enter the code](#code)",
                contract: contract, more: code) == row.says)
    }

    private static let spentCode =
        "this leads to the email's code, which is the same token as its link, and in 'invalid' it no longer works | Lead to where another email is requested."

    @Test(
        "a first state that needs the link and is shown without it is told",
        arguments: [
            Row(
                "{ reset: form, none: form }",
                "visitors without the link begin with 'form' too, and 'reset-password' needs its '{{token}}' | Give them a state of their own, which explains where the link is: none: forgotten"
            ),
            Row(
                "{ reset: form, none: forgotten, damaged: form }",
                "visitors with a part of the link begin with 'form' too, and 'reset-password' needs its '{{token}}' | Give them a state of their own, which explains where the link is: damaged: forgotten"
            ),
            Row(
                "form",
                "visitors without the link begin with 'form' too, and 'reset-password' needs its '{{token}}' | Give them a state of their own, which explains where the link is: start: { reset: form, none: forgotten }"
            ),
            Row("{ reset: form, none: forgotten, damaged: invalid }", nil),
        ])
    func starts(_ row: Row) {
        let isReached = row.text.contains("none: forgotten")
        #expect(
            reset("ok: done, link-*: invalid", start: row.text, invalid: isReached ? "[Back](/)" : "[Why?](#forgotten)")
                == row.says)
    }

    @Test("a first state with a button alone that needs the link is told")
    func startWithoutFields() {
        let page =
            "---\ntitle: T\nlink: reset\nstart: form\nstates: { form: { reset-password: { ok: done, \"*\": form } } }\n---\n# form\n[Go](run:reset-password)\n\n# done\nDone.\n"
        let says = said(
            app: Self.resetApp, page: page, contract: Self.contract.replacing(", new: \"{{new-password}}\"", with: ""))
        #expect(says?.hasPrefix("visitors without the link begin with 'form' too") == true, "\(says ?? "")")
    }

    @Test(
        "the link of another page, which a copy has, is told once",
        arguments: [
            Row(
                "reset",
                "the link 'reset' opens the page 'other', and app.yml opens this page with 'verify' | Write 'link: verify'."
            ),
            Row(
                "[reset, third]",
                "the link 'reset' opens the page 'other', and app.yml opens this page with 'verify' | Write 'verify'."),
            Row(
                "[verify, reset]",
                "the link 'reset' opens the page 'other' | Remove it from 'link:', or write 'page: page' under 'links.reset' in app.yml."
            ),
            Row("verify", nil),
        ])
    func copiedLinks(_ row: Row) {
        let links = ["reset": "other", "verify": "page", "third": "page"].sorted { $0.key > $1.key }
            .filter { row.text.contains("third") || $0.key != "third" }
            .map { "\($0.key): { web: \"/\($0.key)?token={token}\", page: \($0.value) }" }
        let page =
            "---\ntitle: T\nlink: \(row.text)\nstart: { verify: a, none: b }\n---\n# a\nWords.\n\n# b\n[Next](#a)\n"
        #expect(
            said(app: Self.app("links: { \(links.joined(separator: ", ")) }"), page: page)?
                .split(separator: "\n").first { $0.contains("'reset'") }.map(String.init) == row.says)
    }

    @Test(
        "an operation that the contract does not have is told once, where its name is",
        arguments: [
            Row("reset_password: { ok: done, link-*: invalid }", "Write 'reset-password', which the state runs."),
            Row("renew: { ok: done, link-*: invalid }", "Write 'reset-password', which the state runs."),
            Row(
                "reset-password: { ok: done, link-*: invalid }, on-load: fetch",
                "Write 'reset-password', whose transitions the state has."),
        ])
    func operationsOfNoContract(_ row: Row) {
        let page = """
            ---
            title: T
            link: reset
            start: { reset: form, none: forgotten }
            states: { form: { fields: [{ name: new-password, rule: password, label: P }], \(row.text) } }
            ---
            # form
            [Go](run:reset-password)

            # invalid
            [Back](/)

            # forgotten
            [Back](#invalid)

            # done
            [Back](/)

            # messages
            - **weak-password** Longer.
            - **already-verified** Already.
            """
        let name = row.text.hasPrefix("reset-password") ? "fetch" : String(row.text.prefix { $0 != ":" })
        let app = """
            backend: { base: "https://b.test" }
            links: { reset: { web: "/page?token={token}", page: page } }
            elsewhere: [/]
            """
        let told = said(app: Self.app(app), page: page, contract: Self.contract)
        #expect(told == "the contract 'backend.yml' has no operation '\(name)' | \(row.says ?? "")", "\(told ?? "")")
    }

    @Test("a button of another name is told once, with the operation that the state has")
    func foreignOperations() {
        let says = reset("ok: done, link-*: invalid", form: "[Save](run:save-name)")
        #expect(
            says
                == "no state follows 'run:save-name' | Write 'run:reset-password': the contract has no operation 'save-name'.",
            "\(says ?? "")")
    }

    @Test(
        "a first button that leads away from a form is told",
        arguments: [
            Row(
                "[Log in](/)\n[Go](run:reset-password)",
                "'Log in' is the primary button here, since it is the first | Write [Go](run:reset-password) above it."),
            Row(
                "[Why?](#invalid)\n[Go](run:reset-password)",
                "'Why?' is the primary button here, since it is the first | Write [Go](run:reset-password) above it."),
            Row("[Go](run:reset-password)\n[Log in](/)", nil),
            Row("[Log in](/)\n\n## Headline\n[Go](run:reset-password)", nil),
        ])
    func primaries(_ row: Row) { #expect(reset("ok: done, link-*: invalid", form: row.text) == row.says) }

    @Test(
        "a token that a page shows, or takes elsewhere, is told",
        arguments: [
            Row(
                "[Help](https://help.other.test/broken?t={{token}})",
                "this takes '{{token}}' to 'help.other.test', which is none of the app's hosts | Leave it out: whoever has it can use the account."
            ),
            Row(
                "[Help](https://other.test/#{{token}})",
                "this takes '{{token}}' to 'other.test', which is none of the app's hosts | Leave it out: whoever has it can use the account."
            ),
            Row(
                "[Help](https://other.test/?p={{new-password}})",
                "this takes '{{new-password}}' to 'other.test', which is none of the app's hosts | Leave it out: whoever has it can use the account."
            ),
            Row(
                "The link {{token}} expired. [Back](/)",
                "'{{token}}' is shown, and whoever reads it can use the account | Leave it out: the page sends it by itself."
            ),
            Row(
                "- The link **{{token}}** expired.\n\n[Back](/)",
                "'{{token}}' is shown, and whoever reads it can use the account | Leave it out: the page sends it by itself."
            ),
            Row("[Web](https://web.t.example/reset#{{token}})", nil), Row("[Help](https://help.other.test/)", nil),
            Row(
                "[Help](https://other.test/?e={{email}})",
                "nothing on this page supplies '{{email}}', so this text stays hidden | Remove it, or keep it in the contract: keep: { email: … }"
            ),
        ])
    func tokens(_ row: Row) { #expect(reset("ok: done, link-*: invalid", invalid: row.text) == row.says) }

    @Test(
        "words that say who has an account are told, where anybody may write any address",
        arguments: [
            Row("sent: We found your account and sent a link.", knowsAccount),
            Row("sent: We've sent a mail to your account.", knowsAccount),
            Row("sent: A link is on its way to your registered email.", knowsAccount),
            Row("email-refused: There is no account with this address.", knowsNoAccount),
            Row("email-refused: This email isn't registered.", knowsNoAccount),
            Row("email-refused: We couldn’t find that address.", knowsNoAccount),
            Row("email-refused: This account does not exist.", knowsNoAccount),
            Row("invalid-email: We can't find a user for it.", knowsNoAccount),
            Row("refused: Sorry, no user has this address.", knowsNoAccount),
            Row("sent: If an account exists for it, we have sent a link. Use it to sign in to your account.", nil),
            Row("sent: Open the link in the email to return to your account.", nil),
            Row("email-refused: We cannot send an email to this address. Try another one.", nil),
            Row("email-refused: There may be no account with this address.", nil),
            Row("invalid-email: This is not an address that we recognise.", nil),
            Row("server: Your account was not found in time.", nil),
        ])
    func accountWords(_ row: Row) {
        let contract = """
            operations:
              send-link:
                sends: reset-password
                request: { method: POST, url: "{{base}}/forgot", json: { email: "{{email}}" } }
                outcomes:
                  - { status: 200, is: ok }
                  - { status: 422, is: email-refused }
                  - { status: 400, is: invalid-email }
            """
        var words = [
            "sent": "Read it.", "refused": "Sorry.", "email-refused": "Another one.", "invalid-email": "An address.",
        ]
        let parts = row.text.split(separator: ":", maxSplits: 1).map(String.init)
        words[parts[0]] = String(parts[1].dropFirst())
        let refused = parts[0] == "refused" ? ", email-refused: refused" : ""
        let messages = words.filter {
            !["sent", "refused"].contains($0.key) && !(parts[0] == "refused" && $0.key == "email-refused")
        }
        let page = """
            ---
            title: T
            start: form
            states:
              form:
                fields: [{ name: email, rule: email, label: E }]
                send-link: { ok: sent\(refused) }
            ---
            # form
            [Send](run:send-link)

            # sent
            \(words["sent"] ?? "")

            \(refused.isEmpty ? "" : "# refused\n\(words["refused"] ?? "")\n")
            # messages
            \(messages.sorted { $0.key < $1.key }.map { "- **\($0.key)** \($0.value)" }.joined(separator: "\n"))
            """
        let app = Self.app("backend: { base: \"https://b.t.example\" }")
        #expect(said(app: app, page: page, contract: contract) == row.says)
    }

    private static let knowsAccount =
        "this says that the address has an account, and the page says it of every address | Write what holds for every address: If an account exists for {{email}}, we have sent an email."
    private static let knowsNoAccount =
        "this tells visitors that an address has no account, and so who has one | Write what holds for every address, such as: We cannot send an email to this address."

    @Test(
        "a button that shows its address is told",
        arguments: [
            Row(
                "[/page](/page)",
                "this button shows visitors the address '/page' | Write what it does: [Continue](/page)"),
            Row(
                "[app:login](app:login)",
                "this button shows visitors the address 'app:login' | Write what it does: [Continue](app:login)"),
            Row(
                "[https://www.t.app/help](https://www.t.app/help)",
                "this button shows visitors the address 'https://www.t.app/help' | Write what it does: [Continue](https://www.t.app/help)"
            ),
            Row("[www.t.app/help](https://www.t.app/help)", nil), Row("See [/page](/page) for more.", nil),
            Row("[help@t.app](mailto:help@t.app)", nil),
        ])
    func addressesAsText(_ row: Row) {
        #expect(said(page: "---\ntitle: T\nstart: form\n---\n# form\n\(row.text)\n") == row.says)
    }
}
