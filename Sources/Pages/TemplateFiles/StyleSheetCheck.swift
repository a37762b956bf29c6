import CSS
import Diagnostics

/// Finds errors that break a whole style sheet, and content that a page's policy or an email program blocks.
enum StyleSheetCheck {
    /// The problems of a style sheet of pages or of emails, with or without template tags.
    static func problems(in source: SourceText, isOfEmail: Bool = false) -> [Diagnostic] {
        var problems: [Diagnostic] = []
        let blocked = isOfEmail ? "email programs block" : "the Content-Security-Policy blocks"
        for finding in CSSFinding.all(in: source.bytes) {
            func report(_ message: String, fix: String) {
                problems.append(source.diagnostic(code: "bad-style", at: finding.offset, message, fix: fix))
            }
            switch finding.kind {
            case .importRule:
                let line = source.line(source.location(at: finding.offset).line) ?? ""
                report(
                    "\(blocked) '@import'",
                    fix: line.contains("//fonts.") && !isOfEmail
                        ? "Put the font's file beside app.yml: theme: { font: { family: …, file: ….woff2 } }"
                        : "Write the rules here.")
            case .address(_, let function, _) where isOfEmail:
                report("\(blocked) '\(function)()'", fix: "Use a colour, or a font that devices have.")
            case .address(_, let function, isFont: true):
                report(
                    "\(blocked) '\(function)()' here: a page loads no font but its app's",
                    fix: "Name the file in app.yml: theme: { font: { family: …, file: ….woff2 } }")
            case .address(let address, let function, isFont: false):
                if address.hasPrefix("#") || address.lowercased().hasPrefix("data:") { continue }
                // The address of an '@import' is reported with it.
                let place = source.location(at: finding.offset)
                if problems.last?.line == place.line, problems.last?.message.hasSuffix("'@import'") == true { continue }
                report("\(blocked) '\(function)()'", fix: "Write a small picture as a data: URL.")
            case .unclosedComment: report("this comment is never closed", fix: "Close it with '*/'.")
            case .unclosedString:
                report("this text in quotes does not end on its line", fix: "Close the quotes on their line.")
            case .unclosed(let bracket):
                report(
                    "this '\(Self.text(bracket))' is never closed",
                    fix: "Close it with '\(Self.text(CSSFinding.closing(bracket)))'.")
            case .unopened(let bracket):
                report("this '\(Self.text(bracket))' closes nothing", fix: "Remove it.")
                // Otherwise everything after it would be reported too.
                return problems
            }
        }
        if !isOfEmail, let sass = sass(in: source.bytes) {
            problems.append(
                source.diagnostic(
                    code: "bad-style", at: sass, "this is of Sass, and browsers ignore the rule that follows",
                    fix: "Write a comment as /* … */, and a variable as --name: …, used by var(--name)."))
        }
        return problems
    }

    /// Where a comment or a variable of Sass begins; nil if there is none.
    private static func sass(in bytes: [UInt8]) -> Int? {
        for token in CSSTokenizer(bytes) where token.kind == .delimiter {
            let rest = bytes[token.range.lowerBound...]
            // In CSS, '$' stands only in the operator '$='.
            let isVariable = rest.first == UInt8(ascii: "$") && rest.dropFirst().first != UInt8(ascii: "=")
            if isVariable || rest.starts(with: "//".utf8) { return token.range.lowerBound }
        }
        return nil
    }

    private static func text(_ bracket: UInt8) -> Character { Character(Unicode.Scalar(bracket)) }
}
