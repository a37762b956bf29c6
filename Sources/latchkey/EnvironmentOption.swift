import Arguments
import SiteModel

extension SiteEnvironment {
    static let option = Option(
        long: "env", value: "name",
        help: "The environment: 'app.<name>.yml' overrides keys of 'app.yml'. (default: 'app.yml' alone)")

    /// Creates the environment that a command line names, with the process's variables.
    init(_ arguments: ParsedArguments) {
        self.init(name: arguments["env"], variables: ProcessEnvironment.variables)
    }
}
