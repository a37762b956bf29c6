import Files
import HostExport
import Problems
import Testing

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
