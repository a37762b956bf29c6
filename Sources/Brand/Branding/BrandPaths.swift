import Configuration

package struct BrandPaths: Hashable, Sendable {
    /// A named file, and where `app.yml` names it.
    struct Named: Hashable {
        /// The path in `app.yml`: `theme.logo.light`.
        let place: String
        /// The path below the app's folder.
        let path: String
    }

    private(set) var logo: Named?
    private(set) var darkLogo: Named?
    private(set) var emailLogo: Named?
    private(set) var darkEmailLogo: Named?
    private(set) var icon: Named?
    private(set) var touchIcon: Named?

    var all: [Named] { [logo, darkLogo, emailLogo, darkEmailLogo, icon, touchIcon].compactMap(\.self) }

    init() {}

    /// Reads `logo:` and `icon:`; each is a file name, or a mapping with a file name for each use.
    init(_ keys: KeyedReader) {
        logo = Self.main(keys.value("logo"), .logo, "light") { logo in
            darkLogo = Self.named(logo.value("dark"))
            emailLogo = Self.main(logo.value("email"), .emailLogo, "light") {
                darkEmailLogo = Self.named($0.value("dark"))
            }
        }
        icon = Self.main(keys.value("icon"), .icon, "tab") { touchIcon = Self.named($0.value("touch")) }
    }

    /// Reads a file name, or a mapping with that file name under `key` and with other keys.
    private static func main(
        _ value: ConfigurationValue?, _ table: KeyTable, _ key: String, _ readOthers: (KeyedReader) -> Void
    ) -> Named? {
        guard let value, case .mapping = value.node.kind else { return named(value) }
        return value.keyed(table) { keys in
            readOthers(keys)
            return named(keys.required(key))
        }
    }

    private static func named(_ value: ConfigurationValue?) -> Named? {
        guard let value, let path = String(reading: value) else { return nil }
        return Named(place: value.path, path: path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
    }
}
