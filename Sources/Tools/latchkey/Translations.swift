import Arguments
import Diagnostics
import Files
import JSON
import Scaffolding
import SiteBuilder
import SiteModel
import TemplateFiles

/// `latchkey translations` shows how far the pages and emails are translated.
enum Translations: CommandGroup {
    static let subcommands: [any Subcommand.Type] = [
        TranslationsList.self, TranslationsReview.self, TranslationsExport.self, TranslationsImport.self,
    ]

    static let command = Command(
        "translations",
        summary:
            "List the texts that are left to be translated, have them reviewed, or exchange them with a translator.",
        otherNames: ["add": "'latchkey add translation fr' adds a language"],
        subcommands: subcommands.map { $0.command })

    /// The file that a translator or a reader has returned.
    static func returned(_ path: String) throws(DiagnosticReport) -> SourceText {
        SourceText(file: path, bytes: try DoctorCommand.bytes(of: path, limit: 64 << 20))
    }

    static let languageOption = Option(
        long: "language", value: "tag", help: "The only language. (default: all that 'app.yml' lists)")

    /// The sheets of a site's apps, by language.
    static func sheets(_ arguments: ParsedArguments) throws -> [(tag: LanguageTag, sheets: [TranslationSheet])] {
        let only = try arguments["language"].map { text in
            guard let tag = LanguageTag(text)?.current else {
                throw arguments.failure(
                    "The value '\(text)' of '--language' is not the tag of a language. Write \(LanguageTag.meant(by: text) ?? "it like pt-BR")"
                )
            }
            return tag
        }
        return try sheets(arguments, SiteBuild(arguments), only: only)
    }

    static func sheets(
        _ arguments: ParsedArguments, _ build: SiteBuild, only: LanguageTag?
    ) throws -> [(tag: LanguageTag, sheets: [TranslationSheet])] {
        let all = try byApp(arguments, build, only: only)
        return Dictionary(grouping: all, by: \.tag).map { ($0.key, $0.value.flatMap(\.sheets)) }
            .sorted { $0.tag.text < $1.tag.text }
    }

    /// The sheets of each app in each language; with `isShown`, also those texts that Latchkey has.
    static func byApp(
        _ arguments: ParsedArguments, _ build: SiteBuild, only: LanguageTag?,
        with isShown: (_ original: String, _ part: String) -> Bool = { _, _ in false }
    ) throws -> [(app: String, tag: LanguageTag, sheets: [TranslationSheet])] {
        let site = SiteFolder(build.site, environment: build.environment)
        if !site.refusals.isEmpty { throw DiagnosticReport(site.refusals) }
        let apps = try Build.apps(arguments, of: build.site)
        let library = try build.templateSources().library
        var found: [(app: String, tag: LanguageTag, sheets: [TranslationSheet])] = []
        for name in site.names where apps.isEmpty || apps.contains(name) {
            let (sources, diagnostics) = site.sources(of: name)
            guard let sources else { throw DiagnosticReport(diagnostics) }
            let reading = sources.read(contracts: library)
            let report = DiagnosticReport(reading.diagnostics)
            if report.hasErrors { throw report }
            for translation in reading.app?.translations ?? [] where only.map({ $0 == translation.tag }) ?? true {
                let sheets = try sources.translationSheets(into: translation.tag, contracts: library, with: isShown)
                found.append((name, translation.tag, sheets))
            }
        }
        if found.isEmpty {
            throw DiagnosticReport(
                code: "no-translation", file: build.site,
                message: only.map { "no app is translated into '\($0)'" } ?? "no app is translated",
                fix: "Begin a translation: latchkey add translation \(only?.text ?? "fr")")
        }
        return found
    }
}

/// `latchkey translations list` names the texts that are not translated, or older than their original.
enum TranslationsList: Subcommand {
    static let command = Command(
        "list",
        summary: "List the texts that are not translated, or older than their original.",
        discussion: """
            A translation quotes the original above each text: '<!-- en: Check your inbox. -->' in Markdown, \
            '# en: Check your inbox.' in front matter. A text is older than its original if that is no longer what it \
            quotes. Without a quotation its age is unknown.

            What Latchkey itself has in a language is not listed. A file that a native speaker has read is named with the \
            reviewer; a review no longer counts once a text or its original has changed.
            """,
        arguments: [.site],
        options: [
            Translations.languageOption,
            Option(long: "app", value: "name", help: "Only this app. Can be repeated."),
            Option(long: "strict", help: "Exit with 1 if a text is listed."),
            SiteEnvironment.option, Build.templatesOption, Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let languages = try Translations.sheets(arguments)
        var isDone = true
        var lines = ""
        var (texts, reviews): ([JSONValue], [JSONValue]) = ([], [])
        for (tag, sheets) in languages {
            for sheet in sheets {
                if let review = sheet.review {
                    let change = sheet.isReviewed ? "" : ", but has changed since"
                    lines += "\(sheet.file) was reviewed by \(review.by) on \(review.on)\(change)\n"
                    reviews.append([
                        "file": .string(sheet.file), "by": .string(review.by), "on": .string(review.on),
                        "counts": .bool(sheet.isReviewed),
                    ])
                }
                let left = sheet.texts.filter { $0.state != .translated }
                if left.isEmpty { continue }
                isDone = false
                lines += sheet.exists ? "\(sheet.file)\n" : "\(sheet.file) (does not exist)\n"
                for text in left {
                    lines += "  \(text.state.rawValue)  \(text.place): \(text.original.onOneLine)\n"
                    if text.state == .older { lines += "           was: \((text.quoted ?? "").onOneLine)\n" }
                    texts.append(json(text, of: sheet, in: tag))
                }
            }
            let all = sheets.reduce(0) { $0 + $1.texts.count }
            let (missing, older) = (
                sheets.reduce(0) { $0 + $1.count(.missing) }, sheets.reduce(0) { $0 + $1.count(.older) }
            )
            lines += "\(tag): \(all - missing - older) of \(all) texts are translated"
            lines += missing + older == 0 ? ".\n" : "; \(missing) missing, \(older) older than the original.\n"
        }
        let code = Format(arguments).show(
            result: ["texts": .array(texts), "reviews": .array(reviews)], summary: lines)
        return code == 0 && arguments.has("strict") && !isDone ? 1 : code
    }

    private static func json(_ text: TranslationSheet.Text, of sheet: TranslationSheet, in tag: LanguageTag)
        -> JSONValue
    {
        .object(
            JSONObject([
                ("language", .string(tag.text)), ("file", .string(sheet.file)), ("place", .string(text.place)),
                ("state", .string(text.state.rawValue)), ("original", .string(text.original)),
                ("quoted", text.quoted.map(JSONValue.string) ?? .null),
                ("translation", text.translation.map(JSONValue.string) ?? .null),
            ]))
    }
}

/// `latchkey translations export` writes the texts of a language for a translator's tools.
enum TranslationsExport: Subcommand {
    static let command = Command(
        "export",
        summary: "Write the texts of a language as XLIFF 2, for a translator's tools.",
        discussion: """
            Each text has its translation, if there is one. Texts that are missing, or older than their original, are in \
            the state 'initial', the others 'translated'.
            """,
        arguments: [.site],
        options: [
            Translations.languageOption,
            Option(long: "output", value: "file", help: "The file. (default: standard output)"),
            Option(long: "app", value: "name", help: "Only this app. Can be repeated."),
            SiteEnvironment.option, Build.templatesOption, Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        _ = try arguments.required("language", "Name the language")
        let languages = try Translations.sheets(arguments)
        let text = languages.map { XLIFF($0.sheets, into: $0.tag).text }.joined()
        guard let output = arguments["output"] else {
            return Format(arguments).show(result: ["xliff": .string(text)], summary: text)
        }
        do {
            try FileSystem.write(Array(text.utf8), to: output)
        } catch {
            throw Diagnostic(writing: error)
        }
        return Format(arguments).show(result: ["file": .string(output)], summary: "Wrote \(output)\n")
    }
}

/// `latchkey translations import` takes the texts of a translated XLIFF file.
enum TranslationsImport: Subcommand {
    static let command = Command(
        "import",
        summary: "Write the translations of an XLIFF file into the site.",
        discussion: """
            Files whose texts are the same stay as they are; others are written anew, in the form of 'latchkey add \
            translation'. A text whose original has changed since the export is left out, with a warning. With values, links or markup \
            that the original does not have, nothing is written.
            """,
        arguments: [Argument("file", .one, help: "The file that a translator returned."), .site],
        options: [SiteEnvironment.option, Build.templatesOption, Format.option])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let path = arguments.positional(0) ?? ""
        let source = try Translations.returned(path)
        let document = try XLIFF(parsing: source)
        let build = SiteBuild(arguments, site: arguments.positional(1))
        let languages = try Translations.sheets(arguments, build, only: LanguageTag(document.language))
        var sheets = languages.flatMap(\.sheets)
        var (warnings, errors): ([Diagnostic], [Diagnostic]) = ([], [])
        var changed: Set<Int> = []
        for (original, units) in document.files {
            guard let index = sheets.firstIndex(where: { $0.original == original }) else {
                warnings.append(
                    Diagnostic(
                        .warning, code: "no-original", file: path,
                        message: "there is no file '\(original)' to translate"))
                continue
            }
            for unit in units {
                guard let target = unit.target, !target.isEmpty else { continue }
                let text = sheets[index].texts.first { $0.place == unit.name && $0.original == unit.source }
                if let text, text.translation != target, let fault = text.fault(of: target) {
                    errors.append(
                        source.diagnostic(
                            code: fault.code, at: unit.offset,
                            "the translation of '\(unit.name)' of \(original) \(fault.words)", fix: fault.fix))
                    continue
                }
                guard let isChanged = sheets[index].translate(unit.name, unit.source, into: target, isOpen: unit.isOpen)
                else {
                    warnings.append(
                        Diagnostic(
                            .warning, code: "changed-original", file: path,
                            message: "'\(unit.name)' of \(original) has changed since the export, and is left out"))
                    continue
                }
                if isChanged { changed.insert(index) }
            }
        }
        if !errors.isEmpty { throw DiagnosticReport(errors) }
        let written = changed.sorted().map { sheets[$0] }
        do {
            for sheet in written { try FileSystem.write(Array(sheet.content.utf8), to: sheet.file) }
        } catch {
            throw Diagnostic(writing: error)
        }
        return Format(arguments).show(
            DiagnosticReport(warnings), result: ["files": .array(written.map { .string($0.file) })],
            summary: written.isEmpty
                ? "Every text is there already.\n" : written.map { "Wrote \($0.file)\n" }.joined())
    }
}
