import Arguments
import Diagnostics
import Files
import Release
import SiteBuilder
import SiteModel

extension SiteEnvironment {
    static let option = Option(documented: "env")

    /// Creates the environment that a command line names, with the process's variables.
    init(_ arguments: ParsedArguments) {
        self.init(name: arguments["env"], variables: ProcessEnvironment.variables)
    }
}

extension SiteLocation {
    /// Says where the release is, or will be, if the site was named in its place.
    func checkRelease(in folder: String) throws(DiagnosticReport) {
        func isRelease(_ folder: String) -> Bool {
            FileSystem.kind(of: "\(folder)/\(LoadedRelease.manifestName)") == .file
        }
        guard folder != output, !isRelease(folder), Self.isSite(folder) || isRelease(output) else { return }
        throw DiagnosticReport(
            code: "no-release", file: folder, message: "there is no release in this folder",
            fix: isRelease(output)
                ? "Name '\(output)': there is one."
                : "Build it with 'latchkey build', which writes it into '\(output)', and name that.")
    }
}

extension SiteBuild {
    /// A build of the site in a folder, or the default one, with the templates and in the environment that a command
    /// line names.
    init(_ arguments: ParsedArguments, site: String?) {
        self.init(site: site ?? SiteLocation().site, templates: arguments["templates"], output: "")
        environment = SiteEnvironment(arguments)
    }

    /// Creates a build of the site that the first argument of a command line names.
    init(_ arguments: ParsedArguments) { self.init(arguments, site: arguments.positional(0)) }
}

extension Arguments.Option {
    static let site = Option(documented: "site")
}
