public import AuthContracts
public import Diagnostics
import Synchronization
import YAML

extension Contract {
    /// Reads a contract's YAML file.
    ///
    /// - Parameter source: such as `Templates/backends/supabase.yml`.
    /// - Throws: everything that is wrong with it, each with its place in the file.
    public init(parsing source: SourceText) throws(DiagnosticReport) {
        let keys = SecretKeys.diagnostics(in: source)
        if !keys.isEmpty { throw DiagnosticReport(keys) }
        self = try YAMLDocument(parsing: source).read(ContractContents.self).contract
    }
}

/// The contracts of backends, each read when an app first names it, and once.
public final class ContractLibrary: Sendable {
    private let sources: [String: SourceText]
    private let contracts = Mutex<[String: Result<Contract, DiagnosticReport>]>([:])

    /// A library of files that nothing was read of yet.
    public init(_ sources: [String: SourceText]) {
        self.sources = sources
    }

    /// The names of the contracts, sorted.
    var names: [String] { sources.keys.sorted() }

    /// The contract of a name; nil where there is none.
    ///
    /// - Throws: everything that is wrong with its file.
    func contract(named name: String) throws(DiagnosticReport) -> Contract? {
        guard let source = sources[name] else { return nil }
        let contract = contracts.withLock { contracts in
            if let known = contracts[name] { return known }
            let contract = Result { () throws(DiagnosticReport) in try Contract(parsing: source) }
            contracts[name] = contract
            return contract
        }
        return try contract.get()
    }
}
