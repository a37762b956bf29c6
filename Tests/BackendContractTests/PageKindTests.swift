import AuthContracts
import Configuration
import Diagnostics
import TemplateFiles
import Testing

@testable import SiteModel

/// Pages that name their kind, with every contract that is built in.
struct PageKindTests {
    private static let four = ["forgot-password", "log-in", "reset-password", "verify-email"]
    private static let five = ["forgot-password", "log-in", "new-link", "reset-password", "verify-email"]
    private static let kinds: [String: [String]] = [
        "allauth": four, "appwrite": four, "auth0": ["forgot-password", "log-in"],
        "better-auth": ["delete-account"] + five,
        "cognito": ["delete-account", "forgot-password", "log-in", "reset-password"],
        "devise-token-auth": ["delete-account", "forgot-password", "log-in", "reset-password"], "dj-rest-auth": five,
        "djoser": ["delete-account"] + five, "fastapi-users": five,
        "firebase": [
            "change-email", "delete-account", "forgot-password", "log-in", "recover-email", "reset-password",
            "verify-email",
        ],
        "flask-security": ["forgot-password", "log-in", "reset-password"], "keycloak": ["log-in"],
        "kratos": ["forgot-password", "reset-password"], "laravel": ["forgot-password", "log-in", "reset-password"],
        "parse": ["delete-account", "forgot-password", "log-in", "reset-password"],
        "pocketbase": ["change-email", "delete-account"] + five,
        "supabase": [
            "accept-invite", "change-email", "delete-account", "forgot-password", "log-in", "magic-link", "new-link",
            "reset-password", "verify-email",
        ], "supertokens": four,
    ]

    private static let library = TemplateSources.embedded.library

    @Test("the table has every built-in contract")
    func table_has_every_contract() {
        #expect(Self.kinds.keys.sorted() == TemplateSources.embedded.contracts.keys.sorted())
    }

    /// The app of a contract with one page, and the links that a fix has asked for.
    private func read(
        _ page: String, of contract: String, links: [String] = [], text: String? = nil
    ) throws -> AppReading {
        let settings = try BackendContractTests.contract(contract).settings.map { "\($0.name): x" }.joined(
            separator: ", ")
        let app = """
            name: Harbour
            hosts: [harbour.example]
            backend: { contract: \(contract), base: "https://api.harbour.example", settings: { \(settings) } }
            \(links.isEmpty ? "" : "links:\n" + links.map { "  \($0)\n" }.joined())
            """
        let sources = AppSources(
            name: "harbour",
            files: [
                SourceText(file: "app.yml", text: app),
                SourceText(file: "\(page).md", text: text ?? "---\nkind: \(page)\n---\n"),
            ])
        return sources.read(contracts: Self.library)
    }

    @Test(
        "a kind fits a contract with its operations, is whole in one line, and written out it is the same page",
        arguments: kinds.keys.sorted())
    func kind_fits_a_contract_with_its_operations(contract: String) throws {
        let expected = try #require(Self.kinds[contract])
        for kind in Self.library.kinds {
            var reading = try read(kind, of: contract)
            var links: [String] = []
            if let problem = reading.diagnostics.first(where: { $0.code == "missing-link" }), let fix = problem.fix {
                links = [String(try #require(fix.split(separator: "app.yml: ").last))]
                reading = try read(kind, of: contract, links: links)
            }
            let errors = reading.diagnostics.filter { $0.severity == .error }
            guard expected.contains(kind) else {
                #expect(errors.map(\.code) == ["unfit-kind"], "\(kind)")
                #expect(errors.first?.fix == "The kinds that fit are \(expected.joined(separator: ", ")).")
                continue
            }
            #expect(errors.map(\.message) == [], "\(kind)")
            let page = try #require(reading.app?.pages.first)
            let written = try read(kind, of: contract, links: links, text: page.text)
            #expect(written.diagnostics.filter { $0.severity == .error }.map(\.message) == [], "\(kind)")
            let copy = try #require(written.app?.pages.first)
            #expect(copy.text == page.text && copy.title == page.title && !copy.isOfKind)
            #expect(copy.states.map(Self.summary) == page.states.map(Self.summary))
            #expect(copy.messages.map(\.name) == page.messages.map(\.name))
            #expect(copy.messages.map(\.words) == page.messages.map(\.words))
        }
    }

    private static func summary(_ state: State) -> String {
        let moves = state.moves.map { operation in
            "\(operation.operation.value): \(operation.moves.map { "\($0.outcomes.text) \($0.state.value)" })"
        }
        let rules = state.fields.flatMap { $0.requirements?.rules ?? [] }.map { "\($0.rule.value.text) \($0.words)" }
        let actions = state.actions.map(\.destination.text)
        let words = [state.name, state.icon?.value ?? ""] + state.fields.map(\.name) + rules + moves + actions
        return words.joined(separator: " ") + " \(state.blocks.count)"
    }

    @Test("the states, operations and requirements of a page are those that the contract has")
    func page_has_what_the_contract_has() throws {
        let parameters = ["key", "token", "token_hash", "oobCode", "uid"].map { "\($0)={\($0)}" }
        let link = "reset-password: { web: \"/r?\(parameters.joined(separator: "&"))\", page: reset-password }"
        let states = try ["firebase", "supabase", "dj-rest-auth", "cognito"].map { contract in
            let reading = try read("reset-password", of: contract, links: [link])
            return try #require(reading.app?.pages.first).states.map(\.name)
        }
        #expect(
            states == [
                ["checking", "form", "invalid", "disabled", "forgotten", "incomplete", "done"],
                [
                    "form", "form-again", "form-again-by-code", "code", "invalid", "disabled", "second-factor-code",
                    "second-factor-recovery", "second-factor-lost", "second-factor-by-code",
                    "second-factor-by-code-recovery", "second-factor-by-code-lost", "forgotten", "incomplete", "done",
                ],
                ["form", "invalid", "forgotten", "incomplete", "done"], ["ask", "form", "done"],
            ])
        let firebase = try #require(try read("reset-password", of: "firebase", links: [link]).app?.pages.first)
        let rules = firebase.states.flatMap(\.fields).compactMap(\.requirements).flatMap(\.rules)
        #expect(rules.map(\.words) == ["At least 6 characters", "Passwords match"])
    }

    @Test(
        "a value of a second factor that nothing supplies is told with the contract's part to change",
        arguments: [
            ("code", ", keep: { session: /session }", []),
            (
                "otp", ", keep: { session: /session }",
                [
                    "'verify-second-factor' of the contract 'backend.yml' needs '{{otp}}', which nothing supplies, so a page of the kind 'reset-password' is without it | Did you mean '{{code}}' in the contract 'backend.yml'?"
                ]
            ),
            (
                "ticket", ", keep: { session: /session, ticket_id: /ticket }",
                [
                    "'verify-second-factor' of the contract 'backend.yml' needs '{{ticket}}', which nothing supplies, so a page of the kind 'reset-password' is without it | Did you mean '{{ticket_id}}' in the contract 'backend.yml'?"
                ]
            ),
            (
                "code}}\", other: \"{{ticket", ", keep: { session: /session }",
                [
                    "'verify-second-factor' of the contract 'backend.yml' needs '{{ticket}}', which nothing supplies, so a page of the kind 'reset-password' is without it | Keep it in the contract from the response that has it."
                ]
            ),
            (
                "code", "",
                [
                    "'verify-second-factor' needs '{{session}}', and nothing supplies it | Add to the rule for 'needs-second-factor' of 'reset-password' in the contract 'backend.yml': keep: { session: /session }"
                ]
            ),
        ])
    func second_factor_of_a_teams_contract(code: String, keep: String, told: [String]) {
        let app = """
            name: Harbour
            hosts: [harbour.example]
            backend: { base: "https://api.harbour.example" }
            links: { reset: { web: "/reset?token={token}", page: reset-password } }
            """
        let contract = """
            operations:
              reset-password:
                consumes: link
                request: { method: POST, url: "{{base}}/reset", json: { token: "{{token}}", new: "{{new-password}}" } }
                outcomes:
                  - { status: 200, is: ok }
                  - { status: 401, is: needs-second-factor\(keep) }
                  - { status: 410, is: link-invalid }
              verify-second-factor:
                request: { method: POST, url: "{{base}}/factor", json: { code: "{{\(code)}}", session: "{{session}}" } }
                outcomes:
                  - { status: 200, is: ok, keep: { session: /session } }
                  - { status: 422, is: code-invalid }
            """
        let files = [
            ("app.yml", app), ("backend.yml", contract), ("reset-password.md", "---\nkind: reset-password\n---\n"),
        ]
        let sources = AppSources(name: "harbour", files: files.map { SourceText(file: $0.0, text: $0.1) })
        let problems = sources.read(contracts: Self.library).diagnostics.filter { $0.severity != .note }
        #expect(problems.map { "\($0.message.split(separator: " (Templates")[0]) | \($0.fix ?? "")" } == told)
    }

    @Test(
        "an operation of a kind that the team's contract has under another name is told",
        arguments: [
            (
                "forgot-password", "request-reset: { sends: reset-password,",
                "a page of the kind 'forgot-password' needs the operation 'send-link', which the contract 'backend.yml' does not have | Write 'send-link:' in place of 'request-reset:' in the contract, if it is that one."
            ),
            (
                "delete-account", "close-account: {",
                "this page is without the operation 'delete-account', and no page runs 'close-account' of the contract 'backend.yml' | Write 'delete-account:' in place of 'close-account:' in the contract, if it is that one."
            ),
            ("delete-account", "close-season: {", nil),
        ])
    func operation_of_another_name(kind: String, operation: String, told: String?) {
        let app = """
            name: Harbour
            hosts: [harbour.example]
            backend: { base: "https://api.harbour.example" }
            support: help@harbour.example
            """
        let contract = """
            operations:
              \(operation) request: { method: POST, url: "{{base}}/go", json: { email: "{{email}}" } }, outcomes: [{ status: 200, is: ok }] }
            """
        let data = kind == "delete-account" ? "data: { deleted: [Your profile], kept: nothing }\n" : ""
        let files = [("app.yml", app), ("backend.yml", contract), ("\(kind).md", "---\nkind: \(kind)\n\(data)---\n")]
        let sources = AppSources(name: "harbour", files: files.map { SourceText(file: $0.0, text: $0.1) })
        let problems = sources.read(contracts: Self.library).diagnostics.filter { $0.severity != .note }
        #expect(problems.map { "\($0.message) | \($0.fix ?? "")" } == [told].compactMap(\.self))
    }

    @Test("without a backend a page has what is certain: its own operations, and no checks and no second requests")
    func page_without_a_backend_has_its_own_operations() throws {
        let app = """
            name: Harbour
            hosts: [harbour.example]
            links: { verify: { web: "/verify?token={token}", page: verify } }
            """
        let files = [("app.yml", app), ("verify.md", "---\nkind: verify-email\n---\n")]
        let sources = AppSources(name: "harbour", files: files.map { SourceText(file: $0.0, text: $0.1) })
        let reading = sources.read(contracts: Self.library)
        #expect(reading.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        let page = try #require(reading.app?.pages.first)
        #expect(page.states.map(\.name) == ["confirm", "verified", "taken", "invalid", "forgotten", "incomplete"])
        #expect(page.states.flatMap(\.operations) == ["verify-email"])
        #expect(page.initialState == "confirm" && page.start.name(for: nil) == "forgotten")
    }

    @Test("the author's keys are merged, sections replaced, links kept by a section without any, messages added")
    func authors_file_changes_a_kind() throws {
        let text = """
            ---
            kind: forgot-password
            title: Locked Out?
            states:
              form: { icon: key }
              sent: { back: ~ }
            ---

            # form
            ## Locked Out?
            Tell us your address.

            # sent
            ## Look Into Your Inbox

            [Another address](#form)

            # messages
            - **rate-limited** Slow down for {{wait}}.
            """
        let page = try #require(try read("forgot-password", of: "djoser", text: text).app?.pages.first)
        let body = page.text.components(after: "---\n\n")
        #expect(page.title == "Locked Out?")
        #expect(page.state(named: "form")?.icon?.value == "key" && page.state(named: "form")?.fields.count == 1)
        #expect(page.state(named: "sent")?.back == nil)
        #expect(
            body == """
                # form
                ## Locked Out?
                Tell us your address.

                [Send reset link](run:send-link "Sending…")

                # sent
                ## Look Into Your Inbox

                [Another address](#form)

                # messages
                - **invalid-email** Please enter a valid email address.
                - **rate-limited** Slow down for {{wait}}.

                """)
    }
}

extension String {
    fileprivate func components(after separator: String) -> String {
        String(self[(firstRange(of: separator)?.upperBound ?? startIndex)...])
    }
}
