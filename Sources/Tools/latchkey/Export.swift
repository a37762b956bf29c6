import Arguments
import Diagnostics
import Files
import HostExport
import JSON
import LinkRouting
import Release
import SiteModel
import TextEncoding

/// `latchkey export` writes a release as files and configuration for a host.
enum Export: Subcommand {
    static let command = Command(
        documented: "export",
        values: ["hosts": Host.allCases.map(\.rawValue).joined(separator: ", "), "root": defaultRoot])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let name = try arguments.required("to", "Name the host that the release goes to")
        guard let host = Host(rawValue: name) else {
            throw arguments.failure("There is no host '\(name)'", for: name, insteadOf: Host.allCases.map(\.rawValue))
        }
        let output = try arguments.required("output", "Name the folder for the files")
        if let root = arguments["root"] { try check(root, host, arguments) }
        let source = arguments.positional(0) ?? SiteLocation().output
        try OutputFolder(output).check()
        try SiteLocation().checkRelease(in: source)
        let release = try LoadedRelease.load(source)
        let folder = ExportFolder(output)
        try folder.check(against: source)
        let export = try host.export(
            ExportSource(release: release, site: LandingSite(release), root: arguments["root"] ?? defaultRoot))
        try folder.replace(with: export.files)
        return Format(arguments).show(
            DiagnosticReport(local(release)),
            result: json(export, host, output), summary: environments(of: release) + summary(export, output))
    }

    /// A line for each environment of which the release has apps: its hosts and backends are not those of visitors.
    private static func environments(of release: LoadedRelease) -> String {
        let names = Set(release.manifest.apps.compactMap(\.environment)).sorted()
        return names.map { "This release was built for the environment '\($0)'.\n" }.joined()
    }

    /// A warning if the pages ask a backend that visitors do not reach, which is allowed in a release that stays here.
    private static func local(_ release: LoadedRelease) -> [Diagnostic] {
        let policies = release.manifest.apps.flatMap(\.files).flatMap(\.headers).filter {
            $0.isNamed("content-security-policy")
        }
        let backend = policies.lazy.flatMap { $0.value.split { "; ".contains($0) } }.first { $0.hasPrefix("http://") }
        return backend.map { backend in
            [
                Diagnostic(
                    .warning, code: "local-release",
                    message: "the pages of this release ask \(backend), and browsers of visitors do not",
                    fix: "Publish a release of another environment: this one has 'local: true'.")
            ]
        } ?? []
    }

    private static func check(_ root: String, _ host: Host, _ arguments: ParsedArguments) throws {
        guard host.namesFilesByPath else {
            throw arguments.failure(
                "The host '\(host.rawValue)' has no '--root', since its configuration contains no absolute paths")
        }
        let isPlain = root.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !#""'\\$%{}[]*?;#"#.utf8.contains($0) }
        guard root.count > 1, root.hasPrefix("/"), !root.hasSuffix("/"), isPlain else {
            throw arguments.failure(
                "The value '\(root)' of '--root' is not an absolute path in plain characters. Write it like \(defaultRoot)"
            )
        }
    }

    static let defaultRoot = "/srv/latchkey"

    private static func json(_ export: HostExport, _ host: Host, _ output: String) -> JSONValue {
        [
            "host": .string(host.rawValue), "output": .string(output),
            "files": .array(export.files.map { .string($0.path) }),
            "announcements": .array(
                export.announcements.map { announcement in
                    [
                        "weight": .string(announcement.weight.rawValue), "rule": .string(announcement.rule),
                        "difference": .string(announcement.difference), "meaning": .string(announcement.meaning),
                    ]
                }),
            "commands": .array(export.commands.map(JSONValue.string)),
        ]
    }

    private static func summary(_ export: HostExport, _ output: String) -> String {
        var text = "Wrote \(export.files.count) files to \(output).\n"
        let headings: [(Announcement.Weight, String)] = [
            (.failure, "Of no use on this host"), (.warning, "Differences that visitors can notice"),
            (.note, "Other differences"),
        ]
        for (weight, heading) in headings {
            let announcements = export.announcements.filter { $0.weight == weight }
            guard !announcements.isEmpty else { continue }
            text += "\n\(heading):\n"
            for announcement in announcements {
                text += "  \(announcement.rule)\n    \(announcement.difference)\n    \(announcement.meaning)\n"
            }
        }
        text += "\nTo publish it:\n"
        text += export.commands.map { "  \($0.replacing("<output>", with: output))\n" }.joined()
        return text
    }
}
