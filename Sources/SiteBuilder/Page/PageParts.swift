import Diagnostics
import Templates
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
    /// Caches of composed results, since most pages of a site have the same features as another.
    private let knownRules = Memo<Set<PageFeature>, StyleRules>(limit: 256)
    private let knownScripts = Memo<Set<PageFeature>, InlineScript>(limit: 256)

    /// Reads the parts.
    ///
    /// - Throws: diagnostics about text that would end the part's element early, and about changed sources without
    ///   minified ones.
    init(_ templates: TemplateSources) throws(DiagnosticReport) {
        try templates.checkMinified()
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
        knownRules.value(for: features) { features in
            StyleRules(
                [styleCore] + PageFeature.styled.filter(features.contains).compactMap { styles[$0] }
                    + (custom.map { [$0] } ?? []))
        }
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
        try refuse(["</"], in: source, code: "style-end", what: "style sheet")
        return lines(of: source)
    }

    private static func script(_ name: String, _ templates: TemplateSources) throws(DiagnosticReport) -> String {
        let source = try templates.required("pages/script.min/\(name).js")
        try refuse(["</script", "<!--"], in: source, code: "script-end", what: "script")
        return lines(of: source)
    }

    /// The text without empty lines.
    private static func lines(of source: SourceText) -> String {
        // Splitting by characters would take ten times as long at the start of every build.
        let end = UInt8(ascii: "\n")
        return String(decoding: Array(source.bytes.split(separator: end).joined(separator: [end])), as: UTF8.self)
    }

    /// Throws if a source contains text that would end its element early.
    private static func refuse(
        _ ends: [String], in source: SourceText, code: String, what: String
    ) throws(DiagnosticReport) {
        let bytes = source.bytes
        for end in ends {
            let end = Array(end.utf8)
            let offset = bytes.indices.dropLast(end.count - 1).first { index in
                // HTML matches these without regard to case.
                zip(bytes[index...], end).allSatisfy { $0 | 0x20 == $1 | 0x20 }
            }
            guard let offset else { continue }
            throw DiagnosticReport([
                source.diagnostic(
                    code: code, at: offset,
                    "'\(String(decoding: end, as: UTF8.self))' would end the page's \(what)",
                    fix: "Write it as '<\\' and the rest inside a string.")
            ])
        }
    }
}

extension TemplateSources {
    /// The template of a part of the style sheet: a site's own readable file, otherwise the minified one.
    fileprivate func stylePath(of name: String) -> String {
        let readable = "pages/style/\(name).css"
        let minified = "pages/style.min/\(name).css"
        return isChanged(readable) && !isChanged(minified) ? readable : minified
    }

    /// Throws if a site has readable modules of its own only: pages run the minified script, so they would have no
    /// effect.
    fileprivate func checkMinified() throws(DiagnosticReport) {
        let own = sources(under: "pages/script/").filter { $0.path.hasSuffix(".js") && isChanged($0.path) }
        let isMinified = sources(under: "pages/script.min/").contains { isChanged($0.path) }
        guard !isMinified, !own.isEmpty else { return }
        throw DiagnosticReport(
            own.map { path, source in
                source.diagnostic(
                    code: "script-not-minified", at: 0,
                    "pages do not run this module but the minified files in pages/script.min",
                    fix: "Minify it with Scripts/build-script into pages/script.min, or remove it.")
            })
    }

    fileprivate func required(_ path: String) throws(DiagnosticReport) -> SourceText {
        if let source = source(of: path) { return source }
        throw DiagnosticReport([
            Diagnostic(code: "missing-template", message: "there is no template '\(path)'")
        ])
    }
}
