internal import Diagnostics

extension TemplateLibrary {
    /// The names of all values, sections and blocks in a template and in those that it includes. The names of sections
    /// begin with `#`, those of blocks with `$`.
    ///
    /// - Parameter template: the template's name.
    /// - Returns: an empty set if the library does not have the template.
    package func names(in template: String) -> Set<String> {
        Set(
            used(by: template).flatMap { name in templates[name]?.nodes.all ?? [] }.compactMap { node in
                switch node {
                case .variable(let name, _, _): name.text
                case .section(let section): "#\(section.name.text)"
                case .block(let block): "$\(block.name)"
                case .lineStart, .text, .partial, .parent: nil
                }
            })
    }

    /// Whether a template, or one that it includes, contains a text.
    package func contains(_ text: String, in template: String) -> Bool {
        used(by: template).contains { templates[$0]?.source.text.contains(text) == true }
    }

    /// The names of a template and of those that it includes.
    private func used(by template: String) -> Set<String> {
        var names: Set = [template]
        var waiting = [template]
        while let next = waiting.popLast() {
            for use in templates[next]?.uses ?? [] where names.insert(use.partial.name).inserted {
                waiting.append(use.partial.name)
            }
        }
        return names
    }
}
