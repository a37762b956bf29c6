import Diagnostics
import LinkDefinitions
import SiteModel

/// What the lifetimes stated in emails ask of the system's configuration.
struct LifetimeFindings {
    /// Lifetimes that the system cannot provide.
    private(set) var problems: [Diagnostic] = []
    /// Settings that the user must make.
    private(set) var notes: [Diagnostic] = []
    /// The lifetime of all emails that share a setting, in seconds; nil if there are none.
    private(set) var shared: Int?

    static func of(_ emails: [ExportedEmail], dialect: Dialect, words: Words) -> LifetimeFindings {
        var findings = LifetimeFindings()
        var first: ExportedEmail?
        for exported in emails {
            let email = exported.email
            guard let seconds = email.link?.lifetime, let lifetime = exported.entry.lifetime ?? dialect.lifetime,
                let use = email.uses.first(where: { $0.variable == .expires })
            else { continue }
            let promised = words.duration(ofSeconds: seconds)
            if let fixed = lifetime.fixed, fixed != seconds {
                findings.problems.append(
                    email.source.diagnostic(
                        code: "fixed-lifetime", at: use.location,
                        "the email promises \(promised), and \(dialect.title)'s '\(exported.entry.id)' always works for "
                            + words.duration(ofSeconds: fixed),
                        fix: "Write that under 'links.\(email.link?.name ?? "")' in app.yml."))
            }
            if lifetime.isShared {
                if let first, let other = first.email.link?.lifetime, other != seconds {
                    findings.problems.append(
                        email.source.diagnostic(
                            code: "second-lifetime", at: use.location,
                            "the email promises \(promised), and '\(first.name)' \(words.duration(ofSeconds: other)): "
                                + "\(dialect.title) has one lifetime for all emails",
                            fix:
                                "Write the same under 'lives' of '\(email.link?.name ?? "")' and '\(first.email.link?.name ?? "")' in app.yml."
                        ))
                }
                first = first ?? exported
                findings.shared = findings.shared ?? seconds
            }
            if let setting = lifetime.setting {
                findings.notes.append(
                    Diagnostic(
                        .note, code: "lifetime", file: email.source.file,
                        message: "the email promises \(promised), which \(dialect.title) keeps with this setting: "
                            + filled(setting, seconds)))
            }
        }
        return findings
    }

    /// The names by which a setting may have the lifetime.
    static let units = ["seconds", "minutes", "hours", "days"]

    private static func filled(_ setting: String, _ seconds: Int) -> String {
        setting.replacing("{{seconds}}", with: "\(seconds)")
            .replacing("{{minutes}}", with: "\((seconds + 59) / 60)")
            .replacing("{{hours}}", with: "\((seconds + 3_599) / 3_600)")
            .replacing("{{days}}", with: "\((seconds + 86_399) / 86_400)")
    }
}
