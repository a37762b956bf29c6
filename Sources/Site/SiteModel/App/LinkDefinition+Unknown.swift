import AppLinks
import Configuration
import Diagnostics
import LinkDefinitions

extension LinkDefinition {
    /// Reports the name of a link that `app.yml` does not have, unless it has the name in another spelling, which is an error
    /// there.
    ///
    /// - Parameters:
    ///   - name: the name, where it is written.
    ///   - links: the links of `app.yml`.
    ///   - unused: those that may have had the name.
    ///   - kind: what is true of these: `no email names`.
    ///   - collector: where it is reported.
    static func report(
        unknown name: Located<String>, among links: [LinkDefinition], unused: [String] = [], _ kind: String = "",
        to collector: DiagnosticCollector
    ) {
        if links.contains(where: { writtenName($0.name) == name.value }) { return }
        collector.report(
            "unknown-link", at: name.location, "there is no link '\(name.value)' in app.yml",
            fix: links.first { link in link.web.contains { $0.text == name.value } }.map {
                "Write its name: \($0.name)"
            }
                ?? links.first { $0.page == name.value }.map {
                    "Did you mean '\($0.name)', which opens the page '\(name.value)'?"
                }
                ?? Suggestion.question(for: name.value, in: links.map(\.name).filter(PageReader.isName))
                ?? (unused.count == 1
                    ? "Did you mean '\(unused[0])', which \(kind)? Else define it"
                    : links.isEmpty
                        ? "Define it" : "The links are \(links.map(\.name).joined(separator: ", ")). Or define it")
                + " under 'links:' in app.yml.")
    }

    /// A name such as `verifyEmail` or `Verify Email` as names are written here; nil if it is one, or cannot be one.
    static func writtenName(_ name: String) -> String? {
        guard !PageReader.isName(name) else { return nil }
        let spaced = name.reduce(into: "") { text, letter in
            if letter.isUppercase, text.last?.isLowercase == true { text += "-" }
            text.append(letter)
        }
        let words = spaced.lowercased().split { " _.-".contains($0) }.joined(separator: "-")
        return PageReader.isName(words) ? words : nil
    }
}
