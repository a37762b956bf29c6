package import Diagnostics
import Files
import Release
package import SiteModel
import Synchronization
package import TemplateFiles
import Threads

package struct SiteBuild: Sendable {
    package var site: String
    /// The folder with templates that replace built-in ones; nil uses `Templates` next to the site, if it exists.
    package var templates: String?
    /// The environment, which overrides keys of `app.yml` and supplies the values of variables.
    package var environment = SiteEnvironment()
    package var output: String
    package var compresses: Bool
    /// The number of releases to keep in the output, including the new one.
    package var kept: Int
    /// The names of the apps to build, while the others are kept from the last release; empty for every app.
    package var apps: [String] = []
    /// The maximum number of threads; nil uses one for each processor.
    package var jobs: Int?
    /// The version of the program, which is an input of every app.
    package var version = ""
    /// For tests: the order in which the apps are started, which does not affect the release.
    var order: @Sendable ([String]) -> [String] = { $0 }

    /// Nothing is read or written before the build runs.
    package init(site: String, templates: String? = nil, output: String, compresses: Bool = true, kept: Int = 2) {
        self.kept = kept
        self.site = site
        self.templates = templates
        self.output = output
        self.compresses = compresses
    }

    package typealias AppCheck = @Sendable (App) throws(DiagnosticReport) -> [Diagnostic]

    /// Reads the site, builds it, and writes the release; if anything fails, the output stays as it was. Each processor
    /// reads, renders, checks and writes one app at a time. An app with the same inputs as in the previous release, and
    /// whose files still exist, is kept. `check` creates the additional checks of each rendered app, which return
    /// warnings; `progress` is called when an app is started or done, from any thread, one call at a time.
    package func run(
        checking check: @escaping @Sendable (TemplateSources) throws(DiagnosticReport) -> AppCheck = { _ in { _ in [] }
        },
        progress: @escaping @Sendable (BuildProgress) -> Void = { _ in }
    ) throws(DiagnosticReport) -> Result {
        let began = ContinuousClock.now
        try checkOutput()
        let folder = SiteFolder(site, environment: environment)
        if !folder.diagnostics.isEmpty { throw DiagnosticReport(folder.diagnostics) }
        let names = order(apps.isEmpty ? folder.names : folder.names.filter(apps.contains))
        let templates = try templateSources()
        let unknown = templates.unknownApps(besides: folder.names)
        if !unknown.isEmpty { throw DiagnosticReport(unknown) }
        let jobs = max(jobs ?? Processors.count, 1)
        let (pages, check) = try Self.both(
            jobs: jobs, { () throws(DiagnosticReport) in try PageRenderer(templates: templates) },
            { () throws(DiagnosticReport) in try check(templates) })
        let builder = AppBuilder(
            folder: folder, contracts: templates.library,
            pages: pages, check: check,
            digest: InputsDigest(templates: templates, options: [version, compresses ? "compressed" : "plain"]),
            compressor: compresses ? Compression.compress : nil, jobs: max(jobs / max(names.count, 1), 1))
        let update: ReleaseUpdate
        do throws(FileError) {
            update = try ReleaseUpdate(output, keeping: kept)
        } catch {
            throw DiagnosticReport([Diagnostic(writing: error)])
        }
        if update.hasUnreadableRelease, LoadedRelease.isForeign(output) {
            throw DiagnosticReport(
                code: "not-a-release", file: "\(output)/\(LoadedRelease.manifestName)",
                message: "no build wrote this file",
                fix: "Move it away, or choose another folder with '--output'.")
        }
        if !apps.isEmpty, update.hasUnreadableRelease {
            throw DiagnosticReport([
                Diagnostic(
                    code: "unreadable-release", file: output,
                    message: "the last release cannot be read, so its other apps cannot be kept",
                    fix: "Build every app.")
            ])
        }
        let kept = apps.isEmpty ? [] : update.previous.values.filter { !names.contains($0.name) }
        let mixed = kept.sorted { $0.name < $1.name }.compactMap(otherEnvironment)
        if !mixed.isEmpty { throw DiagnosticReport(mixed) }
        let outcomes = build(names, with: builder, into: update, jobs: jobs, progress)
        do throws(DiagnosticReport) {
            let problems = outcomes.flatMap(\.diagnostics) + sharedHosts(of: outcomes, kept, in: folder)
            if DiagnosticReport(problems).hasErrors { throw DiagnosticReport(problems) }
            let entries = (outcomes.compactMap(\.entry) + kept).sorted { $0.name < $1.name }
            let written = try commit(entries, to: update)
            return Result(
                warnings: templates.warnings + folder.notes + problems, id: written.id, apps: entries.map(\.name),
                rendered: outcomes.filter(\.isRendered).map(\.name), pages: entries.reduce(0) { $0 + $1.pages },
                written: written.written, removed: written.removed, origins: outcomes.compactMap(\.origins),
                seconds: (ContinuousClock.now - began) / .seconds(1), output: output)
        } catch {
            update.undo()
            throw error
        }
    }

    /// Evaluates two closures, on two threads if there may be as many, and reports the errors of both.
    private static func both<First, Second: Sendable>(
        jobs: Int, _ first: () throws(DiagnosticReport) -> First,
        _ second: @escaping @Sendable () throws(DiagnosticReport) -> Second
    ) throws(DiagnosticReport) -> (First, Second) {
        let made = Parallel.both(jobs: jobs, { Swift.Result(catching: first) }, { Swift.Result(catching: second) })
        // Both read the words and report the same errors in them, which must not appear twice.
        if case (.failure(let report), .failure(let others)) = made {
            throw DiagnosticReport(
                report.diagnostics + others.diagnostics.filter { !report.diagnostics.contains($0) })
        }
        return (try made.0.get(), try made.1.get())
    }

    /// Builds apps; the results are sorted by name. After the first error nothing more is written, but all apps are
    /// still checked.
    private func build(
        _ names: [String], with builder: AppBuilder, into update: ReleaseUpdate, jobs: Int,
        _ progress: @escaping @Sendable (BuildProgress) -> Void
    ) -> [AppBuilder.Outcome] {
        let log = ProgressLog(count: names.count, report: progress)
        let outcomes = Parallel.map(names.count, jobs: jobs) { number in
            log.begin(names[number])
            let outcome = builder.build(names[number], into: update) { !log.hasFailed }
            log.end(names[number], failed: outcome.hasErrors)
            return outcome
        }
        return outcomes.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Returns the error for an app that cannot be kept, because the last release has it in another environment.
    private func otherEnvironment(_ kept: ManifestEntry) -> Diagnostic? {
        if environment.isSame("\(site)/\(kept.name)", as: kept.environment) { return nil }
        func option(_ name: String?) -> String { name.map { "with '--env \($0)'" } ?? "without '--env'" }
        return Diagnostic(
            code: "other-environment", file: output,
            message: "the last release has '\(kept.name)' \(option(kept.environment)), and this build is "
                + option(environment.name),
            fix: (kept.environment.map { "Add '--env \($0)'" } ?? "Remove '--env'")
                + ", or remove '--app' to build every app.")
    }

    private func sharedHosts(
        of outcomes: [AppBuilder.Outcome], _ kept: [ManifestEntry], in folder: SiteFolder
    ) -> [Diagnostic] {
        let apps = kept.map { ($0.name, $0.hosts) } + outcomes.map { ($0.name, $0.hosts) }
        return HostClaim.repeated(in: apps).map { folder.diagnostic(on: $0, of: apps[$0.app].0) }
    }

    private func commit(
        _ entries: [ManifestEntry], to update: ReleaseUpdate
    ) throws(DiagnosticReport) -> ReleaseUpdate.Summary {
        do throws(FileError) {
            return try update.commit(entries)
        } catch {
            throw DiagnosticReport([Diagnostic(writing: error)])
        }
    }

    /// The templates: those of `templates`, or of `Templates` next to the site, in place of the built-in ones. A
    /// misspelt folder of templates next to the site is an error.
    package func templateSources() throws(DiagnosticReport) -> TemplateSources {
        if let templates { return try TemplateSources(override: templates) }
        if FileSystem.kind(of: templatesBeside) == .folder { return try TemplateSources(override: templatesBeside) }
        if let misspelt = TemplateSources.misspelt(beside: site) { throw DiagnosticReport([misspelt]) }
        return try TemplateSources(override: nil)
    }

    /// Whether a file that exists is one of the site or of its templates.
    package func contains(_ file: String) -> Bool {
        guard let path = FileSystem.realPath(file) else { return false }
        return [site, templates ?? templatesBeside].contains { folder in
            FileSystem.realPath(folder).map { path.hasPrefix($0 + "/") } ?? false
        }
    }

    /// The path of the default folder of templates, whether or not it exists.
    package var templatesBeside: String { SiteLocation.beside(site, "Templates") }

    /// Throws if the output is inside the site or its templates, or contains the site, where the release would be mixed
    /// with other files.
    private func checkOutput() throws(DiagnosticReport) {
        // A folder without apps is told as such.
        guard let root = FileSystem.realPath(site), SiteLocation.isSite(site) else { return }
        if let real = FileSystem.realPath(output), root.hasPrefix(real == "/" ? real : real + "/") {
            throw DiagnosticReport([
                Diagnostic(
                    code: "output-around-site", file: output, message: "this folder contains the site itself",
                    fix: "Name a folder for the release alone with '--output'.")
            ])
        }
        if let problem = OutputFolder(output).problem(site: site, templates: templates) {
            throw DiagnosticReport([problem])
        }
    }
}
