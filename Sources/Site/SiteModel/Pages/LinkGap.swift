import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions
import TextEncoding
import YAML

/// A link of `app.yml` without values that its page needs of it: the backend's links have other names, or more parts.
struct LinkGap {
    private let page: Page
    private let link: LinkDefinition
    private let missing: [String]
    /// The link's parameters that no operation of the page takes.
    private let unused: [String]
    /// The values of the operation that the link has or should have, in the contract's order.
    private let needed: [String]
    /// Whether the backend adds items to the query of its links, and writes none of their path.
    private let hasQuery: Bool

    /// Nil if the values may also come from a field, if the page receives no link, or if a contract of the team's own may be
    /// what is wrong.
    init?(of page: Page, for operation: Contract.Operation, _ missing: [String], _ contract: Contract) {
        let isAutomatic = page.states.contains { $0.onLoad?.value == operation.name }
        guard contract.standing != nil, let link = page.links.first, !link.web.isEmpty, !missing.isEmpty,
            !missing.contains(Contract.Need.captcha),
            page.isOfKind || operation.consumes == .link || isAutomatic
        else { return nil }
        let operations = page.states.flatMap(\.operations).compactMap(contract.operation)
        let needs = Set(operations.flatMap(\.needs).map(\.name))
        // What a person types is in no link, and a field that nothing sends may be meant for what is missing.
        let typed: Set = ["password", "new-password", "current-password", "name"]
        let isRenamed = page.states.flatMap(\.fields).contains { field in
            if case .same = field.rule { return false }
            return field.rule != .consent && !needs.contains(field.name)
        }
        if isRenamed || !typed.isDisjoint(with: missing) { return nil }
        let shown = Set(page.states.flatMap(\.values).map(\.value))
        unused = page.parameters.filter { !needs.contains($0) && !shown.contains($0) }
        needed = operation.needs.map(\.name).filter { missing.contains($0) || page.parameters.contains($0) }
        hasQuery =
            contract.continueItem != nil
            || contract.settings.contains { $0.name.hasSuffix("url") || $0.name.hasPrefix("redirect") }
        self.page = page
        self.link = link
        self.missing = missing
    }

    func report(to collector: DiagnosticCollector, _ app: AppFile) {
        // What the app's own address takes, and 'web' lacks, is reported there.
        if let own = link.app, missing.contains(where: own.parameters.contains) { return }
        let names = missing.map { "'{\($0)}'" }.joined(separator: " and ")
        let diagnostic = app.diagnostic(
            code: "unknown-value", at: "links.\(link.name).web",
            "the page '\(page.name)' needs \(names) of this link, which does not have \(missing.count == 1 ? "it" : "them")",
            fix: "\(known: fix(app.contents.backend?.backend.contract ?? ""))")
        // Several operations need the same value, which is one mistake.
        if collector.diagnostics.contains(where: { $0.code == diagnostic.code && $0.place == diagnostic.place }) {
            return
        }
        collector.diagnostics.append(diagnostic)
    }

    private func fix(_ backend: String) -> String {
        let segments = missing.map { "{\($0)}" }.joined(separator: "/")
        let oldSegments = unused.map { "{\($0)}" }.joined(separator: "/")
        if !unused.isEmpty, link.web[0].text.contains("/\(oldSegments)") {
            if hasQuery {
                return
                    "Write the link as the backend sends it, with \(missing.map { "\($0)={\($0)}" }.joined(separator: "&")) in its query: 'latchkey init NAME --backend \(backend)' writes one."
            }
            return "Write \(segments) in place of \(oldSegments)\(alsoInApp)."
        }
        let present = needed.filter { !missing.contains($0) }.map { "{\($0)}" }.joined(separator: "/")
        if unused.isEmpty, !present.isEmpty, link.web[0].text.contains("/\(present)") {
            return "Write \(needed.map { "{\($0)}" }.joined(separator: "/")) in place of \(present)\(alsoInApp)."
        }
        if unused.isEmpty {
            let items = missing.map { "\($0)={\($0)}" }.joined(separator: "&")
            return
                "Add \(missing.count == 1 ? "it" : "them"): \(items), as the backend's links have \(missing.count == 1 ? "it" : "them")\(alsoInApp)."
        }
        if missing.count == unused.count {
            let parts = zip(missing, unused).map { "\(written($0.0, for: $0.1)) in place of \(written($0.1))" }
            return "Write \(parts.joined(separator: ", and "))\(alsoInApp)."
        }
        let old = unused.map { written($0) }.joined(separator: " and ")
        return "Write \(missing.map { "\($0)={\($0)}" }.joined(separator: "&")) in place of \(old)\(alsoInApp)."
    }

    /// The end of a fix that the app's own address needs too: it has the same parameters in the same items.
    private var alsoInApp: String {
        let isAlike = link.app.map { own in
            own.parameters == link.web[0].parameters
                && own.query.filter(\.value.isParameter) == link.web[0].query.filter(\.value.isParameter)
        }
        return isAlike == true ? ", here and in 'app'" : ""
    }

    /// A parameter with the name of its item, if it has one: `key={token}`.
    private func written(_ parameter: String, for old: String? = nil) -> String {
        let text = link.web[0].text
        let placeholder = "{\(old ?? parameter)}"
        guard let range = Substring(text).firstRange(of: "=\(placeholder)") else { return "{\(parameter)}" }
        let item = String(text[..<range.lowerBound].reversed().prefix { !"?&#".contains($0) }.reversed())
        return old == nil ? "\(item)=\(placeholder)" : "\(parameter)={\(parameter)}"
    }
}

extension LinkGap {
    /// Warns of items of a link that nothing reads: links without them would not be recognised.
    static func reportUnread(of page: Page, _ contract: Contract, to collector: DiagnosticCollector, _ app: AppFile) {
        let operations = page.states.flatMap(\.operations).compactMap(contract.operation)
        guard contract.standing != nil, !operations.isEmpty else { return }
        let read = Set(
            operations.flatMap(\.needs).map(\.name) + page.states.flatMap(\.values).map(\.value)
                + page.links.compactMap(\.app).flatMap(\.parameters) + [contract.continueItem].compactMap(\.self))
        for link in page.links {
            for (index, template) in link.web.enumerated() {
                for item in template.query + template.fragment {
                    guard case .parameter(let name) = item.value, !read.contains(name) else { continue }
                    let literal = link.app.flatMap { $0.query.first { $0.name == item.name } }?.value
                    let isShown = app.document.written(at: "links.\(link.name).app") == nil
                    let always: String? = if isShown, case .literal(let text)? = literal { text } else { nil }
                    collector.diagnostics.append(
                        app.diagnostic(
                            .warning, code: "unread-parameter",
                            at: link.web.count > 1 ? "links.\(link.name).web[\(index)]" : "links.\(link.name).web",
                            "nothing reads '{\(known: name)}' of this link, and links without it are not recognised",
                            fix: always.map { "Write what such links always have: \(known: item.name)=\(known: $0)" }
                                ?? "Leave it out, since a link may have further items, or write what such links always have: \(known: item.name)=…"
                        ))
                }
            }
        }
    }
}
