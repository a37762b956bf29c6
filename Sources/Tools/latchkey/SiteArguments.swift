import Arguments
import SiteBuilder
import SiteModel

extension SiteEnvironment {
    static let option = Option(documented: "env")

    /// Creates the environment that a command line names, with the process's variables.
    init(_ arguments: ParsedArguments) {
        self.init(name: arguments["env"], variables: ProcessEnvironment.variables)
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
