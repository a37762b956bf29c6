import Configuration
import Diagnostics
import Threads
import YAML

/// The specs of pages and emails that were read before, so that text that many apps share is parsed once.
///
/// Parts of specs are identified by their bytes. Only parts without diagnostics are kept. Their locations have no file name:
/// diagnostics about them are created with the `source` of the page or the email.
package final class SpecLibrary: Sendable {
    /// The bytes of a part of a spec and its first line, on which its locations depend.
    private struct Part: Hashable {
        let line: Int
        let bytes: ArraySlice<UInt8>

        init(_ range: Range<Int>, of source: SourceText) {
            line = source.location(at: range.lowerBound).line
            bytes = source.bytes[range]
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(line)
            // Hashing an array would hash its elements one by one.
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    private let headers = Memo<Part, PageHeader>(limit: 256)
    private let sections = Memo<Part, PageSection>(limit: 512)
    private let emails = Memo<Part, EmailSpec>(limit: 256)

    /// Creates an empty library.
    package init() {}

    /// The page of a spec; nil if reading it reports a diagnostic, or if its parts cannot be read separately.
    func page(named name: String, in source: SourceText) -> Page? {
        guard let halves = FrontMatter(closedIn: source), let header = header(halves.yaml, of: source),
            let parts = PageSection.parts(of: source, from: halves.body), !parts.isEmpty
        else { return nil }
        var sections: [PageSection] = []
        for part in parts {
            guard let section = section(part, of: source), !sections.contains(where: { $0.name == section.name }) else {
                return nil
            }
            sections.append(section)
        }
        guard header.states.allSatisfy({ state in sections.contains { $0.isState && $0.name == state.key.value } })
        else {
            return nil
        }
        return Page(named: name, header, sections, hasAllStates: true, source: source)
    }

    private func header(_ range: Range<Int>, of source: SourceText) -> PageHeader? {
        let key = Part(range, of: source)
        if let known = headers[key] { return known }
        guard let document = try? YAMLDocument(parsing: source.named(""), in: range), document.emailAmongPages == nil,
            document.root?["kind"] == nil,
            let header = try? document.read(PageHeader.self)
        else { return nil }
        headers[key] = header
        return header
    }

    private func section(_ range: Range<Int>, of source: SourceText) -> PageSection? {
        let key = Part(range, of: source)
        if let known = sections[key] { return known }
        guard let section = PageReader.section(in: range, of: source.named("")) else { return nil }
        sections[key] = section
        return section
    }

    /// The content of an email spec; nil if reading it reports a diagnostic.
    func email(in source: SourceText) -> EmailSpec? {
        let key = Part(0..<source.bytes.count, of: source)
        if let known = emails[key] { return known }
        let collector = DiagnosticCollector(source.named(""))
        guard let spec = try? EmailSpecReader(collector: collector).read(), collector.diagnostics.isEmpty else {
            return nil
        }
        emails[key] = spec
        return spec
    }
}
