import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions
import TextEncoding
import YAML

// Checks of the paths and pages that app.yml names.

extension AppReader {
    mutating func checkElsewhere(_ pages: [Page]) {
        for elsewhere in file.contents.elsewhere ?? [] {
            if let (fault, fix) = elsewhere.value.faultElsewhere {
                report("invalid-value", at: elsewhere.location, "'\(elsewhere.value.text)' \(known: fault)", fix: fix)
            }
            guard let page = pages.first(where: { $0.path == elsewhere.value.text }) else { continue }
            report(
                "duplicate-route", at: elsewhere.location,
                "'\(elsewhere.value.text)' is already answered by the page '\(known: page.name)'",
                fix: "Remove it from 'elsewhere:', or rename the page.")
        }
    }

    /// Reports a page that there is not. `fix` is for a name that is near none.
    mutating func checkPage(_ page: String, at path: String, of pages: [String], fix: ValueMessage? = nil) {
        guard !pages.contains(page) else { return }
        let isNoName = ["true", "false", "yes", "no"].contains(page) || page.contains { "/:.".contains($0) }
        let list = pages.filter(PageReader.isName).joined(separator: ", ")
        report(
            "missing-page", at: path, "there is no page '\(page)'",
            fix: Suggestion.question(for: page, in: pages).map(ValueMessage.init(known:)) ?? fix
                ?? (isNoName && !pages.isEmpty
                    ? "Write the name of a page: \(known: list)."
                    : "Add \(page).md beside app.yml\(known: pages.isEmpty ? "" : ", or name another page: \(list)")."))
    }

    /// The pages that `app.yml` names and that are not there, or in place of the page with a link's own name.
    func misnamedPages(_ pages: [String]) -> [String] {
        let named = [file.contents.changePassword] + file.contents.links.map(\.value.page)
        let others = file.contents.links.map { name, link in
            link.page != name.value && pages.contains(name.value) ? link.page : nil
        }
        return named.compactMap(\.self).filter { !pages.contains($0) } + others.compactMap(\.self)
    }

    /// Warns of a page that password managers open without the link that it needs, or that is for something else.
    mutating func checkChangePassword(_ pages: [Page], of names: [String], _ contract: Contract?) {
        guard let name = file.contents.changePassword else { return }
        checkPage(name, at: "change-password", of: names)
        guard let page = pages.first(where: { $0.name == name }) else { return }
        if !page.linkNames.isEmpty {
            warn(
                "change-without-link", at: "change-password",
                "password managers open the page '\(name)' without the link that it is for",
                fix: "Name the page that requests a link, such as forgot-password.")
            return
        }
        let purposes = page.states.flatMap(\.operations).compactMap { name in
            let named = EmailPurpose(namedIn: [name])
            return contract?.operation(named: name)?.sends ?? (named == .deleteAccount ? named : nil)
        }
        let isOther = purposes.contains(.deleteAccount) || purposes.contains(.verifyEmail)
        if isOther, !purposes.contains(.resetPassword),
            !page.states.flatMap(\.fields).contains(where: { $0.rule == .password })
        {
            warn(
                "change-without-link", at: "change-password",
                "nobody can change a password on the page '\(name)', which is for something else",
                fix: "Name the page that requests a link, such as forgot-password.")
        }
    }

    /// Warns of addresses to go on at that no link can name.
    mutating func checkContinuation(_ contract: Contract?) {
        // An address is for all below it too.
        let listed = (file.contents.continuations ?? []).map { $0.text.hasSuffix("/") ? $0.text : "\($0.text)/" }
        for (index, address) in listed.enumerated() {
            guard
                let other = listed.indices.first(where: {
                    $0 != index && address.hasPrefix(listed[$0]) && ($0 < index || listed[$0] != address)
                })
            else { continue }
            warn(
                "duplicate", at: "continue[\(index)]",
                "this is at or below '\(file.contents.continuations?[other].text ?? "")', which is listed too",
                fix: "Remove one of the two: an address is for all below it.")
        }
        guard contracts != nil, file.contents.continuations != nil else { return }
        // A contract that was not read may say it.
        if contract == nil, file.contents.backend != nil { return }
        guard contract?.continueItem != nil else {
            return warn(
                "continue-unused", at: "continue",
                "no link names an address to go on at: the contract does not say in which item",
                fix: "Add 'continue: NAME' to a contract of your own, or remove the key here.")
        }
        let templates = file.contents.links.flatMap(\.value.web)
        // A backend that writes its links itself, with items of its own as Firebase's are, appends this one too.
        guard let item = contract?.continueItem, !templates.isEmpty,
            !templates.contains(where: { template in
                template.query.contains { if case .literal = $0.value { true } else { $0.name == item } }
            })
        else { return }
        report(
            "continue-unwritten", as: .note, at: "continue",
            "no link has '\(known: item)', so that pages learn an address only if the system that sends the email appends it",
            fix:
                "If it does not, add the item to the link: web: \"…&\(known: item)={\(known: item)}\", beside the address without it."
        )
    }

    /// Warns that the buttons of an app without a backend cannot work; not who has only begun.
    mutating func checkBackend(of pages: [Page]) {
        guard contracts != nil, file.contents.backend == nil, contract == nil,
            let page = pages.first(where: { !$0.states.flatMap(\.operations).isEmpty }),
            !diagnostics.contains(where: { $0.severity == .error })
        else { return }
        let contents = file.contents
        if contents.ios == nil, contents.android == nil, contents.hosts.allSatisfy(Placeholder.isReserved) { return }
        diagnose(
            file.diagnostic(
                .warning, code: "no-backend", at: contents.links.isEmpty ? "name" : "links",
                "the page '\(page.name)' calls a backend, and app.yml has no 'backend:' yet, so its buttons stay disabled",
                fix:
                    "Say where it is: backend: { contract: …, base: … }. 'latchkey templates list' has the contracts."
            ))
    }

    mutating func checkFooter(_ paths: Set<String>) {
        for link in file.contents.footer {
            checkAddress(
                link.address, at: "footer.\(link.kind.rawValue)", paths,
                besides: ", or put the file into '\(publicFolder)'")
        }
    }

    /// Whether one of the app's hosts is refused: it may be the one with which something else is compared.
    var hasFaultyHost: Bool { file.contents.hosts.contains { HostFault(of: $0) != nil } }

    /// A passkey works on the domain that it was made for and on the hosts below it
    /// (https://www.w3.org/TR/webauthn-3/#rp-id), so its pages are on one of the app's hosts, or above or below one.
    mutating func checkPasskeys(_ paths: Set<String>, _ pages: [Page], _ contract: Contract?) {
        guard let passkeys = file.contents.passkeys else { return }
        // A page for an account may have operations of its own beside a link to where its passkeys are.
        let others = pages.filter { page in
            let operations = page.states.flatMap(\.operations)
            return !page.links.isEmpty || operations.contains { contract?.operation(named: $0)?.sends != nil }
        }
        for (key, address, action) in [
            ("enroll", passkeys.enroll, "create a passkey"), ("manage", passkeys.manage, "manage passkeys"),
        ] {
            guard let address else { continue }
            let place = "passkeys.\(key)"
            checkAddress(address, at: place, paths)
            if warnOfOtherPage(
                address, at: place, action, others,
                fix: "Write the page or the path where people \(known: action), or remove '\(known: key)'.")
            {
                continue
            }
            // One of the app's hosts may be the one that cannot be read.
            if hasFaultyHost { continue }
            guard let host = URLParts(address)?.host?.lowercased(), let own = file.contents.hosts.first,
                !file.contents.hosts.contains(where: {
                    $0 == host || $0.hasSuffix(".\(host)") || host.hasSuffix(".\($0)")
                })
            else { continue }
            warn(
                "foreign-passkeys", at: place,
                "'\(host)' is none of the app's hosts, nor above or below one, so passkeys of '\(own)' work there by related origins only",
                fix: "Write a path, or an address on one of the app's hosts.")
        }
    }

    mutating func checkWebLogin(_ paths: Set<String>, _ pages: [Page]) {
        guard let web = file.contents.login?.web else { return }
        if !web.hasPrefix("https://"), let fault = SitePath.fault(of: web) {
            report(
                "bad-login", at: "login.web", "'\(web)' \(known: fault)",
                fix: "Write a site path such as /login, or an https address.")
        } else {
            checkAddress(web, at: "login.web", paths)
            warnOfLogin(web, pages)
        }
    }

    /// Warns of a page for something else in the place of the login.
    private mutating func warnOfLogin(_ web: String, _ pages: [Page]) {
        let fix: ValueMessage =
            "Write the page or the path where people log in, or remove 'web': buttons then open the app alone."
        if warnOfOtherPage(web, at: "login.web", "log in", pages, fix: fix) { return }
        guard let page = pages.first(where: { $0.path == path(on: web) }), !page.states.flatMap(\.destinations).isEmpty,
            page.states.flatMap(\.destinations).allSatisfy({ if case .app = $0.value { true } else { false } })
        else { return }
        warn(
            "other-login", at: "login.web",
            "nobody can log in on the page '\(known: page.name)', all of whose links open the app", fix: fix)
    }

    /// Warns of a page for something else, or a link of the footer, where people are to do what `action` says; returns whether
    /// it is one.
    private mutating func warnOfOtherPage(
        _ address: String, at place: String, _ action: String, _ pages: [Page], fix: ValueMessage
    ) -> Bool {
        let path = path(on: address)
        let operations = (pages.first { $0.path == path }?.states ?? []).flatMap(\.operations)
        let isLogin = operations.contains { EmailPurpose(namedIn: [$0]) == .signIn || $0.hasPrefix("log-in") }
        let page = pages.first { $0.path == path && !isLogin && (!operations.isEmpty || !$0.links.isEmpty) }
        let footer = file.contents.footer.first { self.path(on: $0.address) == path }
        guard page != nil || footer != nil else { return false }
        warn(
            "other-login", at: place,
            page.map { "nobody can \(known: action) on the page '\(known: $0.name)', which is for something else" }
                ?? "'\(address)' is '\(known: footer?.kind.rawValue ?? "")' in the footer, and nobody can \(known: action) there",
            fix: fix)
        return true
    }

    /// The path of an address on one of the app's own hosts; another address as it is.
    private func path(on address: String) -> String {
        guard let parts = URLParts(address), parts.isWeb, parts.path.count > 1,
            file.contents.hosts.contains(parts.host ?? "")
        else { return address }
        return parts.path
    }

    private var publicFolder: String {
        let path = file.document.source.file
        return path.prefix(upTo: path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex) + "public"
    }

    /// Reports a path, or an address on the app's own hosts, that nothing answers.
    mutating func checkAddress(_ address: String, at place: String, _ paths: Set<String>, besides: String = "") {
        guard let fault = AddressFault(address, of: file, paths, besides: besides) else { return }
        report(fault.code, as: fault.severity, at: place, fault.message, fix: fault.fix)
    }

    func pagesByPath(_ names: [String], _ links: [LinkDefinition]) -> [String: String] {
        var pages = Dictionary(names.map { (path(ofPage: $0, links: links), $0) }) { first, _ in first }
        pages["/.well-known/change-password"] = file.contents.changePassword
        return pages
    }
}
