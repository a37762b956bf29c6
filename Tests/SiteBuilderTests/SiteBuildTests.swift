import Diagnostics
import Files
import Release
import SiteModel
import Synchronization
import TemplateFiles
import TestSupport
import Testing

@testable import SiteBuilder

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Building sites")
struct SiteBuildTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in Self.names { try write(app: name) }
    }

    private static let names = ["one", "three", "two"]

    private func write(app name: String, title: String = "T", words: String = "Words.") throws {
        try folder.write(
            "name: \(title)\nhosts: [\(name).example]\nios: { app-id: ABCDE12345.example.t, scheme: \(name) }\n",
            to: "Site/\(name)/app.yml")
        try folder.write("---\ntitle: T\nstart: only\n---\n# only\n\(words)\n", to: "Site/\(name)/page.md")
    }

    private func build(into output: String = "Output") -> SiteBuild {
        SiteBuild(site: "\(folder.path)/Site", output: "\(folder.path)/\(output)", compresses: false)
    }

    /// The names of the apps that were checked, and the result.
    private func run(_ build: SiteBuild) throws -> (checked: [String], result: SiteBuild.Result) {
        let checked = CheckedApps()
        let result = try build.run(checking: { _ in { app in checked.add(app.name) } })
        return (checked.names, result)
    }

    private final class CheckedApps: Sendable {
        private let apps = Mutex<[String]>([])
        var names: [String] { apps.withLock { $0.sorted() } }

        func add(_ name: String) -> [Diagnostic] {
            apps.withLock { $0.append(name) }
            return []
        }
    }

    /// All files of the release in a folder by path, with the manifest.
    private func release(in output: String = "Output") throws -> [String: [UInt8]] {
        let path = "\(folder.path)/\(output)"
        var files = ["release.json": try FileSystem.read("\(path)/release.json")]
        for app in try LoadedRelease.load(path).manifest.apps {
            let web = app.files.flatMap { $0.variants.map { "\(app.name)/web/\($0.path)" } }
            for file in web + app.appFiles.keys.map({ "\(app.name)/app/\($0)" }) {
                files[file] = try FileSystem.read("\(path)/\(file)")
            }
        }
        return files
    }

    @Test("an app that has not changed is neither rendered nor checked")
    func takesOver() throws {
        let first = try run(build())
        #expect(first.checked == Self.names)
        #expect(first.result.rendered == Self.names)
        let second = try run(build())
        #expect(second.checked == [])
        #expect(second.result.rendered == [])
        #expect(second.result.apps == Self.names)
        #expect(second.result.written == [])
        #expect(second.result.pages == 3)
        try write(app: "two", words: "Other words.")
        let third = try run(build())
        #expect(third.checked == ["two"])
        #expect(third.result.rendered == ["two"])
        #expect(third.result.id != first.result.id)
    }

    @Test("an app is built again when another input has changed")
    func otherInputs() throws {
        _ = try run(build())
        var other = build()
        other.version = "2"
        #expect(try run(other).checked == Self.names)
        other.compresses = true
        #expect(try run(other).checked == Self.names)
        #expect(try run(other).checked == [])
        let page = try #require(TemplateSources.embedded.source(of: "pages/not-found.mustache")).text
        try folder.write(page + "<!-- ours -->\n", to: "Templates/pages/not-found.mustache")
        #expect(try run(other).checked == Self.names)
    }

    @Test(
        "an app whose files are missing or changed is built again",
        arguments: [
            "web: removed", "web: shorter", "web: same length", "web: a link", "app: removed", "app: same length",
        ])
    func damaged(what: String) throws {
        _ = try run(build())
        let before = try release()
        let part = what.hasPrefix("web") ? "two/web/page." : "two/app/Info.plist"
        let name = try #require(before.keys.first { $0.hasPrefix(part) })
        let path = "\(folder.path)/Output/\(name)"
        let bytes = try #require(before[name])
        try FileSystem.removeFile(path)
        switch what.split(separator: " ", maxSplits: 1)[1] {
        case "shorter": try FileSystem.write(Array(bytes.dropLast()), to: path)
        case "same length": try FileSystem.write(bytes.dropLast() + [0], to: path)
        case "a link": #expect(symlink("/dev/null", path) == 0)
        default: break
        }
        #expect(try run(build()).checked == ["two"])
        #expect(try release() == before)
    }

    @Test("the bytes are the same on any number of threads, and in any order")
    func order() throws {
        _ = try run(build())
        let expected = try release()
        for (number, jobs) in [1, 8, 8].enumerated() {
            var other = build(into: "Other\(number)")
            other.jobs = jobs
            if number > 0 { other.order = { $0.shuffled() } }
            _ = try run(other)
            #expect(try release(in: "Other\(number)") == expected)
        }
    }

    @Test("after any edits, an incremental build equals a clean one")
    func edits() throws {
        var random = SeededGenerator(seed: 7)
        _ = try run(build())
        var present = Set(Self.names)
        for number in 0..<8 {
            // Several edits between two builds, some of which cancel each other.
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let name = Self.names.randomElement(using: &random) ?? "one"
                switch Int.random(in: 0..<6, using: &random) {
                case 0 where present.count > 1 && present.contains(name):
                    for file in ["app.yml", "page.md", "other.md"] {
                        try FileSystem.removeFile("\(folder.path)/Site/\(name)/\(file)")
                    }
                    _ = try FileSystem.removeFolderIfEmpty("\(folder.path)/Site/\(name)")
                    present.remove(name)
                case 1 where present.contains(name):
                    try folder.write(Samples.page("Another page."), to: "Site/\(name)/other.md")
                case 2 where present.contains(name):
                    try FileSystem.removeFile("\(folder.path)/Site/\(name)/other.md")
                case 3:
                    try write(app: name, title: "Title \(Int.random(in: 0..<2, using: &random))")
                    present.insert(name)
                default:
                    try write(app: name, words: "Words \(Int.random(in: 0..<3, using: &random)).")
                    present.insert(name)
                }
            }
            var upon = build()
            upon.jobs = [1, 2, 8].randomElement(using: &random)
            _ = try run(upon)
            _ = try run(build(into: "Clean\(number)"))
            #expect(try release() == release(in: "Clean\(number)"))
        }
    }

    @Test("one app is built and the others stay as they are, even with mistakes in them")
    func someApps() throws {
        let first = try run(build()).result
        try write(app: "one", words: "Other words.")
        try folder.write("name: [", to: "Site/three/app.yml")
        var part = build()
        part.apps = ["one"]
        let result = try run(part).result
        #expect(result.rendered == ["one"])
        #expect(result.apps == Self.names)
        #expect(result.id != first.id)
        #expect(throws: DiagnosticReport.self) { try run(build()) }
    }

    @Test("a host of an unchanged app cannot be used by another one")
    func sharedHost() throws {
        _ = try run(build())
        let before = try release()
        try folder.write("name: T\nhosts: [three.example, one.example]\n", to: "Site/two/app.yml")
        let report = #expect(throws: DiagnosticReport.self) { try run(build()) }
        #expect(
            report?.diagnostics.map(\.told) == [
                "2:9: the host 'three.example' is already used by the app 'three' | Give each app its own hosts.",
                "2:24: the host 'one.example' is already used by the app 'one' | Give each app its own hosts.",
            ])
        #expect(try release() == before)
    }

    @Test("mistakes in several apps are reported together, and nothing is written")
    func mistakes() throws {
        try write(app: "one", words: "[Go](state:nowhere)")
        try write(app: "two", words: "[Go](state:nowhere)")
        let report = #expect(throws: DiagnosticReport.self) { try run(build()) }
        let files = Set((report?.diagnostics ?? []).compactMap(\.file))
        #expect(files == ["\(folder.path)/Site/one/page.md", "\(folder.path)/Site/two/page.md"])
        #expect(try FileSystem.list(folder.path) == ["Site"])
    }

    @Test("progress counts every app once, and names those being built")
    func progress() throws {
        let heard = Mutex<[BuildProgress]>([])
        var build = build()
        build.jobs = 1
        _ = try build.run(progress: { progress in heard.withLock { $0.append(progress) } })
        #expect(
            heard.withLock { $0.map(\.text) } == [
                "0 of 3 apps, waiting for one", "1 of 3 apps", "1 of 3 apps, waiting for three", "2 of 3 apps",
                "2 of 3 apps, waiting for two", "3 of 3 apps",
            ])
    }
}
