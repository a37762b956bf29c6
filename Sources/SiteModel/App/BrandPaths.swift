import Configuration

/// The names of the files of an app's brand, as `theme:` has them.
public struct BrandPaths: Hashable, Sendable {
    /// A file that is named, and where in `app.yml`.
    struct Named: Hashable {
        /// `theme.logo.light`
        let place: String
        /// Below the app's folder.
        let path: String
    }

    private(set) var logo: Named?
    private(set) var darkLogo: Named?
    private(set) var emailLogo: Named?
    private(set) var darkEmailLogo: Named?
    private(set) var icon: Named?
    private(set) var touchIcon: Named?

    init() {}

    /// Reads `logo:` and `icon:`; either is a file, or a mapping with a file for each use.
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

    /// A file, or a mapping with that file under a key and others beside it.
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
