import AppLinks
import AuthContracts
import Branding
import CLibrary
import Configuration
import Diagnostics
import LinkDefinitions
internal import TextEncoding
import YAML

/// Combines `app.yml` with its pages and emails.
struct AppReader {
    let file: AppFile
    /// The available contracts; nil to leave the app's contract unread.
    let contracts: ContractLibrary?
    /// The app's own contract; nil if it has none.
    let contract: SourceText?
    let specs: SpecLibrary
    /// The time, in seconds since 1970, at which keys may have expired.
    let now: Int
    private(set) var diagnostics: [Diagnostic] = []
    /// What pages that name their kind consist of; nil before the pages were read.
    private(set) var pageKinds: PageKinds?

    init(
        file: AppFile, contracts: ContractLibrary? = nil, contract: SourceText? = nil,
        specs: SpecLibrary = SpecLibrary(), now: Int = time(nil)
    ) {
        self.now = now
        self.file = file
        self.contracts = contracts
        self.contract = contract
        self.specs = specs
    }

    /// Reads the pages and emails and checks them against `app.yml`. The app is as far as it could be read, and valid
    /// only if `diagnostics` contains no error.
    mutating func read(
        pages sources: [AppSources.Spec], emails emailSources: [AppSources.Spec] = [],
        assets: [AppAsset] = [], translations: (pages: [AppSources.Spec], emails: [AppSources.Spec]) = ([], [])
    ) -> App {
        let brand = BrandReader.read(file.contents.theme, brandSources(assets))
        let publicFiles = PublicFiles(assets)
        diagnostics += brand.diagnostics + publicFiles.diagnostics
        let linkSet = readLinkSet()
        checkLinks(pages: sources.map(\.name))
        let written = readContract()
        var contract = file.contents.backend?.backend.captcha == nil ? written?.withoutCaptcha() : written
        if file.contents.languages.isEmpty { contract = contract?.withoutLanguage() }
        var paths = Set(file.contents.elsewhere?.map(\.value.text) ?? [])
        // Links to an unreadable page are not reported as a second problem.
        for page in sources { paths.insert(path(ofPage: page.name, links: linkSet.links)) }
        paths.formUnion(publicFiles.files.map(\.path))
        // What app.yml names instead of a page is reported there, once.
        paths.formUnion(misnamedPages(sources.map(\.name)).map { "/\($0)" })
        let kinds = kinds(contract, linkSet.links, paths)
        pageKinds = kinds
        var pages = Self.pages(sources, recalling: specs, from: kinds, reporting: &diagnostics)
        for index in pages.indices {
            pages[index].path = path(ofPage: pages[index].name, links: linkSet.links)
            pages[index].links = pages[index].linkNames.compactMap { name in
                linkSet.links.first { $0.name == name.value }
            }
        }
        let faulty = Set(diagnostics.filter { $0.severity == .error }.compactMap(\.file))
        for page in pages {
            let collector = DiagnosticCollector(page.source)
            PageChecks(
                page: page, app: file, links: linkSet.links, paths: paths, contract: contract, collector: collector,
                isSound: !faulty.contains(page.source.file)
            ).report()
            diagnostics += page.spec?.located(collector.diagnostics) ?? collector.diagnostics
        }
        checkElsewhere(pages)
        checkChangePassword(pages, of: sources.map(\.name))
        checkFooter(paths)
        checkPasskeys(paths)
        checkContinuation(contract)
        checkWebLogin(paths)
        warnOfUnlikelyValues(paths)
        let emails = read(emailSources, links: linkSet.links, paths: paths, contract)
        checkLinkNames(usedBy: pages, emails)
        checkNames(of: emails, contract)
        var app = App(
            file: file, linkSet: linkSet, contract: contract, writtenContract: written, pages: pages, emails: emails,
            brand: brand.brand,
            publicFiles: publicFiles.files, pagesByPath: pagesByPath(sources.map(\.name), linkSet.links))
        app.translations = readTranslations(
            of: pages, from: kinds, ofSound(sources, translations.pages),
            of: emails, ofSound(emailSources, translations.emails)
        ) { [file] original, collector throws(DiagnosticReport) in
            try EmailReader(
                name: original.name, collector: collector, app: file, links: linkSet.links, paths: paths,
                contract: contract
            ).read(translating: original)
        }
        // Who has an error to mend has begun with something else.
        checkBackend(of: pages)
        return app
    }

    /// The translations whose originals have no errors: one that is compared with half an original is blamed for its faults.
    private func ofSound(_ originals: [AppSources.Spec], _ translations: [AppSources.Spec]) -> [AppSources.Spec] {
        let faulty = Set(diagnostics.filter { $0.severity == .error }.compactMap(\.file))
        let unread = Set(originals.filter { $0.source.map { faulty.contains($0.file) } ?? true }.map(\.name))
        return translations.filter { !unread.contains($0.name) }
    }

    private func brandSources(_ assets: [AppAsset]) -> BrandSources {
        let byPath = Dictionary(assets.map { ($0.path, $0) }) { first, _ in first }
        return BrandSources(names: Array(byPath.keys)) { name, limit, advice throws(DiagnosticReport) in
            guard let asset = byPath[name] else { return nil }
            return (try asset.bytes(limit: limit, advice: advice), asset.file)
        } diagnostic: { [file] code, place, message, fix in
            file.diagnostic(code: code, at: place, message, fix: fix)
        }
    }

    private mutating func read(
        _ sources: [AppSources.Spec], links: [LinkDefinition], paths: Set<String>, _ contract: Contract?
    ) -> [Email] {
        var emails: [Email] = []
        for spec in sources {
            guard let source = spec.source else { continue }
            let collector = DiagnosticCollector(source)
            let reader = EmailReader(
                name: spec.name, collector: collector, app: file, links: links, paths: paths, contract: contract)
            do {
                emails.append(try reader.read(recalling: specs))
            } catch {
                diagnostics += error.diagnostics
            }
            diagnostics += collector.diagnostics
        }
        return emails
    }

    /// The problems of pages that do not depend on `app.yml`, for use if that cannot be read.
    static func mistakes(
        ofPagesAlone sources: [AppSources.Spec], recalling specs: SpecLibrary
    ) -> [Diagnostic] {
        var mistakes: [Diagnostic] = []
        let pages = pages(sources, recalling: specs, reporting: &mistakes)
        return mistakes
            + pages.flatMap { page in
                let collector = DiagnosticCollector(page.source)
                StateGraph(page: page, collector: collector).report()
                return collector.diagnostics
            }
    }

    private static func pages(
        _ sources: [AppSources.Spec], recalling specs: SpecLibrary, from kinds: PageKinds? = nil,
        reporting diagnostics: inout [Diagnostic]
    ) -> [Page] {
        var pages: [Page] = []
        for spec in sources {
            guard let source = spec.source else { continue }
            let collector = DiagnosticCollector(source)
            let reader = PageReader(name: spec.name, collector: collector)
            if let page = reader.read(recalling: specs, from: kinds) { pages.append(page) }
            diagnostics += collector.diagnostics
        }
        return pages
    }

    func path(ofPage name: String, links: [LinkDefinition]) -> String {
        links.first { $0.page == name }?.web.first?.routePath ?? "/\(name)"
    }

    /// Reads the app's contract, and checks the settings for it; nil if it is missing or invalid.
    private mutating func readContract() -> Contract? {
        guard let contracts else { return nil }
        guard let backend = file.contents.backend else {
            if let contract {
                diagnostics.append(
                    Diagnostic(
                        .warning, code: "unread-file", file: contract.file,
                        message: "nothing reads this contract: app.yml has no 'backend:'",
                        fix: "Say where the backend is: backend: { base: \"https://api.example.com\" }"))
            }
            return nil
        }
        do throws(DiagnosticReport) {
            guard let source = source(of: backend, among: contracts) else { return nil }
            let contract = try contracts.contract(parsing: source)
            checkSettings(of: backend, contract: contract)
            if backend.backend.captcha != nil, !contract.operations.contains(where: \.isGuarded) {
                report(
                    "unguarded-contract", at: "backend.captcha",
                    "no request of the contract '\(backend.backend.contract)' has a place for a captcha's answer",
                    fix: contract.standing == nil
                        ? "Write \"{{captcha?}}\" where the backend reads it, or remove the captcha."
                        : "Remove it, or describe the backend in a contract of your own, with \"{{captcha?}}\" where it reads the answer."
                )
            }
            if let provider = backend.backend.captcha?.provider.name, !contract.captchas.isEmpty,
                !contract.captchas.contains(provider)
            {
                report(
                    "unverified-captcha", at: "backend.captcha.\(provider)",
                    "'\(backend.backend.contract)' verifies no answers of '\(provider)'",
                    fix: "The providers are \(contract.captchas.joined(separator: ", ")).")
            }
            warnOfUnlikelyBase(backend.backend.base, contract)
            diagnostics += ContractWarnings.diagnostics(of: contract, in: source)
            return contract
        } catch {
            diagnostics += error.diagnostics
            return nil
        }
    }

    /// The file of the contract that an app uses: the one that it names, else its own.
    private mutating func source(of backend: AppFile.BackendContents, among contracts: ContractLibrary) -> SourceText? {
        let list = "The contracts are \(contracts.names.joined(separator: ", "))."
        let own = "describe the backend in \(ContractLibrary.ownFile): latchkey add contract \(file.name)"
        switch (backend.contract, contract) {
        case (let name?, nil):
            if let source = contracts[name.value] { return source }
            report(
                "unknown-contract", at: name.location, "there is no contract '\(name.value)'",
                fix: Self.contractFix(name.value, contracts)
                    ?? Suggestion.question(for: name.value, in: contracts.names).map(ValueMessage.init(known:))
                    ?? "\(known: list) Or remove the key, and \(known: own)")
        case (let name?, _?):
            report(
                "two-contracts", at: name.location,
                "the app has a contract of its own, \(known: ContractLibrary.ownFile)",
                fix: "Remove the key, or the file.")
        case (nil, let source?): return source
        case (nil, nil):
            report(
                "no-contract", at: backend.location,
                "there is neither a key 'contract' nor a file \(known: ContractLibrary.ownFile) beside app.yml",
                fix: "Write 'contract: NAME'. \(known: list) Or \(known: own)")
        }
        return nil
    }

    /// The fix for the path of a contract's file in place of its name.
    private static func contractFix(_ written: String, _ contracts: ContractLibrary) -> ValueMessage? {
        let file = written.split { $0 == "/" || $0 == "\\" }.last.map { $0.lowercased() } ?? ""
        let name = [".yml", ".yaml"].first(where: file.hasSuffix).map { String(file.dropLast($0.utf8.count)) } ?? file
        if contracts[name] != nil { return "Write the name alone: contract: \(known: name)" }
        guard name + ".yml" == ContractLibrary.ownFile else { return nil }
        return "Remove the key: without it, the contract is \(known: ContractLibrary.ownFile) beside app.yml."
    }

    private mutating func checkSettings(of backend: AppFile.BackendContents, contract: Contract) {
        let settings = backend.settings
        let known = contract.settings.map(\.name)
        for (name, _) in settings where !known.contains(name.value) {
            report(
                "unknown-setting", at: name.location,
                "the contract '\(backend.backend.contract)' has no setting '\(name.value)'",
                fix: Suggestion.question(for: name.value, in: known).map(ValueMessage.init(known:))
                    ?? (known.isEmpty
                        ? "It has none: remove it." : "Its settings are \(known.joined(separator: ", "))."))
        }
        let meant = settings.keys.filter { !known.contains($0) }.compactMap { Suggestion.nearest(to: $0, in: known) }
        for setting in contract.settings
        where setting.isRequired && (settings[setting.name]?.value ?? "").isEmpty && !meant.contains(setting.name) {
            report(
                "missing-setting", at: backend.contract?.location ?? backend.location,
                "the contract '\(backend.backend.contract)' needs the setting '\(known: setting.name)'",
                fix: "Add it to the backend: settings: { \(known: setting.name): … }")
        }
    }

    private mutating func readLinkSet() -> AppLinkSet {
        let contents = file.contents
        for name in contents.links.keys where !PageReader.isName(name) {
            report(
                "bad-link-name", at: "links.\(name)", "'\(name)' is not a name for a link",
                fix: "\(known: PageReader.nameFix).")
        }
        let set = AppLinkSet(
            hosts: contents.hosts,
            ios: contents.ios, android: contents.android, links: contents.links.map(\.value),
            login: contents.login?.app.flatMap { try? URLTemplate(parsing: $0) })
        for problem in set.problems(written: file.document.written) {
            let name = problem.place.text.removing(prefix: "links.") ?? ""
            // The file of an environment changes a link by its name.
            let isOverride = file.document.location(of: problem.place.text)?.file != file.document.source.file
            let meant =
                problem.code == "link-without-end" && isOverride
                ? Suggestion.question(for: name, in: set.links.map(\.name).filter { $0 != name }) : nil
            report(
                problem.code, at: problem.place.text, ValueMessage(known: problem.message),
                fix: (meant ?? problem.fix).map(ValueMessage.init(known:)), offset: problem.place.offset)
        }
        return set
    }

    private mutating func checkLinks(pages: [String]) {
        for (name, link) in file.contents.links {
            if let page = link.page { checkPage(page, at: "links.\(name.value).page", of: pages) }
            let value = link.web.first?.parameters.first { name in
                link.web.allSatisfy { $0.parameters.contains(name) }
            }
            if let app = link.app, app.parameters.isEmpty, let value {
                warn(
                    "app-without-parameters", at: "links.\(name.value).app",
                    "the app is opened without the link's '\(known: value)'",
                    fix:
                        "Add it, such as ?\(known: value)={\(known: value)}, or remove 'app:' if the app cannot use it."
                )
            }
        }
    }

    private mutating func checkLinkNames(usedBy pages: [Page], _ emails: [Email]) {
        let used = pages.flatMap { $0.linkNames.map(\.value) } + emails.compactMap { $0.linkName?.value }
        for (declared, used) in MisspeltNames.pairs(declared: file.contents.links.keys, used: used) {
            report(
                "unused-link", at: "links.\(declared)", "no page and no email uses the link '\(known: declared)'",
                fix: "Did you mean '\(known: used)'?")
        }
    }

    /// Warns of an email whose name is nearly that of one that the backend sends, and that there is not.
    private mutating func checkNames(of emails: [Email], _ contract: Contract?) {
        let sent = Set((contract?.operations ?? []).compactMap { $0.sends?.rawValue })
        let missing = sent.subtracting(emails.map(\.name)).sorted()
        func words(_ name: String) -> Set<Substring> { Set(name.split { "-_".contains($0) }) }
        for email in emails where EmailPurpose(rawValue: email.name) == nil {
            let same = missing.first {
                words($0) == words(email.name) || words($0).union(["email"]) == words(email.name)
            }
            guard let name = same else { continue }
            diagnostics.append(
                email.source.diagnostic(
                    .warning, code: "misnamed-email", at: 0, "the contract sends no email '\(email.name)'",
                    fix: "Rename the file to \(name).md if it is for that email."))
        }
    }

    mutating func diagnose(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

    mutating func report(_ code: String, at location: SourceLocation, _ message: ValueMessage, fix: ValueMessage) {
        diagnostics.append(file.document.diagnostic(code: code, at: location, message, fix: fix))
    }

    mutating func warn(_ code: String, at path: String, _ message: ValueMessage, fix: ValueMessage) {
        report(code, as: .warning, at: path, message, fix: fix)
    }

    mutating func report(
        _ code: String, as severity: Diagnostic.Severity = .error, at path: String, _ message: ValueMessage,
        fix: ValueMessage?, offset: Int? = nil
    ) {
        diagnostics.append(file.diagnostic(severity, code: code, at: path, message, fix: fix, offset: offset))
    }
}
