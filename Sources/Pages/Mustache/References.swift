internal import Diagnostics

/// The inclusions between templates: checks that every included template exists and that there are no cycles.
struct References {
    private let templates: [String: Template]
    private var used: Set<String> = []
    private var problems: [Diagnostic] = []
    private var uses: [String: [Template.Use]] = [:]
    private var blocks: [String: Set<String>] = [:]
    private var finished: Set<String> = []
    /// The blocks missing in templates that have none, each with the templates that override it.
    private var missing: [String: [String: [String]]] = [:]

    /// The names of the templates that others include, and the problems of all.
    static func check(_ templates: [String: Template]) -> (used: Set<String>, problems: [Diagnostic]) {
        var references = References(templates: templates)
        references.check()
        return (references.used, references.problems)
    }

    private mutating func check() {
        let names = templates.keys.sorted()
        for name in names {
            guard let template = templates[name] else { continue }
            let uses = template.uses
            self.uses[name] = uses
            for case .block(let block) in template.nodes.all { blocks[name, default: []].insert(block.name) }
            for use in uses {
                guard templates[use.partial.name] == nil else {
                    used.insert(use.partial.name)
                    continue
                }
                report(
                    template, use.partial, "missing-template", "unknown template '\(use.partial.name)'",
                    fix: Suggestion.question(for: use.partial.name, in: names)
                        ?? "Add a template of that name, or remove the tag.")
            }
        }
        for name in names { walk(name, path: []) }
        guard problems.isEmpty else { return }
        for name in names { checkOverrides(in: name) }
        reportMissingBlocks()
    }

    /// Visits the included templates, depth first, and adds their blocks to those of the template.
    private mutating func walk(_ name: String, path: [String]) {
        guard let template = templates[name], !finished.contains(name) else { return }
        let path = path + [name]
        for use in uses[name] ?? [] {
            let next = use.partial.name
            if let start = path.firstIndex(of: next) {
                let others = path[(start + 1)...].map { "'\($0)'" }
                let through = others.isEmpty ? "" : " through \(others.joined(separator: ", "))"
                report(
                    template, use.partial, "recursive-template", "template '\(next)' uses itself\(through)",
                    fix: "Break the cycle.")
                continue
            }
            guard path.count < Compiler.deepest else {
                report(
                    template, use.partial, "too-deep", "templates use each other more than \(Compiler.deepest) deep",
                    fix: "Use fewer levels.")
                continue
            }
            walk(next, path: path)
            blocks[name, default: []].formUnion(blocks[next] ?? [])
        }
        finished.insert(name)
    }

    private mutating func checkOverrides(in name: String) {
        guard let template = templates[name] else { return }
        for use in uses[name] ?? [] {
            let known = (blocks[use.partial.name] ?? []).sorted()
            for override in use.overrides where !known.contains(override.name) {
                if known.isEmpty {
                    missing[use.partial.name, default: [:]][override.name, default: []].append("'\(name)'")
                    continue
                }
                problems.append(
                    template.source.diagnostic(
                        code: "unknown-block", at: override.tag.lowerBound,
                        "template '\(use.partial.name)' has no block '\(override.name)'",
                        fix: Suggestion.question(for: override.name, in: known)
                            ?? "It has \(known.map { "'\($0)'" }.joined(separator: ", "))."))
            }
        }
    }

    /// If a template has lost its last block, the mistake is in that template and not in those that override the block.
    private mutating func reportMissingBlocks() {
        for (name, blocks) in missing.sorted(by: { $0.key < $1.key }) {
            guard let source = templates[name]?.source else { continue }
            for (block, users) in blocks.sorted(by: { $0.key < $1.key }) {
                problems.append(
                    source.diagnostic(
                        code: "missing-block", at: 0,
                        "the block '\(block)' is missing, which \(users.joined(separator: " and ")) "
                            + "\(users.count == 1 ? "replaces" : "replace")",
                        fix: "Write {{$\(block)}}{{/\(block)}} where it belongs."))
            }
        }
    }

    private mutating func report(
        _ template: Template, _ partial: Partial, _ code: String, _ message: String, fix: String
    ) {
        problems.append(template.source.diagnostic(code: code, at: partial.tag.lowerBound, message, fix: fix))
    }
}
