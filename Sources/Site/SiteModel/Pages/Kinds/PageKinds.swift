import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions
import YAML

/// What becomes of a page that names its kind: the catalogue's page of the kind, as far as the app can have it, with
/// what the author's file changes.
struct PageKinds {
    let library: ContractLibrary
    /// Nil if the app has no backend.
    let contract: Contract?
    let backend: Backend?
    let links: [LinkDefinition]
    /// The paths of the app's pages and files, and those that other servers answer.
    let paths: Set<String>
    /// Whether the app's login can be opened.
    let hasLogin: Bool
    /// The languages whose translations of the catalogue's pages replace their texts, the most specific one first.
    var languages: [LanguageTag] = []
    /// What the catalogue's pages say of the app: its name and its support address.
    let values: KindValues

    /// The page that the author's spec with the key `kind` stands for; nil after reporting a problem, located at the
    /// key.
    func spec(of own: PageSpec, named page: String, reporting collector: DiagnosticCollector) -> PageSpec? {
        guard let value = own.document.root?["kind"], let place = value.location,
            let finding = find(own, [], named: page, reporting: collector)
        else { return nil }
        let kind = value.text ?? ""
        switch finding {
        case .page(let spec, let unsupplied):
            reportUnread(own, kind, collector)
            for operation in unsupplied { reportUnsupplied(operation, of: kind, at: place, collector) }
            return spec
        case .missingLink(let link): reportMissing(link, of: page, kind: kind, at: place, collector)
        case .missingOperation(let operation):
            let known = contract?.operation(named: operation.name)
            if known?.isGuarded == true {
                collector.report(
                    "unfit-kind", at: place,
                    "a captcha guards '\(operation.name)', and its script may not run on a page that a link opens",
                    fix: "Remove 'captcha:' from app.yml, or this page: people then ask for the link in the app.")
                break
            }
            if let known, known.consumes == nil, contract?.standing == nil {
                let contract = backend?.contract ?? ""
                for name in operation.lacks {
                    collector.report(
                        "unfit-kind", at: place,
                        "'\(operation.name)' of the contract '\(contract)' needs '{{\(name)}}', which a page of the kind '\(kind)' does not have",
                        fix: ValueName(name).advice(on: contract, in: operation.supplied)
                            ?? "For a value of app.yml, declare it in the contract: settings: { \(name): required }; for what a visitor types or a link has, write the page yourself."
                    )
                }
                break
            }
            collector.report(
                "unfit-kind", at: place,
                "a page of the kind '\(kind)' needs the operation '\(operation.name)', which the contract '\(backend?.contract ?? "")' does not have",
                fix: contract.flatMap { library.operation(of: $0, namedFor: operation.name) }.map {
                    ContractLibrary.fix(forOperation: $0, namedFor: operation.name)
                }
                    ?? (fits.isEmpty
                        ? "Write the page yourself, or describe the operation in a contract of your own."
                        : "The kinds that fit are \(list(fits))."))
        case .missingValue(let key):
            collector.report(
                "unfit-kind", at: place, "a page of the kind '\(kind)' needs the key '\(key)' of app.yml",
                fix: "Write it there: \(AppFile.Contents.keyTable[key]?.line ?? key)")
        }
        return nil
    }

    /// Warns that the kind's page is without an operation of the contract.
    private func reportUnsupplied(
        _ operation: PageFitting.NeededOperation, of kind: String, at place: SourceLocation,
        _ collector: DiagnosticCollector
    ) {
        let contract = backend?.contract ?? ""
        for name in operation.lacks {
            let typed = operation.supplied
            let sent = self.contract?.operation(named: operation.name)?.needs.map(\.name) ?? []
            let kept = Set(self.contract?.operations.flatMap(\.keeps) ?? []).subtracting(sent)
            collector.report(
                "unsupplied-value", as: .warning, at: place,
                "'\(operation.name)' of the contract '\(contract)' needs '{{\(name)}}', which nothing supplies, so a page of the kind '\(kind)' is without it",
                fix: ValueName(name).advice(on: contract, in: typed + kept.sorted())
                    ?? (typed.count == 1
                        ? "Write '{{\(typed[0])}}' in the contract: that is the field for it."
                        : typed.isEmpty
                            ? "Keep it in the contract from the response that has it."
                            : "The fields for it are \(list(typed)): write one of them in the contract."))
        }
    }

    /// Reports keys that the kind's page has no place for.
    private func reportUnread(_ own: PageSpec, _ kind: String, _ collector: DiagnosticCollector) {
        for key in own.document.root?.members.map(\.key) ?? [] {
            guard let name = key.text, let place = key.location, let needed = Self.keysOfKinds[name],
                !kind.hasPrefix(needed)
            else { continue }
            collector.report(
                "unread-key", at: place, "a page of the kind '\(kind)' has no place for '\(name)'",
                fix: "Remove it: it is for the kind '\(needed)'.")
        }
    }

    /// The keys that one kind takes, and those that begin with its name.
    private static let keysOfKinds = ["session": "magic-link", "data": AccountDeletion.kind]

    private enum Finding {
        case page(PageSpec, unsupplied: [PageFitting.NeededOperation]), missingLink(PageFitting.NeededLink),
            missingOperation(PageFitting.NeededOperation),
            missingValue(String)
    }

    /// What becomes of a page that names its kind; nil after problems of the files were reported.
    /// `translations` are those of the author's file, the least specific one first.
    private func find(
        _ own: PageSpec, _ translations: [(LanguageTag, PageSpec)], named page: String,
        reporting collector: DiagnosticCollector
    ) -> Finding? {
        guard let value = own.document.root?["kind"], let place = value.location else { return nil }
        guard let kind = value.text, library.pages[kind] != nil else {
            collector.report(
                "unknown-kind", at: place, "\(value.summary) is not a kind of page",
                fix: value.text.flatMap { Suggestion.question(for: $0, in: library.kinds) }
                    ?? "The kinds are \(list(library.kinds)). A page without a kind has its own 'title', 'start' and states."
            )
            return nil
        }
        let finding = find(
            kind, opening: own.document.root?["link"]?.texts, named: page,
            filling: values.merging(AccountDeletion.values(of: own.document.root?["data"])).merging(session(own)),
            reporting: collector)
        guard case .page(let fitted, let unsupplied)? = finding else { return finding }
        fitted.warnOfLostWays(in: own, to: collector)
        var spec = fitted.overridden(by: own)
        if !fitted.languages.isEmpty {
            var original = self
            original.languages = []
            let silent = DiagnosticCollector(own.source)
            if case .page(let untranslated, _)? = original.find(own, [], named: page, reporting: silent) {
                spec.restoreTexts(changedBy: own, from: untranslated)
            }
        }
        spec = translations.reduce(spec) { $0.translated(by: $1.1, into: $1.0, reporting: collector) }
        return .page(spec, unsupplied: unsupplied)
    }

    /// What becomes of the catalogue's page of a kind, which is one of the catalogue's; nil after problems of its files
    /// were reported. `own` is the names of the links in the author's file, or nil if it has none.
    private func find(
        _ kind: String, opening own: [String]?, named page: String, filling values: KindValues,
        reporting collector: DiagnosticCollector
    ) -> Finding? {
        var missing: Finding?
        for name in [kind] + ContractLibrary.variants.map({ kind + $0 }) {
            guard let written = library.pages[name] else { continue }
            guard let source = values.fill(written) else {
                missing = missing ?? values.lacked(by: written).map(Finding.missingValue)
                continue
            }
            let base = DiagnosticCollector(source)
            let parsed = PageReader(name: page, collector: base).spec()
            guard var spec = parsed, !base.diagnostics.contains(where: { $0.severity == .error }) else {
                collector.diagnostics += base.diagnostics
                return nil
            }
            let translations = languages.reversed().compactMap { tag in
                library.pages["\(name).\(tag)"].flatMap(values.fill).flatMap {
                    translation(in: $0, named: page, collector)
                }.map {
                    (tag, $0)
                }
            }
            // A page of the catalogue may itself name its kind.
            if spec.document.root?["kind"] != nil {
                switch find(spec, translations, named: page, reporting: collector) {
                case .page(let found, _): spec = found
                case .missingOperation(let operation):
                    missing = missing ?? .missingOperation(operation)
                    continue
                case let other: return other
                }
            } else {
                spec = translations.reduce(spec) { $0.translated(by: $1.1, into: $1.0, reporting: collector) }
            }
            let fitting = PageFitting(spec, for: self, opening: linkNames(own, or: spec, page))
            switch fitting.result {
            case .page(let fitted):
                // The author's values may be what is wrong with a line.
                collector.diagnostics += base.diagnostics
                return fitting.neededLink.map(Finding.missingLink) ?? .page(fitted, unsupplied: fitting.unsupplied)
            case .needs(let operation): missing = missing ?? .missingOperation(operation)
            }
        }
        return missing
    }

    private func translation(
        in source: SourceText, named page: String, _ collector: DiagnosticCollector
    ) -> PageSpec? {
        let own = DiagnosticCollector(source)
        defer { collector.diagnostics += own.diagnostics }
        return PageReader(name: page, collector: own).translation()
    }

    /// The kinds that the app's contract has the operations for.
    private var fits: [String] {
        library.kinds.filter { kind in
            guard let source = library.pages[kind] else { return false }
            return
                switch find(
                    kind, opening: nil, named: kind, filling: values, reporting: DiagnosticCollector(source))
            {
            case .page, .missingLink: true
            case .missingOperation, .missingValue, nil: false
            }
        }
    }

    /// The address at which the app's web part goes on with the session that a link brought, which is in the fragment as
    /// Supabase's own links have it.
    private func session(_ own: PageSpec) -> KindValues {
        let kept = contract?.operation(named: "sign-in-with-link")?.keeps.filter { !["account", "email"].contains($0) }
        let items = (kept ?? []).map { "\($0)={{\($0)}}" }.joined(separator: "&")
        // What is no address is told at the key.
        let address = own.document.root?["session"]?.text.flatMap { text in
            LinkDestination.problem(withSessionAt: text) == nil ? text : nil
        }
        return KindValues(["session": address.map { ["\($0)#\(items)"] } ?? []])
    }

    /// The names of the links that open the page: those of the author's file, else of `app.yml`.
    private func linkNames(_ own: [String]?, or base: PageSpec, _ page: String) -> [String] {
        if let own { return own }
        let opening = links.filter { $0.page == page }.map(\.name)
        let known = base.document.root?["link"]?.texts.filter { name in links.contains { $0.name == name } } ?? []
        return opening.isEmpty ? known : opening
    }

    private func reportMissing(
        _ link: PageFitting.NeededLink, of page: String, kind: String, at place: SourceLocation,
        _ collector: DiagnosticCollector
    ) {
        let query = link.parameters.map { "\($0)={\($0)}" }.joined(separator: "&")
        collector.report(
            "missing-link", at: place,
            "a page of the kind '\(kind)' is opened by a link, and no link of app.yml opens the page '\(page)'",
            fix: contract == nil && library.pages["\(kind)-by-request"] != nil
                ? "Write 'kind: \(kind)-by-request', which asks by email: app.yml has no backend that sends links."
                : "Define it under 'links:' in app.yml: \(link.name): { web: \"/\(page)\(query.isEmpty ? "" : "?\(query)")\", page: \(page) }"
        )
    }

    private func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
