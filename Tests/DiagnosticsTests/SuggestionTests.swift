import Diagnostics
import Testing

@Suite struct SuggestionTests {
    @Test(
        "the nearest word is suggested when it is near enough",
        arguments: [
            ("titel", "title"), ("Title", "title"), ("strat", "start"), ("stat", "start"), ("lnk", "link"),
            ("x", nil), ("elephant", nil), ("", nil),
        ] as [(String, String?)])
    func nearest(word: String, expected: String?) {
        #expect(Suggestion.nearest(to: word, in: ["title", "start", "link", "states"]) == expected)
    }

    @Test(
        "a part of a name suggests the one name that has it",
        arguments: [
            ("reset", "reset-password"), ("Verify", "verify-email"), ("email", nil), ("sign", "sign-in"), ("in", nil),
            ("password-reset", "reset-password"), ("Email_Verify", "verify-email"), ("password-change", nil),
        ] as [(String, String?)])
    func part(word: String, expected: String?) {
        let names = ["reset-password", "verify-email", "change-email", "sign-in"]
        #expect(Suggestion.nearest(to: word, in: names) == expected)
    }

    @Test("a part of a name is nearer than two edits, and further than one")
    func partAndEdits() {
        #expect(Suggestion.nearest(to: "amplify", in: ["netlify", "aws-amplify"]) == "aws-amplify")
        #expect(Suggestion.nearest(to: "drivers", in: ["riders", "fleet-drivers"]) == "fleet-drivers")
        #expect(Suggestion.nearest(to: "reset", in: ["rest", "reset-password"]) == "rest")
    }

    @Test("the beginning of a name is nearer than two edits")
    func beginning() {
        #expect(Suggestion.nearest(to: "params", in: ["parts", "parameters"]) == "parameters")
        #expect(Suggestion.nearest(to: "vars", in: ["parts", "variables"]) == "variables")
        #expect(Suggestion.nearest(to: "part", in: ["parts", "partition"]) == "parts")
        #expect(Suggestion.nearest(to: "environment", in: ["env", "format"]) == nil)
    }

    @Test("the same words in another order are nearest")
    func order() {
        #expect(Suggestion.nearest(to: "password-weak", in: ["password-week", "weak-password"]) == "weak-password")
        #expect(Suggestion.nearest(to: "Expired_Link", in: ["link-used", "link-expired"]) == "link-expired")
    }

    @Test("a suggestion is a question")
    func question() {
        #expect(Suggestion.question(for: "titel", in: ["title"]) == "Did you mean 'title'?")
        #expect(Suggestion.question(for: "zzz", in: ["title"]) == nil)
    }

    @Test("a word of a megabyte is not measured")
    func long() {
        #expect(Suggestion.nearest(to: String(repeating: "a", count: 1_000_000), in: ["a"]) == nil)
    }
}
