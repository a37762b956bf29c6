import CommonMark
import Configuration
import Diagnostics
import YAML

extension PageReader {
    /// The page of a spec that names its kind; nil if there is a problem.
    func page(
        _ document: YAMLDocument, _ parts: FrontMatter, from kinds: PageKinds?
    ) throws(DiagnosticReport) -> Page? {
        let before = collector.diagnostics.count
        let own = try spec(document, parts)
        guard let spec = kinds?.spec(of: own, named: name, reporting: collector) else { return nil }
        let found = Array(collector.diagnostics[before...])
        collector.diagnostics.replaceSubrange(before..., with: spec.located(found))
        if found.contains(where: { $0.severity == .error }) { return nil }
        let reader = PageReader(name: name, collector: DiagnosticCollector(spec.source))
        defer { collector.diagnostics += spec.located(reader.collector.diagnostics) }
        do {
            var page = reader.page(try spec.document.read(), spec.sections, hasAllStates: true)
            page?.spec = spec
            return page
        } catch {
            let kind = document.root?["kind"]?.text
            reader.collector.diagnostics += error.diagnostics.map { reader.advised($0, in: spec.document, kind: kind) }
            return nil
        }
    }

    /// The parts of the spec; nil if it cannot be parsed.
    func spec() -> PageSpec? {
        do {
            let parts = try FrontMatter(of: source)
            return try spec(YAMLDocument(parsing: source, in: parts.yaml), parts)
        } catch {
            collector.diagnostics += error.diagnostics
            return nil
        }
    }

    private func spec(_ document: YAMLDocument, _ parts: FrontMatter) throws(DiagnosticReport) -> PageSpec {
        // The texts of a page of a kind are all optional.
        try spec(document, parts, isOptional: document.root?["kind"] != nil)
    }

    /// The parts of the spec; if `isOptional`, there need be no state.
    func spec(
        _ document: YAMLDocument, _ parts: FrontMatter, isOptional: Bool
    ) throws(DiagnosticReport) -> PageSpec {
        let body = try Markdown.parse(source, from: parts.body)
        UnsupportedMarkdown.report(in: body, to: collector, .page)
        let sections = body.children.isEmpty && isOptional ? [] : sections(of: body)
        return PageSpec(source: source, document: document, sections: sections)
    }

    /// The parts of a translation, none of which has to be there; nil if it cannot be parsed.
    func translation() -> PageSpec? {
        do {
            let parts = try FrontMatter(of: source, keys: "'title'", what: "translation")
            let document = try YAMLDocument(parsing: source, in: parts.yaml)
            defer {
                for index in collector.diagnostics.indices where collector.diagnostics[index].code == "bad-state-name" {
                    collector.diagnostics[index].fix =
                        "Write the name that the state has in \(name).md: names of states are not translated, but the '##' below them."
                }
            }
            return try spec(
                document.root.map { document.with(root: $0.withoutNulls) } ?? document, parts, isOptional: true)
        } catch {
            collector.diagnostics += error.diagnostics
            return nil
        }
    }

    /// A block with its lines; of messages each is a list of its own.
    func blocks(of node: MarkdownNode, before next: Int?, areMessages: Bool) -> [PageSpec.Block] {
        let end = next ?? source.lineCount + 1
        guard areMessages, case .list = node.kind else {
            return [PageSpec.Block(node: node, text: source.lines(node.location.line..<end))]
        }
        let ends = node.children.dropFirst().map(\.location.line) + [end]
        return zip(node.children, ends).map { item, end in
            var list = node
            list.children = [item]
            list.location = item.location
            return PageSpec.Block(node: list, text: source.lines(item.location.line..<end))
        }
    }
}
