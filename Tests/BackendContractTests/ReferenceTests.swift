import AuthContracts
import Files
import JSON
import SiteModel
import TestSupport
import Testing

/// The references in `Documentation` against what the readers accept.
@Suite struct ReferenceTests {
    private static func document(_ name: String) throws -> String {
        String(decoding: try FileSystem.read("\(root)/Documentation/\(name).md", limit: 1 << 20), as: UTF8.self)
    }

    /// The first block of code that begins with a text.
    private static func block(_ start: String, of document: String) throws -> String {
        let block = try #require(document.components(between: "```").first { $0.contains(start) })
        return String(block.drop { $0 != "\n" }.dropFirst())
    }

    /// The names of the optional properties that are nil in every value of their type, at any depth.
    private static func unset(in value: Any) -> Set<String> {
        var unset: Set<String> = []
        var set: Set<String> = []
        func walk(_ value: Any) {
            let mirror = Mirror(reflecting: value)
            for child in mirror.children {
                let inner = Mirror(reflecting: child.value)
                if inner.displayStyle == .optional, let label = child.label {
                    let name = "\(mirror.subjectType).\(label)"
                    if inner.children.isEmpty { unset.insert(name) } else { set.insert(name) }
                }
                walk(child.value)
            }
        }
        walk(value)
        return unset.subtracting(set)
    }

    /// The keys of a YAML text in block or flow style; those whose names the author chooses are given.
    private static func keys(of yaml: String, but names: Set<String>) -> Set<String> {
        let isKey = { (character: Character) in character.isLetter || character.isNumber || character == "-" }
        var keys: Set<String> = []
        for piece in yaml.split(whereSeparator: { "\n{,".contains($0) }) {
            let text = piece.drop { $0 == " " || $0 == "-" }
            let key = text.prefix(while: isKey)
            let rest = text[key.endIndex...]
            if !key.isEmpty, rest == ":" || rest.hasPrefix(": ") { keys.insert(String(key)) }
        }
        return keys.subtracting(names)
    }

    private static func expectRows(for keys: Set<String>, in document: String) {
        for key in keys.sorted() {
            let row = document.split(separator: "\n").contains { line in
                line.hasPrefix("| `") && (line.contains("`\(key)`") || line.contains(".\(key)`"))
            }
            #expect(row, "no row explains '\(key)'")
        }
    }

    @Test("App.md's example sets every key of app.yml, and a row explains each")
    func app() throws {
        let document = try Self.document("App")
        let example = try Self.block("# Site/harbour/app.yml", of: document)
        let folder = try TemporaryFolder()
        try folder.write(example, to: "Site/harbour/app.yml")
        for page in ["forgot-password", "reset-password"] {
            try folder.write("---\ntitle: T\nstart: form\n---\n# form\n## T\n", to: "Site/harbour/\(page).md")
        }
        try folder.write("Terms", to: "Site/harbour/public/legal/terms.pdf")
        for (name, source) in [
            ("logo.svg", "logo.svg"), ("logo-dark.svg", "logo-dark.svg"), ("logo.png", "logo.png"),
            ("logo-dark.png", "logo-dark.png"), ("icon.svg", "icon.svg"), ("icon-180.png", "touch.png"),
            ("harbour-sans.woff2", "harbour-serif.woff2"),
        ] {
            let bytes = try FileSystem.read("\(root)/Tests/EndToEnd/branded/Site/harbour/\(source)")
            try FileSystem.write(bytes, to: "\(folder.path)/Site/harbour/\(name)")
        }
        let (site, warnings) = try SiteReader.read("\(folder.path)/Site")
        #expect(warnings.allSatisfy { "\($0)".contains("untranslated") })
        let app = try #require(site.apps.first)
        // Without contracts, an app has none.
        #expect(
            Self.unset(in: app).filter { $0.hasPrefix("App.") }.sorted() == ["App.contract", "App.writtenContract"])
        let file = try #require(Mirror(reflecting: app).descendant("file", "contents"))
        #expect(Self.unset(in: file).filter { !$0.hasPrefix("LanguageTag.") } == [])
        let names: Set = ["reset-password", "api-key", "14", "https", "harbour"]
        Self.expectRows(for: Self.keys(of: example, but: names), in: document)
    }

    @Test("Pages.md's example sets every key of a page spec, and a row explains each")
    func page() throws {
        let document = try Self.document("Pages")
        let example = try Self.block("title: Reset your password", of: document)
        let folder = try TemporaryFolder()
        try folder.write(
            "name: T\nhosts: [a.example]\nlinks: { reset-password: { web: '/r?t={t}', page: reset-password } }\n",
            to: "Site/harbour/app.yml")
        try folder.write(example, to: "Site/harbour/reset-password.md")
        let (site, warnings) = try SiteReader.read("\(folder.path)/Site")
        #expect(warnings.isEmpty)
        let states = try #require(site.apps.first?.pages.first?.states)
        // An example of 'on-load', 'refresh' and 'needs' would need a session, and one of another language a translation.
        #expect(
            Set(Self.unset(in: states).filter { $0.hasPrefix("State.") })
                == ["State.language", "State.onLoad", "State.refresh"])
        #expect(Self.unset(in: states.flatMap(\.fields)) == [])
        let header = try #require(example.components(between: "---\n").dropFirst().first)
        let names: Set = [
            "reset-password", "none", "ask", "sent", "form", "invalid", "done", "thanks", "send-link",
            "send-feedback", "ok",
        ]
        Self.expectRows(for: Self.keys(of: header, but: names).union(["on-load", "needs"]), in: document)
    }

    @Test("Contracts.md has every outcome")
    func outcomes() throws {
        Self.expectRows(for: Set(OutcomeName.allCases.map(\.rawValue)), in: try Self.document("Contracts"))
    }

    @Test("Contracts.md has every password requirement")
    func requirements() throws {
        let document = try Self.document("Contracts")
        for name in PasswordRequirement.Name.allCases { #expect(document.contains("`\(name.rawValue)`")) }
    }
}

extension StringProtocol {
    /// The pieces between a separator.
    fileprivate func components(between separator: String) -> [String] {
        var pieces: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            pieces.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return pieces + [String(rest)]
    }
}
