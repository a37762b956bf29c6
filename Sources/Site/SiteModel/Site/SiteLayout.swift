import Diagnostics
import Files
internal import TextEncoding

/// The diagnostics about entries of a site's folders that nothing reads, by location and name.
///
/// Every entry is read, reported with a fix that says where it belongs, or ignored. All rules are in this one table, so
/// that no file that may have been intended for a page is ignored silently.
package enum SiteLayout {
    /// The message and the fix for some entries.
    struct Row: Sendable {
        /// The names in lower case; a `*` at the start matches any prefix.
        fileprivate let names: [String]
        let message: String
        let fix: @Sendable (SiteEntry) -> String

        fileprivate init(_ names: [String], _ message: String, fix: @escaping @Sendable (SiteEntry) -> String) {
            self.names = names
            self.message = message
            self.fix = fix
        }

        fileprivate func matches(_ name: String) -> Bool { SiteLayout.matches(name, names) }
    }

    private static func matches(_ name: String, _ patterns: [String]) -> Bool {
        patterns.contains { $0.hasPrefix("*") ? name.hasSuffix($0.dropFirst()) : $0 == name }
    }

    /// The row for an entry that nothing reads.
    static func row(for entry: SiteEntry) -> Row {
        let name = entry.name.lowercased()
        if let row = kinds[entry.kind] { return row }
        if name.hasSuffix(".md.txt") || name.hasSuffix(".yml.txt") { return doubleEnding }
        if entry.app != nil, SiteEnvironment.name(ofMisplaced: entry.path) != nil { return misplacedEnvironment }
        if entry.folder == nil, entry.app != nil, name.hasPrefix("app."), entry.environment != nil {
            return environment
        }
        if entry.textsLanguage != nil { return texts }
        if entry.isOwnContract { return misnamedContract }
        if entry.folder == nil, name != ContractLibrary.ownFile, let folder = entry.templateFolder {
            return Row([], "nothing reads this file: it is a template") {
                "Move it to \($0.templates)/\(folder)/\($0.name)"
                    + (folder == "backends" && $0.app != nil ? ", or rename it to \(ContractLibrary.ownFile)." : ".")
            }
        }
        if entry.folder == "emails", emailDesigns.matches(name) { return emailDesigns }
        // No template of words is a Markdown file.
        if let folder = entry.folder, let row = row(forFolder: folder),
            AppSources.specName(name) == nil || templateFolder(folder.lowercased()) != "words"
        {
            return row
        }
        if entry.folder != nil, entry.isEmail { return misplacedEmail }
        if let row = foreign.first(where: { $0.matches(name) }) { return row }
        if entry.app == nil { return besideApps }
        if let folder = entry.folder, servedElsewhere.matches(folder.lowercased()) { return servedElsewhere }
        return own.first { $0.matches(name) } ?? other
    }

    private static func row(forFolder name: String) -> Row? {
        let lower = name.lowercased()
        // `emails` itself is valid; in other case it is reported as a misnamed folder.
        let key = lower == "emails" && name != lower ? "email" : lower
        if let row = folders.first(where: { $0.matches(key) }) { return row }
        let near = Suggestion.nearest(to: key, in: ["public", "templates", "email"])
        return near.flatMap { near in folders.first { $0.matches(near) } }
    }

    /// The fix for a folder in a site that has the name of a part of an app or of the templates; nil for other names.
    static func advice(onFolder name: String, in site: String) -> String? {
        guard row(forFolder: name) != nil else { return nil }
        let lower = Suggestion.nearest(to: name, in: ["templates"]) ?? name.lowercased()
        let templates = SiteLocation.beside(site, "Templates")
        if lower == "templates" { return "Move it beside the site: \(templates)" }
        return templateFolder(lower).map { "Move it to \(templates)/\($0)." } ?? "Move it into the folder of an app."
    }

    /// The folders of templates, by the names that people give them.
    private static let templateFolders: [(name: String, folder: String)] = [
        ("backends", "backends"), ("backend", "backends"), ("contracts", "backends"), ("dialects", "dialects"),
        ("words", "words"), ("locales", "words"), ("i18n", "words"), ("icons", "pages/icons"),
    ]

    /// The folder of templates that a name is probably meant for; nil if it is none.
    package static func templateFolder(_ name: String) -> String? { templateFolders.first { $0.name == name }?.folder }

    /// The folder of templates for a YAML file with the keys of a contract, a dialect or words; nil for other files.
    package static func templateFolder(ofKeysIn text: String) -> String? {
        let lines = text.split(whereSeparator: \.isNewline)
        let keys = Set(lines.filter { $0.first?.isLetter == true }.map { String($0.prefix { $0 != ":" }) })
        if keys.contains("operations") { return "backends" }
        if keys.isSuperset(of: ["files", "variables"]) { return "dialects" }
        return keys.contains { WordKey(rawValue: $0) != nil } ? "words" : nil
    }

    /// Whether a file is a hidden placeholder of a repository or a file that macOS creates.
    static func isMarker(_ name: String) -> Bool { [".DS_Store", ".gitkeep", ".keep", ".gitignore"].contains(name) }

    /// Whether an entry is ignored wherever it is.
    ///
    /// - Parameter name: the entry's name; `readme.md` is ignored in any case, while `license.md` is a page.
    /// - Returns: false if the entry is read or reported.
    package static func isIgnored(_ name: String) -> Bool {
        if name.hasPrefix(".") { return name != ".well-known" }
        // Most files of an app are specs.
        if name.hasSuffix(".md"), name.utf8.first.map({ $0.isASCIILowercase && $0 != UInt8(ascii: "r") }) == true {
            return false
        }
        if name.hasPrefix("#"), name.hasSuffix("#") { return true }
        let stem = name.split(separator: ".").first.map(String.init) ?? name
        return documents.contains(stem) || stem.lowercased() == "readme" || matches(name.lowercased(), leftovers)
    }

    // MARK: - Ignored entries

    /// The names of a repository's documents, with any extension.
    private static let documents: Set = [
        "LICENSE", "LICENCE", "NOTICE", "COPYING", "CHANGELOG", "CONTRIBUTING", "AUTHORS", "CODEOWNERS", "TODO",
    ]
    /// Files that editors and systems create, and source files of pictures.
    private static let leftovers = [
        "*~", "*.swp", "*.swo", "*.bak", "*.orig", "*.rej", "*.tmp", "thumbs.db", "desktop.ini", "icon\r", "__macosx",
        "*.sketch", "*.fig", "*.psd", "*.ai", "*.afdesign", "*.xcf",
    ]

    // MARK: - Reported entries

    private static let kinds: [SiteEntry.Kind: Row] = [
        .linkToFolder: Row([], "this symbolic link to a folder is not followed") { _ in
            "Copy the folder into its place."
        },
        .brokenLink: Row([], "this symbolic link is broken") { _ in "Remove it, or fix its target." },
        .tooDeep: Row([], "folders more than four levels deep are not read") { _ in
            "Move it further up, or out of the site's folder."
        },
        .irregular: Row([], "this is not a regular file") { _ in "Put a file in its place, or remove it." },
    ]

    /// Rows by the folder that contains the entry.
    private static let folders: [Row] = [
        Row(["templates", "template"], "nothing reads templates here") {
            "Move the folder beside the site: \($0.templates)" + ($0.ownTemplates.map { ", or \($0)" } ?? "")
        },
        Row(["public"], "nothing serves this file: the folder of files that are served is 'public'") {
            "Rename '\($0.folder ?? "")' to 'public'."
        },
        Row(["emails"], "nothing reads this file: emails are Markdown files in 'emails' itself") {
            if let fix = $0.translationFix { return fix }
            if ["app.yml", ContractLibrary.ownFile].contains($0.name) { return "Move it up into \($0.place)." }
            return ["svg", "png"].contains($0.ending)
                ? "Move it beside app.yml, and name it there: theme: { logo: \($0.name) }"
                : ["mustache", "css"].contains($0.ending)
                    ? "Move it to \($0.templates)/emails."
                    : "Move it into \($0.place)/emails as NAME.md, or out of the site's folder."
        },
        Row(["email", "mail", "mails", "e-mails"], misplacedEmail.message) {
            let isFree = (try? FileSystem.list($0.place))?.contains("emails") == false
            return isFree ? "Rename '\($0.folder ?? "")' to 'emails'." : misplacedEmail.fix($0)
        },
        Row(
            templateFolders.map(\.name), "nothing reads this file: it is a template",
            fix: { entry in
                let folder = entry.folder.map { templateFolder($0.lowercased()) ?? $0 } ?? ""
                return "Move it to \(entry.templates)/\(folder)/\(entry.name)."
            }),
        Row(["node_modules", "bower_components"], "nothing reads this file: pages run no script but Latchkey's") {
            "Move '\($0.folder ?? "")' out of the site's folder."
        },
        Row([".well-known"], "nothing reads this file: Latchkey writes what is below '/.well-known'") { _ in
            "Remove it, and fill in 'ios:' and 'android:' in app.yml."
        },
    ]

    private static let misplacedEmail = Row([], "nothing reads this file: emails belong in 'emails'") {
        $0.specFix ?? "Move the emails beside it to \($0.place)/emails."
    }

    /// The emails of other systems.
    private static let emailDesigns = Row(
        ["*.html", "*.htm", "*.mjml", "*.txt", "*.eml", "*.hbs", "*.liquid", "*.docx"],
        "nothing reads this file: emails are Markdown files, from which their HTML and plain text are made"
    ) {
        let name = String($0.name.prefix { $0 != "." })
        let isThere = FileSystem.kind(of: "\($0.place)/emails/\(name).md") == .file
        let text =
            isThere
            ? "Its text is that of \(name).md"
            : "Write its text: latchkey add email \(PageReader.isName(name) ? name : "NAME")"
        return
            "\(text). For its design, change the layout: latchkey templates copy emails/layout.mustache. Then move this file out of the site's folder."
    }

    /// Rows by name, for files that do not belong in an app's folder.
    private static let foreign: [Row] = [
        Row(["*.css"], "nothing reads a style sheet here") {
            // A file in its place would be lost.
            FileSystem.kind(of: "\($0.templates)/pages/custom.css") != nil
                ? "Add its rules to \($0.templates)/pages/custom.css."
                : "Move it to \($0.templates)/pages/custom.css"
                    + ($0.ownTemplates.map { ", or \($0)/pages/custom.css" } ?? "")
        },
        Row(["*.mustache"], "nothing reads a template here") {
            "Move it to \($0.templates)/pages" + ($0.ownTemplates.map { ", or \($0)/pages" } ?? "")
        },
        Row(["*.js", "*.mjs", "*.ts"], "nothing reads this file: pages run no script but Latchkey's") { _ in
            "Remove it."
        },
        Row(["*.html", "*.htm", "*.xhtml"], "nothing reads this file: a page is a Markdown file") {
            "Write one: latchkey add page \(PageReader.isName($0.stem.lowercased()) ? $0.stem.lowercased() : "NAME")"
        },
        Row(
            ["apple-app-site-association", "apple-app-site-association.json", "assetlinks.json"],
            "nothing reads this file: Latchkey writes it itself"
        ) { _ in "Remove it, and fill in 'ios:' and 'android:' in app.yml." },
    ]

    /// Rows by name, for files of an app that are misplaced, misnamed, or not named in `app.yml`.
    private static let own: [Row] = [
        Row(["public"], "this is a file, and 'public' is a folder of files that are served") { _ in
            "Make a folder of this name, and put the file into it."
        },
        Row(["emails"], "this is a file, and 'emails' is a folder of Markdown files") { _ in
            "Make a folder of this name, and put one file for each email into it."
        },
        Row(["app.yml", "app.yaml"], "nothing reads a file of this name") { _ in "Rename it to app.yml, or remove it."
        },
        Row([ContractLibrary.ownFile, "backend.yaml"], "nothing reads a file of this name") { _ in
            "Rename it to \(ContractLibrary.ownFile), or remove it."
        },
        environment,
        Row(["*.md", "*.markdown"], "nothing reads this: pages belong beside app.yml") {
            $0.translationFix ?? "Move it up into \($0.place), or out of the site's folder."
        },
        Row(["*.mdx"], "nothing reads this: a page is a Markdown file, in which no code runs") {
            "Rename it to \($0.stem).md."
        },
        Row(["favicon.ico"], "nothing reads this file: the icon of a page is an SVG or PNG that app.yml names") {
            "Name one: theme: { icon: icon.svg }, or move this to \($0.place)/public to serve it as /favicon.ico."
        },
        Row(["*.svg", "*.png"], "no key of app.yml names this picture") {
            "Name it: theme: { \($0.pictureKey) }, or move it to \($0.place)/public to serve it as /\($0.name)."
        },
        Row(["*.woff2"], "no key of app.yml names this font") {
            "Name it: theme: { font: { family: \($0.stem), file: \($0.path) } }"
        },
        Row(["*.woff", "*.ttf", "*.otf"], "nothing reads this file: pages load fonts in WOFF2 only") {
            "Convert it: fonttools ttLib.woff2 compress \($0.name)"
        },
        Row(PublicFiles.types.map { "*.\($0.ending)" }, "nothing reads this file") {
            "Move it to \($0.place)/public to serve it as /\($0.name), or out of the site's folder."
        },
    ]

    private static let environment = Row(["*.yml", "*.yaml"], "nothing reads a file of this name") { entry in
        let isOther = !["yml", "yaml"].contains(entry.ending.lowercased())
        return
            (entry.environment.map { "If it overrides app.yml for '--env \($0)', rename it to app.\($0).yml" }
            ?? "If it overrides app.yml for an environment, name that between the dots: app.staging.yml")
            + (isOther
                ? "; else move it out of the site's folder."
                : ". The contract of the app's own backend is \(ContractLibrary.ownFile).")
    }

    private static let misnamedContract = Row(
        [], "nothing reads a file of this name: the contract of the app's own backend is \(ContractLibrary.ownFile)"
    ) { _ in "Rename it to \(ContractLibrary.ownFile)." }

    private static let misplacedEnvironment = Row(
        [], "nothing reads this file here: the file of an environment is beside app.yml"
    ) {
        "Move it to \($0.place)/app.\(SiteEnvironment.name(ofMisplaced: $0.path) ?? "NAME").yml."
    }

    private static let servedElsewhere = Row(
        ["static", "assets", "www", "dist", "htdocs"],
        "nothing serves this file: the folder of files that are served is 'public'"
    ) {
        "Rename '\($0.folder ?? "")' to 'public', to serve it as /\($0.path.drop { $0 != "/" }.dropFirst())."
    }

    private static let doubleEnding = Row([], "nothing reads this file, whose name ends in '.txt'") {
        "Rename it to \($0.name.dropLast(4)): some systems hide the end of a name."
    }

    private static let texts = Row([], "nothing reads this file: a translation is beside the page or the email") {
        entry in
        let tag = entry.textsLanguage?.text ?? ""
        if let name = entry.name.removing(suffix: ".md.\(entry.ending)") { return "Rename it to \(name).\(tag).md." }
        return
            "Run 'latchkey add translation \(tag)', which writes NAME.\(tag).md for each of them."
    }

    private static let besideApps = Row([], "nothing reads this file: a site's folder has one folder for each app") {
        $0.placeOfTranslations.map { "Move it into \($0), where its translations are." }
            ?? "Move it out of the site's folder, or into the folder of an app: \($0.place)/…"
    }

    private static let other = Row([], "nothing reads this file") { _ in
        "Move it out of the site's folder: an app's folder contains app.yml, app.NAME.yml for an environment, pages (NAME.md), 'emails' and 'public'."
    }
}
