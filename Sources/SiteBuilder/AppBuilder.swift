import Diagnostics
import Files
import Release
import SiteModel

/// Makes the apps of one build, each on its own: whatever is read of an app is let go with it.
struct AppBuilder: Sendable {
    let folder: SiteFolder
    let contracts: ContractLibrary
    let pages: PageRenderer
    let check: SiteBuild.AppCheck
    let digest: InputsDigest
    let compressor: Compressor?
    /// The maximum number of threads for one app.
    let jobs: Int

    /// What came of one app.
    struct Outcome: Sendable {
        let name: String
        var hosts: [String] = []
        /// Nil where the app has mistakes, or was not written because another one has.
        var entry: ManifestEntry?
        var isRendered = false
        var origins: BackendOrigins?
        var diagnostics: [Diagnostic] = []

        var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
    }

    /// Takes an app over as it is in the release, or makes it anew.
    ///
    /// - Parameters:
    ///   - name: one of the folder's.
    ///   - update: gets the app's files.
    ///   - isWanted: asked before anything is compressed or written; false where the release cannot come to be.
    /// - Returns: the app's part of the manifest, or what is wrong with the app.
    func build(_ name: String, into update: ReleaseUpdate, isWanted: () -> Bool) -> Outcome {
        var outcome = Outcome(name: name)
        let (sources, diagnostics) = folder.sources(of: name)
        outcome.diagnostics = diagnostics
        guard let sources else { return outcome }
        let inputs = digest.digest(of: sources)
        if !outcome.hasErrors, let inputs, let entry = update.unchanged(name, inputs: inputs) {
            outcome.hosts = entry.hosts
            outcome.entry = entry
            return outcome
        }
        let reading = sources.read(contracts: contracts)
        outcome.diagnostics += reading.diagnostics
        outcome.hosts = reading.app?.hosts ?? []
        if let problem = reading.app?.releaseProblem { outcome.diagnostics.append(problem) }
        guard !outcome.hasErrors, let app = reading.app else { return outcome }
        let contents = render(app, &outcome)
        guard !outcome.hasErrors, let contents, isWanted() else { return outcome }
        outcome.isRendered = true
        outcome.origins = BackendOrigins(app)
        do throws(FileError) {
            outcome.entry = try update.add(contents, inputs: inputs, compressor: compressor, jobs: jobs)
        } catch {
            outcome.diagnostics.append(Diagnostic(writing: error))
        }
        return outcome
    }

    private func render(_ app: App, _ outcome: inout Outcome) -> AppContents? {
        var contents: AppContents?
        do throws(DiagnosticReport) {
            contents = try pages.render(app).contents()
        } catch {
            outcome.diagnostics += error.diagnostics
        }
        do throws(DiagnosticReport) {
            outcome.diagnostics += try check(app)
        } catch {
            outcome.diagnostics += error.diagnostics
        }
        return contents
    }
}
