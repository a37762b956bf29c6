import Diagnostics
import TemplateFiles
import Threads

/// The parts of which style sheets and scripts are composed, from the templates.
struct PageParts: Sendable {
    private let styleCore: StyleRules
    private let styles: [PageFeature: StyleRules]
    private let custom: StyleRules?
    private let scriptCore: String
    private let scriptMain: String
    private let scripts: [PageFeature: String]
    /// What the page for unknown paths runs, without the core.
    let noticeScript: InlineScript
    /// Most pages of a site have the same features as another; joining and hashing a script takes as long as rendering.
    private let knownScripts = Memo<Set<PageFeature>, InlineScript>(limit: 256)

    /// Throws a style sheet that would end its element early, and scripts of the site's own.
    init(_ templates: TemplateSources) throws(DiagnosticReport) {
        try templates.checkScript()
        styleCore = try Self.style("core", templates)
        custom =
            templates.source(of: TemplateSources.customStyle) == nil
            ? nil : StyleRules(reading: "\n" + (try Self.text(at: TemplateSources.customStyle, templates)))
        styles = try Self.parts(PageFeature.styled, templates, read: Self.style)
        scriptCore = try Self.script("core", templates)
        scriptMain = try Self.script("main", templates)
        scripts = try Self.parts(PageFeature.scripted, templates, read: Self.script)
        noticeScript = InlineScript("{\(try Self.script("not-found", templates))}")
    }

    /// The rules of a style sheet: the core, the parts, and the site's own rules.
    func rules(for features: Set<PageFeature>) -> StyleRules {
        StyleRules(
            [styleCore] + PageFeature.styled.filter(features.contains).compactMap { styles[$0] }
                + (custom.map { [$0] } ?? []))
    }

    /// The script: the core, the parts, and the main program.
    func script(for features: Set<PageFeature>) -> InlineScript {
        knownScripts.value(for: features) { features in
            let parts = PageFeature.scripted.filter(features.contains).compactMap { scripts[$0] }
            return InlineScript("(()=>{\(([scriptCore] + parts + [scriptMain]).joined())})()")
        }
    }

    private static func parts<Part>(
        _ features: [PageFeature], _ templates: TemplateSources,
        read: (String, TemplateSources) throws(DiagnosticReport) -> Part
    ) throws(DiagnosticReport) -> [PageFeature: Part] {
        var parts: [PageFeature: Part] = [:]
        for feature in features { parts[feature] = try read(feature.rawValue, templates) }
        return parts
    }

    private static func style(_ name: String, _ templates: TemplateSources) throws(DiagnosticReport) -> StyleRules {
        StyleRules(reading: try text(at: templates.stylePath(of: name), templates))
    }

    private static func text(at path: String, _ templates: TemplateSources) throws(DiagnosticReport) -> String {
        let source = try templates.required(path)
        try refuseEnd(in: source)
        return lines(of: source)
    }

    private static func script(_ name: String, _ templates: TemplateSources) throws(DiagnosticReport) -> String {
        lines(of: try templates.required("pages/script.min/\(name).js"))
    }

    private static func lines(of source: SourceText) -> String {
        // Splitting by characters would take ten times as long at the start of every build.
        let end = UInt8(ascii: "\n")
        return String(decoding: Array(source.bytes.split(separator: end).joined(separator: [end])), as: UTF8.self)
    }

    private static func refuseEnd(in source: SourceText) throws(DiagnosticReport) {
        let tag = source.bytes.firstRange(of: Array("<style".utf8))
        guard let end = tag ?? source.bytes.firstRange(of: Array("</".utf8)) else { return }
        throw DiagnosticReport([
            source.diagnostic(
                code: "style-end", at: end.lowerBound,
                tag == nil ? "'</' would end the page's style sheet" : "'<style' is HTML, and this file is CSS",
                fix: tag == nil
                    ? "Write it as '<\\' and the rest inside a string." : "Remove '<style>' and '</style>'.")
        ])
    }
}

extension TemplateSources {
    /// The template of a part of the style sheet: a site's own readable file, otherwise the minified one.
    fileprivate func stylePath(of name: String) -> String {
        let readable = "pages/style/\(name).css"
        let minified = "pages/style.min/\(name).css"
        return isChanged(readable) && !isChanged(minified) ? readable : minified
    }

    /// Throws if a site has a page script of its own: what the documents promise of pages holds for Latchkey's alone.
    fileprivate func checkScript() throws(DiagnosticReport) {
        let own = sources(under: "pages/script").filter { isChanged($0.path) }
        if own.isEmpty { return }
        throw DiagnosticReport(
            own.map { _, source in
                Diagnostic(
                    code: "own-script", file: source.file, message: "pages run no script but Latchkey's",
                    fix: "Remove it.")
            })
    }

    fileprivate func required(_ path: String) throws(DiagnosticReport) -> SourceText {
        if let source = source(of: path) { return source }
        throw DiagnosticReport([
            Diagnostic(code: "missing-template", message: "there is no template '\(path)'")
        ])
    }
}
