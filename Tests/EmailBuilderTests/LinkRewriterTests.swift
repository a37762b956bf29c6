import SiteModel
import Testing
import TextEncoding

@testable import EmailBuilder

@Suite("What rewrites links")
struct LinkRewriterTests {
    @Test("Every sender of app.yml is described, with a way to switch it off", arguments: EmailSender.allCases)
    func senders(_ sender: EmailSender) {
        let rewriter = LinkRewriter.of(sender)
        #expect(
            rewriter.title.filter(\.isLetter).lowercased() == sender.rawValue.filter(\.isLetter) || sender == .mandrill)
        #expect(rewriter.fix?.isEmpty == false)
    }

    @Test(
        "A rewriter is recognised by its host or its path",
        arguments: [
            ("https://u1.ct.sendgrid.net/ls/click?upn=x", "SendGrid"),
            ("https://go.app.example/ls/click?upn=x", "SendGrid"),
            ("https://click.pstmrk.it/3s/app.example", "Postmark"), ("https://x.mjt.lu/lnk/x/1/x/x", "Mailjet"),
            ("https://x.r.us-west-2.awstrack.me/L0/https:%2F%2Fapp.example/1/x", "Amazon SES"),
            (
                "https://click.app.example/CL0/https:%2F%2Fapp.example/1/x",
                "Amazon SES, or a service that sends with it, such as Resend"
            ),
            ("https://x.eu-west-1.resend-clicks-a.com/CL0/https:%2F%2Fapp.example/1/x", "Resend"),
            ("https://eu.spgo.io/f/a/x", "SparkPost"),
            ("https://email.app.example/c/eJxUzLEO", "Mailgun"),
            ("https://mandrillapp.com/track/click/1/app.example?p=x", "Mailchimp Transactional"),
            ("https://nam11.safelinks.protection.outlook.com/?url=x", "Microsoft Safe Links"),
            ("https://urldefense.com/v3/__https://app.example__;!!x", "Proofpoint"),
            ("https://linkprotect.cudasvc.com/url?a=x", "Barracuda Link Protection"),
            ("https://secure-web.cisco.com/1x", "Cisco Secure Email"),
            ("https://notmjt.lu/x", nil), ("https://app.example/reset-password?token=x", nil),
            ("https://app.example/c/1", nil), ("https://mjt.lu.example/x", nil),
        ])
    func recognition(_ address: String, _ title: String?) throws {
        #expect(LinkRewriter.rewriter(of: try #require(URLParts(address)))?.title == title)
    }
}
