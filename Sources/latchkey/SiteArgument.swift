import Arguments

private let siteHelp = "The folder that contains one folder for each app. (default: Site)"

extension Argument {
    static let site = Argument("site", .optional, help: siteHelp)
}

extension Option {
    static let site = Option(long: "site", value: "dir", help: siteHelp)
}
