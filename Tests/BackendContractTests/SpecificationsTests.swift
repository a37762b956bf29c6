import AuthFlow
import Files
import Testing

/// `Documentation/Specifications.md` against the tests that it names and the specs that it is about.
@Suite struct SpecificationsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let line: String
        let evidence: String
        var testDescription: String { line }
        /// What stands between backticks.
        var names: [String] {
            evidence.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }
    }

    static let rows: [Row] = ((try? text("Documentation/Specifications.md")) ?? "").split(separator: "\n").compactMap {
        line in
        guard line.hasPrefix("| "), line.hasSuffix(" |"), !line.hasPrefix("| ---"), line != "| line | shown by |",
            let bar = line.lastRange(of: " | ")
        else { return nil }
        return Row(
            line: String(line[..<bar.lowerBound].dropFirst(2)), evidence: String(line[bar.upperBound...].dropLast(2)))
    }

    @Test("there are lines")
    func lines() {
        #expect(Self.rows.count > 100)
    }

    @Test("every line is shown by something", arguments: rows)
    func evidence(row: Row) {
        let words = ["Device only: ", "Open: ", "nothing to build", "A heading of the list"]
        #expect(!row.names.isEmpty || words.contains { row.evidence.range(of: $0) != nil }, "\(row.evidence)")
    }

    @Test("every test and picture that is named exists", arguments: rows)
    func named(row: Row) throws {
        for name in row.names {
            if let place = name.range(of: "::") {
                let file = try Self.text("Tests/EndToEnd/\(name[..<place.lowerBound])")
                #expect(file.range(of: "def \(name[place.upperBound...])(") != nil, "\(name)")
            } else if let slash = name.firstIndex(of: "/"), !name.hasPrefix("/") {
                let suite = name[..<slash]
                let function = name[name.index(after: slash)...]
                let file = Self.sources.first { $0.range(of: "struct \(suite) {") != nil }
                #expect(file?.range(of: "func \(function)(") != nil, "\(name)")
            } else if name.split(separator: ".").count == 3 {
                let parts = name.split(separator: ".").map(String.init)
                let page = try Self.text("Site/artitec/\(parts[0]).md")
                #expect(page.range(of: "\n# \(parts[1])\n") != nil, "\(name)")
                #expect(
                    ["idle", "busy", "typing", "invalid-fields"].contains(parts[2])
                        || OutcomeName(rawValue: parts[2]) != nil, "\(name)")
            }
        }
    }

    @Test(
        "no line of a spec is missing",
        arguments: [
            "artitec-password-reset", "fetchnews-email-features", "recruiting-compass-forgot-password",
            "story-1.4-firebase-password-reset",
        ])
    func complete(spec: String) throws {
        // The specs lie beside the repository, where they lie at all.
        guard let text = try? Self.text("../shared/specs/\(spec).md") else { return }
        let known = Set(Self.rows.map(\.line))
        for line in text.split(separator: "\n") {
            let trimmed = line.drop { $0 == " " }
            guard trimmed.hasPrefix("- [ ] ") || trimmed.hasPrefix("- [x] ") else { continue }
            #expect(known.contains(String(trimmed.dropFirst(6))), "\(trimmed)")
        }
    }

    @Test("no test of the navigation contract is missing")
    func navigation() throws {
        guard let text = try? Self.text("../shared/specs/auth-navigation-contract.md") else { return }
        let named = Set(Self.rows.flatMap(\.names))
        for line in text.split(separator: "\n") {
            guard let place = line.range(of: "func test") else { continue }
            let name = "test" + line[place.upperBound...].prefix { $0 != "(" }
            #expect(named.contains("NavigationContractTests/\(name)"), "\(name)")
        }
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
