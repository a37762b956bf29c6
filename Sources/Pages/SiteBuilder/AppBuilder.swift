import Diagnostics
import Files
import Release
import SiteModel
import Threads

/// Builds the apps of a site independently, so that the memory of an app is released when it is done.
struct AppBuilder: Sendable {
    let folder: SiteFolder
    let contracts: ContractLibrary
    let specs = SpecLibrary()
    let pages: PageRenderer
    let check: SiteBuild.AppCheck
    let digest: InputsDigest
    let compressor: Compressor?
    /// The maximum number of threads for one app.
    let jobs: Int

    struct Outcome: Sendable {
        let name: String
        var hosts: [String] = []
        /// The app's part of the manifest; nil if the app has errors, or was not written because another app has some.
        var entry: ManifestEntry?
        var isRendered = false
        var origins: BackendOrigins?
        var diagnostics: [Diagnostic] = []

        var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
    }

    /// Keeps an app as it is in the previous release, or builds it. Calls `isWanted` before it compresses or writes
    /// anything; it is false if the release cannot succeed any more.
    func build(_ name: String, into update: ReleaseUpdate, isWanted: () -> Bool) -> Outcome {
        var outcome = Outcome(name: name)
        let (sources, diagnostics) = folder.sources(of: name)
        outcome.diagnostics = diagnostics
        guard let sources else { return outcome }
        let inputs = digest.digest(of: sources)
        if !outcome.hasErrors, let inputs, let entry = update.unchanged(name, inputs: inputs),
            entry.environment == sources.environment
        {
            outcome.hosts = entry.hosts
            outcome.entry = entry
            return outcome
        }
        let reading = sources.read(contracts: contracts, recalling: specs)
        outcome.diagnostics += reading.diagnostics
        outcome.hosts = reading.app?.hosts ?? []
        if let problem = reading.app?.releaseProblem { outcome.diagnostics.append(problem) }
        guard !outcome.hasErrors, let app = reading.app else { return outcome }
        let contents = render(app, &outcome)
        guard !outcome.hasErrors, var contents, isWanted() else { return outcome }
        contents.environment = sources.environment
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
        let (contents, warnings) = Parallel.both(
            jobs: jobs, { Result { () throws(DiagnosticReport) in try pages.render(app).contents() } },
            { [check] in Result { () throws(DiagnosticReport) in try check(app) } })
        if case .failure(let report) = contents { outcome.diagnostics += report.diagnostics }
        switch warnings {
        case .success(let warnings): outcome.diagnostics += warnings
        case .failure(let report): outcome.diagnostics += report.diagnostics
        }
        return try? contents.get()
    }
}
