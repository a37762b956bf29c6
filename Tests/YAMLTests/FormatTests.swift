import Configuration
import Diagnostics
import Testing
import YAML

/// URL templates in the files of a site, read as the site's model reads them.
@Suite("The files of a site")
struct FormatTests {
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
        let operations = try #require(document.root?["operations"])
        #expect(operations.members.map(\.key.text) == ["check-link", "reset-password"])
        #expect(operations.node(at: "check-link.request.url")?.location?.column == 35)
        #expect(operations["check-link"]?["outcomes"]?.items.map { $0["status"]?.text } == ["200", "4xx"])
        let conditions = try #require(operations.node(at: "reset-password.outcomes[0].where")).members
        #expect(conditions.map(\.key.text) == ["/detail", "/a/*/b"])
        #expect(conditions.map(\.value.text) == ["~expired", "1.10"])
        #expect(document.location(of: "operations.check-link.outcomes[1].is")?.description == "artitec.yml:7:28")
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
        let app = try #require(document.root)
        #expect(app["ios"]?.members.map(\.value.text) == ["0123456789.com.artitec.app", "artitec", "0012345678"])
        #expect(app.node(at: "theme.background")?.items.map(\.text) == ["#D4AF37", "#C5A028"])
        #expect(app.node(at: "links.reset-password.web")?.text == "/reset-password?token={token}")
        #expect(
            app.node(at: "links.login.web")?.items.map(\.text) == [
                "/login", "/auth#access_token={access_token}&type=recovery",
            ])
        #expect(document.location(of: "links.reset-password.web[0]", offset: 22)?.description == "app.yml:7:32")
        #expect(document.location(of: "links.login.web[1]")?.description == "app.yml:13:9")
        #expect(document.keyLocation(of: "links.login.web[1]")?.description == "app.yml:11:5")
    }
}
