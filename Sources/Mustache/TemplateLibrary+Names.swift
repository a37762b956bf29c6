internal import Diagnostics

extension TemplateLibrary {
    /// The names of all values, sections and blocks in a template and in those that it includes. The names of blocks
    /// begin with `$`.
    ///
    /// - Parameter template: the template's name.
    /// - Returns: an empty set if the library does not have the template.
    package func names(in template: String) -> Set<String> {
        var use = Use(templates: templates)
        use.collect(template)
        return use.names
    }

    /// Whether a template, or one that it includes, contains a text.
    package func contains(_ text: String, in template: String) -> Bool {
        var use = Use(templates: templates)
        use.collect(template)
        return use.seen.contains { templates[$0]?.source.text.contains(text) == true }
    }

    private struct Use {
        let templates: [String: Template]
        var names: Set<String> = []
        var seen: Set<String> = []

        mutating func collect(_ template: String) {
            guard seen.insert(template).inserted, let nodes = templates[template]?.nodes else { return }
            collect(nodes)
        }

        private mutating func collect(_ nodes: [Node]) {
            for node in nodes {
                switch node {
                case .lineStart, .text: break
                case .variable(let name, _, _): names.insert(name.text)
                case .section(let section):
                    names.insert(section.name.text)
                    collect(section.nodes)
                case .partial(let partial): collect(partial.name)
                case .parent(let parent):
                    collect(parent.use.name)
                    for block in parent.overrides { collect(block.nodes) }
                case .block(let block):
                    names.insert("$\(block.name)")
                    collect(block.nodes)
                }
            }
        }
    }
}
