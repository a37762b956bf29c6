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
        let sources = sources + misplaced(emailSources, amongPages: false, besides: sources)
        let emailSources = emailSources + misplaced(sources, amongPages: true, besides: emailSources)
        let brand = BrandReader.read(file.contents.theme, brandSources(assets))
        let publicFiles = PublicFiles(assets)
        diagnostics += brand.diagnostics + publicFiles.diagnostics
        let linkSet = readLinkSet()
        let written = readContract()
        checkLinks(written, pages: sources.map(\.name))
        var contract = file.contents.backend?.backend.captcha == nil ? written?.withoutCaptcha() : written
        if file.contents.languages.isEmpty { contract = contract?.withoutLanguage() }
        var paths = Set(file.contents.elsewhere?.map(\.value.text) ?? [])
        // Links to an unreadable page are not reported as a second problem.
        for page in sources { paths.insert(path(ofPage: page.name, links: linkSet.links)) }
        // A file that is not served is told at the file.
        paths.formUnion(assets.filter(\.isPublic).map { String($0.path.dropFirst(AppAsset.publicFolder.count)) })
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
        let faulty = faultyFiles
        for page in pages {
            let collector = DiagnosticCollector(page.source)
            PageChecks(
                page: page, app: file, links: linkSet.links, paths: paths, contract: contract, collector: collector,
                pages: pages, isSound: !faulty.contains(page.source.file)
            ).report()
            diagnostics += page.spec?.located(collector.diagnostics) ?? collector.diagnostics
        }
        checkElsewhere(pages)
        checkChangePassword(pages, of: sources.map(\.name), contract)
        checkFooter(paths)
        checkPasskeys(paths, pages, contract)
        checkContinuation(contract)
        warnOfUnusedValues(in: written, pages: pages)
        checkWebLogin(paths, pages)
        warnOfUnlikelyValues()
        warnOfSettings(contract: written, linkSet.links, paths)
        let emails = read(emailSources, links: linkSet.links, paths: paths, pages, contract)
        checkLinkNames(usedBy: pages, emails)
        checkRemovals(usedBy: pages, emails)
        if let contract {
            warnOfUnsuppliedValues(of: contract, pages, linkSet.links)
            warnOfRenamedOperations(of: contract, pages)
        }
        checkNames(of: emails, contract)
        var app = App(
            file: file, linkSet: linkSet, contract: contract, writtenContract: written, pages: pages, emails: emails,
            brand: brand.brand,
            publicFiles: publicFiles.files, pagesByPath: pagesByPath(sources.map(\.name), linkSet.links))
        app.translations = readTranslations(
            of: pages, from: kinds, ofSound(sources, translations.pages),
            of: emails, ofSound(emailSources, translations.emails), originals: (sources, emailSources)
        ) { [file] original, collector throws(DiagnosticReport) in
            try EmailReader(
                name: original.name, collector: collector, app: file, links: linkSet.links, paths: paths,
                contract: contract
            ).read(translating: original)
        }
        // Who has an error to mend has begun with something else.
        checkBackend(of: pages)
        holdBackConsequences()
        return app
    }

    /// Removes what pages and emails are told about links while a link has a name that is refused: it follows from that.
    private mutating func holdBackConsequences() {
        guard file.contents.links.keys.contains(where: { !PageReader.isName($0) }) else { return }
        let codes: Set = ["unknown-link", "unknown-start", "unknown-value", "unused-link", "missing-link"]
        diagnostics.removeAll { codes.contains($0.code) }
    }

    /// The files in which errors were found so far.
    var faultyFiles: Set<String> { Set(diagnostics.filter { $0.severity == .error }.compactMap(\.file)) }

    /// The translations whose originals have no errors: one that is compared with half an original is blamed for its faults.
    private func ofSound(_ originals: [AppSources.Spec], _ translations: [AppSources.Spec]) -> [AppSources.Spec] {
        let faulty = faultyFiles
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
        _ sources: [AppSources.Spec], links: [LinkDefinition], paths: Set<String>, _ pages: [Page],
        _ contract: Contract?
    ) -> [Email] {
        var emails: [Email] = []
        func isNamed(_ link: LinkDefinition) -> Bool {
            sources.compactMap(\.source?.text).contains { text in
                text.split(separator: "\n").contains { $0.hasPrefix("link:") && $0.hasSuffix(" \(link.name)") }
            }
        }
        for spec in sources {
            guard let source = spec.source else { continue }
            let collector = DiagnosticCollector(source)
            let reader = EmailReader(
                name: spec.name, collector: collector, app: file, links: links, paths: paths, pages: pages,
                contract: contract, unnamedLinks: { links.filter { !isNamed($0) }.map(\.name) })
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
            if let page = reader.read(recalling: specs, from: kinds) {
                pages.append(page)
            } else if kinds != nil, !collector.diagnostics.contains(where: { $0.severity == .error }) {
                // A page is never left out without a word.
                collector.report(
                    "unread-page", at: SourceLocation(file: source.file, line: 1, column: 1),
                    "this page could not be read", fix: "Write it without 'kind:'.")
            }
            diagnostics += collector.diagnostics
        }
        return pages
    }

    func path(ofPage name: String, links: [LinkDefinition]) -> String {
        links.first { $0.page == name }?.web.first?.routePath ?? "/\(name)"
    }

    private mutating func readLinkSet() -> AppLinkSet {
        let contents = file.contents
        for name in contents.links.keys where !PageReader.isName(name) {
            report(
                "bad-link-name", at: "links.\(name)", "'\(name)' is not a name for a link",
                fix: "\(known: PageReader.nameFix)\(known: LinkDefinition.writtenName(name).map { ": \($0)" } ?? ".")")
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

    private mutating func checkLinks(_ contract: Contract?, pages: [String]) {
        for (name, link) in file.contents.links {
            if let page = link.page {
                // A page of this kind would not fit either.
                let fix = EmailPurpose(rawValue: name.value) == nil ? nil : contract?.adviceOnLink
                checkPage(
                    page, at: "links.\(name.value).page", of: pages, fix: fix.map(ValueMessage.init(known:)))
            }
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
        let used =
            pages.flatMap { page in page.linkNames.map { (name: $0.value, file: "\(page.name).md", page: page) } }
            + emails.compactMap { email in
                email.linkName.map { (name: $0.value, file: "emails/\(email.name).md", page: nil) }
            }
        for (declared, name) in MisspeltNames.pairs(declared: file.contents.links.keys, used: used.map(\.name)) {
            let files = used.filter { $0.name == name }.map { user in
                user.file + (user.page?.start.states[name] == nil ? "" : " (also under 'start:')")
            }
            report(
                "unused-link", at: "links.\(declared)", "no page and no email uses the link '\(known: declared)'",
                fix:
                    "Write '\(known: declared)' in \(known: files.joined(separator: " and in ")), or '\(known: name)' here."
            )
        }
    }

    /// Warns of an email whose name has the words of one that the backend sends, and that there is not.
    private mutating func checkNames(of emails: [Email], _ contract: Contract?) {
        let sent = Set((contract?.operations ?? []).compactMap { $0.sends?.rawValue })
        let missing = sent.subtracting(emails.map(\.name)).sorted()
        func words(_ name: String) -> Set<Substring> { Set(name.split { "-_".contains($0) }) }
        for email in emails where EmailPurpose(rawValue: email.name) == nil {
            let meant =
                missing.first {
                    words($0) == words(email.name) || words($0).union(["email"]) == words(email.name)
                } ?? EmailPurpose(namedIn: [email.name]).flatMap { missing.contains($0.rawValue) ? $0.rawValue : nil }
            guard let meant else { continue }
            diagnostics.append(
                email.source.diagnostic(
                    .warning, code: "misnamed-email", at: 0, "the contract sends no email '\(email.name)'",
                    fix: "Rename the file to \(meant).md if it is for that email."))
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
