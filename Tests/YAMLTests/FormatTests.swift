import Diagnostics
import Testing
import YAML

/// The templates that the files of a site have, read the way their model reads them.
@Suite("The files of a site")
struct FormatTests {
    private struct Contract: Decodable {
        var operations: OrderedMap<Operation>

        struct Operation: Decodable {
            var consumes: String?
            var request: Request
            var outcomes: [Outcome]
        }

        struct Request: Decodable {
            var method: Method
            var url: Located<String>
            var json: OrderedMap<String>?
        }

        enum Method: String, Decodable, CaseIterable { case get = "GET", post = "POST" }

        struct Outcome: Decodable {
            var status: String
            var `where`: OrderedMap<YAMLNode>?
            var `is`: Located<String>
            var keep: [String: String]?
        }
    }

    @Test("are read with their order and their places")
    func contract() throws {
        let text = """
            # A contract
            operations:
              check-link:
                request: { method: POST, url: "{{base}}/v1/verify", json: { token: "{{token}}" } }
                outcomes:
                  - { status: 200, where: { /valid: true }, is: ok, keep: { email: /user_email } }
                  - { status: 4xx, is: link-invalid }
              reset-password:
                consumes: link
                request:
                  method: POST
                  url: "{{base}}/v1/reset"
                outcomes:
                  - { status: 400, where: { /detail: "~expired", "/a/*/b": 1.10 }, is: link-expired }
            """
        let document = try YAMLDocument(parsing: SourceText(file: "artitec.yml", text: text))
        let contract = try document.decode(Contract.self)
        #expect(contract.operations.keys == ["check-link", "reset-password"])
        #expect(contract.operations["check-link"]?.request.url.location.column == 35)
        #expect(contract.operations["check-link"]?.outcomes.map(\.status) == ["200", "4xx"])
        #expect(contract.operations["check-link"]?.outcomes[0].keep == ["email": "/user_email"])
        let conditions = try #require(contract.operations["reset-password"]?.outcomes[0].where)
        #expect(conditions.map(\.key.value) == ["/detail", "/a/*/b"])
        #expect(conditions.map(\.value.text) == ["~expired", "1.10"])
        #expect(document.location(of: "operations.check-link.outcomes[1].is")?.description == "artitec.yml:7:28")
    }

    private struct App: Decodable {
        var name: String
        var hosts: [Located<String>]
        var theme: [String: YAMLNode]
        var ios: [String: String]
        var links: OrderedMap<Link>

        struct Link: Decodable {
            var web: OneOrMany<Located<String>>
            var app: Located<String>?
            var lives: String?
        }
    }

    @Test("are read with the texts as they were written")
    func app() throws {
        let text = """
            name: Artitec
            hosts: [artitec.com]                    # the first is the one that mails use
            theme: { accent: "#D4AF37", background: ["#D4AF37", "#C5A028"], radius: 20 }
            ios: { app-id: 0123456789.com.artitec.app, scheme: artitec, store: 0012345678 }
            links:
              reset-password:
                web: /reset-password?token={token}  # one or a list
                app: artitec://reset-password?token={token}
                lives: 1h
              login:
                web:
                  - /login
                  - /auth#access_token={access_token}&type=recovery
            """
        let document = try YAMLDocument(parsing: SourceText(file: "app.yml", text: text))
        let app = try document.decode(App.self)
        #expect(app.ios == ["app-id": "0123456789.com.artitec.app", "scheme": "artitec", "store": "0012345678"])
        #expect(app.theme["background"]?.items.map(\.text) == ["#D4AF37", "#C5A028"])
        #expect(app.links["reset-password"]?.web.values.map(\.value) == ["/reset-password?token={token}"])
        #expect(
            app.links["login"]?.web.values.map(\.value) == [
                "/login", "/auth#access_token={access_token}&type=recovery",
            ])
        #expect(document.location(of: "links.reset-password.web[0]", offset: 22)?.description == "app.yml:7:32")
        #expect(document.location(of: "links.login.web[1]")?.description == "app.yml:13:9")
        #expect(document.keyLocation(of: "links.login.web[1]")?.description == "app.yml:11:5")
    }
}
