public import Diagnostics
import Files
import Release
public import SiteModel
import Synchronization
import Threads

/// One run from a site's folder to a release's.
public struct SiteBuild: Sendable {
    /// The folder that holds one folder an app.
    public var site: String
    /// Templates that replace the built-in ones; nil takes `Templates` beside the site, where there is one.
    public var templates: String?
    /// What overrides keys of `app.yml`, and what variables in them stand for.
    public var environment = SiteEnvironment()
    /// The folder that gets the release.
    public var output: String
    /// Whether brotli and gzip variants are written.
    public var compresses: Bool
    /// How many releases the output keeps, the new one included.
    public var kept: Int
    /// The names of the apps that are built, the others staying as the last release has them; empty for every app.
    public var apps: [String] = []
    /// The maximum number of threads; nil takes one for each processor.
    public var jobs: Int?
    /// The version of the program, which is part of what an app is made from.
    public var version = ""
    /// For tests: the order in which the apps are begun, which changes nothing about the release.
    var order: @Sendable ([String]) -> [String] = { $0 }

    /// A build of a site's folder; nothing is read or written before it runs.
    public init(site: String, templates: String? = nil, output: String, compresses: Bool = true, kept: Int = 2) {
        self.kept = kept
        self.site = site
        self.templates = templates
        self.output = output
        self.compresses = compresses
    }

    /// Checks of an app that a build makes beside its own; gives the warnings that it has for it.
    public typealias AppCheck = @Sendable (App) throws(DiagnosticReport) -> [Diagnostic]

    /// Reads, builds and writes; whatever fails leaves the output as it was.
    ///
    /// One app at a time is read, rendered, checked and written on each processor, and then let go. An app whose inputs
    /// are those of the release before, and whose files are there, is taken over.
    ///
    /// - Parameters:
    ///   - check: makes the check of each app that is rendered, with the templates of this build.
    ///   - progress: hears of each app that is begun or done, from any thread, one call at a time.
    /// - Returns: what was made.
    /// - Throws: every mistake in the site, and what cannot be written.
    public func run(
        checking check: (TemplateSources) throws(DiagnosticReport) -> AppCheck = { _ in { _ in [] } },
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
        let (pages, check) = try Self.both(
            { () throws(DiagnosticReport) in try PageRenderer(templates: templates) },
            { () throws(DiagnosticReport) in try check(templates) })
        let jobs = max(jobs ?? Processors.count, 1)
        let builder = AppBuilder(
            folder: folder, contracts: ContractLibrary(templates.contracts),
            pages: pages, check: check,
            digest: InputsDigest(templates: templates, options: [version, compresses ? "compressed" : "plain"]),
            compressor: compresses ? Compression.compress : nil, jobs: max(jobs / max(names.count, 1), 1))
        let update: ReleaseUpdate
        do throws(FileError) {
            update = try ReleaseUpdate(output, keeping: kept)
        } catch {
            throw DiagnosticReport([Diagnostic(writing: error)])
        }
        if !apps.isEmpty, update.hasUnreadableRelease {
            throw DiagnosticReport([
                Diagnostic(
                    code: "unreadable-release", file: output,
                    message: "the last release cannot be read, so its other apps cannot be kept",
                    fix: "Build every app.")
            ])
        }
        let outcomes = build(names, with: builder, into: update, jobs: jobs, progress)
        let kept = apps.isEmpty ? [] : update.previous.values.filter { !names.contains($0.name) }
        do throws(DiagnosticReport) {
            let problems = outcomes.flatMap(\.diagnostics) + sharedHosts(of: outcomes, kept, in: folder)
            if DiagnosticReport(problems).hasErrors { throw DiagnosticReport(problems) }
            let entries = (outcomes.compactMap(\.entry) + kept).sorted { $0.name < $1.name }
            let written = try commit(entries, to: update)
            return Result(
                warnings: templates.warnings + problems, id: written.id, apps: entries.map(\.name),
                rendered: outcomes.filter(\.isRendered).map(\.name), pages: entries.reduce(0) { $0 + $1.pages },
                written: written.written, removed: written.removed, origins: outcomes.compactMap(\.origins),
                seconds: (ContinuousClock.now - began) / .seconds(1), output: output)
        } catch {
            update.undo()
            throw error
        }
    }

    /// Makes two things, and reports what is wrong with either.
    private static func both<First, Second>(
        _ first: () throws(DiagnosticReport) -> First, _ second: () throws(DiagnosticReport) -> Second
    ) throws(DiagnosticReport) -> (First, Second) {
        let made: First
        do {
            made = try first()
        } catch let report {
            // Both read the words, and say the same of them.
            do {
                _ = try second()
            } catch {
                let others = error.diagnostics.filter { !report.diagnostics.contains($0) }
                throw DiagnosticReport(report.diagnostics + others)
            }
            throw report
        }
        return (made, try second())
    }

    /// One outcome for each app, sorted by name. After the first mistake nothing more is written, but everything is
    /// still checked.
    private func build(
        _ names: [String], with builder: AppBuilder, into update: ReleaseUpdate, jobs: Int,
        _ progress: @escaping @Sendable (BuildProgress) -> Void
    ) -> [AppBuilder.Outcome] {
        let log = ProgressLog(count: names.count, told: progress)
        let outcomes = Parallel.map(names.count, jobs: jobs) { number in
            log.begin(names[number])
            let outcome = builder.build(names[number], into: update) { !log.hasFailed }
            log.end(names[number], failed: outcome.hasErrors)
            return outcome
        }
        return outcomes.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private func sharedHosts(
        of outcomes: [AppBuilder.Outcome], _ kept: [ManifestEntry], in folder: SiteFolder
    ) -> [Diagnostic] {
        let apps = kept.map { ($0.name, $0.hosts) } + outcomes.map { ($0.name, $0.hosts) }
        return HostClaim.repeated(in: apps).map { folder.diagnostic(on: $0, of: apps[$0.app].0) }
    }

    private func commit(
        _ entries: [ManifestEntry], to update: ReleaseUpdate
    ) throws(DiagnosticReport) -> ReleaseWriter.Summary {
        do throws(FileError) {
            return try update.commit(entries)
        } catch {
            throw DiagnosticReport([Diagnostic(writing: error)])
        }
    }

    /// The templates: those that are named, or `Templates` beside the site, in place of the built-in ones.
    ///
    /// - Throws: what is wrong with them, and a folder beside the site that holds templates under another name.
    public func templateSources() throws(DiagnosticReport) -> TemplateSources {
        if let templates { return try TemplateSources(override: templates) }
        if FileSystem.kind(of: templatesBeside) == .folder { return try TemplateSources(override: templatesBeside) }
        if let misspelt = TemplateSources.misspelt(beside: site) { throw DiagnosticReport([misspelt]) }
        return try TemplateSources(override: nil)
    }

    /// Where templates are taken without being named, whether or not there are any.
    public var templatesBeside: String { SiteLocation.beside(site, "Templates") }

    /// A release inside of its own site would be read as an app by the next build; around it, it would be mixed with
    /// whatever else is there.
    private func checkOutput() throws(DiagnosticReport) {
        guard let root = FileSystem.realPath(site) else { return }
        if let real = FileSystem.realPath(output), root.hasPrefix(real == "/" ? real : real + "/") {
            throw DiagnosticReport([
                Diagnostic(
                    code: "output-around-site", file: output, message: "this folder holds the site itself",
                    fix: "Name a folder for the release alone with '--output'.")
            ])
        }
        // The folder may not be there yet; the nearest one above it that is decides.
        var folder = output
        while FileSystem.realPath(folder) == nil {
            folder = folder.lastIndex(of: "/").map { $0 == folder.startIndex ? "/" : String(folder[..<$0]) } ?? "."
        }
        guard let real = FileSystem.realPath(folder), real == root || real.hasPrefix(root + "/") else { return }
        throw DiagnosticReport([
            Diagnostic(
                code: "output-in-site", file: output, message: "the output would stand inside of the site",
                fix: "Name a folder beside it with '--output'.")
        ])
    }
}
