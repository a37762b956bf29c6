import Arguments
import Diagnostics
import Files
import JSON
import LinkAssociation

/// `latchkey links lint` checks association files.
enum LinksLint: Subcommand {
    static let command = Command(documented: "links lint")

    /// The maximum length of a file, in bytes: far more than any phone reads.
    private static let longestFile = 64 << 20

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        if arguments.positionals.isEmpty { throw arguments.failure("Missing expected argument '<file>'") }
        var report = DiagnosticReport([])
        for path in arguments.positionals {
            do {
                let source = SourceText(
                    file: path, bytes: try FileSystem.read(path, limit: longestFile, acceptingPipes: true))
                report.diagnostics += AssociationLint.findings(in: source.bytes).map { finding in
                    source.diagnostic(
                        finding.severity, code: finding.code, at: finding.place.offset, finding.message,
                        fix: finding.fix)
                }
            } catch {
                report.diagnostics.append(
                    Diagnostic(
                        code: "unreadable", file: path, message: "this file cannot be read: \(error.reason)",
                        fix: path.contains("://")
                            ? "Fetch it first, with curl -O \(path), or ask the host: latchkey doctor"
                            : FileSystem.kind(of: path) == .folder
                                ? "Name a file of it, such as \(path)/…/apple-app-site-association." : nil))
            }
        }
        let isClean = report.diagnostics.isEmpty
        return Format(arguments).show(report, summary: isClean ? "No findings.\n" : "")
    }
}
