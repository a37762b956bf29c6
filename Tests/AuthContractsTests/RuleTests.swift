import TestSupport
import Testing

@testable import AuthContracts

@Suite struct RuleTests {
    @Test("an email address is accepted or rejected as the table says", arguments: RuleTable.emails)
    func email(rule: EmailRule, text: String, isValid: Bool) {
        #expect(rule.isMet(by: text) == isValid)
        let trimmed = FieldRule.email.normalised(text)
        if rule == .standard { #expect(FieldRule.email.isMet(by: text) == rule.isMet(by: trimmed)) }
        if rule == .simple { #expect(FieldRule.simpleEmail.isMet(by: text) == rule.isMet(by: trimmed)) }
    }

    @Test("a page states the rules for email addresses as patterns, apart from the standard one")
    func emailPatterns() {
        #expect(EmailRule.simple.pattern == RuleTable.emailPatterns["simple"])
        #expect(EmailRule.login.pattern == RuleTable.emailPatterns["login"])
        #expect(EmailRule.standard.pattern == nil)
    }

    @Test("an outcome is about the connection and the backend, or about what was entered")
    func technical() {
        #expect(Set(RuleTable.outcomes.map(\.0)) == Set(OutcomeName.allCases.map(\.rawValue)))
        for (name, isTechnical) in RuleTable.outcomes {
            #expect(OutcomeName(rawValue: name)?.isTechnical == isTechnical, "\(name)")
        }
    }

    @Test("a password meets or fails requirements as the table says", arguments: RuleTable.requirements)
    func requirement(text: String, password: String, isMet: Bool) throws {
        let requirement = try #require(PasswordRequirement(text))
        #expect(requirement.text == text)
        #expect(requirement.isMet(by: password) == isMet)
    }

    @Test("a parameter matches or fails its format as the table says", arguments: RuleTable.shapes)
    func shape(text: String, pattern: String, parameter: String, isMet: Bool) throws {
        let shape = try #require(ParameterShape(text))
        #expect(shape.text == text)
        #expect(shape.pattern == pattern)
        #expect(shape.isMet(by: parameter) == isMet)
        var random = SystemRandomNumberGenerator()
        #expect(shape.isMet(by: shape.sample(using: &random)))
    }

    @Test(
        "the format of a JSON Web Token is three runs of base64url with dots between",
        arguments: [
            ("{base64url}.{base64url}.{base64url}", true), ("{base64url:40-}.{base64url}.{base64url:8}", true),
            ("{base64url}", false), ("{base64url}.{base64url}", false), ("{hex}.{hex}.{hex}", false),
            ("{base64url}~{base64url}.{base64url}", false), ("{base64url}.{base64url}.{base64url}.x", false),
        ])
    func token(text: String, isToken: Bool) throws {
        let shape = try #require(ParameterShape(text))
        #expect(shape.isJSONWebToken == isToken)
        let contract = Contract(
            parameters: [Contract.Parameter(name: "token", shapes: [shape])], operations: [])
        #expect(contract.mayBeJSONWebToken("token") == isToken)
        #expect(contract.mayBeJSONWebToken("other"))
    }

    @Test(
        "a text that is not the shape of a parameter is refused",
        arguments: [
            "", "token", "{}", "{hex", "hex}", "{Hex}", "{hex:}", "{hex:0}", "{hex:-4}", "{hex:5-4}", "{hex:4097}",
            "{hex:4-5-6}",
            "{hex:٤}", "a b{hex}", "{hex}a", "{digits:2-}{hex}", "{base64url}-{hex}", "{hex}}",
        ])
    func noShape(text: String) {
        #expect(ParameterShape(text) == nil)
    }

    @Test("a contract detects a truncated link by the formats of parameters")
    func malformed() {
        let contract = Contract(
            parameters: [
                Contract.Parameter(name: "token", shapes: ["{hex:4}", "x{digits}"].compactMap { ParameterShape($0) })
            ], operations: [])
        #expect(!contract.isMalformed(["token": "09af"]))
        #expect(!contract.isMalformed(["token": "x1", "uid": "?"]))
        #expect(!contract.isMalformed(["uid": "09"]))
        #expect(contract.isMalformed(["token": "09a", "uid": "1"]))
    }

    @Test("passwords are compared by scalars", arguments: RuleTable.copies)
    func copy(password: String, copy: String, isSame: Bool) {
        #expect(PasswordRequirement.same.isMet(by: password, copy: copy) == isSame)
        #expect(FieldRule.same(as: "other").isMet(by: copy, among: ["other": password]) == isSame)
    }

    @Test(
        "a text that is not a requirement of a password is refused",
        arguments: ["", "at-least", "at-least 0", "at-least 5000", "at-least 8 bytes", "Upper", "upper "])
    func noRequirement(text: String) {
        #expect(PasswordRequirement(text) == nil)
    }

    @Test("without a repeated field no password is the same")
    func alone() {
        #expect(!PasswordRequirement.same.isMet(by: "a"))
        #expect(!FieldRule.same(as: "a").isMet(by: "x", among: [:]))
    }

    @Test("requirements are met or unmet, each by itself")
    func live() {
        let requirements: [PasswordRequirement] = [.atLeast(8), .upper, .same]
        #expect(requirements.map { $0.isMet(by: "Pass", copy: "Pass") } == [false, true, true])
    }

    @Test("a code is sent without its spaces")
    func code() {
        #expect(FieldRule.code.normalised(" 123 456\n") == "123456")
        #expect(FieldRule.password.normalised(" a b ") == " a b ")
        #expect(!FieldRule.code.isMet(by: " "))
    }

    @Test("an outcome has a name, and a name an outcome", arguments: OutcomeName.allCases)
    func names(name: OutcomeName) {
        #expect(Outcome(name).name == name)
        #expect(OutcomeName(rawValue: name.rawValue)?.meaning == name.meaning)
    }

    @Test(
        "an outcome that a contract declares keeps its name, its meaning and its wait",
        arguments: OutcomeName.Meaning.allCases)
    func declared(meaning: OutcomeName.Meaning) {
        let outcome = Outcome(OutcomeName(declared: "already-requested", meaning: meaning), wait: 30)
        #expect(outcome.name.rawValue == "already-requested")
        #expect(outcome.name.meaning == meaning)
        #expect(outcome.wait == (meaning == .waits ? 30 : nil))
        #expect(outcome.succeeds == (meaning == .succeeds))
    }

    @Test("a phone number is sent without separators", arguments: RuleTable.phones)
    func phone(text: String, sent: String, isValid: Bool) {
        #expect(FieldRule.tel.normalised(text) == sent)
        #expect(FieldRule.tel.isMet(by: text) == isValid)
    }

    @Test(
        "an address is sent without white space around it, a code without any",
        arguments: [
            (FieldRule.email, " a@b.example\u{A0}", "a@b.example"), (.email, "a b@c.example", "a b@c.example"),
            (.email, " ", ""), (.code, " 123 456", "123456"), (.text, " Ada ", " Ada "),
        ])
    func sent(rule: FieldRule, text: String, sent: String) {
        #expect(rule.normalised(text) == sent)
        #expect(rule != .email || rule.isMet(by: text) == EmailRule.standard.isMet(by: sent))
    }

    @Test("a date is valid if the day exists", arguments: RuleTable.dates)
    func date(text: String, isValid: Bool) {
        #expect(FieldRule.date.isMet(by: text) == isValid)
    }

    @Test("only a backend forbids a common password")
    func uncommon() {
        #expect(PasswordRequirement.uncommon.isMet(by: "password"))
        #expect(!PasswordRequirement.uncommon.isMet(by: ""))
    }
}
