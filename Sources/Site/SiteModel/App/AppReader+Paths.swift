import Configuration
import Diagnostics
import LinkDefinitions

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
        for link in file.contents.footer where link.address.hasPrefix("/") {
            let path = String(link.address.prefix { $0 != "?" && $0 != "#" })
            guard !paths.contains(path) else { continue }
            report(
                "unknown-path", at: "footer.\(link.kind.rawValue)", "no page, file or link has the path '\(path)'",
                fix: Suggestion.question(for: path, in: paths.sorted()).map(ValueMessage.init(known:))
                    ?? "Add it to 'elsewhere:' if another server answers it, or put the file into 'public'.")
        }
    }

    /// The names of all pages by path.
    func pagesByPath(_ names: [String], _ links: [LinkDefinition]) -> [String: String] {
        var pages = Dictionary(names.map { (path(ofPage: $0, links: links), $0) }) { first, _ in first }
        pages["/.well-known/change-password"] = file.contents.changePassword
        return pages
    }
}
