public import AuthContracts
public import Diagnostics
import JSON
import YAML

extension Contract {
    /// Reads a contract's YAML file.
    ///
    /// - Parameter source: such as `Templates/backends/supabase.yml`.
    /// - Throws: everything that is wrong with it, each with its place in the file.
    public init(parsing source: SourceText) throws(DiagnosticReport) {
        let document = try YAMLDocument(parsing: source)
        do {
            try self.init(reading: document.root?.json ?? .object(JSONObject()))
        } catch {
            throw DiagnosticReport(DiagnosticReport(error.problems.map(document.diagnostic)).sorted)
        }
    }
}
