import Diagnostics
import SiteBuilder
import SiteModel
import Testing

@testable import EmailBuilder

@Suite struct EmailRendererTests {
    @Test func artitecsMailSaysItsWordsInBothParts() throws {
        let mail = try Samples.render("reset-password", of: "artitec")
        #expect(mail.subject == "Reset your Artitec password")
        #expect(mail.preheader == "Choose a new password. The link works once, for 1 hour.")
        let address = "https://artitec.com/reset-password?token=sample-token"
        #expect(mail.html.contains("<a href=\"\(address)\""))
        #expect(mail.text.contains("Reset Password:\n\(address)\n"))
        #expect(mail.text.contains("Hello Ada,"))
    }
}
