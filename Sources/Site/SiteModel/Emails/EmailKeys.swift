import Configuration
import JSON

extension EmailSpecReader.Header {
    static let keyTable = KeyTable(
        "an email's front matter",
        [
            .init(
                "subject", .text(.line), .required, "The subject, one line, with variables.",
                example: "Reset your {{app}} password"),
            .init(
                "preheader", .text(.line), .required, "The text that an inbox shows beside the subject, one line.",
                example: "Choose a new password. The link can be used once."),
            .init(
                "link", .text(.name),
                "The link of `app.yml` that the email contains; an email without one is a notice.",
                example: "reset-password"),
            .init(
                "variables", .map(.text(.some), names: TextFormat("variable", pattern: "^[a-z][a-z0-9_]*$")),
                "The email's own variables, each with an example value for previews.", example: ["plan": "Gold"]),
        ])
}
