import Files

/// The location of the site if the command line does not name it.
package struct SiteLocation: Hashable, Sendable {
    /// The path of the folder that contains `Site`: empty for the current one, else `../` repeated.
    package let prefix: String

    /// Finds the site: `Site` in the current folder or in the nearest parent.
    ///
    /// Like git's, commands therefore work in every subfolder.
    package init() {
        var prefix = ""
        while !Self.isSite(prefix + "Site") {
            guard let here = FileSystem.realPath(prefix.isEmpty ? "." : prefix), here != "/" else {
                self.prefix = ""
                return
            }
            prefix += "../"
        }
        self.prefix = prefix
    }

    package var site: String { prefix + "Site" }
    /// The folder that the release is written to.
    package var output: String { prefix + "Output" }

    /// Whether a folder contains at least one app.
    package static func isSite(_ folder: String) -> Bool {
        guard let names = try? FileSystem.list(folder) else { return false }
        return names.contains { FileSystem.kind(of: "\(folder)/\($0)/app.yml") == .file }
    }

    /// The path of a sibling of a site's folder: `Templates` beside `../Site` is `../Templates`.
    package static func beside(_ site: String, _ name: String) -> String {
        var parent = site
        while parent.count > 1, parent.hasSuffix("/") { parent.removeLast() }
        return parent.lastIndex(of: "/").map { parent[...$0] + name } ?? name
    }

    /// The path of the folder that contains an app's, which is a site; nil if the app's folder is no subfolder of one.
    static func site(ofApp folder: String) -> String? {
        var written = folder
        while written.count > 1, written.hasSuffix("/") { written.removeLast() }
        let last = written.split(separator: "/").last.map(String.init) ?? ""
        guard [".", ".."].contains(last) else {
            guard PageReader.isName(last) else { return nil }
            return written.lastIndex(of: "/").map { $0 == written.startIndex ? "/" : String(written[..<$0]) } ?? "."
        }
        // Its name is not written, so that what is around it says whether it was meant as one of a site's apps.
        let names = FileSystem.realPath(folder)?.split(separator: "/").map(String.init) ?? []
        let above = written == "." ? ".." : "\(written)/.."
        guard let name = names.last, PageReader.isName(name) else { return nil }
        let others = ((try? FileSystem.list(above)) ?? []).filter { $0 != name }
        let isOfSite =
            names.dropLast().last?.lowercased() == "site"
            || others.contains { FileSystem.kind(of: "\(above)/\($0)/app.yml") == .file }
        return isOfSite ? above : nil
    }

    /// Whether an app of the site that the command line does not name has a file for an environment.
    static func isEnvironment(_ name: String) -> Bool {
        let site = SiteLocation().site
        return (try? FileSystem.list(site))?.contains { FileSystem.kind(of: "\(site)/\($0)/app.\(name).yml") == .file }
            ?? false
    }

    /// The fix for the name of an app in the place of its site's; nil for another name.
    static func advice(onApp name: String) -> String? {
        let site = SiteLocation().site
        guard PageReader.isName(name), FileSystem.kind(of: "\(site)/\(name)/app.yml") == .file else { return nil }
        return
            "It is an app of the site in '\(site)': name that, or the app by '--app \(name)' where a command takes it."
    }

    /// The fix if no site was found: names a site nearby, or one that has another name.
    static var advice: String {
        guard let site = nearby() else { return "Run 'latchkey init' to begin a site." }
        let name = site.split(separator: "/").last ?? ""
        return "There is a site in '\(site)': "
            + (name != "Site" && name.lowercased() == "site" ? "rename it to 'Site', or name it." : "name it.")
    }

    /// The nearest site: in the current folder, a subfolder or a parent. It is named `Site` in any case, or is
    /// one of these folders itself.
    private static func nearby() -> String? {
        var prefix = ""
        while let here = FileSystem.realPath(prefix.isEmpty ? "." : prefix) {
            if let site = sites(in: prefix).first { return site }
            let folder = prefix.isEmpty ? "." : String(prefix.dropLast())
            // A folder named `Site` in another case is found from its parent, with the fix to rename it.
            if here.split(separator: "/").last?.lowercased() != "site", isSite(folder) { return folder }
            for name in (prefix.isEmpty ? try? FileSystem.list(".") : nil) ?? [] where !name.hasPrefix(".") {
                if let site = sites(in: "\(name)/").first { return site }
                if isSite(name) { return name }
            }
            // What is four levels above belongs to something else.
            if here == "/" || prefix.utf8.count >= 3 * 3 { break }
            prefix += "../"
        }
        return nil
    }

    /// The sites below a path ending in `/` that are named `Site` in any case.
    package static func sites(in prefix: String) -> [String] {
        let names = (try? FileSystem.list(prefix.isEmpty ? "." : prefix)) ?? []
        return names.filter { $0.lowercased() == "site" }.map { prefix + $0 }.filter(isSite)
    }
}
