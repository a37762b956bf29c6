package import AuthContracts
package import Diagnostics
import Threads
import YAML

extension Contract {
    /// Reads a contract file.
    ///
    /// - Parameter source: the YAML text, such as `Templates/backends/supabase.yml`.
    /// - Throws: `DiagnosticReport` with everything that is wrong with it, by location.
    package init(parsing source: SourceText) throws(DiagnosticReport) {
        let keys = SecretKeys.diagnostics(in: source)
        if !keys.isEmpty { throw DiagnosticReport(keys) }
        self = try YAMLDocument(parsing: source).read(ContractContents.self).contract
    }
}

/// The contracts of backends; each is read when an app first names it.
package final class ContractLibrary: Sendable {
    private let sources: [String: SourceText]
    private let contracts = Memo<String, Result<Contract, DiagnosticReport>>(limit: .max)

    /// Creates a library of contract files; none is read yet.
    package init(_ sources: [String: SourceText]) {
        self.sources = sources
    }

    /// The names of the contracts, sorted.
    var names: [String] { sources.keys.sorted() }

    /// The contract with a name; nil if there is none.
    ///
    /// - Throws: `DiagnosticReport` with everything that is wrong with its file.
    func contract(named name: String) throws(DiagnosticReport) -> Contract? {
        guard let source = sources[name] else { return nil }
        let contract = contracts.value(for: name) { _ in
            Result { () throws(DiagnosticReport) in try Contract(parsing: source) }
        }
        return try contract.get()
    }
}
