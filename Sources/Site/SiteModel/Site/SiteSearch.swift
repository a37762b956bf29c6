import AuthContracts
internal import Branding
import Configuration
import Diagnostics
import Files
internal import TextEncoding
import YAML

/// Finds the apps of a site's folder, and the files of each.
struct SiteSearch {
    let folder: String
    let root: String?
    let environment: SiteEnvironment
    private(set) var diagnostics: [Diagnostic] = []
    /// The entries of the site's folder that nothing reads.
    private(set) var unread: [SiteEntry] = []
    /// The folder that was last found to be inside the site's folder.
    private var inside: Substring?

    init(folder: String, root: String?, environment: SiteEnvironment) {
        self.folder = folder
        self.root = root
        self.environment = environment
    }

    mutating func apps() -> [String] {
        guard FileSystem.kind(of: folder) == .folder else {
            let isThere = FileSystem.kind(of: folder) != nil
            report(
                "no-site", folder, isThere ? "this is not a folder" : "there is no such folder",
                fix: isThere
                    ? "Name the folder that contains one folder an app."
                    : folder.contains("://")
                        ? "Name a folder: 'latchkey doctor \(folder)' examines a host."
                        : !folder.isEmpty && folder.allSatisfy { $0.isNumber || ".:".contains($0) }
                            ? "Name a folder: '--port \(folder.split(separator: ":").last ?? "")' is the port of a preview, and '--lan' admits phones."
                            : SiteLocation.isEnvironment(folder)
                                ? "Did you mean '--env \(folder)'?"
                                : SiteLocation.advice(onApp: folder) ?? SiteLocation.advice)
            return []
        }
        if let misplaced = misplacedAppFile {
            diagnostics.append(misplaced)
            return []
        }
        if !SiteLocation.isSite(folder), let site = SiteLocation.sites(in: "\(folder)/").first {
            report("no-apps", folder, "there is no app in this folder", fix: "Name the site in it: \(site)")
            return []
        }
        var apps: [String] = []
        for name in names(in: folder) {
            switch FileSystem.kind(of: "\(folder)/\(name)") {
            case .folder: apps.append(name)
            case let kind:
                unread.append(
                    SiteEntry(
                        site: folder, app: nil, path: name,
                        kind: kind == nil ? .brokenLink : kind == .file ? .file : .irregular))
            }
        }
        if apps.isEmpty, diagnostics.isEmpty {
            report(
                "no-apps", folder, "there is no app in this folder",
                fix: "Add a folder with an app.yml, or run 'latchkey init'.")
        }
        return apps
    }

    mutating func app(named name: String) -> AppSources? {
        let path = "\(folder)/\(name)"
        guard isInside(path) else { return nil }
        let names = names(in: path)
        let isApp = names.contains("app.yml")
        if !PageReader.isName(name), isApp || SiteLayout.advice(onFolder: name, in: folder) == nil {
            report(
                "bad-app-name", path, "'\(name)' is not a name for an app's folder",
                fix: CopyName.original(of: name, among: self.names(in: folder)).map {
                    "Move it out of '\(folder)' if it is a copy of '\($0)', since each folder of a site is an app. Else use at most 64 lower-case letters, digits and hyphens, beginning with a letter."
                } ?? "Use at most 64 lower-case letters, digits and hyphens, beginning with a letter.")
            return nil
        }
        guard isApp else {
            let override = names.first { SiteEnvironment.name(ofFile: $0) != nil }
            let near =
                names.first { ["app.yml", "app.yaml"].contains($0.lowercased()) }.map { "Rename \($0) to app.yml." }
                ?? SiteLayout.advice(onFolder: name, in: folder)
                ?? LanguageTag(name).map { "A translation is beside its page, in the folder of the app: NAME.\($0).md" }
                ?? appFile(near: path).map { "Move \($0) to \(path)/app.yml." }
                ?? override.map { "Add one: \($0) only overrides its values." }
            report(
                "no-app-file", path, "there is no app.yml in this folder",
                fix: near ?? "Write one: latchkey add app NAME. Or move the folder out of the site's folder.")
            return nil
        }
        let source = text("\(path)/app.yml")
        if let source { warnOfLanguages(in: path, names, source) }
        var pages = specs(in: path, of: names, kind: "page")
        var emails: [AppSources.Spec] = []
        if names.contains("emails"), FileSystem.kind(of: "\(path)/emails") != .file, isInside("\(path)/emails") {
            emails = specs(in: "\(path)/emails", of: self.names(in: "\(path)/emails"), kind: "email")
        }
        var override: SourceText?
        if let file = environment.fileName, names.contains(file) {
            override = text("\(path)/\(file)")
            if override == nil { return nil }
            let lines = (override?.text ?? "").split(whereSeparator: \.isNewline).map(\.trimmed)
            if lines.allSatisfy({ $0.isEmpty || $0.hasPrefix("#") }) {
                diagnostics.append(
                    Diagnostic(
                        .warning, code: "same-environment", file: "\(path)/\(file)",
                        message: "every line of this file is a comment, so the app is as in app.yml",
                        fix: "Remove the '# ' before what differs in this environment, or the file."))
            }
        }
        var contract: SourceText?
        // Under a similar name, which is told, it is still the contract that the rest of the app is checked with.
        let similar = [ContractLibrary.ownFile, "backend.yaml"]
        if let file = names.first(where: { $0 == ContractLibrary.ownFile })
            ?? names.first(where: { similar.contains($0.lowercased()) })
        {
            contract = text("\(path)/\(file)")
            if contract == nil { return nil }
        }
        let found = AssetSearch(in: folder, of: name, root: root)
        if contract == nil, let misnamed = found.unread.first(where: \.isOwnContract) {
            contract = text(misnamed.file)
        }
        let assets = found.assets
        report(found, in: path, names)
        addMisplaced(found, to: &pages, &emails)
        return source.map {
            AppSources(
                name: name, file: $0, override: override, contract: contract, variables: environment.variables,
                pages: pages, emails: emails, assets: assets)
        }
    }

    /// The Markdown files of a folder; the source of an unreadable one is nil.
    private mutating func specs(in folder: String, of names: [String], kind: String) -> [AppSources.Spec] {
        var specs: [AppSources.Spec] = []
        var misnamed: [String] = []
        for file in names {
            guard let name = AppSources.specName(file) else { continue }
            let path = "\(folder)/\(file)"
            let translation = MisnamedSpec.translation(of: name, among: names)
            if FileSystem.kind(of: path) == .folder {
                report(
                    "not-a-file", path, "this is a folder, and \(kind == "page" ? "a page" : "an email") is a file",
                    fix: "Remove '.md' from its name, or put a file in its place.")
            } else if !file.hasSuffix(".md") {
                report(
                    "bad-\(kind)-name", path, "\(kind == "page" ? "a page's" : "an email's") file ends in '.md'",
                    fix: "Rename it to \(name).md.")
                // The page exists, so links to it are not reported as well.
                if PageReader.isName(name) { specs.append(AppSources.Spec(name: name, source: nil)) }
            } else if kind == "page", name == "apple-app-site-association" {
                report(
                    "reserved-path", "\(folder)/\(file)", "the path '/\(name)' is reserved for the association files",
                    fix: "Rename the file.")
            } else if case let spec = AppSources.Spec(name: name, source: nil), PageReader.isName(spec.name) {
                if let translation {
                    diagnostics.append(
                        Diagnostic(
                            .warning, code: "misnamed-translation", file: path,
                            message: "this is \(kind == "page" ? "a page" : "an email") of its own, and no translation",
                            fix: "Rename it to \(translation) if it is one."))
                }
                specs.append(AppSources.Spec(name: name, source: text(path)))
            } else {
                let stem = String(name.prefix { $0 != "." })
                let copied = CopyName.original(of: name, among: names.compactMap(AppSources.specName))
                report(
                    "bad-\(kind)-name", "\(folder)/\(file)",
                    "'\(name)' is not a name for \(kind == "page" ? "a page" : "an email")",
                    fix: translation.map { "Rename it to \($0) if it is a translation." }
                        ?? CopyName.fix(
                            copyOf: copied.map { "\($0).md" },
                            else: name == "404"
                                ? "The page for unknown addresses is a template: latchkey templates copy pages/not-found.mustache"
                                : MisnamedSpec.fix(for: name, kind, among: names)
                                    ?? "Use at most 64 lower-case letters, digits and hyphens, beginning with a letter"
                                    + (stem == name || copied != nil || !names.contains("\(stem).md")
                                        ? "." : "; a translation has the tag of its language: \(stem).fr.md")))
                misnamed += [name, MisnamedSpec.written(name)]
            }
        }
        // What app.yml calls so, or as the file is told to be called, is not missing as well.
        for name in misnamed { specs.add(AppSources.Spec(name: name, source: nil)) }
        return specs
    }

    /// Warns of a file of an environment that is named after one of the app's languages, as other systems name
    /// translations.
    private mutating func warnOfLanguages(in app: String, _ names: [String], _ source: SourceText) {
        let named = names.compactMap { SiteEnvironment.name(ofFile: $0) }.filter { $0 != environment.name }
            .compactMap(LanguageTag.init)
        guard !named.isEmpty, let root = (try? YAMLDocument(parsing: source))?.root else { return }
        let languages = root.languageTags
        for tag in named where languages.own == tag || languages.others.contains(tag) {
            diagnostics.append(
                Diagnostic(
                    .warning, code: "misnamed-translation", file: "\(app)/app.\(tag).yml",
                    message: "this overrides app.yml for '--env \(tag)', and translates nothing",
                    fix:
                        "Write what each page and email says in NAME.\(tag).md beside it: latchkey add translation \(tag)"
                ))
        }
    }

    /// Reports entries that nothing reads. Of a folder only the first is reported, since the others have the same
    /// cause.
    private mutating func report(_ found: AssetSearch, in app: String, _ names: [String]) {
        let pictures = found.assets.filter { !$0.isPublic }
        let texts = pictures.isEmpty ? [] : configuredTexts(in: app, names)
        // Of files that cannot be parsed it is unknown what they name.
        let unnamed =
            texts == nil
            ? []
            : pictures.filter { picture in
                !(texts ?? []).contains { text in
                    text == picture.path || text == "./\(picture.path)"
                        // A variable's value is known only where it is set.
                        || text.contains("${")
                            && (text.hasSuffix("}")
                                || FileSystem.fileExtension(of: text) == FileSystem.fileExtension(of: picture.path))
                }
            }
        // A file that is named is told where it is named, and so is the one that is meant in its place.
        let named = (texts ?? []).map { $0.removing(prefix: "./") ?? $0 }
        // Another environment's file is missing only there.
        let current = names.filter { ["app.yml", environment.fileName].contains($0) }
        let missing = unnamed.isEmpty ? [] : configuredTexts(in: app, current) ?? []
        let amiss = missing.map { $0.removing(prefix: "./") ?? $0 }.filter { text in
            (FileSystem.fileExtension(of: text).map(AppAsset.endings.contains) == true || BrandReader.isForeign(text))
                && !text.contains("${") && !pictures.contains { $0.path == text }
        }
        func isMeant(_ path: String) -> Bool {
            func stem(_ path: String) -> Substring { (path.split(separator: "/").last ?? "").prefix { $0 != "." } }
            let ending = FileSystem.fileExtension(of: path)
            let isOnly = unnamed.count { FileSystem.fileExtension(of: $0.path) == ending } == 1
            return amiss.contains {
                stem($0) == stem(path) || Suggestion.nearest(to: $0, in: [path]) != nil
                    || isOnly
                        && (FileSystem.fileExtension(of: $0) == ending
                            || ending != "woff2" && BrandReader.isForeign($0))
            }
        }
        let entries =
            found.unread.filter { !named.contains($0.path) }
            + unnamed.map(\.path).filter { !isMeant($0) }.map { found.entry($0) }
        diagnostics += found.diagnostics
        var folders: Set<String> = []
        for entry in entries.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
            if let folder = entry.folder, !folders.insert(folder).inserted { continue }
            diagnostics.append(entry.diagnostic)
        }
    }

    /// Every text below `theme:` in `app.yml` and in the files of all environments, since a picture may be for any of
    /// them; nil if one of the files cannot be parsed.
    private func configuredTexts(in app: String, _ names: [String]) -> [String]? {
        var texts: [String] = []
        for name in names where name == "app.yml" || SiteEnvironment.name(ofFile: name) != nil {
            guard let bytes = try? FileSystem.read("\(app)/\(name)", limit: SiteReader.longestFile),
                let document = try? YAMLDocument(parsing: SourceText(file: name, bytes: bytes))
            else { return nil }
            // A path of Windows is told where it is written.
            texts += (document.expanding(environment.variables).root?["theme"]?.texts ?? []).map {
                $0.replacing("\\", with: "/")
            }
        }
        return texts
    }

    /// The names in a folder, without hidden and ignored ones.
    private mutating func names(in path: String) -> [String] {
        do {
            return try FileSystem.list(path).filter { !$0.hasPrefix(".") && !SiteLayout.isIgnored($0) }
        } catch {
            diagnostics.append(Diagnostic(reading: error))
            return []
        }
    }

    /// The text of a file; nil, after reporting it, if it cannot be read or is not valid UTF-8.
    private mutating func text(_ path: String) -> SourceText? {
        guard isInside(path) else { return nil }
        let bytes: [UInt8]
        do {
            bytes = try FileSystem.read(path, limit: SiteReader.longestFile)
        } catch {
            if error.isTooLarge {
                report(
                    "too-large", path, "this file is larger than \(ByteCount(SiteReader.longestFile))",
                    fix: "Shorten it, or split it into several files.")
            } else {
                diagnostics.append(Diagnostic(reading: error))
            }
            return nil
        }
        let source = SourceText(file: path, bytes: bytes)
        if let problem = source.encodingProblem() ?? source.conflictMarker ?? source.invisibleCharacter {
            diagnostics.append(problem)
            return nil
        }
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) {
            report("empty-file", path, "this file is empty", fix: "Write its content, or remove the file.")
            return nil
        }
        return source
    }

    /// Whether a path resolves to something inside the site's folder; reports it if not.
    private mutating func isInside(_ path: String) -> Bool {
        // An entry that is not a symbolic link is inside if its folder is.
        let kind = FileSystem.kind(of: path, followingLinks: false)
        if let slash = path.lastIndex(of: "/"), path[..<slash] == inside, kind == .file || kind == .folder {
            if kind == .folder { inside = path[...] }
            return true
        }
        guard let real = FileSystem.realPath(path), let root else {
            report("broken-link", path, "this symbolic link is broken", fix: "Remove it, or fix its target.")
            return false
        }
        if real == root || real.hasPrefix(root == "/" ? root : root + "/") {
            if kind == .folder { inside = path[...] }
            return true
        }
        report(
            "outside-site", path, "this symbolic link points outside the site",
            fix: "Copy the file into the site instead.")
        return false
    }

    private mutating func report(_ code: String, _ file: String, _ message: String, fix: String) {
        diagnostics.append(Diagnostic(code: code, file: file, message: message, fix: fix))
    }
}
