import Configuration
import Diagnostics

extension EmailReader {
    /// Reads a translation, which must use the variables and links of the original.
    ///
    /// - Throws: `DiagnosticReport` if the front matter or the Markdown cannot be parsed.
    func read(translating original: Email) throws(DiagnosticReport) -> Email {
        let source = collector.source
        let spec = try EmailSpecReader(collector: collector).read(translating: original.source)
        let email = Email(
            name: name, subject: spec.subject, preheader: spec.preheader, link: original.link, body: spec.blocks,
            source: source, linkName: original.linkName, examples: original.examples, uses: spec.uses,
            paths: original.paths)
        checkPaths(spec.paths, of: email, besides: original)
        let own = spec.paths.map(\.value)
        if let lost = original.paths.first(where: { !own.contains($0) }),
            !collector.diagnostics.contains(where: { $0.severity == .error })
        {
            collector.report(
                "lost-link", at: email.body.last?.location ?? email.subject.location,
                "the link to '\(lost)' is missing",
                fix: "Add it as \(original.source.file) has it, with its text translated: […](\(lost))")
        }
        warnOfValues(in: email, translating: original)
        warnOfIgnoredNotice()
        let renamed = adviseOnNames(in: email, as: original)
        let (used, wanted) = (Set(email.uses.map(\.variable)), Set(original.uses.map(\.variable)))
        for use in email.uses where !wanted.contains(use.variable) {
            collector.report(
                "unknown-placeholder", at: use.location, "\(original.source.file) has no '{{\(use.variable)}}'",
                fix: "Remove it, or write it as there.")
        }
        for variable in wanted.subtracting(used).subtracting(renamed).sorted(by: { $0.rawValue < $1.rawValue }) {
            collector.report(
                "lost-placeholder", at: email.place(of: variable, in: original),
                "the translation has no '{{\(variable)}}'",
                fix: "Write it as \(original.source.file) has it"
                    + (variable.isKnown ? "." : ", if what sends the email has a value for it; else remove it there."))
        }
        collector.warnOfItems(
            in: email.body.compactMap(\.listItems), translating: original.body.compactMap(\.listItems),
            of: original.source.file)
        collector.warnOfForms(
            in: email.body.map(\.form), translating: original.body.map(\.form), of: original.source.file)
        warnOfLostValues(in: email, of: original, besides: wanted.subtracting(used))
        if original.hasHeading, !email.hasHeading, let place = email.body.first?.location {
            collector.report(
                "lost-heading", at: place, "\(original.source.file) has a heading, and its translation none",
                fix: "Begin the heading's line with '# '.")
        }
        return email
    }

    /// Warns of lines and paragraphs that lost a variable which other parts of the translation have.
    private func warnOfLostValues(in email: Email, of original: Email, besides told: Set<TemplateVariable>) {
        var parts = [(email.subject, original.subject), (email.preheader, original.preheader)].map { own, line in
            (place: own.location, own: EmailInline.uses(own.text), uses: EmailInline.uses(line.text))
        }
        if email.body.count == original.body.count {
            parts += zip(email.body, original.body).map { own, block in
                (own.location, EmailBlock.uses([own]), EmailBlock.uses([block]))
            }
        }
        for (place, own, uses) in parts {
            let lost = Set(uses.map(\.variable)).subtracting(own.map(\.variable)).subtracting(told)
            guard let variable = lost.min(by: { $0.rawValue < $1.rawValue }) else { continue }
            collector.report(
                "lost-placeholder", as: .warning, at: place,
                "the original has '{{\(variable)}}' here, and the translation has not",
                fix: "Write it as \(original.source.file) has it, unless the language says it otherwise.")
        }
    }

    /// Says of unknown variables what the original has in their place; returns the variables that were meant.
    private func adviseOnNames(in email: Email, as original: Email) -> Set<TemplateVariable> {
        var meant: Set<TemplateVariable> = []
        let lines = [(email.subject, original.subject), (email.preheader, original.preheader)]
        for (index, diagnostic) in collector.diagnostics.enumerated() where diagnostic.code == "unknown-variable" {
            let line = lines.first { $0.0.location.line == diagnostic.line }
            let uses =
                line.map { (EmailInline.uses($0.text), EmailInline.uses($1.text)) }
                ?? (EmailBlock.uses(email.body), EmailBlock.uses(original.body))
            let lost = Set(uses.1.map(\.variable)).subtracting(uses.0.map(\.variable))
            let names = (lost.isEmpty ? Set(uses.1.map(\.variable)) : lost).map(\.rawValue).sorted()
            collector.diagnostics[index].fix =
                names.isEmpty
                ? "Remove it: \(original.source.file) has no value here."
                : "Write \(names.map { "{{\($0)}}" }.joined(separator: " or ")): a name stays as \(original.source.file) has it."
            meant.formUnion(lost)
        }
        return meant
    }
}
