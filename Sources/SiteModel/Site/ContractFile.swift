public import AuthContracts
public import Diagnostics
import YAML

extension Contract {
    /// Reads a contract's YAML file.
    ///
    /// - Parameter source: such as `Templates/backends/supabase.yml`.
    /// - Throws: everything that is wrong with it, each with its place in the file.
    public init(parsing source: SourceText) throws(DiagnosticReport) {
        self = try YAMLDocument(parsing: source).read(ContractContents.self).contract
    }
}
