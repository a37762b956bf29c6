import Diagnostics
import SiteModel
import TemplateFiles
import TestSupport
import Testing

@testable import EmailBuilder

/// Cached results for one app's emails must not hide errors in another app's emails.
@Suite struct EmailCheckTests {
    private static let app = """
        name: T
        hosts: [t.example]
        links:
          reset: { web: "/reset?token={token}", app: "t://reset?token={token}", lives: 1h }
        """

    /// Versions of `app.yml` that differ in the values that emails use.
    private static let apps: [String] = [
        app,
        app.replacing("name: T", with: "name: Another"),
        app.replacing("name: T", with: "name: \"R & D \\\"Ünited\\\" <Inc>.\""),
        app.replacing("name: T", with: "name: " + String(repeating: "Long ", count: 30)),
        app.replacing("name: T", with: "name: \"" + String(repeating: "&", count: 2_400) + "\""),
        app.replacing("t.example", with: "a-very-long-name-of-a-host-of-another-app.t.example"),
        app.replacing("lives: 1h", with: "lives: 90m"),
        app + "\nsupport: help@t.example",
        app + "\nsupport: somebody.else@t.example",
        app + "\npostal-address: [1 Street, Town]",
        app + "\ntheme: { accent: \"#FFEE00\", radius: 3 }",
        app.replacing("reset?token", with: "choose-another?token"),
    ]

    private static let bodies: [String] = [
        "For {{expires}}: [Reset]({{link}})",
        "[Reset]({{link}})",
        "For {{expires}}, {{app}}: [Reset]({{link}})\n\n{{#support}}Write to [us](mailto:{{support}}).{{/support}}",
        "For {{expires}}: [Reset]({{link}})\n\n" + String(repeating: "{{app}} and {{app}}. ", count: 40),
    ]

    private static func found(_ check: () throws(DiagnosticReport) -> [Diagnostic]) -> [String] {
        func text(_ diagnostics: [Diagnostic]) -> [String] {
            DiagnosticReport(diagnostics).sorted.map { DiagnosticPrinter(colors: false).text($0) }
        }
        do throws(DiagnosticReport) { return text(try check()) } catch { return ["thrown"] + text(error.diagnostics) }
    }

    private static func site(_ folder: TemporaryFolder) throws -> Site {
        var number = 0
        for file in apps {
            for (subject, body) in zip(["Hello", "For {{app}}", "Hello {{app}}", "Long"], bodies) {
                number += 1
                let name = "app-\(number)"
                try folder.write(file.replacing("t.example", with: "\(name).example"), to: "Site/\(name)/app.yml")
                try folder.write(
                    "---\nsubject: \"\(subject)\"\npreheader: \"By {{app}}\"\nlink: reset\n---\n\(body)\n",
                    to: "Site/\(name)/emails/mail.md")
            }
        }
        return try SiteReader.read("\(folder.path)/Site").site
    }

    @Test("after any other apps, an app's emails get the diagnostics that they get alone", arguments: [false, true])
    func sameDiagnostics(isReversed: Bool) throws {
        let folder = try TemporaryFolder()
        let site = try Self.site(folder)
        #expect(site.apps.count == Self.apps.count * Self.bodies.count)
        let renderer = try EmailRenderer(templates: .embedded)
        let check = try EmailCheck(templates: .embedded)
        var all = Set<String>()
        for app in isReversed ? site.apps.reversed() : site.apps {
            let alone = Self.found { () throws(DiagnosticReport) in
                try SiteEmails.entries(of: app, with: renderer).flatMap(\.warnings)
            }
            #expect(Self.found { () throws(DiagnosticReport) in try check.warnings(of: app) } == alone, "\(app.name)")
            all.formUnion(alone)
        }
        for code in ["long-subject", "too-large", "unmentioned-lifetime"] {
            #expect(all.contains { $0.contains(code) || $0.contains(Self.words[code] ?? "") }, "\(code)")
        }
    }

    private static let words = [
        "long-subject": "the subject has", "too-large": "Gmail truncates",
        "unmentioned-lifetime": "the lifetime of its",
    ]
}
