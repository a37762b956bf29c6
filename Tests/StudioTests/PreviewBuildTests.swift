import Diagnostics
import EmailBuilder
import HTTPListener
import Release
import Sandbox
import SiteBuilder
import SiteModel
import TemplateFiles
import TestSupport
import Testing

@testable import Studio

/// The state that a preview build keeps between builds must not affect the result.
@Suite struct PreviewBuildTests {
    private let folder: TemporaryFolder
    private let sandbox: Sandbox

    init() throws {
        folder = try TemporaryFolder()
        sandbox = try Sandbox(ListenAddress(address: "127.0.0.1", port: 0), apps: [])
        for (name, host) in [("harbour", "harbour.example"), ("quay", "quay.example")] {
            try folder.write(Self.appFile(host: host), to: "Site/\(name)/app.yml")
            try folder.write(Self.page(heading: "Hello"), to: "Site/\(name)/forgot-password.md")
        }
    }

    private static func appFile(host: String) -> String {
        "name: Harbour\nhosts: [\(host)]\nbackend: { contract: djoser, base: https://api.example/auth }\n"
    }

    private static func page(heading: String) -> String {
        "---\ntitle: Forgot password\nstart: form\n---\n\n# form\n\n## \(heading)\n\nWords.\n"
    }

    private static func email(subject: String) -> String {
        "---\nsubject: \(subject)\npreheader: It is good to have you.\n---\n\n# \(subject)\n\nThat is all.\n"
    }

    private func previewBuild() -> PreviewBuild {
        PreviewBuild(
            sources: SiteBuild(site: "\(folder.path)/Site", output: "\(folder.path)/Output"), sandbox: sandbox,
            composer: EmailComposer(), studio: "http://127.0.0.1:4000")
    }

    /// The visible result of a build: its pages, or its diagnostics.
    private func sight(of previewBuild: PreviewBuild) -> [String] {
        let problems = DiagnosticPrinter(colors: false).text(previewBuild.report)
        return [problems]
            + (previewBuild.good?.apps.map(\.contents) ?? []).flatMap { app in
                [app.name] + app.hosts + app.files.map { "\($0.name): \(String(decoding: $0.bytes, as: UTF8.self))" }
            }
            + (previewBuild.good?.emails.entries ?? []).map { "\($0.app.name): \($0.rendered.subject)" }
    }

    @Test("after any edit, an incremental preview build equals a clean one")
    func edits() throws {
        var previewBuild = previewBuild()
        previewBuild.rebuild()
        #expect(previewBuild.report.diagnostics == [])
        let template = try #require(TemplateSources.embedded.source(of: "pages/parts.mustache")).text
        let contract = try #require(TemplateSources.embedded.source(of: "backends/djoser.yml")).text
        let edits: [(text: String, file: String)] = [
            (Self.page(heading: "Moved"), "Site/harbour/forgot-password.md"),
            (Self.appFile(host: "pier.example"), "Site/quay/app.yml"),
            (Self.page(heading: "Another"), "Site/quay/reset-password.md"),
            ("subject: no front matter\n", "Site/quay/emails/welcome.md"),
            (Self.email(subject: "Welcome"), "Site/quay/emails/welcome.md"),
            (Self.page(heading: "Beside a mail"), "Site/quay/forgot-password.md"),
            (Self.email(subject: "Welcome back"), "Site/quay/emails/welcome.md"),
            (Self.appFile(host: "harbour.example"), "Site/quay/app.yml"),
            (Self.page(heading: "Moved again"), "Site/harbour/forgot-password.md"),
            (Self.appFile(host: "quay.example"), "Site/quay/app.yml"),
            (template + "{{! Changed. }}\n<hr>\n", "Templates/pages/parts.mustache"),
            (contract + "nonsense: true\n", "Templates/backends/djoser.yml"),
            (contract, "Templates/backends/djoser.yml"),
        ]
        var good = 0
        for edit in edits {
            try folder.write(edit.text, to: edit.file)
            previewBuild.rebuild()
            var fresh = self.previewBuild()
            fresh.rebuild()
            if fresh.good == nil {
                #expect(previewBuild.report == fresh.report, "\(edit.file)")
            } else {
                #expect(sight(of: previewBuild) == sight(of: fresh), "\(edit.file)")
                good += 1
            }
        }
        // All edits except invalid front matter, two while a host is used twice, and an invalid contract.
        #expect(good == edits.count - 4)
    }

    @Test("a site that cannot be built leaves the sandbox with the backends of the last good pages")
    func sandboxFollows() throws {
        var previewBuild = previewBuild()
        previewBuild.rebuild()
        #expect(sandbox.bases.map(\.app.name) == ["harbour", "quay"])
        let known = sandbox.bases.map(\.app.contract)
        // The backend changes, and the page has an icon that does not exist.
        let app = Self.appFile(host: "harbour.example").split(separator: "djoser").joined(separator: "fastapi-users")
        try folder.write(app, to: "Site/harbour/app.yml")
        try folder.write(
            "---\ntitle: T\nstart: form\nstates:\n  form:\n    icon: none-such\n---\n\n# form\n\nWords.\n",
            to: "Site/harbour/forgot-password.md")
        previewBuild.rebuild()
        #expect(previewBuild.report.hasErrors)
        #expect(sandbox.bases.map(\.app.contract) == known)
        try folder.write(Self.page(heading: "Hello"), to: "Site/harbour/forgot-password.md")
        previewBuild.rebuild()
        #expect(!previewBuild.report.hasErrors)
        #expect(sandbox.bases.map(\.app.contract) == ["fastapi-users", "djoser"])
    }

    @Test("a save in one app rebuilds no other app")
    func reuse() throws {
        var previewBuild = previewBuild()
        previewBuild.rebuild()
        let versions = try #require(previewBuild.good?.versions)
        try folder.write(Self.page(heading: "Moved"), to: "Site/harbour/forgot-password.md")
        previewBuild.rebuild()
        let changed = try #require(previewBuild.good?.versions).filter { versions[$0.key] != $0.value }.keys.sorted()
        #expect(changed == ["harbour/forgot-password.html", "harbour/forgot-password.html#form"])
        #expect(previewBuild.rebuilt == ["harbour"])
        previewBuild.rebuild()
        #expect(previewBuild.rebuilt == [])
    }

    @Test("of many apps only the opened ones, or the first, are built, whatever errors the others have")
    func manyApps() throws {
        for number in 10..<30 {
            try folder.write(Self.appFile(host: "app-\(number).example"), to: "Site/app-\(number)/app.yml")
            try folder.write(Self.page(heading: "Hello"), to: "Site/app-\(number)/forgot-password.md")
        }
        try folder.write("nonsense: true\n", to: "Site/app-29/app.yml")
        var previewBuild = previewBuild()
        previewBuild.rebuild()
        #expect(previewBuild.report.diagnostics == [])
        #expect(previewBuild.good?.site.apps.map(\.name) == ["app-10"])
        #expect(previewBuild.apps.others.count == 21)

        for name in ["app-17", "app-99"] { previewBuild.apps.open(name) }
        #expect(previewBuild.apps.names == ["app-10", "app-17"])
        previewBuild.rebuild()
        #expect(previewBuild.rebuilt == ["app-17"])
        #expect(previewBuild.good?.site.apps.map(\.name) == ["app-10", "app-17"])

        try folder.write(Self.page(heading: "Moved"), to: "Site/app-17/forgot-password.md")
        try folder.write(Self.page(heading: "Moved"), to: "Site/app-18/forgot-password.md")
        previewBuild.rebuild()
        #expect(previewBuild.rebuilt == ["app-17"])

        previewBuild.apps.open("app-29")
        previewBuild.rebuild()
        #expect(previewBuild.report.hasErrors)
        #expect(previewBuild.good?.site.apps.map(\.name) == ["app-10", "app-17"])
    }

    @Test("changes to an unopened app are ignored, apps that are added or removed are not")
    func watchedApps() throws {
        for number in 10..<30 { try folder.write("", to: "Site/app-\(number)/app.yml") }
        var watch = SourceWatch(previewBuild().apps.watched)
        var seen: [Bool] = []
        for file in ["app-18/app.yml", "app-10/app.yml", "app-30/app.yml"] {
            try folder.write("changed", to: "Site/\(file)")
            seen.append(watch.hasChanged())
        }
        #expect(seen == [false, true, true])
    }
}
