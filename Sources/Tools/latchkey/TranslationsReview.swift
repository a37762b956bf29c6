import Arguments
import Diagnostics
import Files
import JSON
import Scaffolding
import SiteBuilder
import SiteModel
import Studio
import TemplateFiles

/// `latchkey translations review` writes a sheet on which a native speaker reads a translation, and takes it back.
enum TranslationsReview: Subcommand {
    static let command = Command(documented: "translations review")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let text = arguments.positional(0) ?? ""
        guard let tag = LanguageTag(text)?.current else {
            throw arguments.failure(
                "'\(text)' is not the tag of a language. Write \(LanguageTag.meant(by: text) ?? "it like pt-BR")")
        }
        let build = SiteBuild(arguments, site: arguments.positional(1))
        return try arguments["take"].map { try take($0, tag, arguments, build) } ?? write(tag, arguments, build)
    }

    private static func write(_ tag: LanguageTag, _ arguments: ParsedArguments, _ build: SiteBuild) throws -> Int32 {
        let output = arguments["output"] ?? "review.\(tag).html"
        let sheets = try shown(tag, arguments, build)
        let html = try ReviewSheet(of: build, into: tag, sheets).html()
        do {
            try FileSystem.write(html, to: output)
        } catch {
            throw Diagnostic(writing: error)
        }
        let lines = sheets.flatMap(\.sheets).reduce(0) { $0 + $1.texts.count }
        return Format(arguments).show(
            result: ["file": .string(output), "lines": .number(JSONNumber(lines))],
            summary:
                "Wrote \(output) with \(lines) lines. What its reader saves, 'latchkey translations review \(tag) --take' takes.\n"
        )
    }

    private static func take(
        _ path: String, _ tag: LanguageTag, _ arguments: ParsedArguments, _ build: SiteBuild
    ) throws -> Int32 {
        let source = try Translations.returned(path)
        let review = try ReviewFile(parsing: source)
        if review.language != tag.text {
            throw source.report(
                code: "other-language", at: 0, "this is a review of the translation into '\(review.language)'",
                fix: "Take it: latchkey translations review \(review.language) --take \(path)")
        }
        let parts = review.changedParts()
        var warnings: [Diagnostic] = []
        let isOwn = try own(tag, arguments, build)
        let known = Catalog.knownTexts(in: tag)
        let sheets = try Translations.byApp(arguments, build, only: tag) { parts[$0]?.contains($1) ?? false }
            .flatMap(\.sheets).map { sheet in
                let original = sheet.original
                var sheet = sheet
                // Of a page's kind, which has these in the language.
                sheet.fill(from: known) { !isOwn.contains("\(original) \($0.place)") }
                return sheet
            }
        let outcomes = try review.apply(
            to: sheets, shown: try shown(tag, arguments, build).flatMap(\.sheets), warnings: &warnings)
        let written = outcomes.filter(\.isChanged).map(\.sheet)
        do {
            for sheet in written { try FileSystem.write(Array(sheet.content.utf8), to: sheet.file) }
        } catch {
            throw Diagnostic(writing: error)
        }
        var summary = written.map { "Wrote \($0.file)\n" }.joined()
        for outcome in outcomes {
            summary +=
                outcome.unread == 0
                ? "\(outcome.sheet.file) is reviewed by \(review.by).\n"
                : "\(outcome.sheet.file) is not reviewed: \(outcome.unread) of its lines have no mark.\n"
        }
        for note in review.notes { summary += "\(note.original), \(note.place): \(note.note)\n" }
        return Format(arguments).show(
            DiagnosticReport(warnings),
            result: [
                "by": .string(review.by), "files": .array(written.map { .string($0.file) }),
                "reviewed": .array(outcomes.filter { $0.unread == 0 }.map { .string($0.sheet.file) }),
                "notes": .array(
                    review.notes.map {
                        ["original": .string($0.original), "place": .string($0.place), "note": .string($0.note)]
                    }),
            ],
            summary: summary.isEmpty ? "No line is marked.\n" : summary)
    }

    /// What the sheet shows of each app: every text, also those of a page's kind.
    private static func shown(
        _ tag: LanguageTag, _ arguments: ParsedArguments, _ build: SiteBuild
    ) throws -> [(app: String, sheets: [TranslationSheet])] {
        let isOwn = try own(tag, arguments, build)
        let known = Catalog.knownTexts(in: tag)
        return try Translations.byApp(arguments, build, only: tag) { _, _ in true }.map { entry in
            let sheets = entry.sheets.map { sheet in
                let original = sheet.original
                var sheet = sheet
                sheet.fill(from: known) { !isOwn.contains("\(original) \($0.place)") }
                // What only Latchkey has is in the pictures alone.
                return sheet.limited { $0.translation != nil || isOwn.contains("\(original) \($0.place)") }
            }
            return (entry.app, sheets.filter { !$0.texts.isEmpty })
        }
    }

    /// The texts that the site has to translate itself, by their originals and places.
    private static func own(
        _ tag: LanguageTag, _ arguments: ParsedArguments, _ build: SiteBuild
    ) throws -> Set<String> {
        let all = try Translations.byApp(arguments, build, only: tag).flatMap(\.sheets)
        return Set(all.flatMap { sheet in sheet.texts.map { "\(sheet.original) \($0.place)" } })
    }
}
