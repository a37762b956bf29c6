package import Diagnostics
import Files
import Mustache
import SiteModel
import TemplateFiles

/// A new site with one app, named after its folder, that builds without changes.
package enum Starter {
    package struct Result: Sendable {
        package let files: [String]
        /// What is left to do in the backend's console.
        package let steps: [String]
        /// The summary as text, ending in LF.
        package let summary: String
    }

    /// Writes a site into a folder, which is created if necessary. Nothing is overwritten. `withAgents` adds
    /// `AGENTS.md`, which tells coding agents the commands and rules. Without answers, the site's `app.yml` explains
    /// every key.
    package static func begin(
        in folder: String, withTemplates: Bool, withAgents: Bool = false, for answers: FirstSite.Answers? = nil
    ) throws(DiagnosticReport) -> Result {
        let parts = withTemplates ? ["Site", "Templates"] : ["Site"]
        for part in parts where FileSystem.kind(of: path(folder, part), followingLinks: false) != nil {
            throw DiagnosticReport(
                code: "exists", file: path(folder, part),
                message: "this exists already, and nothing is overwritten",
                fix: "Name another folder, or move it away.")
        }
        // On a case-insensitive file system `site` would be the same folder as `Site`, which commands look for.
        if let site = SiteLocation.sites(in: path(folder, "")).first {
            throw DiagnosticReport(
                code: "exists", file: site, message: "there is a site here already, under another name",
                fix: "Rename it to \(path(folder, "Site")), or begin in another folder.")
        }
        try checkSurroundings(of: folder)
        let (title, name) = names(in: folder)
        var site: FirstSite?
        if let answers { site = try FirstSite(answers, title: title, name: name) }
        let written = if let site { site.files } else { try texts(title: title, name: name) }
        var files = written.map {
            (path: path(folder, "Site/\(name)/\($0.file)"), bytes: Array($0.text.utf8))
        }
        files += EditorSchemas.missing(EditorSchemas.app, beside: path(folder, "Templates"))
        if withTemplates { files += TemplateCopies.all(in: path(folder, "Templates")) }
        for (file, bytes) in EmbeddedTemplates.files where withAgents && file == "catalog/AGENTS.md" {
            files.append((path(folder, "AGENTS.md"), bytes))
        }
        let shown = try NewFiles(files).write()
        let plain = path(folder, "Site")
        let place = plain.contains(" ") ? "'\(plain)'" : plain
        return Result(
            files: shown, steps: site?.steps ?? [],
            summary: shown.map { "Wrote \($0)\n" }.joined() + (site?.remainder ?? "")
                + "\nSee it: latchkey preview \(place)\nShip it: latchkey build \(place)\n")
    }

    /// The display name and the name of the app that a folder's name stands for.
    package static func names(in folder: String) -> (title: String, name: String) {
        let title = (FileSystem.realPath(folder) ?? folder).split(separator: "/").last.map(String.init) ?? "App"
        return (title, appName(for: title))
    }

    /// Throws if the folder is inside a site, which would read the new site as one of its apps.
    private static func checkSurroundings(of folder: String) throws(DiagnosticReport) {
        // The folder may not exist yet.
        let parent = folder.lastIndex(of: "/").map { folder[..<$0].isEmpty ? "/" : String(folder[..<$0]) } ?? "."
        guard var place = FileSystem.realPath(folder) ?? FileSystem.realPath(parent).map({ "\($0)/new" }) else {
            return
        }
        while let slash = place.lastIndex(of: "/"), slash > place.startIndex {
            if SiteLocation.isSite(place) {
                throw DiagnosticReport([
                    Diagnostic(
                        code: "site-in-site", file: folder, message: "this would be inside of the site \(place)",
                        fix:
                            "Run 'latchkey init' beside that site for another one, or add an app to this one: latchkey add app NAME"
                    )
                ])
            }
            place = String(place[..<slash])
        }
    }

    /// The starter's files, with the app's names inserted into `app.yml`; braces in page specs are kept.
    static func texts(title: String, name: String) throws(DiagnosticReport) -> [(file: String, text: String)] {
        let names: MustacheValue = [
            "title": .text(quoted(title)), "name": .text(name), "scheme": .text(name.filter { $0 != "-" }),
        ]
        var texts: [(file: String, text: String)] = []
        for (path, bytes) in EmbeddedTemplates.files where path.hasPrefix("starter/") {
            let source = SourceText(file: "Templates/\(path)", bytes: Array(bytes))
            let isPage = path.hasSuffix(".md")
            let text =
                isPage ? source.text : try TemplateLibrary([path: source], language: .plain).render(path, with: names)
            texts.append((String(path.dropFirst("starter/".count)), text))
        }
        return texts
    }

    /// A folder's name as a YAML scalar, in double quotes unless it is safe without.
    private static func quoted(_ title: String) -> String {
        let isPlain =
            title.first.map { $0.isLetter } == true
            && title.allSatisfy { $0.isLetter || $0.isNumber || " -_.".contains($0) }
            && !title.hasSuffix(" ") && !["true", "false", "null"].contains(title.lowercased())
        if isPlain { return title }
        let escaped = title.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control: " "
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    /// An app's name of lower-case letters, digits and hyphens, derived from the folder's name.
    static func appName(for title: String) -> String {
        var name = ""
        for character in title.lowercased() {
            if character.isASCII, character.isLetter || character.isNumber {
                name.append(character)
            } else if !name.isEmpty, name.last != "-" {
                name.append("-")
            }
        }
        while name.last == "-" { name.removeLast() }
        guard let first = name.first else { return "app" }
        return String((first.isLetter ? name : "app-\(name)").prefix(40))
    }

    private static func path(_ folder: String, _ name: String) -> String {
        folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
