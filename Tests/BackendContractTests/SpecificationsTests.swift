import AuthContracts
import Files
import Testing

/// `Documentation/Specifications.md` against the tests that it names and the specs that it is about.
@Suite struct SpecificationsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// The specification, as the page's heading has it.
        let section: String
        let line: String
        let evidence: String
        var testDescription: String { line }
        /// What stands between backticks.
        var names: [String] {
            evidence.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }
    }

    static let rows: [Row] = {
        var rows: [Row] = []
        var section = ""
        for line in ((try? text("Documentation/Specifications.md")) ?? "").split(separator: "\n") {
            if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
            guard line.hasPrefix("| "), line.hasSuffix(" |"), !line.hasPrefix("| ---"), line != "| line | shown by |",
                let bar = line.lastRange(of: " | ")
            else { continue }
            rows.append(
                Row(
                    section: section, line: String(line[..<bar.lowerBound].dropFirst(2)),
                    evidence: String(line[bar.upperBound...].dropLast(2))))
        }
        return rows
    }()

    @Test("there are lines")
    func lines() {
        #expect(Self.rows.count > 400)
    }

    @Test("every line is shown by a test or a picture, or says why it cannot be", arguments: rows)
    func evidence(row: Row) {
        #expect(
            !row.names.isEmpty || row.evidence.hasPrefix("Not applicable: ")
                || ["A heading of the list; its lines follow.", "The story's own state; nothing to build."]
                    .contains(row.evidence),
            "\(row.evidence)")
    }

    @Test("what only a device shows has a reason, and a test of the half that does not need one", arguments: rows)
    func devices(row: Row) {
        guard row.evidence.range(of: "Device only") != nil else { return }
        #expect(row.evidence.range(of: "Device only: ") != nil && !row.names.isEmpty, "\(row.evidence)")
    }

    @Test("every test and picture that is named exists", arguments: rows)
    func named(row: Row) throws {
        for name in row.names {
            let parts = name.split(separator: ".").map(String.init)
            if name.hasPrefix("/") {
                // A path of a site is no name.
            } else if name.range(of: ".py::") != nil {
                #expect(try Self.isPythonTest(name), "\(name)")
            } else if let slash = name.firstIndex(of: "/") {
                #expect(Self.isSwiftTest(name[name.index(after: slash)...], of: name[..<slash]), "\(name)")
            } else if parts.count == 3 {
                #expect(Self.isPicture(page: parts[0], state: parts[1], of: parts[2]), "\(name)")
            } else {
                Issue.record("'\(name)' is neither a test nor a picture")
            }
        }
    }

    /// `file.py::function`, be it of a class, or `file.py::Class::function`.
    private static func isPythonTest(_ name: String) throws -> Bool {
        let parts = name.split(separator: "::").map(String.init)
        guard (2...3).contains(parts.count), parts[0].hasPrefix("test_"), let function = parts.last,
            function.hasPrefix("test_")
        else { return false }
        let file = try text("Tests/EndToEnd/\(parts[0])")
        guard parts.count == 3 else {
            return ["", "    "].contains { file.range(of: "\n\($0)def \(function)(") != nil }
        }
        guard let start = file.range(of: "\nclass \(parts[1]):") else { return false }
        let rest = file[start.upperBound...]
        // The class ends where something else begins at the margin.
        let end = ["\ndef ", "\nclass ", "\n@"].compactMap { rest.range(of: $0)?.lowerBound }.min() ?? rest.endIndex
        return rest[..<end].range(of: "\n    def \(function)(") != nil
    }

    /// A function of a suite that stands behind `@Test`.
    private static func isSwiftTest(_ function: Substring, of suite: Substring) -> Bool {
        guard let file = sources.first(where: { $0.range(of: "struct \(suite) {") != nil }),
            let start = file.range(of: "struct \(suite) {")
        else { return false }
        return file[start.upperBound...].ranges(of: "func \(function)(").contains { place in
            let before = file[start.upperBound..<place.lowerBound]
            guard let attribute = before.lastRange(of: "@Test") else { return false }
            return before[attribute.upperBound...].range(of: "func ") == nil
        }
    }

    /// A state of some site's page, in one of the ways in which states are pictured.
    private static func isPicture(page: String, state: String, of moment: String) -> Bool {
        let sites = (try? FileSystem.list("\(root)/Site")) ?? []
        return sites.contains { site in
            (try? text("Site/\(site)/\(page).md"))?.range(of: "\n# \(state)\n") != nil
        } && (["idle", "busy", "typing", "invalid-fields"].contains(moment) || OutcomeName(rawValue: moment) != nil)
    }

    @Test(
        "a specification's sentences are listed, all of them and in their order",
        arguments: [
            ("Artitec: password reset", "artitec-password-reset"),
            ("FetchNews: email features", "fetchnews-email-features"),
            ("The Recruiting Compass: forgot password", "recruiting-compass-forgot-password"),
            ("Story 1.4: password reset with Firebase", "story-1.4-firebase-password-reset"),
            ("The authentication navigation contract", "auth-navigation-contract"),
        ])
    func complete(section: String, spec: String) throws {
        let lines = try Self.lines(of: spec)
        #expect(lines.count >= 50)
        #expect(Self.rows.filter { $0.section == section }.map(\.line) == lines)
    }

    @Test("no test of the navigation contract is missing")
    func navigation() throws {
        let tests = try Self.lines(of: "auth-navigation-contract-tests")
        #expect(!tests.isEmpty)
        let named = Set(Self.rows.flatMap(\.names))
        for name in tests { #expect(named.contains("NavigationContractTests/\(name)"), "\(name)") }
    }

    /// The sentences of a specification.
    private static func lines(of spec: String) throws -> [String] {
        try text("Tests/BackendContractTests/Specifications/\(spec).txt").split(separator: "\n").map(String.init)
    }

    private static let sources: [String] = {
        let folders = (try? FileSystem.list("\(root)/Tests")) ?? []
        return folders.flatMap { folder in
            ((try? FileSystem.list("\(root)/Tests/\(folder)")) ?? []).filter { $0.hasSuffix(".swift") }
                .compactMap { try? text("Tests/\(folder)/\($0)") }
        }
    }()

    private static func text(_ path: String) throws -> String {
        String(decoding: try FileSystem.read("\(root)/\(path)", limit: 1 << 20), as: UTF8.self)
    }
}

extension StringProtocol {
    /// The first place of a text.
    fileprivate func range(of other: String) -> Range<Index>? {
        ranges(of: other).first
    }

    /// The last place of a text.
    fileprivate func lastRange(of other: String) -> Range<Index>? {
        ranges(of: other).last
    }
}
