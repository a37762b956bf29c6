import Diagnostics

@testable import SiteModel

extension AppFile {
    /// Reads an `app.yml` without the file of an environment.
    init(name: String, source: SourceText) throws(DiagnosticReport) {
        try self.init(name: name, document: Self.document(source))
    }
}
