import Configuration

/// The file names of an app's brand in `theme:`.
public struct BrandPaths: Hashable, Sendable {
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

    init() {}

    /// Reads `logo:` and `icon:`; each is a file name, or a mapping with a file name for each use.
    init(_ keys: KeyedReader) {
        if let value = keys.value("logo") {
            Self.read(
                value, .logo, "light",
                { keys in
                    darkLogo = Self.named(keys.value("dark"))
                    guard let email = keys.value("email") else { return }
                    Self.read(email, .emailLogo, "light", { darkEmailLogo = Self.named($0.value("dark")) }, &emailLogo)
                }, &logo)
        }
        if let value = keys.value("icon") {
            Self.read(value, .icon, "tab", { touchIcon = Self.named($0.value("touch")) }, &icon)
        }
    }

    /// Reads a file name, or a mapping with that file name under `key` and with other keys.
    private static func read(
        _ value: ConfigurationValue, _ table: KeyTable, _ key: String, _ others: (KeyedReader) -> Void,
        _ main: inout Named?
    ) {
        guard case .mapping = value.node.kind else {
            main = named(value)
            return
        }
        _ = value.keyed(table) { keys -> Void? in
            main = named(keys.required(key))
            others(keys)
            return ()
        }
    }

    private static func named(_ value: ConfigurationValue?) -> Named? {
        guard let value, let path = String(reading: value) else { return nil }
        return Named(place: value.path, path: path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
    }
}
