package import AuthContracts
import Configuration
package import Diagnostics
import Threads
import YAML

extension Contract {
    /// Reads a contract in YAML, such as `Templates/backends/supabase.yml`.
    package init(parsing source: SourceText) throws(DiagnosticReport) {
        let keys = SecretKeys.diagnostics(in: source)
        if !keys.isEmpty { throw DiagnosticReport(keys) }
        let document = try YAMLDocument(parsing: source, keys: ContractContents.keyTable)
        if document.root?["operations"] == nil,
            let key = document.root?.members.first(where: { ["openapi", "swagger"].contains($0.key.text) })?.key
                .location
        {
            throw DiagnosticReport([
                source.diagnostic(
                    code: "foreign-contract", at: key, "this describes an API in OpenAPI, and is no contract",
                    fix: "Move it elsewhere, and write which requests the pages send: latchkey add contract APP")
            ])
        }
        self = try document.read(ContractContents.self).contract
    }
}

/// The contracts and the catalogue's pages in templates, by name; and every contract that an app uses, read once for all apps with the same text.
package final class ContractLibrary: Sendable {
    /// The name of the file with an app's own contract, beside its `app.yml`.
    package static let ownFile = "backend.yml"

    private let sources: [String: SourceText]
    /// The catalogue's pages by name, with their translations: `reset-password`, `reset-password.fr`.
    let pages: [String: SourceText]

    /// What the name of a page ends in that is for contracts whose emails contain codes.
    package static let byCode = "-by-code"

    /// What the names end in of pages that stand in for one that does not fit a contract, in the order in which they are
    /// tried: by a code, with the password, and by an email to the support address.
    package static let variants = [byCode, "-by-password", "-by-request"]

    /// The kinds of pages, sorted.
    package var kinds: [String] {
        pages.keys.filter { name in !name.contains(".") && !Self.variants.contains(where: name.hasSuffix) }.sorted()
    }

    /// By text; nil for one with errors, which are reported with each app's own file.
    private let contracts = Memo<String, Contract?>(limit: .max)

    /// Creates a library of contract files by name, of which none is read yet, and of the catalogue's pages by name, of
    /// which pages that name their kind are made.
    package init(_ sources: [String: SourceText], pages: [String: SourceText] = [:]) {
        self.sources = sources
        self.pages = pages
    }

    var names: [String] { sources.keys.sorted() }

    /// The file of the contract with a name; nil if there is none.
    subscript(name: String) -> SourceText? { sources[name] }

    func contract(parsing source: SourceText) throws(DiagnosticReport) -> Contract {
        if let contract = contracts.value(for: source.text, { _ in try? Contract(parsing: source) }) { return contract }
        return try Contract(parsing: source)
    }
}
