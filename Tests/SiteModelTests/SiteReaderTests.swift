import Diagnostics
import SiteModel
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct SiteReaderTests {
    private static let app = "name: T\nhosts: [a.example]\n"
    private static let page = "---\ntitle: T\nstart: form\n---\n# form\nWords.\n"

    /// The printed diagnostics of a site, without the path of the temporary folder.
    private func diagnostics(_ folder: TemporaryFolder, site: String = "Site") -> String {
        do {
            _ = try SiteReader.read("\(folder.path)/\(site)")
            return ""
        } catch {
            let text = DiagnosticPrinter(colors: false).text(error)
            return text.split(separator: folder.path + "/", omittingEmptySubsequences: false).joined()
        }
    }

    @Test("each folder of a site is an app with its pages, in order of their names")
    func reads() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.app, to: "Site/b/app.yml")
        try folder.write("name: U\nhosts: [b.example]\n", to: "Site/a/app.yml")
        try folder.write(Self.page, to: "Site/a/two.md")
        try folder.write(Self.page, to: "Site/a/one.md")
        try folder.write("not an app", to: "Site/README.md")
        try folder.write("an editor's", to: "Site/.hidden/app.yml")
        let (site, warnings) = try SiteReader.read("\(folder.path)/Site")
        #expect(site.apps.map(\.name) == ["a", "b"])
        #expect(site.apps[0].pages.map(\.name) == ["one", "two"])
        #expect(site.apps[0].pages.map(\.path) == ["/one", "/two"])
        #expect(warnings.isEmpty)
    }

    @Test(
        "apps that share words have what each says itself",
        arguments: [
            "# messages\n- **network** No net.\n\n# form\nWords.\n", "# form\nSee [a].\n\n[a]: https://example.com\n",
            "# messages\n- **server** Oh.\n# form\n> quoted\n", "# form\r\nWords.\r\n", "form\n====\nWords.\n",
            "# form\n* item\n\n  more\n",
        ])
    func shared(words: String) throws {
        let folder = try TemporaryFolder()
        let page = "---\ntitle: T\nstart: form\n---\n" + words
        for (name, last) in [("a", ""), ("b", ""), ("c", "\nMore words.\n")] {
            for site in ["Site", "Site-\(name)"] {
                try folder.write("name: \(name)\nhosts: [\(name).example]\n", to: "\(site)/\(name)/app.yml")
                try folder.write(page + last, to: "\(site)/\(name)/one.md")
            }
        }
        let together = try SiteReader.read("\(folder.path)/Site").site.apps
        for app in together {
            let alone = try SiteReader.read("\(folder.path)/Site-\(app.name)").site.apps
            let page = alone[0].pages[0]
            #expect(app.pages[0].states.map(\.blocks) == page.states.map(\.blocks))
            #expect(app.pages[0].messages.map(\.name) == page.messages.map(\.name))
            #expect(app.pages[0].source.file == "\(folder.path)/Site/\(app.name)/one.md")
        }
        #expect(together[0].pages[0].states.map(\.blocks) == together[1].pages[0].states.map(\.blocks))
    }

    @Test("an error in text that several apps share is reported for each of them")
    func sharedMistake() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b"] {
            try folder.write("name: \(name)\nhosts: [\(name).example]\n", to: "Site/\(name)/app.yml")
            try folder.write(Self.page, to: "Site/\(name)/good.md")
            try folder.write(Self.page + "\n[x](/nowhere)\n", to: "Site/\(name)/one.md")
        }
        #expect(
            diagnostics(folder).split(separator: "\n").filter { $0.contains("error") } == [
                "Site/a/one.md:8:5: error: no page, file or link has the path '/nowhere'",
                "Site/b/one.md:8:5: error: no page, file or link has the path '/nowhere'",
            ])
    }

    @Test("a missing folder is reported with a fix")
    func missing() throws {
        // The fix depends on whether there is a site near the folder in which the tests run.
        #expect(diagnostics(try TemporaryFolder()).hasPrefix("Site: error: there is no such folder\n  fix: "))
    }

    @Test("a pipe in a site is reported instead of waiting for its writer")
    func pipe() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.app, to: "Site/a/app.yml")
        #expect(mkfifo("\(folder.path)/Site/a/form.md", 0o600) == 0)
        #expect(
            diagnostics(folder) == """
                Site/a/form.md: error: this is not a regular file
                  fix: Put a file in its place, or remove it.

                """)
    }

    @Test("a folder without an app is reported")
    func noApps() throws {
        let folder = try TemporaryFolder()
        try folder.write("words", to: "Site/README.md")
        #expect(
            diagnostics(folder) == """
                Site: error: there is no app in this folder
                  fix: Add a folder with an app.yml, or run 'latchkey init'.

                """)
    }

    @Test("naming an app's folder in place of a site is reported")
    func appForSite() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.app, to: "Site/a/app.yml")
        #expect(
            diagnostics(folder, site: "Site/a") == """
                Site/a/app.yml: error: this folder is one app, and a site is the folder above it
                  fix: Name that folder: Site

                """)
    }

    @Test("an app that another one of the site already opens is reported, if the two differ on the other system")
    func copiedApps() throws {
        let folder = try TemporaryFolder()
        let fingerprint = (0..<16).map { "A\($0 % 10):B\($0 % 10)" }.joined(separator: ":")
        for (name, package) in [("a", "a"), ("b", "b"), ("c", "a")] {
            try folder.write(
                """
                name: \(name)
                hosts: [\(name).example]
                ios: { app-id: 7QK4M2X9TB.com.boats, scheme: boats\(name) }
                android: { package: com.boats.\(package), sha256: ["\(fingerprint)"] }
                """, to: "Site/\(name)/app.yml")
        }
        let warnings = try SiteReader.read("\(folder.path)/Site").warnings.filter { $0.code == "shared-app" }
        #expect(
            warnings.map { "\($0.line ?? 0): \($0.message) | \($0.fix ?? "")" } == [
                "3: '7QK4M2X9TB.com.boats' is also that of the app 'a', and opens the links of both | One of the two has the other's, since they have Android apps of their own: write that of 'b' here, or that of 'a' in its app.yml.",
                "3: '7QK4M2X9TB.com.boats' is also that of the app 'b', and opens the links of both | One of the two has the other's, since they have Android apps of their own: write that of 'c' here, or that of 'b' in its app.yml.",
            ])
    }

    @Test("an app that another one of the site already opens is reported, if each has a scheme of its own")
    func copiedAppIDs() throws {
        let folder = try TemporaryFolder()
        for (name, scheme) in [("a", "boats"), ("b", "harbours"), ("c", "boats")] {
            try folder.write(
                """
                name: \(name)
                hosts: [\(name).example]
                ios: { app-id: 7QK4M2X9TB.com.boats, scheme: \(scheme) }
                """, to: "Site/\(name)/app.yml")
        }
        let warnings = try SiteReader.read("\(folder.path)/Site").warnings.filter { $0.code == "shared-app" }
        #expect(
            warnings.map { "\($0.message) | \($0.fix ?? "")" } == [
                "'7QK4M2X9TB.com.boats' is also that of the app 'a', and opens the links of both | One of the two has the other's, since they have schemes of their own: write that of 'b' here, or that of 'a' in its app.yml.",
                "'7QK4M2X9TB.com.boats' is also that of the app 'b', and opens the links of both | One of the two has the other's, since they have schemes of their own: write that of 'c' here, or that of 'b' in its app.yml.",
            ])
    }

    @Test("two apps with the same host are reported at the second one")
    func hosts() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.app, to: "Site/a/app.yml")
        try folder.write(Self.app, to: "Site/b/app.yml")
        #expect(
            diagnostics(folder) == """
                Site/b/app.yml:2:9: error: the host 'a.example' is already used by the app 'a'
                  2 | hosts: [a.example]
                    |         ^
                  fix: If one of the two folders is a copy, move it out of the site's folder, since each folder of a site is an app. Else give each app its own hosts.

                """)
    }

    @Test("an app with the hosts of another one and one of its own is no copy")
    func sharedHost() throws {
        let folder = try TemporaryFolder()
        try folder.write("name: A\nhosts: [a.example]\n", to: "Site/a/app.yml")
        try folder.write("name: B\nhosts: [b.example, a.example]\n", to: "Site/b/app.yml")
        #expect(diagnostics(folder).contains("fix: Give each app its own hosts.\n"))
    }

    @Test("of a copy of an app, the hosts alone are told")
    func copiedApp() throws {
        let folder = try TemporaryFolder()
        let app = "name: A\nhosts: [a.example]\nios: { app-id: 7QK4M2X9TB.com.boats, scheme: boats }\n"
        for name in ["a", "a-old"] { try folder.write(app, to: "Site/\(name)/app.yml") }
        let told = diagnostics(folder)
        #expect(told.contains("Site/a-old/app.yml:2:9: error: ") && !told.contains("boats'"), "\(told)")
    }

    @Test("empty, too large and binary files are reported together")
    func files() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.app, to: "Site/a/app.yml")
        try folder.write(" \n", to: "Site/a/empty.md")
        try folder.write(String(repeating: "a", count: 1_048_577), to: "Site/a/large.md")
        try folder.write("--\0", to: "Site/a/zero.md")
        #expect(
            diagnostics(folder).hasPrefix(
                """
                Site/a/empty.md: error: this file is empty
                  fix: Write its content, or remove the file.
                Site/a/large.md: error: this file is larger than 1 MiB
                  fix: Shorten it, or split it into several files.
                Site/a/zero.md
                """))
    }

    @Test("a symbolic link that leads out of the site is not followed")
    func escape() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.app, to: "Site/a/app.yml")
        try folder.write("secret", to: "outside.md")
        symlink("../../outside.md", "\(folder.path)/Site/a/page.md")
        symlink("nowhere", "\(folder.path)/Site/a/ghost.md")
        #expect(
            diagnostics(folder) == """
                Site/a/ghost.md: error: this symbolic link is broken
                  fix: Remove it, or fix its target.
                Site/a/page.md: error: this symbolic link points outside the site
                  fix: Copy the file into the site instead.

                """)
    }

    @Test("a loop of symbolic links in a site ends")
    func loop() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.app, to: "Site/a/app.yml")
        symlink("..", "\(folder.path)/Site/a/loop")
        symlink("itself", "\(folder.path)/Site/a/itself")
        #expect(
            diagnostics(folder) == """
                Site/a/itself: error: this symbolic link is broken
                  fix: Remove it, or fix its target.
                Site/a/loop: error: this symbolic link to a folder is not followed
                  fix: Copy the folder into its place.

                """)
    }
}
