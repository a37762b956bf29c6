import Diagnostics
import Testing
import YAML

@Suite("Redaction") struct RedactionTests {
    private static let redaction = Redaction([
        ("https://Api.Secret.example/v1/", "${API}"), ("Ada & O'Hara", "${NAME}"), ("99", "${RADIUS}"),
    ])

    @Test(
        "values in whole give way to what stands for them, short ones between quotes alone",
        arguments: [
            ("no server responds at 'https://api.secret.example/v1/'", "no server responds at '${API}'"),
            ("ask HTTPS://API.SECRET.EXAMPLE/v1/reset", "ask ${API}reset"),
            ("'Ada & O'Hara' is taken, Ada & O'Hara", "'${NAME}' is taken, ${NAME}"),
            ("line 99 has '99' and '199'", "line 99 has '${RADIUS}' and '199'"),
            ("nothing of it", "nothing of it"), ("", ""),
        ])
    func whole(text: String, shown: String) {
        #expect(Self.redaction.redacted(text) == shown)
    }

    @Test(
        "a message about a value shows no part of it either",
        arguments: [
            ("'https://api.secret.example/v1' is not an address", "'${API}' is not an address"),
            ("the host 'api.secret.example' is taken", "the host '${API}' is taken"),
            ("the part secret.example is wrong", "the part ${API} is wrong"),
            ("'Secre' is too short", "'${API}' is too short"),
            ("a radius of 99 is out of range", "a radius of ${RADIUS} is out of range"),
            ("1990 isn't 99", "1990 isn't ${RADIUS}"),
        ])
    func parts(message: String, shown: String) {
        let diagnostic = Diagnostic(
            code: "bad", message: message, excerpt: "base: ${API}",
            fix: "Write 'Secre', or an address such as https://api.example.com.")
        let redacted = Self.redaction.redacted(diagnostic, isAboutValue: true)
        #expect(redacted.message == shown)
        #expect(redacted.fix == "Write '${API}', or an address such as https://api.example.com.")
        #expect(redacted.excerpt == "base: ${API}")
    }
}
