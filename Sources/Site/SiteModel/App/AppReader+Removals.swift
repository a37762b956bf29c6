import Configuration
import Diagnostics
import TextEncoding
import YAML

// What the file of an environment removes, and `app.yml`, pages or emails name.

extension AppReader {
    /// Reports a link or the login that is removed, once for all files that name it, which are silent about it.
    mutating func checkRemovals(usedBy pages: [Page], _ emails: [Email]) {
        let links = file.document.root?["links"]?.members.compactMap(\.key.text) ?? []
        for path in ["login"] + links.map({ "links.\($0)" }) where file.removes(path) {
            let link = path.removing(prefix: "links.")
            let users =
                pages.filter { page in
                    page.linkNames.contains { $0.value == link }
                        || page.states.flatMap(\.destinations).contains { $0.value == .app(link ?? path) }
                }.map(\.source.file) + emails.filter { $0.linkName?.value == link && link != nil }.map(\.source.file)
            let folder = file.document.source.file.dropLast("app.yml".count)
            let files = users.map { $0.removing(prefix: String(folder)) ?? $0 }
            if let place = file.document.keyLocation(of: path), !files.isEmpty {
                reportRemoval(of: link ?? path, at: place, "which is named in \(files.joined(separator: ", "))")
            }
        }
    }

    mutating func reportRemoval(of name: String, at place: SourceLocation, _ need: String) {
        report(
            "removed-key", at: place, "this removes '\(known: name)', \(known: need)",
            fix: "Leave it out here: the environment then has it as app.yml does; or write another value.")
    }
}
