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

    mutating func checkPage(_ page: String, at path: String, of pages: [String]) {
        guard !pages.contains(page) else { return }
        report(
            "missing-page", at: path, "there is no page '\(page)'",
            fix: Suggestion.question(for: page, in: pages).map(ValueMessage.init(known:))
                ?? "Add \(page).md beside app.yml.")
    }

    mutating func checkFooter(_ paths: Set<String>) {
        for link in file.contents.footer {
            checkAddress(
                link.address, at: "footer.\(link.kind.rawValue)", paths,
                besides: ", or put the file into '\(publicFolder)'")
        }
    }

    /// A passkey works on the domain that it was made for and on the hosts below it
    /// (https://www.w3.org/TR/webauthn-3/#rp-id), so its pages are on one of the app's hosts, or above or below one.
    mutating func checkPasskeys(_ paths: Set<String>) {
        guard let passkeys = file.contents.passkeys else { return }
        for (place, address) in [("passkeys.enroll", passkeys.enroll), ("passkeys.manage", passkeys.manage)] {
            guard let address else { continue }
            checkAddress(address, at: place, paths, besides: "")
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

    mutating func checkWebLogin(_ paths: Set<String>) {
        guard let web = file.contents.login?.web else { return }
        if !web.hasPrefix("https://"), let fault = SitePath.fault(of: web) {
            report(
                "bad-login", at: "login.web", "'\(web)' \(known: fault)",
                fix: "Write a site path such as /login, or an https address.")
        } else {
            checkAddress(web, at: "login.web", paths, besides: "")
        }
    }

    private var publicFolder: String {
        let folder = file.document.source.file.split(separator: "/").dropLast().joined(separator: "/")
        return folder.isEmpty ? "public" : "\(folder)/public"
    }

    /// Reports a path, or an address on the app's own hosts, that nothing answers.
    mutating func checkAddress(_ address: String, at place: String, _ paths: Set<String>, besides: String) {
        guard let fault = AddressFault(address, of: file, paths) else { return }
        let fix = fault.fix ?? "Add it to 'elsewhere:' if another server answers it\(besides)."
        report(
            fault.code, as: fault.severity, at: place, ValueMessage(known: fault.message), fix: ValueMessage(known: fix)
        )
    }

    func pagesByPath(_ names: [String], _ links: [LinkDefinition]) -> [String: String] {
        var pages = Dictionary(names.map { (path(ofPage: $0, links: links), $0) }) { first, _ in first }
        pages["/.well-known/change-password"] = file.contents.changePassword
        return pages
    }
}
