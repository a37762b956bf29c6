package import Configuration
package import Diagnostics
internal import Files
internal import Media

/// The files among which an app's theme names some.
package struct BrandSources {
    package let names: [String]
    /// Reads a file, with its path as it is displayed: nil if it is none of `names`. The error for more bytes than
    /// `limit` has `advice` as its fix.
    package let read:
        (_ name: String, _ limit: Int, _ advice: String) throws(DiagnosticReport) -> (bytes: [UInt8], file: String)?
    package let diagnostic:
        (_ code: String, _ place: String, _ message: ValueMessage, _ fix: ValueMessage) -> Diagnostic

    package init(
        names: [String],
        read:
            @escaping (_ name: String, _ limit: Int, _ advice: String) throws(DiagnosticReport)
            -> (bytes: [UInt8], file: String)?,
        diagnostic:
            @escaping (_ code: String, _ place: String, _ message: ValueMessage, _ fix: ValueMessage) -> Diagnostic
    ) {
        self.names = names
        self.read = read
        self.diagnostic = diagnostic
    }
}

/// Finds the files that a theme names, and checks them.
package struct BrandReader {
    static let longestPicture = 65_536
    /// The maximum size of the font in bytes: it should load on a slow network while the visitor types.
    static let longestFont = 131_072

    private static let touchIconSide = 180.0

    private let sources: BrandSources
    /// The files that the theme names.
    private let named: Set<String>
    private var brand = Brand()
    private var diagnostics: [Diagnostic] = []

    /// The brand of a theme, and the problems of its files.
    package static func read(
        _ theme: Theme, _ sources: BrandSources
    ) -> (brand: Brand, diagnostics: [Diagnostic]) {
        let named = theme.files.all.map(\.path) + [theme.typeface.file].compactMap(\.self)
        var reader = BrandReader(sources: sources, named: Set(named))
        reader.read(theme)
        return (reader.brand, reader.diagnostics)
    }

    private mutating func read(_ theme: Theme) {
        let paths = theme.files
        brand.logo = shades(paths.logo, paths.darkLogo)
        brand.emailLogo =
            paths.emailLogo == nil
            ? pngs(brand.logo) : shades(paths.emailLogo, paths.darkEmailLogo, formats: [.png])
        let icon = picture(paths.icon)
        brand.touchIcon = paths.touchIcon == nil ? nil : picture(paths.touchIcon, formats: [.png])
        checkSquare(icon, paths.icon)
        checkSquare(brand.touchIcon, paths.touchIcon)
        checkSize(brand.touchIcon, paths.touchIcon)
        brand.icon = icon ?? (brand.logo?.light).flatMap { Brand.isSquare($0) ? $0 : nil }
        if paths.touchIcon == nil, let icon = brand.icon, icon.format == .png { brand.touchIcon = icon }
        if let name = theme.typeface.file { brand.font = font(name) }
    }

    /// The logo for emails, as far as the pages' logo is a PNG.
    private func pngs(_ logo: Brand.Shades?) -> Brand.Shades? {
        guard let logo, logo.light.format == .png else { return nil }
        return Brand.Shades(light: logo.light, dark: logo.dark.flatMap { $0.format == .png ? $0 : nil })
    }

    private mutating func shades(
        _ light: BrandPaths.Named?, _ dark: BrandPaths.Named?, formats: [Picture.Format] = [.svg, .png]
    ) -> Brand.Shades? {
        let dark = picture(dark, formats: formats)
        return picture(light, formats: formats).map { Brand.Shades(light: $0, dark: dark) }
    }

    private mutating func picture(_ named: BrandPaths.Named?, formats: [Picture.Format] = [.svg, .png]) -> Picture? {
        guard let named else { return nil }
        if let fix = fix(ofAddress: named.path) {
            report(named.place, "'\(named.path)' is not a file beside app.yml", fix: "\(known: fix)")
            return nil
        }
        let known = formats.map(\.rawValue)
        guard let ending = FileSystem.fileExtension(of: named.path), let format = Picture.Format(rawValue: ending),
            formats.contains(format)
        else {
            report(
                named.place, "'\(named.path)' is not \(known: formats == [.png] ? "a PNG" : "an SVG or PNG") file",
                fix: Self.isForeign(named.path)
                    ? "Convert it to PNG, and name the new file here\(known: namesake(of: named.path, formats).map { "; or write \($0), which is there" } ?? "")."
                    : namesake(of: named.path, formats).map { "Did you mean '\(known: $0)'?" }
                        ?? (formats == [.png]
                            ? "Name a PNG file: email programs and home screens support no other format."
                            : "Name a file beside app.yml that ends in \(known: known.map { ".\($0)" }.joined(separator: " or ")).")
            )
            return nil
        }
        let advice = "Export it smaller: it is drawn 40 pixels high, and a few kilobytes suffice."
        return read(named, limit: Self.longestPicture, advice: advice) { bytes, file throws(DiagnosticReport) in
            switch format {
            case .svg: try Picture(svg: SourceText(file: file, bytes: bytes))
            case .png: try Picture(png: bytes, file: file)
            }
        }
    }

    /// Whether a path ends as a picture in a format that no browser or email program needs for a logo.
    package static func isForeign(_ path: String) -> Bool {
        ["jpg", "jpeg", "webp", "gif", "avif", "heic", "tif", "tiff", "bmp", "pdf", "ai", "eps", "ico"].contains(
            FileSystem.fileExtension(of: path))
    }

    private mutating func font(_ path: String) -> Brand.Font? {
        let named = BrandPaths.Named(place: "theme.font.file", path: path)
        if let fix = fix(ofAddress: path) {
            report(named.place, "'\(path)' is not a file beside app.yml", fix: "\(known: fix)")
            return nil
        }
        guard FileSystem.fileExtension(of: path) == "woff2" else {
            report(
                named.place, "'\(path)' is not a WOFF2 file",
                fix: "Convert the font: fonttools ttLib.woff2 compress FONT.ttf")
            return nil
        }
        let advice = "Remove unused characters: pyftsubset FONT.ttf --unicodes=U+20-24F --flavor=woff2"
        return read(named, limit: Self.longestFont, advice: advice) { bytes, file throws(DiagnosticReport) in
            try WOFF2.check(bytes, file: file)
            return Brand.Font(file: file, bytes: bytes)
        }
    }

    /// The file of the same name in another folder or, if `formats` are given, with one of their endings: rather one that the
    /// theme does not name yet, also the only one of another name.
    private func namesake(of path: String, _ formats: [Picture.Format]? = nil) -> String? {
        func name(_ path: String) -> Substring { path.split { "/\\".contains($0) }.last ?? "" }
        func stem(_ path: String) -> Substring { name(path).prefix { $0 != "." } }
        let names = sources.names.sorted()
        guard let formats else { return names.first { name($0) == name(path) } }
        let fitting = formats.flatMap { format in names.filter { $0.hasSuffix(".\(format.rawValue)") } }
        let free = fitting.filter { !named.contains($0) && !$0.hasPrefix("public/") }
        return free.first { stem($0) == stem(path) } ?? (free.count == 1 ? free[0] : nil)
            ?? fitting.first { stem($0) == stem(path) }
    }

    /// The file that a missing one probably became: of those with its ending that the theme does not name, a similar one or
    /// the only one.
    private func successor(of path: String) -> String? {
        let ending = FileSystem.fileExtension(of: path)
        let free = sources.names.filter {
            FileSystem.fileExtension(of: $0) == ending && !named.contains($0) && !$0.hasPrefix("public/")
        }.sorted()
        return Suggestion.nearest(to: path, in: free) ?? (free.count == 1 ? free[0] : nil)
    }

    /// The fix for a URL or a path that leads elsewhere in the place of a file's name; nil for a name.
    private func fix(ofAddress path: String) -> String? {
        let unix = path.replacing("\\", with: "/")
        let name = unix.hasPrefix("./") ? String(unix.dropFirst(2)) : unix
        if unix != path, sources.names.contains(name) { return "Write \(name): a path has '/' on every system." }
        let lower = path.lowercased()
        if lower.hasPrefix("data:") {
            return "Save what it contains as a file beside app.yml, and write that file's name."
        }
        if lower.contains("://") || path.hasPrefix("//") {
            return "Download the file, put it beside app.yml, and write its name: a page loads nothing from elsewhere."
        }
        guard path.hasPrefix("/") || path.hasPrefix("~") || path.contains("\\") || path.contains("../") else {
            return nil
        }
        if let name = namesake(of: path) { return "Write \(name): a path begins in the folder of app.yml." }
        return "Put the file beside app.yml, and write its path from there, such as logo.svg or brand/logo.svg."
    }

    /// Reads a named file; nil, after reporting it, if the file is missing, unreadable, too large or not valid.
    private mutating func read<Value>(
        _ named: BrandPaths.Named, limit: Int, advice: String,
        _ parse: (_ bytes: [UInt8], _ file: String) throws(DiagnosticReport) -> Value
    ) -> Value? {
        do throws(DiagnosticReport) {
            if let (bytes, file) = try sources.read(named.path, limit, advice) { return try parse(bytes, file) }
            let ending = FileSystem.fileExtension(of: named.path)
            let near =
                namesake(of: named.path).map { "Did you mean '\($0)'?" }
                ?? successor(of: named.path).map { "Did you mean '\($0)'?" }
                ?? Suggestion.question(
                    for: named.path,
                    in: sources.names.filter { FileSystem.fileExtension(of: $0) == ending }.sorted())
            report(
                named.place, "there is no file '\(named.path)' beside app.yml",
                fix: near.map(ValueMessage.init(known:)) ?? "Put it there.",
                code: "missing-file")
            return nil
        } catch {
            diagnostics += error.diagnostics
            return nil
        }
    }

    private mutating func checkSquare(_ picture: Picture?, _ named: BrandPaths.Named?) {
        guard let picture, let named, !Brand.isSquare(picture) else { return }
        report(
            named.place,
            "'\(named.path)' is \(known: Int(picture.width)) × \(known: Int(picture.height)), and an icon is a square",
            fix: "Name a square picture.")
    }

    /// Reports a picture for home screens that phones would enlarge.
    private mutating func checkSize(_ picture: Picture?, _ named: BrandPaths.Named?) {
        guard let picture, let named, Brand.isSquare(picture), picture.width < Self.touchIconSide else { return }
        report(
            named.place,
            "'\(named.path)' is \(known: Int(picture.width)) × \(known: Int(picture.height)), and a home screen shows 180 × 180",
            fix: "Export it with 180 pixels a side.")
    }

    private mutating func report(
        _ place: String, _ message: ValueMessage, fix: ValueMessage, code: String = "bad-picture"
    ) {
        diagnostics.append(sources.diagnostic(code, place, message, fix))
    }
}
