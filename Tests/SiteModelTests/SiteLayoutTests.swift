import Diagnostics
import Files
import TestSupport
import Testing

@testable import SiteModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Files of a site") struct SiteLayoutTests {
    private static let site = [
        "harbour/app.yml": "name: Harbour\nhosts: [harbour.example]\ntheme: { logo: brand/logo.svg }\n",
        "harbour/app.staging.yml": "theme: { icon: ./icon-staging.png }\n",
        "harbour/app.dev.yml": "theme: { font: { family: A, file: \"${FONT}.woff2\" } }\n",
        "harbour/help.md": "---\ntitle: Help\nstart: main\n---\n# main\nWords.\n",
        "harbour/emails/hello.md": "---\nsubject: A\npreheader: B\n---\nWords.\n",
        "harbour/brand/logo.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>",
        "harbour/public/robots.txt": "User-agent: *\n",
    ]

    /// The diagnostics of reading a site with additional files.
    private func told(_ files: [String], text: String = "x", prepare: (String) throws -> Void = { _ in }) throws
        -> [String]
    {
        let folder = try TemporaryFolder()
        for (path, text) in Self.site { try folder.write(text, to: "Site/\(path)") }
        for path in files { try folder.write(text, to: "Site/\(path)") }
        try prepare("\(folder.path)/Site")
        var found: [Diagnostic] = []
        do throws(DiagnosticReport) {
            found = try SiteReader.read("\(folder.path)/Site").warnings
        } catch {
            found = error.sorted
        }
        return found.map { diagnostic in
            let place = [diagnostic.line, diagnostic.column].compactMap(\.self).map { ":\($0)" }.joined()
            return "\(diagnostic.file ?? "")\(place): \(diagnostic.message) | \(diagnostic.fix ?? "")"
                .replacing("\(folder.path)/Site/", with: "").replacing("\(folder.path)/", with: "")
        }
    }

    @Test(
        "a file that nothing reads is told with the place where it belongs",
        arguments: [
            // Style sheets, scripts and templates
            (
                "harbour/custom.css",
                "nothing reads a style sheet here | Move it to Templates/pages/custom.css, or for this app alone Templates/apps/harbour/pages/custom.css"
            ),
            (
                "harbour/static/site.css",
                "nothing reads a style sheet here | Move it to Templates/pages/custom.css, or for this app alone Templates/apps/harbour/pages/custom.css"
            ),
            ("custom.css", "nothing reads a style sheet here | Move it to Templates/pages/custom.css"),
            (
                "harbour/help.mdx",
                "nothing reads this: a page is a Markdown file, in which no code runs | Rename it to help.md."
            ),
            (
                "harbour/page.mustache",
                "nothing reads a template here | Move it to Templates/pages, or for this app alone Templates/apps/harbour/pages"
            ),
            (
                "harbour/templates/pages/page.mustache",
                "nothing reads templates here | Move the folder beside the site: Templates, or for this app alone Templates/apps/harbour"
            ),
            (
                "harbour/Template/page.css",
                "nothing reads templates here | Move the folder beside the site: Templates, or for this app alone Templates/apps/harbour"
            ),
            (
                "harbour/backends/mine.yml",
                "nothing reads this file: it is a template | Move it to Templates/backends/mine.yml."
            ),
            (
                "harbour/contracts/mine.yml",
                "nothing reads this file: it is a template | Move it to Templates/backends/mine.yml."
            ),
            (
                "harbour/icons/key.svg",
                "nothing reads this file: it is a template | Move it to Templates/pages/icons/key.svg."
            ),
            ("harbour/main.js", "nothing reads this file: pages run no script but Latchkey's | Remove it."),
            (
                "harbour/node_modules/x/index.js",
                "nothing reads this file: pages run no script but Latchkey's | Move 'node_modules' out of the site's folder."
            ),
            (
                "harbour/index.html",
                "nothing reads this file: a page is a Markdown file | Write one: latchkey add page index"
            ),
            // app.yml and environments
            ("harbour/App.yml", "nothing reads a file of this name | Rename it to app.yml, or remove it."),
            ("harbour/app.yaml", "nothing reads a file of this name | Rename it to app.yml, or remove it."),
            ("harbour/backend.yaml", "nothing reads a file of this name | Rename it to backend.yml, or remove it."),
            ("harbour/Backend.yml", "nothing reads a file of this name | Rename it to backend.yml, or remove it."),
            (
                "harbour/app-staging.yml",
                "nothing reads a file of this name | If it overrides app.yml for '--env staging', rename it to app.staging.yml. The contract of the app's own backend is backend.yml."
            ),
            (
                "harbour/app.yml.staging",
                "nothing reads a file of this name | If it overrides app.yml for '--env staging', rename it to app.staging.yml; else move it out of the site's folder."
            ),
            (
                "harbour/staging.yml",
                "nothing reads a file of this name | If it overrides app.yml for '--env staging', rename it to app.staging.yml. The contract of the app's own backend is backend.yml."
            ),
            (
                "harbour/app.staging.yaml",
                "nothing reads a file of this name | If it overrides app.yml for '--env staging', rename it to app.staging.yml. The contract of the app's own backend is backend.yml."
            ),
            (
                "harbour/app.yml.staging.txt",
                "nothing reads a file of this name | If it overrides app.yml for '--env staging', rename it to app.staging.yml; else move it out of the site's folder."
            ),
            (
                "harbour/app.staging.json",
                "nothing reads a file of this name | If it overrides app.yml for '--env staging', rename it to app.staging.yml; else move it out of the site's folder."
            ),
            (
                "harbour/environments/staging.yml",
                "nothing reads this file here: the file of an environment is beside app.yml | Move it to harbour/app.staging.yml."
            ),
            (
                "harbour/config/app.staging.yml",
                "nothing reads this file here: the file of an environment is beside app.yml | Move it to harbour/app.staging.yml."
            ),
            (
                "harbour/staging/app.yml",
                "nothing reads this file here: the file of an environment is beside app.yml | Move it to harbour/app.staging.yml."
            ),
            (
                "harbour/emails/app.yml",
                "nothing reads this file: emails are Markdown files in 'emails' itself | Move it up into harbour."
            ),
            (
                "harbour/app..yml",
                "nothing reads a file of this name | If it overrides app.yml for an environment, name that between the dots: app.staging.yml. The contract of the app's own backend is backend.yml."
            ),
            // Files that are served
            (
                "harbour/robots.txt",
                "nothing reads this file | Move it to harbour/public to serve it as /robots.txt, or out of the site's folder."
            ),
            (
                "harbour/static/robots.txt",
                "nothing serves this file: the folder of files that are served is 'public' | Rename 'static' to 'public', to serve it as /robots.txt."
            ),
            (
                "harbour/assets/legal/terms.pdf",
                "nothing serves this file: the folder of files that are served is 'public' | Rename 'assets' to 'public', to serve it as /legal/terms.pdf."
            ),
            (
                "harbour/more.md.txt",
                "nothing reads this file, whose name ends in '.txt' | Rename it to more.md: some systems hide the end of a name."
            ),
            (
                "harbour/app.dev.yml.txt",
                "nothing reads this file, whose name ends in '.txt' | Rename it to app.dev.yml: some systems hide the end of a name."
            ),
            (
                "harbour/Public/robots.txt",
                "nothing serves this file: the folder of files that are served is 'public' | Rename 'Public' to 'public'."
            ),
            (
                "harbour/pubilc/robots.txt",
                "nothing serves this file: the folder of files that are served is 'public' | Rename 'pubilc' to 'public'."
            ),
            (
                "harbour/favicon.ico",
                "nothing reads this file: the icon of a page is an SVG or PNG that app.yml names | Name one: theme: { icon: icon.svg }, or move this to harbour/public to serve it as /favicon.ico."
            ),
            (
                "harbour/apple-app-site-association",
                "nothing reads this file: Latchkey writes it itself | Remove it, and fill in 'ios:' and 'android:' in app.yml."
            ),
            (
                "harbour/.well-known/assetlinks.json",
                "nothing reads this file: Latchkey writes what is below '/.well-known' | Remove it, and fill in 'ios:' and 'android:' in app.yml."
            ),
            // Pictures and fonts
            (
                "harbour/logo.png",
                "no key of app.yml names this picture | Name it: theme: { logo: logo.png }, or move it to harbour/public to serve it as /logo.png."
            ),
            (
                "harbour/brand/touch-icon.png",
                "no key of app.yml names this picture | Name it: theme: { icon: brand/touch-icon.png }, or move it to harbour/public to serve it as /touch-icon.png."
            ),
            (
                "harbour/Sans.ttf",
                "nothing reads this file: pages load fonts in WOFF2 only | Convert it: fonttools ttLib.woff2 compress Sans.ttf"
            ),
            // Pages and emails
            (
                "harbour/pages/more.md",
                "nothing reads this: pages belong beside app.yml | Move it up into harbour, or out of the site's folder."
            ),
            (
                "harbour/Emails/more.md",
                "nothing reads this file: emails belong in 'emails' | Move it to harbour/emails/more.md."
            ),
            (
                "harbour/mails/more.md",
                "nothing reads this file: emails belong in 'emails' | Move it to harbour/emails/more.md."
            ),
            (
                "harbour/emails/de/more.md",
                "nothing reads this file: emails are Markdown files in 'emails' itself | For a translation, move it to harbour/emails/more.de.md; 'languages:' in app.yml has to list 'de' too."
            ),
            (
                "harbour/locales/de/more.md",
                "nothing reads this: pages belong beside app.yml | For a translation, move it to harbour/more.de.md; 'languages:' in app.yml has to list 'de' too."
            ),
            (
                "harbour/en/more.md",
                "nothing reads this: pages belong beside app.yml | Move it to harbour/more.md: 'en' is the app's own language, whose files have no tag."
            ),
            (
                "harbour/emails/en/more.md",
                "nothing reads this file: emails are Markdown files in 'emails' itself | Move it to harbour/emails/more.md: 'en' is the app's own language, whose files have no tag."
            ),
            (
                "harbour/en/help.md",
                "nothing reads this: pages belong beside app.yml | There is harbour/help.md: move this file out of the site's folder."
            ),
            (
                "harbour/emails/footer.mustache",
                "nothing reads this file: emails are Markdown files in 'emails' itself | Move it to Templates/emails."
            ),
            (
                "harbour/emails/more.html",
                "nothing reads this file: emails are Markdown files, from which their HTML and plain text are made | Write its text: latchkey add email more. For its design, change the layout: latchkey templates copy emails/layout.mustache. Then move this file out of the site's folder."
            ),
            (
                "harbour/emails/More.de.mjml",
                "nothing reads this file: emails are Markdown files, from which their HTML and plain text are made | Write its text: latchkey add email NAME. For its design, change the layout: latchkey templates copy emails/layout.mustache. Then move this file out of the site's folder."
            ),
            (
                "harbour/emails/logo.png",
                "nothing reads this file: emails are Markdown files in 'emails' itself | Move it beside app.yml, and name it there: theme: { logo: logo.png }"
            ),
            // Copies
            (
                "harbour/app copy.yml",
                "nothing reads a file of this name | Move it out of the site's folder if it is a copy of app.yml. Else if it overrides app.yml for '--env copy', rename it to app.copy.yml. The contract of the app's own backend is backend.yml."
            ),
            (
                "harbour/brand/logo (1).svg",
                "no key of app.yml names this picture | Move it out of the site's folder if it is a copy of logo.svg. Else name it: theme: { logo: brand/logo (1).svg }, or move it to harbour/public to serve it as /logo (1).svg."
            ),
            (
                "harbour/brand/logo-de.svg",
                "no key of app.yml names this picture | Name it: theme: { logo: brand/logo-de.svg }, or move it to harbour/public to serve it as /logo-de.svg."
            ),
            (
                "harbour/help copy 2.md",
                "'help copy 2' is not a name for a page | Move it out of the site's folder if it is a copy of help.md. Else rename it to help-copy-2.md."
            ),
            (
                "harbour/Copy of help.md",
                "'Copy of help' is not a name for a page | Move it out of the site's folder if it is a copy of help.md. Else rename it to copy-of-help.md."
            ),
            (
                "harbour/help.bak.md",
                "'help.bak' is not a name for a page | Move it out of the site's folder if it is a copy of help.md. Else use at most 64 lower-case letters, digits and hyphens, beginning with a letter."
            ),
            (
                "harbour/help.2026-11-29.md",
                "'help.2026-11-29' is not a name for a page | Move it out of the site's folder if it is a copy of help.md. Else use at most 64 lower-case letters, digits and hyphens, beginning with a letter."
            ),
            (
                "harbour/emails/hello_old.md",
                "'hello_old' is not a name for an email | Move it out of the site's folder if it is a copy of hello.md. Else rename it to hello-old.md."
            ),
            ("harbour/More.md", "'More' is not a name for a page | Rename it to more.md."),
            (
                "harbour/Help.md",
                "'Help' is not a name for a page | There is help.md: move this file out of the site's folder, or give it a name of its own."
            ),
            // Anything else
            (
                "harbour/notes.docx",
                "nothing reads this file | Move it out of the site's folder: an app's folder contains app.yml, app.NAME.yml for an environment, pages (NAME.md), 'emails' and 'public'."
            ),
            (
                "help.md",
                "nothing reads this file: a site's folder has one folder for each app | Move it out of the site's folder, or into the folder of an app: NAME/…"
            ),
        ])
    func unread(_ path: String, _ message: String) throws {
        #expect(try told([path]) == ["\(path): \(message)"])
    }

    @Test("folders are read four levels deep, and deeper ones are reported")
    func deep() throws {
        let told = try told(["harbour/public/a/b/c/d/e.txt"])
        #expect(
            told == [
                "harbour/public/a/b/c/d: folders more than four levels deep are not read | Move it further up, or out of the site's folder."
            ])
    }

    @Test("a folder that nothing reads is reported once")
    func once() throws {
        #expect(try told(["harbour/static/a.txt", "harbour/static/b.css", "harbour/static/c/d.svg"]).count == 1)
    }

    @Test(
        "files of repositories, systems and editors are ignored",
        arguments: [
            "README.md", "harbour/README", "harbour/README.md", "harbour/readme.md", "harbour/emails/Readme.md",
            "LICENSE",
            "harbour/.gitignore", ".git/config", "harbour/.DS_Store", "harbour/emails/.DS_Store",
            "harbour/public/.DS_Store",
            "harbour/public/.gitkeep", "harbour/help.md~", "harbour/#help.md#", "harbour/.help.md.swp",
            "harbour/help.md.orig",
            "harbour/logo.sketch", "harbour/Thumbs.db",
        ])
    func ignored(_ path: String) throws {
        #expect(try told([path]) == [])
    }

    @Test("a picture is read if any environment names it")
    func named() throws {
        #expect(try told(["harbour/icon-staging.png", "harbour/any.woff2"]) == [])
        #expect(
            try told(["harbour/any.woff2"], prepare: { try FileSystem.removeFile("\($0)/harbour/app.dev.yml") }) == [
                "harbour/any.woff2: no key of app.yml names this font | Name it: theme: { font: { family: any, file: any.woff2 } }"
            ])
    }

    @Test(
        "a link or a file where a folder belongs is told",
        arguments: [
            ("public", "files", "this symbolic link to a folder is not followed | Copy the folder into its place."),
            ("static", "files", "this symbolic link to a folder is not followed | Copy the folder into its place."),
            ("static", "nowhere", "this symbolic link is broken | Remove it, or fix its target."),
            (
                "public", "",
                "this is a file, and 'public' is a folder of files that are served | Make a folder of this name, and put the file into it."
            ),
            (
                "emails", "",
                "this is a file, and 'emails' is a folder of Markdown files | Make a folder of this name, and put one file for each email into it."
            ),
        ])
    func irregular(_ name: String, _ target: String, _ message: String) throws {
        let told = try told([]) { site in
            let place = "\(site)/harbour/\(name)"
            if FileSystem.kind(of: place) == .folder { rename(place, "\(site)/../\(name)") }
            if !target.isEmpty {
                try FileSystem.makeFolder("\(site)/../files")
                symlink("../../\(target)", place)
            } else {
                try FileSystem.write([0x78], to: place)
            }
        }
        #expect(told == ["harbour/\(name): \(message)"])
    }

    @Test(
        "a picture that was moved, or has another format, is told where it is named and nowhere else",
        arguments: [
            ("logo: logo.svg", "there is no file 'logo.svg' beside app.yml | Did you mean 'brand/logo.svg'?"),
            (
                "logo: /brand/logo.svg",
                "'/brand/logo.svg' is not a file beside app.yml | Write brand/logo.svg: a path begins in the folder of app.yml."
            ),
            (
                "logo: brand/logo.jpg",
                "'brand/logo.jpg' is not an SVG or PNG file | Convert it to PNG, and name the new file here; or write brand/logo.svg, which is there."
            ),
            (
                "logo: photo.jpg",
                "'photo.jpg' is not an SVG or PNG file | Convert it to PNG, and name the new file here; or write photo.svg, which is there."
            ),
            (
                "icon: favicon.ico",
                "'favicon.ico' is not an SVG or PNG file | Convert it to PNG, and name the new file here; or write brand/logo.svg, which is there."
            ),
        ])
    func misplacedPictures(_ theme: String, _ message: String) throws {
        let told = try told([]) { site in
            let app = "name: Harbour\nhosts: [harbour.example]\ntheme: { \(theme) }\n"
            try FileSystem.write(Array(app.utf8), to: "\(site)/harbour/app.yml")
            if theme.contains("photo") {
                let drawing = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>".utf8)
                try FileSystem.write([0xFF, 0xD8, 0xFF], to: "\(site)/harbour/photo.jpg")
                try FileSystem.write(drawing, to: "\(site)/harbour/photo.svg")
                try FileSystem.removeFile("\(site)/harbour/brand/logo.svg")
            }
        }
        #expect(told.count == 1 && told[0].hasSuffix(message), "\(told)")
    }

    @Test(
        "a file that was renamed is told where its old name is, by the one that nothing names",
        arguments: [
            ("logo: { light: logo.svg, dark: logo2.svg }", "logo2.svg", "logo.svg", "logo-v2.svg"),
            ("logo: { light: logo2.svg, dark: logo.svg }", "logo2.svg", "logo.svg", "brand/logo-2026.svg"),
            ("logo: { light: logo2.svg, email: logo.png }", "logo2.svg", "logo.png", "wordmark.png"),
            ("icon: icon.svg", nil, "icon.svg", "mark.svg"),
            ("font: { family: A, file: inter.woff2 }", nil, "inter.woff2", "Inter-Variable.woff2"),
        ])
    func renamed(_ theme: String, _ named: String?, _ old: String, _ new: String) throws {
        let told = try told(["harbour/\(new)"]) { site in
            let drawing = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>".utf8)
            let app = "name: Harbour\nhosts: [harbour.example]\ntheme: { \(theme) }\n"
            try FileSystem.write(Array(app.utf8), to: "\(site)/harbour/app.yml")
            if let named { try FileSystem.write(drawing, to: "\(site)/harbour/\(named)") }
            try FileSystem.removeFile("\(site)/harbour/brand/logo.svg")
        }
        #expect(
            told.count == 1 && told[0].hasSuffix("there is no file '\(old)' beside app.yml | Did you mean '\(new)'?"),
            "\(told)")
    }

    @Test("a link to a file of 'public' that is not served is told at the file alone")
    func linkToUnserved() throws {
        let told = try told(["harbour/public/legal/privacy.html"]) { site in
            let app = "name: Harbour\nhosts: [harbour.example]\nfooter: { privacy: /legal/privacy.html }\n"
            try FileSystem.write(Array(app.utf8), to: "\(site)/harbour/app.yml")
            try FileSystem.removeFile("\(site)/harbour/brand/logo.svg")
        }
        #expect(
            told == [
                "harbour/public/legal/privacy.html: a file that ends in '.html' is not served | Write a page: a Markdown file beside app.yml."
            ])
    }

    @Test("a contract's file of a similar name is told once, and read", arguments: ["backend.yaml", "Backend.yml"])
    func similarContract(name: String) throws {
        let contract =
            "# A\noperations: { go: { request: { method: POST, url: \"{{base}}/go\" }, outcomes: [{ status: 200, is: ok }] } }\n"
        let told = try told(["harbour/\(name)"], text: contract) { site in
            let app =
                "name: Harbour\nhosts: [harbour.example]\nbackend: { base: \"https://api.harbour.example\" }\n"
            try FileSystem.write(Array(app.utf8), to: "\(site)/harbour/app.yml")
            try FileSystem.removeFile("\(site)/harbour/brand/logo.svg")
        }
        #expect(told.count == 1 && told[0].hasSuffix("| Rename it to backend.yml, or remove it."), "\(told)")
    }

    @Test("an app's contract under a name of its own is told once, and read")
    func misnamedContract() throws {
        let contract =
            "operations: { go: { request: { method: POST, url: \"{{base}}/go\" }, outcomes: [{ status: 200, is: ok }] } }\n"
        let text = contract.replacing("operations: {", with: "operations:\n ").replacing("] } }\n", with: "] }\n")
        let told = try told(["harbour/contract.yml"], text: text) { site in
            let app =
                "name: Harbour\nhosts: [harbour.example]\nbackend: { base: \"https://api.harbour.example\" }\n"
            try FileSystem.write(Array(app.utf8), to: "\(site)/harbour/app.yml")
            try FileSystem.removeFile("\(site)/harbour/brand/logo.svg")
        }
        #expect(
            told == [
                "harbour/contract.yml: nothing reads a file of this name: the contract of the app's own backend is backend.yml | Rename it to backend.yml."
            ])
    }

    @Test(
        "app.yml in another place than its app's folder is told the place",
        arguments: [
            (
                "Site/app.yml", ["Site/grove/help.md"],
                "Site/app.yml: app.yml belongs into the folder of its app, beside the pages | Move it to Site/grove/app.yml."
            ),
            (
                "Site/app.yml", ["Site/a/help.md", "Site/b/backend.yml"],
                "Site/app.yml: app.yml belongs into the folder of its app, beside the pages | Move it into the folder with the app's pages: Site/a or Site/b."
            ),
            (
                "Site/app.yml", ["Site/help.md"],
                "Site/app.yml: this folder is one app, and a site is the folder above it | Move app.yml and what is beside it into a folder named after the app, such as Site/harbour."
            ),
            (
                "app.yml", ["Site/grove/help.md"],
                "Site/grove: there is no app.yml in this folder | Move app.yml to Site/grove/app.yml."
            ),
            (
                "Site/grove/emails/app.yml", ["Site/grove/help.md"],
                "Site/grove: there is no app.yml in this folder | Move Site/grove/emails/app.yml to Site/grove/app.yml."
            ),
        ])
    func misplacedApp(file: String, others: [String], says: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("name: Harbour\nhosts: [harbour.example]\n", to: file)
        for path in others { try folder.write("x", to: path) }
        do throws(DiagnosticReport) {
            _ = try SiteReader.read("\(folder.path)/Site")
            Issue.record("This is no site.")
        } catch {
            let told = error.sorted.map { "\($0.file ?? ""): \($0.message) | \($0.fix ?? "")" }
            #expect(told.map { $0.replacing("\(folder.path)/", with: "") } == [says])
        }
    }

    @Test(
        "another app's own contract is told where it can be shared",
        arguments: ["grove", "../grove/backend.yml", "Site/grove", "grove.yml", "Grove"])
    func sharedContract(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("name: A\nhosts: [a.example]\n", to: "Site/grove/app.yml")
        try folder.write("x", to: "Site/grove/backend.yml")
        try folder.write(
            "name: B\nhosts: [b.example]\nbackend: { contract: \(name), base: \"https://b.test\" }\n",
            to: "Site/boats/app.yml")
        do throws(DiagnosticReport) {
            _ = try SiteReader.read("\(folder.path)/Site", contracts: ContractLibrary([:]))
            Issue.record("There is no such contract.")
        } catch {
            let told = error.sorted.filter { $0.code == "unknown-contract" }.map { "\($0.message) | \($0.fix ?? "")" }
            #expect(
                told.map { $0.replacing("\(folder.path)/", with: "") } == [
                    "there is no contract '\(name)', and Site/grove/backend.yml is that of the app 'grove' alone | Move that file to Templates/backends/grove.yml, and write 'contract: grove' in both apps."
                ])
        }
    }

    @Test("the folder above a site is told the site in it", arguments: ["Site", "site"])
    func aboveSite(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("name: Harbour\nhosts: [harbour.example]\n", to: "above/\(name)/harbour/app.yml")
        try folder.write("x", to: "above/Output/manifest.json")
        do throws(DiagnosticReport) {
            _ = try SiteReader.read("\(folder.path)/above")
            Issue.record("This is no site.")
        } catch {
            #expect(error.sorted.map(\.message) == ["there is no app in this folder"])
            #expect(error.sorted.map(\.fix) == ["Name the site in it: \(folder.path)/above/\(name)"])
        }
    }

    @Test("a PNG beside the SVG of its name is for what takes no SVG")
    func emailLogo() throws {
        #expect(
            try told(["harbour/brand/logo.png"]) == [
                "harbour/brand/logo.png: no key of app.yml names this picture | Name it: theme: { logo: { light: brand/logo.svg, email: brand/logo.png } }, or move it to harbour/public to serve it as /logo.png."
            ])
    }

    @Test(
        "a dark picture and one of another size are named together with those beside them",
        arguments: [
            (
                "dark-logo-dark.svg", ["dark-logo.svg"],
                "logo: { light: brand/dark-logo.svg, dark: brand/dark-logo-dark.svg }"
            ),
            (
                "mark-dark.png", ["mark.svg", "mark-dark.svg", "mark.png"],
                "logo: { light: brand/mark.svg, dark: brand/mark-dark.svg, email: { light: brand/mark.png, dark: brand/mark-dark.png } }"
            ),
            ("icon-180.png", ["icon.svg"], "icon: { tab: brand/icon.svg, touch: brand/icon-180.png }"),
        ])
    func companions(_ name: String, _ beside: [String], _ key: String) throws {
        let told = try told(["harbour/brand/\(name)"] + beside.map { "harbour/brand/\($0)" })
        #expect(
            told.contains { $0.hasPrefix("harbour/brand/\(name): ") && $0.contains("theme: { \(key) }") }, "\(told)")
    }

    @Test("a pipe is reported without waiting for its writer")
    func pipe() throws {
        let told = try told([]) { mkfifo("\($0)/harbour/pipe", 0o600) }
        #expect(told == ["harbour/pipe: this is not a regular file | Put a file in its place, or remove it."])
    }

    @Test(
        "a folder beside the apps that is no app is told where it belongs",
        arguments: [
            (
                "Templates/pages/custom.css",
                "Templates: there is no app.yml in this folder | Move it beside the site: Templates"
            ),
            (
                "templates/pages/custom.css",
                "templates: there is no app.yml in this folder | Move it beside the site: Templates"
            ),
            ("public/robots.txt", "public: there is no app.yml in this folder | Move it into the folder of an app."),
            ("Emails/hello.md", "Emails: there is no app.yml in this folder | Move it into the folder of an app."),
            ("second/App.yml", "second: there is no app.yml in this folder | Rename App.yml to app.yml."),
            (
                "harbour_old/app.yml",
                "harbour_old: 'harbour_old' is not a name for an app's folder | Move it out of 'Site' if it is a copy of 'harbour', since each folder of a site is an app. Else use at most 64 lower-case letters, digits and hyphens, beginning with a letter."
            ),
            (
                "Second/app.yml",
                "Second: 'Second' is not a name for an app's folder | Use at most 64 lower-case letters, digits and hyphens, beginning with a letter."
            ),
        ])
    func besideApps(_ path: String, _ message: String) throws {
        #expect(try told([path]) == [message])
    }

    @Test("an email among pages and a page among emails are reported despite their other errors")
    func mixed() throws {
        #expect(
            try told(["harbour/emails.md"], text: "---\nsubject: A\npreheader: B\n---\nWords.\n") == [
                "harbour/emails.md:2:1: this is an email, and emails belong in 'emails' | Move it into the folder 'emails' beside it."
            ])
        #expect(
            try told(["harbour/emails/more.md"], text: "---\ntitle: A\nstart: a\n---\n# a\nWords.\n") == [
                "harbour/emails/more.md:3:1: this is a page, and pages belong beside app.yml | Move it up, beside app.yml."
            ])
    }

    @Test(
        "a translation in the place that other systems have for it is told with its own",
        arguments: [
            (
                "harbour/app.fr.yml",
                "this overrides app.yml for '--env fr', and translates nothing | Write what each page and email says in NAME.fr.md beside it: latchkey add translation fr"
            ),
            ("harbour/fr.yml", advice("fr")), ("harbour/app-fr.yml", advice("fr")),
            ("harbour/fr.json", advice("fr")), ("harbour/locales/pt_BR.json", advice("pt-BR")),
            ("harbour/i18n/fr.po", advice("fr")), ("harbour/fr.strings", advice("fr")),
            (
                "harbour/help.md.fr",
                "nothing reads this file: a translation is beside the page or the email | Rename it to help.fr.md."
            ),
            (
                "harbour/fr/emails/hello.md",
                "nothing reads this file: emails belong in 'emails' | Move it to harbour/emails/hello.fr.md."
            ),
            (
                "harbour/fr/help.fr.md",
                "nothing reads this: pages belong beside app.yml | Move it to harbour/help.fr.md."
            ),
            (
                "harbour/fr-CA/help.md",
                "nothing reads this: pages belong beside app.yml | Move it to harbour/help.fr.md: app.yml lists 'fr'."
            ),
            (
                "harbour/emails/fr/hello.md",
                "nothing reads this file: emails are Markdown files in 'emails' itself | Move it to harbour/emails/hello.fr.md."
            ),
            (
                "harbour/translations/de/help.md",
                "nothing reads this: pages belong beside app.yml | For a translation, move it to harbour/help.de.md; 'languages:' in app.yml has to list 'de' too."
            ),
            (
                "harbour/reset_password.md",
                "'reset_password' is not a name for a page | Rename it to reset-password.md."
            ),
            (
                "harbour/emails/reset_password_instructions.md",
                "'reset_password_instructions' is not a name for an email | Rename it to reset-password.md."
            ),
            (
                "harbour/emails/ConfirmationEmail.md",
                "'ConfirmationEmail' is not a name for an email | Rename it to verify-email.md."
            ),
            (
                "harbour/fr.help.md",
                "'fr.help' is not a name for a page | Rename it to help.fr.md if it is a translation."
            ),
            (
                "harbour/emails/fr.hello.md",
                "'fr.hello' is not a name for an email | Rename it to hello.fr.md if it is a translation."
            ),
            (
                "harbour/emails/weekly_report.md",
                "'weekly_report' is not a name for an email | Rename it to weekly-report.md."
            ),
            (
                "harbour/help.french.md",
                "'help.french' is not a name for a page | Use at most 64 lower-case letters, digits and hyphens, beginning with a letter; a translation has the tag of its language: help.fr.md"
            ),
            (
                "fr/help.md",
                "there is no app.yml in this folder | A translation is beside its page, in the folder of the app: NAME.fr.md"
            ),
        ])
    func translations(_ path: String, _ message: String) throws {
        let app = "name: Harbour\nhosts: [harbour.example]\nlanguages: [fr]\n"
        let told = try told([path]) { site in
            try FileSystem.write(Array(app.utf8), to: "\(site)/harbour/app.yml")
            for name in ["brand/logo.svg", "app.staging.yml", "app.dev.yml"] {
                try FileSystem.removeFile("\(site)/harbour/\(name)")
            }
        }
        let place = path.hasPrefix("fr/") ? "fr" : path
        #expect(told.contains("\(place): \(message)"), "\(told)")
    }

    @Test("an email's translation among pages and a page's among emails are told where their originals are")
    func mixedTranslations() throws {
        let told = try told(["harbour/hello.fr.md", "harbour/emails/help.fr.md"])
        #expect(
            told.map { String($0.prefix { $0 != "\n" }) } == [
                "harbour/emails/help.fr.md:1:1: there is no email 'help' to translate | Move it out of 'emails', beside its page.",
                "harbour/hello.fr.md:1:1: there is no page 'hello' to translate | Move it into 'emails'.",
            ])
    }

    @Test(
        "of an original in another place than its translations, the original alone is told",
        arguments: [
            (
                "harbour/note.md",
                ":2:1: this is an email, and emails belong in 'emails' | Move it into the folder 'emails' beside it."
            ),
            (
                "harbour/mails/note.md",
                ": nothing reads this file: emails belong in 'emails' | Move it to harbour/emails/note.md."
            ),
            (
                "harbour/notices/note.md",
                ": nothing reads this file: emails belong in 'emails' | Move it to harbour/emails/note.md."
            ),
            (
                "harbour/emails/en/note.md",
                ": nothing reads this file: emails are Markdown files in 'emails' itself | Move it to harbour/emails/note.md: 'en' is the app's own language, whose files have no tag."
            ),
            (
                "harbour/public/note.md",
                ": a file that ends in '.md' is not served | Move it into the folder 'emails' beside app.yml, where emails belong."
            ),
            (
                "note.md",
                ": nothing reads this file: a site's folder has one folder for each app | Move it into harbour/emails, where its translations are."
            ),
        ])
    func misplacedOriginal(_ path: String, _ message: String) throws {
        let email = "---\nsubject: A\npreheader: B\n---\n# A\nText\n"
        #expect(try told([path, "harbour/emails/note.fr.md"], text: email) == [path + message])
    }

    @Test("of a page among emails, what else names the page and its translations are not told as well")
    func misplacedPage() throws {
        let told = try told(["harbour/note.fr.md"], text: "---\ntitle: N\n---\n") { site in
            let app = "name: Harbour\nhosts: [harbour.example]\nlanguages: [fr]\nchange-password: note\n"
            try FileSystem.write(Array(app.utf8), to: "\(site)/harbour/app.yml")
            try FileSystem.removeFile("\(site)/harbour/brand/logo.svg")
            try FileSystem.write(
                Array("---\nkind: forgot-password\n---\n".utf8), to: "\(site)/harbour/emails/note.md")
        }
        #expect(
            told.filter { !$0.contains("translated") } == [
                "harbour/emails/note.md:2:1: this is a page, and pages belong beside app.yml | Move it up, beside app.yml."
            ])
    }

    @Test("of a file without front matter, translations on the other side are not told as well")
    func withoutFrontMatter() throws {
        let told = try told([]) { site in
            let email = "---\nsubject: A\npreheader: B\n---\n# A\nText\n"
            try FileSystem.write(Array("# A\nText\n".utf8), to: "\(site)/harbour/note.md")
            try FileSystem.write(Array(email.utf8), to: "\(site)/harbour/emails/note.fr.md")
        }
        #expect(told.count == 1 && told[0].hasPrefix("harbour/note.md:1:1: "), "\(told)")
    }

    @Test("a folder of emails is renamed where there is none of the right name", arguments: ["mails", "Emails"])
    func renamedFolder(name: String) throws {
        let told = try told(["harbour/\(name)/more.md"]) { site in
            try FileSystem.removeFile("\(site)/harbour/emails/hello.md")
            rmdir("\(site)/harbour/emails")
        }
        #expect(
            told == [
                "harbour/\(name)/more.md: nothing reads this file: emails belong in 'emails' | Rename '\(name)' to 'emails'."
            ])
    }

    @Test("a page that app.yml calls as its misnamed file is told at the file alone")
    func misnamedPage() throws {
        let told = try told(["harbour/more_words.md"]) { site in
            let app = "name: Harbour\nhosts: [harbour.example]\nchange-password: more_words\n"
            try FileSystem.write(Array(app.utf8), to: "\(site)/harbour/app.yml")
            try FileSystem.removeFile("\(site)/harbour/brand/logo.svg")
        }
        #expect(
            told == ["harbour/more_words.md: 'more_words' is not a name for a page | Rename it to more-words.md."])
    }

    private static func advice(_ tag: String) -> String {
        "nothing reads this file: a translation is beside the page or the email | Run 'latchkey add translation \(tag)', which writes NAME.\(tag).md for each of them."
    }
}
