import Testing

@testable import SiteModel

// Contracts and pages that are valid and do not do what is meant.
extension LikelyMistakeTests {
    @Test(
        "a pattern or a place that YAML or JSON reads otherwise is told",
        arguments: [
            Row(
                "where: { /token: ~ }, is: ok",
                "'~' without quotes is null | Write \"~\" for any text, or null for a value that is null."),
            Row(
                "headers: { x-error: ~ }, is: ok",
                "'~' without quotes is null | Write \"~\" for any text, or null for a value that is null."),
            Row(
                "where: { /error: [~, none] }, is: ok",
                "'~' without quotes is null | Write \"~\" for any text, or null for a value that is null."),
            Row(
                "is: ok, keep: { session: /data.token }",
                "'/data.token' names a member with a '.' in its name | Write /data/token"),
            Row(
                "is: ok, keep: { session: /user.session.access_token }",
                "'/user.session.access_token' names a member with a '.' in its name | Write /user/session/access_token"),
            Row(
                "is: rate-limited, wait: /error.seconds",
                "'/error.seconds' names a member with a '.' in its name | Write /error/seconds"),
            Row("where: { /token: null }, is: ok", nil), Row("where: { /token: \"~\" }, is: ok", nil),
            Row("is: ok, keep: { role: /https:~1~1t.example~1role }", nil),
            Row(
                "is: ok, keep: { first: /items.0 }",
                "'/items.0' is not how a pointer is written here | Write /items/0."),
        ])
    func patterns(_ row: Row) {
        let contract = """
            operations:
              go:
                request: { method: POST, url: "{{base}}/go" }
                outcomes: [{ status: 201, is: ok }, { status: 200, \(row.text) }]
            """
        #expect(said(app: Self.app("backend: { base: \"https://b.test\" }"), contract: contract) == row.says)
    }

    @Test(
        "a message that a transition takes away is told",
        arguments: [
            Row(
                "invalid-email: form",
                "this shows 'form' anew, without the message for 'invalid-email' | Remove it: an outcome without a transition shows its message in the same state."
            ),
            Row(
                "rate-limited: form",
                "this shows 'form' anew, without the message for 'rate-limited' | Remove it: an outcome without a transition shows its message in the same state."
            ),
            Row(
                "wrong-credentials: form, invalid-email: other",
                "this shows 'form' anew, without the message for 'wrong-credentials' | Remove it: an outcome without a transition shows its message in the same state."
            ),
            Row("invalid-email: other", nil), Row("\"*\": form", nil), Row("link-*: form", nil),
        ])
    func hiddenMessages(_ row: Row) {
        let page = """
            ---
            title: T
            start: form
            states:
              form:
                fields: [{ name: email, rule: email, label: E }]
                go: { ok: done, \(row.text) }
            ---
            # form
            [Go](run:go)

            # done
            [Other](#other)

            # other
            Other.

            # messages
            - **invalid-email** Please enter an email address.
            - **wrong-credentials** No.
            - **rate-limited** Wait.

            """
        #expect(
            said(app: Self.app("backend: { base: \"https://b.test\" }"), page: page, contract: Self.goes) == row.says)
    }

    private static let goes = """
        password: [at-least 8, at-most 72 bytes]
        operations:
          go:
            request: { method: POST, url: "{{base}}/go", json: { email: "{{email}}" } }
            outcomes:
              - { status: 200, is: ok }
              - { status: 401, is: wrong-credentials }
              - { status: 422, is: invalid-email }
        """

    @Test(
        "a requirement that the backend does not share, or that its words do not say, is told",
        arguments: [
            Row(
                "{ rule: at-least 7, words: At least 7 }",
                "the page requires 'at-least 7', and the backend 'at-least 8' | Write 'rule: at-least 8', and words that say so."
            ),
            Row(
                "{ rule: at-most 100 bytes, words: Long }",
                "the page requires 'at-most 100 bytes', and the backend 'at-most 72 bytes' | Write 'rule: at-most 72 bytes', and words that say so."
            ),
            Row(
                "{ rule: at-most 200, words: Long }",
                "the page requires 'at-most 200', and the backend 'at-most 72 bytes' | Write 'rule: at-most 72 bytes', and words that say so."
            ),
            Row(
                "{ rule: at-least 8, words: At least 6 characters }",
                "the words for 'at-least 8' say 6 | Write the same number in both."),
            Row(
                "{ rule: at-least 8, words: Use 10 or more }",
                "the words for 'at-least 8' say 10 | Write the same number in both."),
            Row("{ rule: at-least 8, words: 8 to 72 characters }", nil),
            Row("{ rule: at-least 8, words: At least eight characters }", nil),
            Row("{ rule: at-most 72, words: At most 72 }", nil),
        ])
    func requirements(_ row: Row) {
        let page = """
            ---
            title: T
            start: form
            states:
              form:
                fields:
                  - { name: email, rule: email, label: E }
                  - { name: new, rule: password, label: P, requirements: { title: It needs, rules: [\(row.text)] } }
                go: { ok: done, wrong-credentials: other, invalid-email: other }
            ---
            # form
            [Go](run:go)

            # other
            No.

            # done
            Done.

            """
        #expect(
            said(app: Self.app("backend: { base: \"https://b.test\" }"), page: page, contract: Self.goes) == row.says)
    }

    @Test(
        "a page that leaves its visitor without words, or sends nothing, is told",
        arguments: [
            Row(
                "# form\n[On](#done)\n\n# done\n",
                "the state 'done' has no text | Write below its heading what has happened, and what to do."),
            Row(
                "# form\n[On](#from)\n\n# from\n",
                "the state 'from' has no text | Write below its heading what has happened, and what to do."),
            Row(
                "# form\nWords {{#email}}of {{email}}{{/email}}.\n",
                "nothing supplies '{{#email}}' | Remove it: on a page, a text whose value is missing is hidden by itself.\nnothing supplies '{{/email}}' | Remove it: on a page, a text whose value is missing is hidden by itself."
            ),
            Row(
                "# form\n{{^email}}None\n",
                "nothing supplies '{{^email}}' | Remove it: on a page, a text whose value is missing is hidden by itself."
            ),
            Row(
                "# form\nWords.\n\n# messages\n- **network**: Offline.\n",
                "the text of a message cannot begin with ':' | Write '- **network** …' without it."),
            Row(
                "# form\nWords.\n\n# messages\n- **timeout** : Slow.\n",
                "the text of a message cannot begin with ':' | Write '- **timeout** …' without it."),
        ])
    func pages(_ row: Row) {
        #expect(said(page: "---\ntitle: T\nstart: form\n---\n\(row.text)") == row.says)
    }

    @Test(
        "a field that no operation of the page sends is told, also where there is none",
        arguments: [
            Row(
                "{ name: message, rule: text, label: M }",
                "no operation of this page sends 'message' | Remove the field, or add a button that runs an operation with it, such as [Send](run:send)."
            ),
            Row(
                "{ name: phone, rule: tel, label: P }",
                "no operation of this page sends 'phone' | Remove the field, or add a button that runs an operation with it, such as [Send](run:send)."
            ),
            Row(
                "{ name: born, rule: date, label: B }",
                "no operation of this page sends 'born' | Remove the field, or add a button that runs an operation with it, such as [Send](run:send)."
            ),
            Row(
                "{ name: plan, rule: text, label: P, required: true }",
                "unknown key 'required' | Remove it: every field is required unless it has 'optional: true'."),
            Row("{ name: terms, rule: consent, label: T }", nil),
        ])
    func fieldsWithoutOperation(_ row: Row) {
        let page = "---\ntitle: T\nstart: form\nstates: { form: { fields: [\(row.text)] } }\n---\n# form\nWords.\n"
        #expect(
            said(app: Self.app("backend: { base: \"https://b.test\" }"), page: page, contract: Self.goes) == row.says)
    }
}
