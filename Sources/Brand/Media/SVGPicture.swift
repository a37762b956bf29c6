package import Diagnostics
internal import TextEncoding

extension Picture {
    /// Throws everything that is not well formed or could act or load something, by location, or that the size is
    /// missing.
    package init(svg source: SourceText) throws(DiagnosticReport) {
        if let fix = FileSignature.advice(on: source.bytes) {
            throw DiagnosticReport(
                code: "bad-picture", file: source.file, message: "this is a Git LFS pointer, and not the picture",
                fix: fix)
        }
        if let problem = source.encodingProblem() {
            guard let kind = FileSignature.kind(of: source.bytes), kind != "a UTF-16" else {
                throw DiagnosticReport([problem])
            }
            throw DiagnosticReport(
                code: "bad-picture", file: source.file, message: "this is \(kind) file, despite its name",
                fix: kind == "a PNG"
                    ? "Rename it to end in '.png', also where it is named." : "Export the picture as SVG or PNG.")
        }
        let document = XMLEvents(source)
        let problems = SVGCheck.problems(in: source, document)
        if !problems.isEmpty { throw DiagnosticReport(problems) }
        let root = document.root
        guard let size = SVGSize(of: root?.attributes ?? []) else {
            throw source.report(
                code: "picture-without-size", at: root?.offset ?? 0, "this picture has no size",
                fix: "Give <svg> a viewBox, such as viewBox=\"0 0 160 40\".")
        }
        guard max(size.width, size.height) <= Self.longestSide else {
            throw source.report(
                code: "bad-picture", at: root?.offset ?? 0,
                "this picture is larger than \(Int(Self.longestSide)) pixels",
                fix: "Give <svg> a smaller width and height: a logo is drawn 40 pixels high.")
        }
        self.init(format: .svg, bytes: source.bytes, width: size.width, height: size.height)
    }
}

/// The size of an SVG document: its width and height, or else those of its view box (SVG 2, section 7.2).
struct SVGSize {
    let width: Double
    let height: Double

    init?(of attributes: [(name: XMLName, value: String)]) {
        func value(_ name: String) -> String? {
            attributes.first { $0.name.namespace.isEmpty && $0.name.local == name }?.value
        }
        let box = value("viewBox")?.split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) } ?? []
        let own = box.count == 4 ? (box[2], box[3]) : nil
        let size: (Double, Double)? =
            switch (value("width").flatMap(Self.pixels), value("height").flatMap(Self.pixels)) {
            case (let width?, let height?): (width, height)
            case (let width?, nil): own.map { (width, width * $0.1 / $0.0) }
            case (nil, let height?): own.map { (height * $0.0 / $0.1, height) }
            case (nil, nil): own
            }
        guard let (width, height) = size, width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
        self.width = width
        self.height = height
    }

    /// CSS pixels per absolute unit (CSS Values 4, section 6.2).
    private static let units = ["": 1.0, "px": 1, "pt": 4.0 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54]

    private static func pixels(_ length: String) -> Double? {
        let number = length.prefix { $0.isNumber || ".+-eE".contains($0) }
        // A trailing 'e' belongs to the unit, not to an exponent.
        let digits = number.last.map { "eE".contains($0) } == true ? number.dropLast() : number
        guard let value = Double(digits), let unit = units[String(length.dropFirst(digits.count)).lowercased()] else {
            return nil
        }
        return value * unit
    }
}
