import AuthContracts
import Colors
import JSON
import TestSupport
import Testing

@testable import SiteModel

@Suite struct ValueTests {
    @Test("an email address in app.yml can be used in the header of an email", arguments: RuleTable.cases("emails"))
    func email(of value: JSONValue) {
        let isValid = EmailAddress.isValid(RuleTable.email(value))
        #expect(isValid == RuleTable.flag(value, "configured"))
        #expect(!isValid || RuleTable.flag(value, "mailbox"))
    }

    @Test(
        "a colour is three or six hexadecimal digits after a hash",
        arguments: [
            ("#D4AF37", "#D4AF37"), ("#d4af37", "#D4AF37"), ("#fff", "#FFFFFF"), ("D4AF37", nil), ("#D4AF3", nil),
            ("#D4AF37FF", nil), ("#GGGGGG", nil), ("#", nil), ("#１２３", nil), ("", nil),
        ] as [(String, String?)])
    func color(text: String, hex: String?) {
        #expect(Color(hex: text)?.hex == hex)
    }

    @Test(
        "a length of time is a number and a unit",
        arguments: [
            ("30s", 30), ("10m", 600), ("1h", 3600), ("7d", 604_800), ("0s", nil), ("-1s", nil), ("1", nil), ("h", nil),
            ("1w", nil), ("+1s", nil), ("", nil), ("99999999999999999999s", nil),
        ] as [(String, Int?)])
    func duration(text: String, seconds: Int?) {
        #expect(TimeSpan(text)?.seconds == seconds)
    }

    @Test(
        "an outcome pattern stands for a name, a beginning of names, and 'link-*' for every dead link",
        arguments: [
            ("ok", [.ok]),
            (
                "link-*",
                [
                    .linkInvalid, .linkExpired, .linkUsed, .linkIncomplete, .linkOtherDevice,
                    OutcomeName(declared: "withdrawn", meaning: .linkDead),
                ]
            ),
            ("with*", [OutcomeName(declared: "withdrawn", meaning: .linkDead)]),
            ("lnk-*", []),
            ("", []),
            ("*", OutcomeName.allCases + [OutcomeName(declared: "withdrawn", meaning: .linkDead)]),
        ] as [(String, [OutcomeName])])
    func pattern(text: String, outcomes: [OutcomeName]) {
        let all = OutcomeName.allCases + [OutcomeName(declared: "withdrawn", meaning: .linkDead)]
        #expect(all.filter(OutcomePattern(text).matches) == outcomes)
    }
}
