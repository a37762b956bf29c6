package import Diagnostics
import Files

/// The folder that a command writes to, which must be neither in a site nor in its templates: everything there is read
/// as a part of the site.
package struct OutputFolder: Hashable, Sendable {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// Returns the error if the folder is in the site that a command reads, or in its templates, by default `Templates`
    /// next to the site; nil if the command may write to the folder.
    package func problem(site: String? = nil, templates: String? = nil) -> Diagnostic? {
        guard let own = FileSystem.resolvedPath(path) else { return nil }
        let site = site.flatMap(FileSystem.realPath)
        let templates = templates.flatMap(FileSystem.realPath) ?? site.map { SiteLocation.beside($0, "Templates") }
        var folder = own
        // Sites by their usual name are recognised also by commands that read none.
        while !folder.isEmpty {
            let name = folder.split(separator: "/").last ?? ""
            if folder == site || name == "Site" && SiteLocation.isSite(folder) { return refusal("site") }
            if folder == templates || name == "Templates" && SiteLocation.isSite(SiteLocation.beside(folder, "Site")) {
                return refusal("templates")
            }
            folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
        }
        return nil
    }

    /// Throws the error if a command may not write to the folder.
    package func check(site: String? = nil, templates: String? = nil) throws(DiagnosticReport) {
        if let problem = problem(site: site, templates: templates) { throw DiagnosticReport([problem]) }
    }

    private func refusal(_ place: String) -> Diagnostic {
        Diagnostic(
            code: "output-in-\(place)", file: path, message: "the output would be inside the \(place)",
            fix: "Name a folder beside it with '--output'.")
    }
}
