import Diagnostics
internal import TextEncoding

/// An element of an email, or a tag that opens or closes a section.
enum EmailToken<Element> {
    case element(Element)
    case open(TemplateVariable, SourceLocation)
    case close(TemplateVariable, SourceLocation)
}

extension EmailToken<EmailInline> {
    /// Whether the token consists only of blanks, such as those between a section's tags and the text.
    var isBlank: Bool {
        switch self {
        case .element(.text(let text)): text.allSatisfy(\.isWhitespace)
        case .element(.softBreak): true
        default: false
        }
    }
}

/// A text split into literal text, variables and section tags.
struct EmailTokens {
    private(set) var tokens: [EmailToken<EmailInline>] = []
    private let collector: DiagnosticCollector
    private let variables: Set<TemplateVariable>

    /// Splits a text with `{{name}}`, `{{#name}}` and `{{/name}}`; `location` is that of a byte of it.
    init(
        _ text: String, variables: Set<TemplateVariable>, in collector: DiagnosticCollector,
        location: (Int) -> SourceLocation
    ) {
        self.collector = collector
        self.variables = variables
        var rest = Array(text.utf8)[...]
        func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        while let open = rest.firstPair(UInt8(ascii: "{")) {
            let place = location(open)
            guard let close = rest[(open + 2)...].firstPair(UInt8(ascii: "}")) else {
                collector.report(
                    "unclosed-variable", at: place, "'{{' is never closed", fix: "Write a variable as {{email}}.")
                break
            }
            if open > rest.startIndex { tokens.append(.element(.text(string(rest[..<open])))) }
            add(string(rest[(open + 2)..<close]), at: place)
            rest = rest[(close + 2)...]
        }
        if !rest.isEmpty { tokens.append(.element(.text(string(rest)))) }
    }

    private mutating func add(_ inside: String, at place: SourceLocation) {
        let content = String(inside.trimmed)
        let name = String(content.dropFirst().trimmed)
        if let fix = adviceOnCode(content) {
            return collector.report(
                "foreign-tag", at: place, "'{{\(inside)}}' is of another template language, which emails do not have",
                fix: fix)
        }
        switch content.first {
        // A misspelt tag still opens or closes its section, so that the other one is not a second mistake.
        case "#":
            if let variable = tag("#", name, at: place) { tokens.append(.open(variable, place)) }
        case "/":
            if let variable = tag("/", name, at: place) { tokens.append(.close(variable, place)) }
        case "^":
            // Still opened as a section, so that its closing tag is not a second mistake.
            if variables.contains(TemplateVariable(rawValue: name)) {
                tokens.append(.open(TemplateVariable(rawValue: name), place))
            }
            collector.report(
                "inverted-section", at: place, "'{{^\(name)}}' is an inverted section, which emails do not have",
                fix: "Write words that fit both cases, and put what depends on '\(name)' into "
                    + "{{#\(name)}}…{{/\(name)}}.")
        case "{", "&":
            collector.report(
                "unescaped-variable", at: place, "a variable is written with two braces",
                fix: "Write {{\(name.filter { !"{}".contains($0) }.trimmed)}}.")
        default:
            if let variable = variable(content, at: place) { tokens.append(.element(.variable(variable, at: place))) }
        }
    }

    /// The words with which sections begin, go on and end in other template languages.
    private static let sectionWords: Set<Substring> = [
        "if", "unless", "each", "with", "for", "foreach", "range", "else", "elseif", "elif", "end", "endif", "endfor",
        "endforeach", "isset", "block",
    ]

    /// The fix for a section, a call or a path of another language; nil for a name, even a wrong one.
    private func adviceOnCode(_ content: String) -> String? {
        let words = content.drop { "#/~@ ".contains($0) }.split(separator: " ")
        guard let first = words.first else { return nil }
        let isSection =
            Self.sectionWords.contains(first.prefix { $0.isLetter }) && (words.count > 1 || content != first)
        if isSection || words.count == 1 && ["else", "end", "endif", "endfor"].contains(first) {
            let known = words.dropFirst().lazy.compactMap { meant(String($0)) }.first
            let name = known?.rawValue ?? "name"
            return "Write {{#\(name)}} before what depends on the value, and {{/\(name)}} after it; there is no 'else'."
        }
        // Filters and paths have names that may be known.
        let isCall = words.count > 1 && !content.contains("|") || content.contains { "\"'(".contains($0) }
        guard isCall, !"#/^{&".contains(content.first ?? " "), meant(content) == nil else { return nil }
        return "Write the text itself: an email has values, and calls nothing."
    }

    private func meant(_ name: String) -> TemplateVariable? {
        let variable = TemplateVariable(rawValue: name)
        return variables.contains(variable) ? variable : variable.synonym
    }

    /// The variable of a tag, or the one that a misspelt tag means. In a translation too, the section's other tag says it,
    /// and not the original: so its code is another one than that of an unknown variable.
    private func tag(_ sign: String, _ name: String, at place: SourceLocation) -> TemplateVariable? {
        let near = Suggestion.nearest(to: name, in: variables.map(\.rawValue).sorted())
        guard let near, !variables.contains(TemplateVariable(rawValue: name)) else { return variable(name, at: place) }
        collector.report(
            "unknown-tag", at: place, "'\(name)' is not a variable of this email",
            fix: "Write {{\(sign)\(near)}}.")
        return TemplateVariable(rawValue: near)
    }

    private func variable(_ name: String, at place: SourceLocation) -> TemplateVariable? {
        let variable = TemplateVariable(rawValue: name)
        // A password is told whether it is declared or not.
        if variables.contains(variable) || variable.isPassword { return variable }
        collector.report(
            "unknown-variable", at: place, "'\(name)' is not a variable of this email", fix: advice(on: variable))
        return nil
    }

    /// The fix for an unknown variable: a known one, or its declaration in the front matter.
    private func advice(on unknown: TemplateVariable) -> String {
        if let synonym = unknown.synonym { return "Write {{\(synonym)}}." }
        let own = variables.filter { !$0.isKnown }.map(\.rawValue).sorted()
        let known = TemplateVariable.known.map(\.rawValue) + own
        let near = Suggestion.question(for: unknown.rawValue, in: own)
        // A name of the email's own may be another word for the same value.
        let others =
            1...3 ~= own.count && near == nil
            ? "Write \(own.map { "{{\($0)}}" }.joined(separator: " or ")) if this is another name for it." : nil
        let questions = [near ?? Suggestion.question(for: unknown.rawValue, in: known), others].compactMap(\.self)
        let question = questions.isEmpty ? nil : questions.joined(separator: " ")
        guard let name = unknown.declarable else {
            return question ?? "Write a name of lower-case letters, digits and '_', a letter first: {{order_number}}."
        }
        if variables.contains(name) { return "Write {{\(name)}}." }
        let declare =
            (question.map { "\($0) Otherwise " } ?? "")
            + (name != unknown
                ? "\(question == nil ? "Write" : "write") {{\(name)}}, and declare it"
                : question == nil ? "Declare it" : "declare it")
        let example = own.isEmpty ? "variables: { \(name): An example }" : "'\(name): An example' under 'variables:'"
        return "\(declare) in the front matter, with an example that previews show: \(example)"
            + (question == nil ? ". The email has \(known.joined(separator: ", "))." : "")
    }
}

/// Collects the elements between the two tags of a section into the section.
struct EmailNesting<Element> {
    private var frames: [(variable: TemplateVariable, location: SourceLocation, siblings: [Element])] = []
    private var elements: [Element] = []
    private let collector: DiagnosticCollector
    private let section: (TemplateVariable, [Element], SourceLocation) -> Element

    init(
        _ collector: DiagnosticCollector, section: @escaping (TemplateVariable, [Element], SourceLocation) -> Element
    ) {
        self.collector = collector
        self.section = section
    }

    /// The elements of the tokens; must be called once. Reports tags without a counterpart.
    mutating func elements(of tokens: [EmailToken<Element>]) -> [Element] {
        for (index, token) in tokens.enumerated() {
            switch token {
            case .element(let element): elements.append(element)
            case .open(let variable, let location):
                frames.append((variable, location, elements))
                elements = []
            case .close(let variable, let location): close(variable, at: location, before: tokens[(index + 1)...])
            }
        }
        while let frame = frames.last {
            collector.report(
                "unclosed-section", at: frame.location, "'{{#\(frame.variable)}}' is never closed",
                fix:
                    "Write {{/\(frame.variable)}} after what depends on it; a list, a quote and **bold** hold their own "
                    + "sections.")
            closeInnermost()
        }
        return elements
    }

    private mutating func close(
        _ variable: TemplateVariable, at location: SourceLocation, before next: ArraySlice<EmailToken<Element>>
    ) {
        guard let frame = frames.last else {
            return collector.report(
                "unopened-section", at: location, "'{{/\(variable)}}' closes no section here",
                fix: "Write {{#\(variable)}} before what depends on it, in the same paragraph or before it.")
        }
        let isClosedLater = next.contains { if case .close(frame.variable, _) = $0 { true } else { false } }
        guard frame.variable == variable || !isClosedLater && !frames.contains(where: { $0.variable == variable })
        else {
            return collector.report(
                "unclosed-section", at: location, "'{{/\(variable)}}' is inside '{{#\(frame.variable)}}'",
                fix: "Write {{/\(frame.variable)}} before it.")
        }
        if frame.variable != variable {
            collector.report(
                "unclosed-section", at: location, "'{{/\(variable)}}' is where '{{#\(frame.variable)}}' ends",
                fix: "Write {{/\(frame.variable)}} in place of it.")
        }
        closeInnermost()
    }

    private mutating func closeInnermost() {
        guard let frame = frames.popLast() else { return }
        elements = frame.siblings + [section(frame.variable, elements, frame.location)]
    }
}

extension ArraySlice<UInt8> {
    /// The index of the first of two equal bytes in a row.
    fileprivate func firstPair(_ byte: UInt8) -> Int? {
        indices.dropLast().first { self[$0] == byte && self[$0 + 1] == byte }
    }
}
