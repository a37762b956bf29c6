import Arguments
import Calendar
import Diagnostics
import JSON
import Release
import SiteModel

/// `latchkey release` lists the kept releases and activates an earlier one.
enum ReleaseCommand: Subcommand {
    static let command = Command(
        documented: "release",
        subcommands: ["list", "activate", "diff"].map { Command(documented: "release \($0)") })

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let history = ReleaseHistory(folder: arguments["output"] ?? SiteLocation().output)
        let format = Format(arguments)
        do throws(Diagnostic) {
            if arguments.path.last == "diff" {
                let (old, new) = (arguments.positional(0) ?? "", arguments.positional(1) ?? "")
                return try ReleaseComparison(from: history.load(old), to: history.load(new)).show(format)
            }
            guard arguments.path.last == "activate" else {
                var problems: [Diagnostic] = []
                let entries = try history.entries { problem in
                    var problem = problem
                    problem.severity = .warning
                    problem.message += "; no release is active"
                    problem.fix = "Activate one of the list with 'latchkey release activate <id>'."
                    problems.append(problem)
                }
                return list(entries, DiagnosticReport(problems), format)
            }
            let entry = try history.activate(arguments.positional(0) ?? "")
            return format.show(
                result: json(entry),
                summary: "Release \(short(entry)) is active in \(history.folder).\n")
        } catch {
            let isMissing = (try? history.entries()) == nil
            var problem = error
            problem.code = "release"
            problem.fix =
                isMissing
                ? "Build a release with 'latchkey build', or name its folder with '--output'."
                : "'latchkey release list' shows the releases that are kept; the active one was not changed."
            return format.show(DiagnosticReport([problem]))
        }
    }

    private static func list(_ entries: [ReleaseHistory.Entry], _ report: DiagnosticReport, _ format: Format) -> Int32 {
        let lines = entries.map { entry in
            let apps = entry.manifest.apps.map { app in
                app.name + (app.environment.map { " (\($0))" } ?? "")
            }.joined(separator: ", ")
            return
                "\(entry.isActive ? "*" : " ") \(short(entry))  \(CalendarTime(seconds: entry.seconds).rfc3339)  \(apps)\n"
        }
        return format.show(report, result: .array(entries.map(json)), summary: lines.joined())
    }

    private static func json(_ entry: ReleaseHistory.Entry) -> JSONValue {
        [
            "id": .string(entry.manifest.id), "active": .bool(entry.isActive),
            "time": .string(CalendarTime(seconds: entry.seconds).rfc3339),
            "apps": .array(entry.manifest.apps.map { .string($0.name) }),
            "environments": .object(
                JSONObject(entry.manifest.apps.compactMap { app in app.environment.map { (app.name, .string($0)) } })),
        ]
    }

    /// The first digits of an id, which suffice to distinguish releases.
    private static func short(_ entry: ReleaseHistory.Entry) -> Substring { entry.manifest.id.prefix(12) }

}
