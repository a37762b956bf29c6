import AuthContracts
import Diagnostics
import LinkDefinitions
import TextEncoding

extension Page {
    /// The state with which a page begins at an address without its link, if all that it does there is to tell of it; nil if
    /// the address is another page's.
    func stateOfMissingLink(at address: String, on hosts: [String]) -> String? {
        let parts = URLParts(address)
        let isOwn = parts?.isWeb == true && hosts.contains(parts?.host ?? "")
        guard (isOwn ? parts?.path : address) == path, start.dependsOnLink,
            let first = state(named: start.name(for: nil)), first.operations.isEmpty, first.fields.isEmpty
        else { return nil }
        return first.name
    }
}

extension [Page] {
    /// Warns of a way to a page of a kind that needs its link: whoever has none is told to open a link again. What an author's own
    /// page begins with may be meant for everybody.
    func reportMissingLink(
        at location: SourceLocation, to address: String, _ app: AppFile, _ contract: Contract?, _ paths: Set<String>,
        _ collector: DiagnosticCollector
    ) {
        for page in self where page.isOfKind {
            guard let link = page.links.first,
                let state = page.stateOfMissingLink(at: address, on: app.contents.hosts)
            else { continue }
            collector.report(
                "missing-link", as: .warning, at: location,
                "the page '\(page.name)' needs the link '\(link.name)', and begins with '\(state)' without it",
                fix: page.wayToNewLink(contract, paths))
        }
    }
}
