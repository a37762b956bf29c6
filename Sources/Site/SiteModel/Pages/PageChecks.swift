import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions
import TextEncoding
import YAML

/// Checks a page spec against its app: its links, paths, operations and values must exist.
struct PageChecks {
    let page: Page
    let app: AppFile
    let links: [LinkDefinition]
    /// The paths of the app's pages and files, and those that other servers answer.
    let paths: Set<String>
    /// The backend's contract; nil if there is none or it was not read.
    let contract: Contract?
    let collector: DiagnosticCollector
    /// The pages of the app.
    var pages: [Page] = []
    /// Whether its file was read without an error.
    var isSound = true

    /// Values that every page may show: the wait after a rate-limited request, and the account's email once it is
    /// known.
    static let common = ["wait", "email"]

    func report() {
        // Without the backend's contract, which was not read, any value and any outcome is possible.
        let isOpen = contract == nil && app.contents.backend != nil
        let operations = contract?.operations.map(\.name) ?? []
        // An operation that is missing is told alone: it may be what supplies a value.
        let lacksOperation =
            contract != nil
            && page.states.flatMap(\.moves).contains { !operations.contains($0.operation.value) }
        let kept =
            isOpen || lacksOperation ? nil : contract.map { ContractChecks.kept(by: page, contract: $0) } ?? []
        let graph = StateGraph(page: page, collector: collector)
        let unreached = graph.unreached
        let starts = StartChecks(
            page: page, links: links, contract: contract, collector: collector, unreached: unreached)
        let outcomes = OutcomeChecks(
            page: page, contract: contract, paths: paths,
            isEnglish: page.language == nil && app.contents.language.language == "en", collector: collector,
            unreached: unreached)
        let skipped = starts.skippedUse
        graph.report(except: skipped.map { graph.reachable(from: [$0.state.name]) } ?? []) {
            starts.fix(forUnreached: $0) ?? (isOpen ? nil : outcomes.fix(forUnreached: $0))
        }
        if !isOpen { TokenChecks(page: page, app: app, contract: contract, collector: collector).report() }
        checkDeletion()
        checkWayToNewLink()
        checkLifetimes()
        for name in page.linkNames { checkLink(name) }
        skipped?.report(to: collector)
        starts.report()
        PageStateChecks(page: page, kept: kept, collector: collector).report()
        for state in page.states {
            checkDestinations(of: state)
            checkOperations(of: state)
            checkValues(state.values, kept: kept)
            for wait in state.values where wait.value == "wait" {
                report(unknownWait: wait.location)
            }
        }
        checkValues(page.messageValues, kept: kept)
        for message in page.messages where message.special == nil && message.words.contains(.value("wait")) {
            let outcome = outcome(of: message)
            // What an outcome of a contract that cannot be read means is not known.
            if contract == nil, !OutcomeName.allCases.contains(outcome) { continue }
            // A name that is no outcome is told as such.
            if !isOpen, !(OutcomeName.allCases + (contract?.outcomes ?? [])).contains(outcome) { continue }
            if ![.waits, .fails].contains(outcome.meaning) {
                report(unknownWait: message.location)
            } else if outcome.meaning == .fails, contract?.outcomes.contains(outcome) == true {
                collector.report(
                    "unknown-value", as: .warning, at: message.location,
                    "'{{wait}}' belongs to outcomes that mean 'waits', and '\(outcome.rawValue)' means 'fails' in the contract",
                    fix:
                        "Say what to do in place of it; or, if the backend says how long, write in the contract: outcomes: { \(outcome.rawValue): waits }"
                )
            }
        }
        for message in page.messages where message.special == nil && outcome(of: message).meaning == .waits {
            guard !message.words.contains(.value("wait")),
                let number = Inline.plainText(message.words).split(whereSeparator: { !$0.isNumber }).first
            else { continue }
            collector.report(
                "fixed-wait", as: .warning, at: message.location,
                "the message for '\(message.name)' says \(number), and how long the wait is differs",
                fix: "Write {{wait}} in place of the time.")
        }
        if page.name == "index", page.path == "/index" {
            collector.report(
                "index-page", as: .warning, at: page.source.location(at: 0),
                "this page has the address '/index', and the address '/' has none",
                fix: "Rename it by what it says: the home page of a host is another server's.")
        }
        if !isOpen { checkOutcomes() }
        if let contract, let backend = app.contents.backend?.backend {
            ContractChecks(
                page: page, links: links, contract: contract, backend: backend, app: app, collector: collector
            ).report()
        }
        // Where the page leads is certain once it has no errors but for states that a wrong transition leaves without one.
        let isCertain = !collector.diagnostics.contains { $0.severity == .error && $0.code != "unreachable-state" }
        if !isOpen, isSound, isCertain { outcomes.report() }
    }

    /// Says that a captcha took the way to a new link from a page of the kind 'verify-email', and none leads there instead.
    private func checkWayToNewLink() {
        guard let kind = page.spec?.document.root?["kind"], kind.text == "verify-email", let place = kind.location,
            app.contents.backend?.backend.captcha != nil, !paths.contains("/new-link"),
            contract?.operation(named: "resend-verification")?.isGuarded == true
        else { return }
        collector.report(
            "no-new-link", as: .note, at: place,
            "a captcha guards 'resend-verification', so nothing on this page leads to a new link",
            fix: "Add a page for it: latchkey add page new-link")
    }

    /// Warns of a text that says how long the page's link works, or that of the email that it leads to, and says it wrong.
    private func checkLifetimes() {
        let meant = page.linkNames.isEmpty ? requestedLinks : page.links
        let lifetimes = (page.linkNames.isEmpty ? links : page.links).compactMap(\.lifetime)
        guard let link = meant.first, let lifetime = link.lifetime, meant.allSatisfy({ $0.lifetime != nil }),
            let body = try? FrontMatter(of: page.source).body
        else { return }
        for promise in PromisedLifetime.all(in: page.source, from: body)
        where promise.isOfLink && !lifetimes.contains(promise.seconds) {
            let right = PromisedLifetime.words(for: lifetime)
            collector.report(
                "other-lifetime", as: .warning, at: promise.location,
                "this says '\(promise.text)', and the link '\(link.name)' lives \(right) in app.yml",
                fix: "Write '\(right)', or leave it out.")
        }
    }

    /// The links of the emails that people request on the page, or on one that it leads to.
    private var requestedLinks: [LinkDefinition] {
        let paths = page.states.flatMap(\.destinations).map(\.value.text) + [page.path]
        let names = pages.filter { paths.contains($0.path) }.flatMap(\.states).flatMap(\.operations).compactMap {
            contract?.operation(named: $0).flatMap { $0.sendsRequestedEmail ? $0.sends?.rawValue : nil }
        }
        return links.filter { names.contains($0.name) }
    }

    /// Reports outcomes that are neither built in nor declared by the contract.
    private func checkOutcomes() {
        let known = OutcomeName.allCases + (contract?.outcomes ?? [])
        let moves = page.states.flatMap(\.moves).flatMap(\.moves).map { ($0.outcomes, $0.location) }
        let messages = page.messages.map { (OutcomePattern($0.outcome.rawValue), $0.location) }
        for (pattern, place) in moves + messages where !known.contains(where: pattern.matches) {
            collector.report(
                "unknown-outcome", at: place, "'\(pattern.text)' is not an outcome",
                fix: Suggestion.question(for: pattern.text, in: known.map(\.rawValue))
                    ?? OutcomeName.likely(pattern.text).map { "Did you mean '\($0.rawValue)'?" }
                    ?? outcomesOfPage.map { "The operations of this page have the outcomes \($0)." }
                    ?? "The outcomes are \(known.map(\.rawValue).joined(separator: ", ")).")
        }
    }

    /// The outcomes that the page's operations have; nil without a contract.
    private var outcomesOfPage: String? {
        let operations = page.states.flatMap(\.operations).compactMap { contract?.operation(named: $0) }
        let names = Set(operations.flatMap(\.outcomes))
        let sorted = (OutcomeName.allCases + (contract?.outcomes ?? [])).filter(names.contains)
        return sorted.isEmpty ? nil : sorted.map(\.rawValue).joined(separator: ", ")
    }

    /// Reports `{{wait}}` outside of a message about a wait: no value takes its place there.
    private func report(unknownWait location: SourceLocation) {
        collector.report(
            "unknown-value", at: location, "'{{wait}}' is known in a message about a wait only",
            fix: "Write it under '# messages', such as '- **rate-limited** Try again in {{wait}}.'")
    }

    /// The outcome of a message, with the meaning that the contract declares.
    private func outcome(of message: Message) -> OutcomeName {
        contract?.outcome(named: message.outcome.rawValue) ?? message.outcome
    }

    private func checkValues(_ values: [Located<String>], kept: [String]?) {
        guard !values.isEmpty, let kept else { return }
        let supplied =
            page.parameters + page.fieldNames + Self.common + kept + (contract?.settings.map(\.name) ?? [])
        // A field may be that of a state that is missing.
        let isWhole = page.hasAllStates && page.stateKeys.allSatisfy { page.state(named: $0.value) != nil }
        if contract != nil, isWhole, !mayKnowEmail(kept) {
            for value in values where value.value == "email" { warn(ofUnknownEmail: value.location) }
        }
        for value in values where !supplied.contains(value.value) {
            collector.report(
                "unknown-value", at: value.location, "nothing supplies '{{\(value.value)}}'",
                fix: "#^/".contains(value.value.first ?? " ")
                    ? "Remove it: on a page, a text whose value is missing is hidden by itself."
                    : question(for: value.value, in: supplied) ?? valuesOfPage(kept))
        }
    }

    /// Whether the account's email may be known: the page has it, or leads on from one with a field for it, since a tab keeps
    /// what is typed there.
    private func mayKnowEmail(_ kept: [String]) -> Bool {
        if (page.parameters + kept).contains("email") { return true }
        var reached: Set = [page.path]
        var waiting = [page]
        while let page = waiting.popLast() {
            if page.fieldNames.contains("email") { return true }
            waiting += pages.filter { other in
                other.states.flatMap(\.destinations).contains { $0.value.text.hasSuffix(page.path) }
                    && reached.insert(other.path).inserted
            }
        }
        return false
    }

    private func warn(ofUnknownEmail location: SourceLocation) {
        // What a kind's page says is hidden where it does not fit.
        guard !page.source.others.contains(where: { $0.file == location.file }) else { return }
        let field = page.states.flatMap(\.fields).first { [.email, .simpleEmail].contains($0.rule) }
        let isOwn = contract.map { $0.standing == nil } ?? false
        collector.report(
            "unknown-email", as: .warning, at: location,
            "nothing on this page supplies '{{email}}', so this text stays hidden",
            fix: field.map {
                "Write {{\($0.name)}}, the field for the address\(isOwn ? "; or name the field 'email', here and in the contract" : "")."
            } ?? (isOwn ? "Remove it, or keep it in the contract: keep: { email: … }" : "Remove it."))
    }

    /// The fix for the name of a value that nothing supplies: the one that was probably meant.
    private func question(for name: String, in supplied: [String]) -> String? {
        guard let near = ValueName(name).nearest(in: supplied) else { return nil }
        let keeping = page.states.flatMap(\.moves).map(\.operation.value).first {
            contract?.operation(named: $0)?.keeps.contains(near) == true
        }
        return "Did you mean '\(near)'\(keeping.map { ", which '\($0)' keeps" } ?? "")?"
    }

    /// The fix for the name of a value that is like none: those that there are.
    private func valuesOfPage(_ kept: [String]) -> String {
        var seen = Set<String>()
        let names = (page.parameters + page.fieldNames + kept + Self.common).filter { seen.insert($0).inserted }
        return "This page has \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])."
    }
}
