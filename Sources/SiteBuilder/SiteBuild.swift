public import Diagnostics
import Files
public import JSON
import Release
public import SiteModel

/// One run from a site's folder to a release's.
public struct SiteBuild: Sendable {
    /// The folder that holds one folder an app.
    public var site: String
    /// Templates that replace the built-in ones; nil takes `Templates` beside the site, where there is one.
    public var templates: String?
    /// The folder that gets the release.
    public var output: String
    /// Whether brotli and gzip variants are written.
    public var compresses: Bool
    /// How many releases the output keeps, the new one included.
    public var kept: Int

    /// A build of a site's folder; nothing is read or written before it runs.
    public init(site: String, templates: String? = nil, output: String, compresses: Bool = true, kept: Int = 2) {
        self.kept = kept
        self.site = site
        self.templates = templates
        self.output = output
        self.compresses = compresses
    }

    /// What a build made.
    public struct Result: Sendable {
        /// Warnings and notes about sources that were built nevertheless.
        public let warnings: [Diagnostic]
        /// The release's id.
        public let id: String
        /// The names of the apps.
        public let apps: [String]
        /// How many pages the release has, over all apps.
        public let pages: Int
        /// The paths that were written, below the output folder.
        public let written: [String]
        /// The paths that were removed, below the output folder.
        public let removed: [String]
        /// What the apps' backends have to let in.
        public let origins: [BackendOrigins]
        let output: String

        /// For scripts.
        public var json: JSONValue {
            [
                "id": .string(id),
                "output": .string(output),
                "apps": .array(apps.map(JSONValue.string)),
                "written": .array(written.map(JSONValue.string)),
                "removed": .array(removed.map(JSONValue.string)),
                "cors": .array(origins.map(\.json)),
            ]
        }

        /// One line for people, and what each backend has to be told; every line ends in LF.
        public var summary: String {
            let change =
                written.isEmpty && removed.isEmpty
                ? "nothing changed" : "\(written.count) written, \(removed.count) removed"
            return "Built \(counted(apps.count, "app")) with \(counted(pages, "page")) into \(output): \(change)\n"
                + origins.map(\.text).joined()
        }

        private func counted(_ count: Int, _ noun: String) -> String {
            "\(count) \(noun)\(count == 1 ? "" : "s")"
        }
    }

    /// Reads, builds and writes; whatever fails leaves the output as it was.
    ///
    /// - Parameter look: sees the site before anything is written, and gives the warnings that it has for it.
    /// - Returns: what was made.
    /// - Throws: every mistake in the site, and what cannot be written.
    public func run(
        looking look: (Site, TemplateSources) throws(DiagnosticReport) -> [Diagnostic] = { _, _ in [] }
    ) throws(DiagnosticReport) -> Result {
        try checkOutput()
        let templates = try TemplateSources(override: templatesFolder)
        let (site, readWarnings) = try SiteReader.read(self.site, contracts: templates.contracts)
        let built = try SiteContents.make(of: site, templates: templates)
        let seen = try look(site, templates)
        do {
            let written = try ReleaseWriter(folder: output, keeping: kept)
                .write(built.contents, compressor: compresses ? Compression.compress : nil)
            return Result(
                warnings: templates.warnings + readWarnings + built.warnings + seen, id: written.id,
                apps: site.apps.map(\.name),
                pages: site.apps.reduce(0) { $0 + $1.pages.count }, written: written.written, removed: written.removed,
                origins: site.apps.compactMap(BackendOrigins.init), output: output)
        } catch {
            throw DiagnosticReport([
                Diagnostic(
                    code: "cannot-write", file: error.path, message: error.description,
                    fix: "The release that was there is as it was.")
            ])
        }
    }

    /// The templates that are named, or `Templates` beside the site, which is taken without being named.
    public var templatesFolder: String? {
        templates ?? (FileSystem.kind(of: templatesBeside) == .folder ? templatesBeside : nil)
    }

    /// Where templates are taken without being named, whether or not there are any.
    public var templatesBeside: String {
        var parent = site
        while parent.count > 1, parent.hasSuffix("/") { parent.removeLast() }
        return parent.lastIndex(of: "/").map { String(parent[...$0]) + "Templates" } ?? "Templates"
    }

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
