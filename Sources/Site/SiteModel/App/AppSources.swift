import Configuration
package import Diagnostics
internal import TextEncoding
import YAML

/// The files of one app, read but not parsed.
///
/// Apart from the contracts in templates, an app depends on nothing else, so equal sources need not be parsed again.
package struct AppSources: Hashable, Sendable {
    /// A Markdown file of the app.
    struct Spec: Hashable {
        let name: String
        /// Nil if the file exists but could not be read, which was reported.
        let source: SourceText?
        /// The language of a translation: `fr` for `reset-password.fr.md`; nil for an original.
        let language: LanguageTag?

        /// `name` is the file's name without its extension.
        init(name: String, source: SourceText?) {
            let dot = name.lastIndex(of: ".") ?? name.endIndex
            let tag = LanguageTag(String(name[dot...].dropFirst()))
            language = tag
            self.name = tag == nil ? name : String(name[..<dot])
            self.source = source
        }

        /// The name of the file without its extension.
        var stem: String { name + (language.map { ".\($0)" } ?? "") }
    }

    package let name: String
    let file: SourceText
    /// The file of the environment, such as `app.staging.yml`; nil if the app has none.
    let override: SourceText?
    /// The app's own contract; nil if it has none.
    let contract: SourceText?
    /// The set environment variables that the two files name.
    let variables: [String: String]
    let pages: [Spec]
    let emails: [Spec]
    let pageTranslations: [Spec]
    let emailTranslations: [Spec]
    /// Pictures, fonts, and the files in `public`, in the order of their paths.
    let assets: [AppAsset]

    init(
        name: String, file: SourceText, override: SourceText?, contract: SourceText?, variables: [String: String],
        pages: [Spec], emails: [Spec], assets: [AppAsset]
    ) {
        self.name = name
        self.file = file
        self.override = override
        self.contract = contract
        let names = [file, override].compactMap(\.self).map { VariableExpansion.names(in: $0.text) }
        let named = names.reduce(into: Set<String>()) { $0.formUnion($1) }
        self.variables = named.isEmpty ? [:] : variables.filter { named.contains($0.key) }
        self.pages = pages.filter { $0.language == nil }
        self.emails = emails.filter { $0.language == nil }
        pageTranslations = pages.filter { $0.language != nil }
        emailTranslations = emails.filter { $0.language != nil }
        self.assets = assets
    }

    /// Creates the sources of an app from files that need not exist on disk: `app.yml`, its contract, and specs by their paths
    /// in the app's folder.
    package init(name: String, files: [SourceText]) {
        func specs(_ folder: String) -> [Spec] {
            files.compactMap { file in
                file.file.removing(prefix: folder).flatMap { $0.contains("/") ? nil : Self.specName($0) }
                    .map { Spec(name: $0, source: file) }
            }
        }
        self.init(
            name: name, file: files.first { $0.file == "app.yml" } ?? SourceText(file: "app.yml", text: ""),
            override: nil, contract: files.first { $0.file == ContractLibrary.ownFile }, variables: [:],
            pages: specs(""), emails: specs("emails/"), assets: [])
    }

    /// The name of a spec; nil if the file name does not end in `.md` or `.markdown`, in any case.
    static func specName(_ file: String) -> String? {
        guard let dot = file.lastIndex(of: "."), ["md", "markdown"].contains(file[dot...].dropFirst().lowercased())
        else { return nil }
        return String(file[..<dot])
    }

    /// The environment whose file overrides keys of `app.yml`; nil if there is none.
    package var environment: String? {
        override.flatMap { SiteEnvironment.name(ofFile: $0.file.split(separator: "/").last.map(String.init) ?? "") }
    }

    /// Every file by kind and name, and the variables, in a fixed order for a digest; nil if a file could not be read.
    package var contents: [(name: String, bytes: [UInt8])]? {
        var contents = [("app.yml", file.bytes)]
        if let override {
            contents.append((override.file.split(separator: "/").last.map(String.init) ?? "", override.bytes))
        }
        if let contract { contents.append((ContractLibrary.ownFile, contract.bytes)) }
        for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
            contents.append(("variable \(name)", Array(value.utf8)))
        }
        for (kind, specs) in [("page", pages + pageTranslations), ("email", emails + emailTranslations)] {
            for spec in specs {
                guard let source = spec.source else { return nil }
                contents.append(("\(kind) \(spec.stem)", source.bytes))
            }
        }
        for asset in assets {
            switch asset.content {
            case .bytes(let bytes): contents.append(("file \(asset.path)", bytes))
            // An app that uses such a file has an error and no digest; otherwise its content does not matter.
            case .tooLarge, .unreadable: contents.append(("unread \(asset.path)", []))
            }
        }
        return contents
    }

    /// The names of the pages, in the order of their files.
    package var pageNames: [String] { pages.map(\.name) }

    /// Whether the emails have the same inputs as those of other sources; of pages only the names matter.
    package func hasSameEmails(as other: AppSources) -> Bool {
        file == other.file && override == other.override && variables == other.variables && emails == other.emails
            && emailTranslations == other.emailTranslations
            && assets == other.assets
            && pages.map(\.name) == other.pages.map(\.name)
    }

    /// The sources with the spec of a page or email that the app does not have yet, and `file`, with what the spec
    /// needs, in place of `app.yml`; nothing is written to disk.
    package func adding(
        _ spec: SourceText, named name: String, isEmail: Bool, file: SourceText? = nil
    ) -> AppSources {
        let added = [Spec(name: name, source: spec)]
        return AppSources(
            name: self.name, file: file ?? self.file, override: override, contract: contract,
            variables: variables, pages: pages + pageTranslations + (isEmail ? [] : added),
            emails: emails + emailTranslations + (isEmail ? added : []),
            assets: assets)
    }

    /// The links that the front matter of a page or an email names and `app.yml` does not define.
    package func undefinedLinks(of spec: SourceText) -> [String] {
        guard let range = try? FrontMatter(of: spec).yaml,
            let link = try? YAMLDocument(parsing: spec, in: range).root?["link"]
        else { return [] }
        let links = (try? YAMLDocument(parsing: file).root)?["links"]
        return link.texts.filter { links?[$0] == nil }
    }

    /// `app.yml` with another link, inserted first below `links:` by its lines without indentation; nil if that is a
    /// flow mapping of several lines, to which lines cannot be added.
    package func adding(link lines: [String]) -> SourceText? {
        let end = file.text.contains("\r\n") ? "\r\n" : "\n"
        var all = file.text.split(separator: end, omittingEmptySubsequences: false).map(String.init)
        guard let root = try? YAMLDocument(parsing: file).root, root.location?.column == 1 else { return nil }
        guard let member = root.members.first(where: { $0.key.text == "links" }), let place = member.key.location else {
            if all.last?.isEmpty == true { all.removeLast() }
            return SourceText(
                file: file.file, text: (all + ["links:"] + lines.map { "  " + $0 } + [""]).joined(separator: end))
        }
        guard all[place.line - 1].hasPrefix("links") else { return nil }
        let rest = all[place.line - 1].dropFirst("links".count).drop { $0 == " " || $0 == ":" }
        if rest.hasPrefix("{"), rest.hasSuffix("}"),
            rest.count(where: { $0 == "{" }) == rest.count(where: { $0 == "}" })
        {
            // Links in braces on the key's line, as `init` writes few, get lines of their own.
            let links = member.value.members.map { ConfigurationNode(.mapping([$0])).blockYAML }.joined()
            all[place.line - 1...place.line - 1] =
                ["links:"] + (links.split(separator: "\n").map(String.init) + lines).map { "  " + $0 }
            return SourceText(file: file.file, text: all.joined(separator: end))
        }
        guard rest.isEmpty || rest.hasPrefix("#") else { return nil }
        let indentation = (member.value.members.first?.key.location?.column).map { $0 - 1 } ?? 2
        guard indentation > 0 else { return nil }
        all.insert(contentsOf: lines.map { String(repeating: " ", count: indentation) + $0 }, at: place.line)
        return SourceText(file: file.file, text: all.joined(separator: end))
    }

    /// `app.yml` with another language under `languages:`; nil if the place cannot be found.
    package func adding(language tag: LanguageTag) -> SourceText? {
        let end = file.text.contains("\r\n") ? "\r\n" : "\n"
        var all = file.text.split(separator: end, omittingEmptySubsequences: false).map(String.init)
        guard let root = try? YAMLDocument(parsing: file).root else { return nil }
        if let list = root["languages"], let last = list.items.last?.location {
            let line = all[last.line - 1]
            if let close = line.lastIndex(of: "]") {
                all[last.line - 1].insert(contentsOf: ", \(tag)", at: close)
            } else if let dash = line.firstIndex(of: "-") {
                all.insert("\(line[...dash]) \(tag)", at: last.line)
            } else {
                return nil
            }
        } else {
            guard root["languages"] == nil, let name = root["name"]?.location, name.line < all.count else { return nil }
            all.insert("languages: [\(tag)]", at: name.line)
        }
        return SourceText(file: file.file, text: all.joined(separator: end))
    }

    /// The texts of pages and emails that a language needs, each file with what is translated.
    ///
    /// - Parameters:
    ///   - tag: a language that `app.yml` need not list yet.
    ///   - contracts: the available contracts and kinds of pages.
    ///   - isShown: as for `AppReader.sheets`.
    /// - Returns: pages, then emails.
    /// - Throws: `DiagnosticReport` with every error of the app.
    package func translationSheets(
        into tag: LanguageTag, contracts: ContractLibrary,
        with isShown: (_ original: String, _ part: String) -> Bool = { _, _ in false }
    ) throws(DiagnosticReport) -> [TranslationSheet] {
        let document = try AppFile.document(file, overriddenBy: override, variables: variables)
        var reader = AppReader(
            file: try AppFile(name: name, document: document), contracts: contracts, contract: contract)
        let app = reader.read(
            pages: pages, emails: emails, assets: assets, translations: (pageTranslations, emailTranslations))
        let report = DiagnosticReport(sorting: reader.diagnostics)
        if report.hasErrors { throw report }
        return reader.sheets(of: app, into: tag, pageTranslations, emailTranslations, with: isShown)
    }

    /// Parses the files: the app, as far as it could be read, and the diagnostics. Without `contracts`, the app's
    /// contract is left unread; `specs` were read for other apps.
    package func read(contracts: ContractLibrary?, recalling specs: SpecLibrary = SpecLibrary()) -> AppReading {
        var app: App?
        var problems: [Diagnostic] = []
        var document: YAMLDocument?
        do {
            let parsed = try AppFile.document(file, overriddenBy: override, variables: variables)
            document = parsed
            var reader = AppReader(
                file: try AppFile(name: name, document: parsed), contracts: contracts, contract: contract, specs: specs)
            app = reader.read(
                pages: pages, emails: emails, assets: assets, translations: (pageTranslations, emailTranslations))
            problems = reader.diagnostics
        } catch {
            problems =
                (document == nil ? syntaxErrors(error.diagnostics) : error.diagnostics)
                + AppReader.mistakes(ofPagesAlone: pages, recalling: specs)
        }
        let keys = SecretKeys(
            document, files: [file, override].compactMap(\.self),
            specs: (pages + emails + pageTranslations + emailTranslations).compactMap(\.source)
                + assets.compactMap(\.text))
        return AppReading(app: app, diagnostics: problems.map(SecretKey.masked) + keys.diagnostics)
    }

    /// The errors of `app.yml` or the file of the environment, which cannot be parsed, without secret keys.
    ///
    /// The files are parsed again with masked keys, since messages and fixes quote parts of the text.
    private func syntaxErrors(_ errors: [Diagnostic]) -> [Diagnostic] {
        do {
            _ = try AppFile.document(
                SecretKey.masked(file), overriddenBy: override.map(SecretKey.masked), variables: variables)
            return errors
        } catch {
            return error.diagnostics
        }
    }
}

package struct AppReading: Sendable {
    /// The app; nil if `app.yml` could not be read. Valid only if `diagnostics` contains no error.
    package let app: App?
    package let diagnostics: [Diagnostic]
}
