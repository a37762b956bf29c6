internal import Diagnostics
internal import JSON
internal import Release
internal import TextEncoding

/// Exporter for AWS Amplify Hosting: for each app a folder to deploy, rules for rewrites and redirects, and header fields;
/// without functions.
///
/// A file without an extension is not served under its own name, but by a rewrite to a `.json` file
/// (https://github.com/aws-amplify/amplify-hosting/issues/1983), here outside of `.well-known`, since folders that begin
/// with a dot were dropped (https://github.com/aws-amplify/amplify-hosting/issues/278). Rules, the first of which
/// applies: https://docs.aws.amazon.com/amplify/latest/userguide/redirects.html; `404-200` is a page for what is not
/// found: https://docs.aws.amazon.com/amplify/latest/APIReference/API_CustomRule.html. Fields:
/// https://docs.aws.amazon.com/amplify/latest/userguide/custom-header-YAML-format.html. Which rule wins if several set a
/// field is not documented, so no two do.
struct AWSAmplify: Exporter {
    let source: ExportSource

    func files() throws(Diagnostic) -> [HostExport.File] {
        var files: [HostExport.File] = []
        for site in source.sitesWithoutFunctions {
            let name = site.app.name
            files += site.files(in: "").map { file in
                HostExport.File(path: "\(name)/public\(Self.published(file.path))", bytes: file.bytes)
            }
            files.append(HostExport.File(path: "\(name)/customRules.json", json: try rules(site)))
            files.append(HostExport.File(path: "\(name)/customHttp.yml", text: try headers(site)))
        }
        return files
    }

    /// The path at which Amplify finds a file, for its path in the folder of other hosts.
    private static func published(_ path: String) -> String {
        let hasExtension = path.split(separator: "/").last?.contains(".") == true
        return path.replacing("/.well-known/", with: "/_latchkey/") + (hasExtension ? "" : ".json")
    }

    /// The maximum length of an address in a rule, and of all header fields, in characters
    /// (https://docs.aws.amazon.com/amplify/latest/APIReference/API_UpdateApp.html).
    private static let (longestAddress, longestHeaders) = (2_048, 25_000)

    private func rules(_ site: StaticSite) throws(Diagnostic) -> JSONValue {
        var rules = site.redirects.map { (source: $0.path.path, target: $0.location, status: "302") }
        rules += site.placements.map { ($0.path, Self.published("/\($0.name)"), "200") }.filter { $0.0 != $0.1 }
        rules += site.patterns.map { pattern in
            (pattern.path.path { "<\($0)>" }, site.path(of: pattern.file) + ".html", "200")
        }
        rules.append(("/<*>", "/404.html", "404-200"))
        if let long = rules.first(where: { max($0.source.count, $0.target.count) > Self.longestAddress }) {
            throw .notExportable(
                "the rule for '\(long.source.prefix(40))…' of '\(site.app.name)' has an address of more than "
                    + "\(Self.longestAddress) characters, and AWS Amplify accepts no longer one",
                fix: "Shorten the path in app.yml.")
        }
        return .array(
            rules.map { ["source": .string($0.source), "status": .string($0.status), "target": .string($0.target)] })
    }

    /// The fields of each path, and of the file that it is rewritten to: which of the two a pattern is compared with is not
    /// documented.
    private func headers(_ site: StaticSite) throws(Diagnostic) -> String {
        var rules = site.rules { _ in "*" }
        for placement in site.placements {
            let target = Self.published("/\(placement.name)")
            if let rule = rules.first(where: { $0.path == placement.path }), target != placement.path {
                rules.append((target, rule.fields))
            }
        }
        for index in rules.indices where rules[index].path.hasPrefix("/_latchkey/") && !rules[index].path.contains(".")
        {
            rules[index].path += ".html"
        }
        if let notFound = site.notFound { rules.append(("/404.html", notFound.fields())) }
        let shared = (rules.first?.fields ?? []).filter { field in rules.allSatisfy { $0.fields.contains(field) } }
        let own = rules.map { ($0.path, $0.fields.filter { !shared.contains($0) }) }
        let text =
            "customHeaders:\n"
            + ([("**/*", shared)] + own).filter { !$0.1.isEmpty }.map(Self.text).joined()
        guard text.count <= Self.longestHeaders else {
            throw .notExportable(
                "the header fields of '\(site.app.name)' have \(text.count) characters, and AWS Amplify accepts "
                    + "\(Self.longestHeaders)",
                fix: "Export to a host without that limit, or publish fewer pages and public files: each needs fields.")
        }
        return text
    }

    private static func text(_ pattern: String, _ fields: [HeaderField]) -> String {
        func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
        return "- pattern: \(quoted(pattern))\n  headers:\n"
            + fields.map { "  - key: \(quoted($0.name))\n    value: \(quoted($0.value))\n" }.joined()
    }

    var announcements: [Announcement] {
        .withoutFunctions("AWS Amplify", source) { $0.filter { $0.only == nil } }
    }
}
