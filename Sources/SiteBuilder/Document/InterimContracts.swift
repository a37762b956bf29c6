import AuthFlow
import JSON
import SiteModel
import YAML

/// Contracts out of `Templates/backends/`, until the site's model reads them.
enum InterimContracts {
    static func contract(of backend: Backend, in templates: TemplateSources) -> Contract? {
        guard let source = templates.source(of: "backends/\(backend.contract).yml"),
            let root = try? YAMLDocument(parsing: source).root
        else { return nil }
        return try? Contract(reading: json(root))
    }

    private static func json(_ node: YAMLNode) -> JSONValue {
        switch node.kind {
        case .sequence: return .array(node.items.map(json))
        case .mapping: return .object(JSONObject(node.members.map { ($0.key.text ?? "", json($0.value)) }))
        case .scalar(let text, let isPlain):
            guard isPlain else { return .string(text) }
            if node.isNull { return .null }
            if text == "true" || text == "false" { return .bool(text == "true") }
            return Int(text).map { .number(JSONNumber($0)) } ?? .string(text)
        }
    }
}
