import AuthContracts
import Testing

@Suite struct RuleTests {
    @Test(
        "an email address",
        arguments: [
            ("valid@email.com", true), ("user+test@example.com", true), ("A.B_c%d-e@x-y.Example", true),
            ("a@b.co", true), ("a@b.c.de", true), ("a@.de", false), ("a@..de", true), ("a@-.de", true),
            ("invalid", false), ("", false), ("@b.de", false), ("a@b", false), ("a@b.c", false), ("a@b.c1", false),
            ("a b@c.de", false), ("a@b.de ", false), ("a@b@c.de", false), ("ä@b.de", false), ("a@b.dé", false),
            ("a@b.de\n", false), ("a@b.\(String(repeating: "x", count: 64))", true),
            ("a@b.\(String(repeating: "x", count: 65))", false),
            ("\(String(repeating: "a", count: 249))@b.de", true), ("\(String(repeating: "a", count: 250))@b.de", false),
        ])
    func email(text: String, isValid: Bool) {
        #expect(EmailRule.isMet(by: text) == isValid)
        #expect(FieldRule.email.isMet(by: text) == isValid)
    }

    @Test(
        "what a password has",
        arguments: [
            ("at-least 8", "Password", true), ("at-least 8", "Passwor", false), ("at-least 2", "é", true),
            ("at-least 1", "", false), ("at-most 3", "abc", true), ("at-most 3", "abcd", false),
            ("at-most 3 bytes", "ééé", false), ("at-most 6 bytes", "ééé", true), ("at-most 3", "ééé", true),
            ("upper", "aÉ", true), ("upper", "aé1", false), ("upper", "ǅ", false), ("lower", "Aß", true),
            ("lower", "A1", false), ("digit", "a٣", true), ("digit", "½²", false), ("special", "aB3", false),
            ("special", "a b", true), ("special", "漢", true),
        ])
    func requirement(text: String, password: String, isMet: Bool) throws {
        let requirement = try #require(PasswordRequirement(text))
        #expect(requirement.text == text)
        // In this table `é` after a number of scalars is decomposed.
        let password = text == "at-least 2" ? "e\u{301}" : password
        #expect(requirement.isMet(by: password) == isMet)
    }

    @Test(
        "no requirement",
        arguments: ["", "at-least", "at-least 0", "at-least 5000", "at-least 8 bytes", "Upper", "upper "])
    func noRequirement(text: String) {
        #expect(PasswordRequirement(text) == nil)
    }

    @Test("a copy is the same only scalar by scalar")
    func same() {
        #expect(PasswordRequirement.same.isMet(by: "é", copy: "\u{E9}"))
        #expect(!PasswordRequirement.same.isMet(by: "\u{E9}", copy: "e\u{301}"))
        #expect(!PasswordRequirement.same.isMet(by: "", copy: ""))
        #expect(!PasswordRequirement.same.isMet(by: "a"))
        #expect(FieldRule.same(as: "a").isMet(by: "x", among: ["a": "x"]))
        #expect(!FieldRule.same(as: "a").isMet(by: "x", among: [:]))
    }

    @Test("requirements are shown met or unmet, in order")
    func live() {
        let checked = [PasswordRequirement.atLeast(8), .upper, .same].checked("Pass", copy: "Pass")
        #expect(checked.map(\.isMet) == [false, true, true])
        #expect(checked.map(\.requirement) == [.atLeast(8), .upper, .same])
    }

    @Test("a code is sent without the blanks that it was shown with")
    func code() {
        #expect(FieldRule.code.normalised(" 123 456\n") == "123456")
        #expect(FieldRule.password.normalised(" a b ") == " a b ")
        #expect(!FieldRule.code.isMet(by: " "))
    }

    @Test(
        "Apple's password rules",
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
        ])
    func apple(requirements: [String], text: String) {
        #expect(PasswordRules.text(for: requirements.compactMap { PasswordRequirement($0) }) == text)
    }

    @Test("an outcome has a name, and a name an outcome", arguments: OutcomeName.allCases)
    func names(name: OutcomeName) {
        #expect(Outcome(name).name == name)
        #expect(OutcomePattern(name.rawValue)?.outcomes == [name])
    }
}
