internal import HostExport

// Findings about a page's status and unwanted header fields.

extension ConformanceFindings {
    static func code(_ difference: ConformanceDifference) -> String {
        switch difference.found.prefix(3) {
        case "401", "403", "407", "429", "451": "page-refused"
        case let status where status.hasPrefix("3"): "page-redirects"
        case let status where status.hasPrefix("4"): "page-missing"
        case let status where status.hasPrefix("2"): "page-status"
        default: "page-failing"
        }
    }

    func fix(_ difference: ConformanceDifference, _ fixes: HostFixes) -> String {
        switch Self.code(difference) {
        case "page-refused": "Let everyone read it, without a login, a robot check or a limit."
        case "page-redirects":
            "Answer GET with the page and do nothing else: scanners fetch links, and would use them up before the email is read."
        case "page-missing": "Publish the release again: '\(fixes.path)' is a route of it."
        case "page-status": "Answer with status 200 and the whole file."
        default: "Look at the server's error log."
        }
    }

    /// The findings for header fields that affect the page or disclose data about it.
    static let unwanted: [String: (severity: Finding.Severity, code: String, reason: String)] = [
        "refresh": (.error, "page-refreshes", "browsers navigate away from the page"),
        "nel": (.error, "page-reported", "browsers report the page's address, with its token, to a collector"),
        "report-to": (.error, "page-reported", "browsers report the page's address, with its token, to a collector"),
        "reporting-endpoints": (
            .error, "page-reported", "browsers report the page's address, with its token, to a collector"
        ),
        "content-disposition": (.error, "page-downloaded", "browsers save the page instead of showing it"),
        "link": (.warning, "page-loads", "browsers load the resources that it names"),
        "speculation-rules": (.warning, "page-loads", "browsers load the resources that it names"),
        "access-control-allow-origin": (.warning, "page-shared", "scripts of other sites may read the page"),
    ]

    func unwanted(_ message: String, _ name: String, _ path: String, _ fixes: HostFixes) -> Finding {
        let field = Self.unwanted[name] ?? (.warning, "field-\(name)", "the release does not have it")
        return Finding(
            field.severity, field.code, path, "\(message): \(field.reason)",
            fix: fixes(.removal, ["name": Self.fieldName(name)]))
    }
}
