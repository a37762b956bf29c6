/// The domain that a host's owner registered, which its subdomains share.
enum RegistrableDomain {
    /// The last two labels of a host, or three below a second level such as `co.uk`. The Public Suffix List has thousands
    /// more, of which hosts with one owner are taken for hosts of one domain too.
    static func of(_ host: String) -> String {
        let labels = host.split(separator: ".")
        let isBelowSecondLevel = labels.last?.count == 2 && labels.dropLast().last.map(secondLevels.contains) == true
        return labels.suffix(isBelowSecondLevel ? 3 : 2).joined(separator: ".")
    }

    private static let secondLevels: Set<Substring> = ["ac", "co", "com", "edu", "gov", "net", "org"]
}
