import Diagnostics
import SiteModel
import TextEncoding

/// Writes the parts of one rendered email in a dialect.
struct DialectText {
    let email: Email
    let dialect: Dialect
    let values: DialectValues
    private(set) var diagnostics: [Diagnostic] = []

    /// A part as a template for the engine; valid only if `diagnostics` is empty.
    mutating func text(_ part: RenderedEmail.Part, of rendered: RenderedEmail) -> String {
        var runs: [DialectLiterals.Run] = []
        var sections: [TemplateVariable] = []
        /// The section being skipped because its variable is unavailable in the part.
        var dropped: TemplateVariable?
        for run in rendered.parts[part]?.runs ?? [] {
            guard case .placeholder(let placeholder) = run else {
                if dropped == nil { runs.append(Self.run(run)) }
                continue
            }
            if let variable = dropped {
                if placeholder == .close(variable) { dropped = nil }
                continue
            }
            switch placeholder {
            case .open(let variable) where !isAvailable(variable, in: part): dropped = variable
            case .open(let variable):
                sections.append(variable)
                runs.append(.fixed(section(of: variable)?.open ?? ""))
            case .close(let variable):
                sections.removeLast()
                runs.append(.fixed(section(of: variable)?.close ?? ""))
            case .variable(let variable):
                if !isAvailable(variable, in: part) { reportSubject(variable) }
                checkScope(of: variable, in: sections)
                let isInside = sections.contains(variable)
                runs.append(.fixed(values.variables[variable]?.text(in: part, insideOwnSection: isInside) ?? ""))
            case .parameter(let name):
                checkScope(of: .link, in: sections)
                runs.append(.fixed(values.parameters[name]?.text(in: part) ?? ""))
            }
        }
        do {
            return try dialect.literals.escape(runs, in: part, of: dialect.title)
        } catch {
            report(error, in: part)
            return ""
        }
    }

    private static func run(_ run: EmailText.Run) -> DialectLiterals.Run {
        switch run {
        case .text(let text): .text(text)
        case .markup(let markup): .fixed(markup)
        case .placeholder: .fixed("")
        }
    }

    private func isAvailable(_ variable: TemplateVariable, in part: RenderedEmail.Part) -> Bool {
        part != .subject || dialect.subjectVariables?.contains(variable) != false
    }

    private func section(of variable: TemplateVariable) -> (open: String, close: String)? {
        guard case .conditional(let open, _, let close)? = values.variables[variable]?.section else { return nil }
        return (open, close)
    }

    private mutating func checkScope(of variable: TemplateVariable, in sections: [TemplateVariable]) {
        guard dialect.isScoped, let section = sections.last(where: { $0 != variable }) else { return }
        let location = email.uses.last { $0.variable == variable }?.location ?? email.subject.location
        report(
            "variable-in-section", at: location,
            "\(dialect.title) has no '\(variable)' inside '{{#\(section)}}': a section there is a scope of its own",
            fix: "Close the section before it: {{#\(section)}}…{{/\(section)}}")
    }

    private mutating func reportSubject(_ variable: TemplateVariable) {
        report(
            "variable-in-subject", at: email.subject.location,
            "\(dialect.title) has no '\(variable)' in a subject",
            fix: "Use it in the body, or in a section, which is left out there: {{#\(variable)}}…{{/\(variable)}}")
    }

    /// Reports a sequence that cannot be escaped where it occurs.
    private mutating func report(_ problem: Problem<String>, in part: RenderedEmail.Part) {
        // Two braces occur everywhere in a spec, and text that the spec does not contain comes from app.yml.
        let offset = problem.place == "{{" ? nil : email.source.bytes.firstIndex(ofBytes: problem.place.utf8)
        let location = part == .subject ? email.subject.location : offset.map { email.source.location(at: $0) }
        if let location {
            report(problem.code, at: location, problem.message, fix: problem.fix)
        } else {
            diagnostics.append(problem.at(FilePlace(file: email.source.file)))
        }
    }

    private mutating func report(_ code: String, at location: SourceLocation, _ message: String, fix: String?) {
        let diagnostic = email.source.diagnostic(code: code, at: location, message, fix: fix)
        // The HTML and the plain text may contain the same text.
        if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    }
}
