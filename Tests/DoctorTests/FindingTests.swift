import Files
import HostExport
import Problems
import Testing
import TextEncoding

@testable import Doctor

@Suite("The texts of findings")
struct FindingTests {
    @Test("every name in the sources has a text, and every text a name in the sources")
    func names() throws {
        let folder = "\(#filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined())/Sources/Checks/Doctor"
        let files = try [folder, "\(folder)/Checks"].flatMap { folder in
            try FileSystem.list(folder).filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
        }
        let texts = try files.map { String(decoding: try FileSystem.read($0), as: UTF8.self) }
        let words = Set(texts.flatMap { $0.matches(of: /"([a-z-]+)"/).map { String($0.1) } })
        let used = Set(texts.flatMap { $0.matches(of: /(?:\.of|finding)\(\s*"([a-z-]+)"/).map { String($0.1) } })
        let causes = FetchFailure.Cause.allCases.map(\.rawValue)
        #expect(used.union(causes).subtracting(FindingText.all.keys) == [])
        #expect(Set(FindingText.all.keys).subtracting(words).subtracting(causes) == [])
        #expect(used.count > 30)
    }

    @Test("what a host sent reaches the terminal without control characters, and shortened")
    func hostile() {
        for hostile in [
            "\u{1B}]0;x\u{7}", "\u{9B}2J", "\u{202E}txt", "\u{8}", "\u{85}", "\u{2028}", "\r\n✓ /: fine", "\0",
        ] {
            let shown = Finding.problem(
                Problem(.error, code: "x", at: "/\(hostile)", "a \(hostile)", fix: "b \(hostile)")
            ).text
            #expect(shown.split(separator: "\n").allSatisfy { String($0).isPrintable })
            #expect(shown.split(separator: "\n").count == 2)
            let passed = Finding.passed(code: "x", subject: hostile, message: hostile).text
            #expect(passed.split(separator: "\n").count == 1)
        }
        #expect(Finding.passed(code: "x", subject: "a\u{1B}", message: "b\tc").text == "✓ a\u{FFFD}: b c\n")
        let long = Finding.passed(code: "x", subject: "a", message: String(repeating: "b", count: 100_000)).text
        #expect(long.count == "✓ a: \n".count + 1_001)
    }

    @Test("every text has a message, a known severity, and a fix if it is a warning or an error")
    func texts() {
        for (name, text) in FindingText.all {
            let fix = text.fix(
                ["name": "Link", "value": "x", "type": "text/html", "agents": "a"], HostFixes(host: nil, path: "/"))
            let severity = ProblemSeverity(rawValue: text.severity)
            #expect(!text.message.isEmpty && !text.message.hasSuffix("."), "\(name)")
            #expect(text.severity == "ok" || severity != nil, "\(name)")
            #expect(severity == nil || severity == .note || fix?.hasSuffix(".") == true, "\(name)")
            #expect(
                text.code == nil || FindingText.all[text.code ?? ""] != nil || text.code == "not-checked", "\(name)")
        }
    }
}
