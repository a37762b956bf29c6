internal import CSS
internal import Diagnostics
internal import TextEncoding

/// Finds everything in an SVG document that runs, is animated or loads something.
///
/// Elements are checked against an allow-list, since a browser that opens the file directly would run scripts in it.
struct SVGCheck {
    private let collector: DiagnosticCollector

    static func problems(in source: SourceText, _ document: XMLEvents) -> [Diagnostic] {
        let check = SVGCheck(collector: DiagnosticCollector(source))
        check.check(document)
        return check.collector.diagnostics
    }

    private func check(_ document: XMLEvents) {
        var style: (start: Int, text: String)?
        var isRoot = true
        for event in document.events {
            switch event.kind {
            case .start(let name, let attributes):
                check(name, event.range, isRoot: isRoot)
                isRoot = false
                for (name, value) in attributes { check(name, value, event.range) }
                if name.local == "style" { style = (event.range.lowerBound, "") }
            case .text(let text): style?.text += text
            case .end:
                if let style { checkStyle(style.text, style.start..<event.range.upperBound) }
                style = nil
            case .doctype:
                collector.report(
                    "svg-doctype",
                    at: offset(of: "<!doctype".utf8, in: 0..<event.range.upperBound) ?? event.range.lowerBound,
                    "a document type declaration can refer to other files",
                    fix: "Remove everything from '<!DOCTYPE' to its '>'.")
            case .instruction:
                collector.report(
                    "svg-acts", at: event.range.lowerBound, "a processing instruction can load a style sheet",
                    fix: "Remove everything from '<?' to '?>'.")
            case .encoding(let encoding):
                if encoding != "UTF-8" {
                    collector.report(
                        "not-utf-8", at: event.range.lowerBound, "the picture declares the encoding \(encoding)",
                        fix: "Save it as UTF-8, and write encoding=\"UTF-8\".")
                }
            }
        }
        if let failure = document.failure {
            collector.report(
                "bad-xml", at: failure.offset, "this is not well-formed XML: \(failure.message)",
                fix: "Fix it here, or export the picture again.")
        }
    }

    // MARK: - Elements

    private static let svg = "http://www.w3.org/2000/svg"
    private static let xhtml = "http://www.w3.org/1999/xhtml"

    private static let elements: Set = [
        "svg", "g", "defs", "symbol", "use", "title", "desc", "metadata", "style", "switch", "view",
        "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath",
        "linearGradient", "radialGradient", "stop", "pattern", "clipPath", "mask", "marker", "solidcolor",
        "filter", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix",
        "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB",
        "feFuncG", "feFuncR", "feGaussianBlur", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight",
        "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence",
    ]

    private static let fixes: [String: String] = [
        "script": "Remove it: pictures run no scripts.",
        "a": "Remove the link, and keep what is in it.",
        "foreignObject": "Replace it with shapes.",
        "image": "Replace it with shapes.",
        "feImage": "Replace it with shapes.",
        "animate": "Remove it: pictures are not animated.",
        "animateMotion": "Remove it: pictures are not animated.",
        "animateTransform": "Remove it: pictures are not animated.",
        "set": "Remove it: pictures are not animated.",
    ]

    private func check(_ name: XMLName, _ range: Range<Int>, isRoot: Bool) {
        guard name.namespace == Self.svg else {
            if isRoot {
                collector.report(
                    "not-svg", at: range.lowerBound, "this is not an SVG document",
                    fix: "Write xmlns=\"\(Self.svg)\" into its <svg>, or export the picture again.")
            } else if name.namespace.isEmpty || name.namespace == Self.xhtml {
                collector.report(
                    "svg-acts", at: range.lowerBound, "'<\(name.local)>' is not an element of SVG",
                    fix: "Replace it with shapes.")
            }
            // Elements of other namespaces, such as those of drawing programs, are neither drawn nor run.
            return
        }
        if isRoot, name.local != "svg" {
            collector.report(
                "not-svg", at: range.lowerBound, "this is not an SVG document", fix: "Export the picture again.")
        } else if !Self.elements.contains(name.local) {
            collector.report(
                "svg-acts", at: range.lowerBound, "a picture that is served may not have the element '<\(name.local)>'",
                fix: Self.fixes[name.local] ?? "Remove it, or export the picture as plain SVG.")
        }
    }

    // MARK: - Attributes and styles

    private func check(_ name: XMLName, _ value: String, _ range: Range<Int>) {
        func place() -> Int {
            offset(of: (name.local + "=").utf8, in: range) ?? offset(of: name.local.utf8, in: range) ?? range.lowerBound
        }
        let local = name.local.lowercased()
        if name.namespace.isEmpty, local.hasPrefix("on") {
            collector.report(
                "svg-acts", at: place(), "a picture that is served may not have the attribute '\(name.local)'",
                fix: "Remove it: pictures run no scripts.")
        } else if local == "href" || local == "src" || local == "base" && !name.namespace.isEmpty {
            guard !value.hasPrefix("#") else { return }
            collector.report(
                "svg-loads", at: place(), "'\(name.local)' refers to something outside the picture",
                fix: "Refer to a part of the picture, such as #gradient, or replace it with shapes.")
        } else {
            checkStyle(value, range, named: local)
        }
    }

    /// Reports the first of a style's rules and functions that load something; any attribute may be a property with a
    /// `url()`.
    private func checkStyle(_ text: String, _ range: Range<Int>, named name: String = "style") {
        let bytes = Array(text.utf8)
        for finding in CSSFinding.all(in: bytes) {
            let found: String
            switch finding.kind {
            case .importRule where name == "style": found = "@import"
            case .address(let address, let function, _)
            where !address.hasPrefix("#") && (name == "style" || function == "url"):
                found = "\(function)(…)"
            default: continue
            }
            let written = bytes[finding.offset...].prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "\"") }
            collector.report(
                "svg-loads", at: offset(of: written, in: range) ?? range.lowerBound,
                "'\(found)' loads something from outside of the picture",
                fix: "Remove it, or refer to a part of the picture: url(#gradient).")
            return
        }
    }

    /// The offset of a text in a part of the file, ignoring the case of ASCII letters.
    private func offset(of text: some Sequence<UInt8>, in range: Range<Int>) -> Int? {
        let bytes = collector.source.bytes[range.clamped(to: 0..<collector.source.bytes.count)]
        return bytes.map(\.asciiLowercased).firstIndex(ofBytes: text.map(\.asciiLowercased))
            .map { bytes.startIndex + $0 }
    }
}
