import Arguments
import Diagnostics
import JSON
import SiteBuilder
import SiteModel
import TemplateFiles

/// `latchkey translations` shows how far the pages and emails are translated.
enum Translations: CommandGroup {
    static let subcommands: [any Subcommand.Type] = [TranslationsList.self]

    static let command = Command(
        "translations",
        summary: "List the texts that are not translated, or older than their original.",
        subcommands: subcommands.map { $0.command })

    static let languageOption = Option(
        long: "language", value: "tag", help: "The only language. (default: all that 'app.yml' lists)")

    /// The sheets of a site's apps, by language.
    static func sheets(_ arguments: ParsedArguments) throws -> [(tag: LanguageTag, sheets: [TranslationSheet])] {
        let build = SiteBuild(arguments)
        let site = SiteFolder(build.site, environment: build.environment)
        if !site.refusals.isEmpty { throw DiagnosticReport(site.refusals) }
        let apps = try Build.apps(arguments, of: build.site)
        let library = try build.templateSources().library
        let only = try arguments["language"].map { text in
            guard let tag = LanguageTag(text) else {
                throw arguments.failure(
                    "The value '\(text)' of '--language' is not the tag of a language. Write it like pt-BR")
            }
            return tag
        }
        var found: [LanguageTag: [TranslationSheet]] = [:]
        for name in site.names where apps.isEmpty || apps.contains(name) {
            let (sources, diagnostics) = site.sources(of: name)
            guard let sources else { throw DiagnosticReport(diagnostics) }
            let reading = sources.read(contracts: library)
            let report = DiagnosticReport(reading.diagnostics)
            if report.hasErrors { throw report }
            for translation in reading.app?.translations ?? [] where only.map({ $0 == translation.tag }) ?? true {
                found[translation.tag, default: []] +=
                    try sources.translationSheets(into: translation.tag, contracts: library)
            }
        }
        if found.isEmpty {
            throw DiagnosticReport(
                code: "no-translation", file: build.site,
                message: only.map { "no app is translated into '\($0)'" } ?? "no app is translated",
                fix: "Begin a translation: latchkey add translation \(only?.text ?? "fr")")
        }
        return found.map { ($0.key, $0.value) }.sorted { $0.tag.text < $1.tag.text }
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

            What Latchkey itself has in a language is not listed.
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
        var texts: [JSONValue] = []
        for (tag, sheets) in languages {
            for sheet in sheets {
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
        let code = Format(arguments).show(result: ["texts": .array(texts)], summary: lines)
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
