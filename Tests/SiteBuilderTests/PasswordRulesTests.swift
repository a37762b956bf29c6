import AuthContracts
import Testing

@testable import SiteBuilder

@Suite struct PasswordRulesTests {
    @Test(
        "a field's requirements are written as Apple's password rules",
        arguments: [
            ([], "minlength: 12;"),
            (["at-least 8"], "minlength: 12;"),
            (["at-least 16", "same"], "minlength: 16;"),
            (["at-most 72 bytes"], "minlength: 12; maxlength: 72;"),
            (["at-most 10"], "minlength: 10; maxlength: 10;"),
            (
                ["digit", "upper", "lower", "at-least 8", "at-most 128", "at-most 72 bytes"],
                "minlength: 12; maxlength: 72; required: lower; required: upper; required: digit; allowed: [-];"
            ),
            (["special"], "minlength: 12; required: special;"),
            (["uncommon"], "minlength: 12;"),
        ])
    func apple(requirements: [String], text: String) {
        #expect(PasswordRules.text(for: requirements.compactMap { PasswordRequirement($0) }) == text)
    }
}
