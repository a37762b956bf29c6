import AppLinks
import AuthFlow
import JSON
import SiteModel

/// What a page's script has to know of its page: states and where they lead, the link's shapes, and the part of the
/// backend's contract that it runs.
///
/// The script's own types say the same: `Templates/pages/script/data.js`.
struct PageData: Sendable {
    let page: Page
    let app: App
    let backend: Backend
    let contract: Contract

    var json: JSONValue {
        var object: JSONObject = ["start": .string(page.start)]
        object["states"] = .object(JSONObject(page.states.map { ($0.name, state($0)) }))
        if let link = page.link {
            var shapes: JSONObject = ["web": .array(link.web.map(shape))]
            if let app = link.app { shapes["app"] = .string(app.text) }
            object["link"] = .object(shapes)
        }
        let given = backend.settings.merging(["base": backend.base]) { $1 }.sorted { $0.key < $1.key }
        object["given"] = .object(JSONObject(given.map { ($0.key, .string($0.value)) }))
        object["timeout"] = .number(JSONNumber(backend.timeout))
        object["resend"] = .number(JSONNumber(backend.resendAfter))
        // What else a contract says was held against the page when it was built.
        let part = contract.json(operations: page.states.flatMap(\.operations))
        object["operations"] = part["operations"]
        object["lacks"] = part["lacks"]
        return .object(object)
    }

    private func state(_ state: State) -> JSONValue {
        var object = JSONObject()
        if let operation = state.onLoad { object["load"] = .string(operation) }
        if !state.fields.isEmpty {
            object["fields"] = .object(JSONObject(state.fields.map { ($0.name, .string($0.rule.text)) }))
        }
        if !state.moves.isEmpty {
            object["moves"] = .object(JSONObject(state.moves.map { ($0.operation, moves($0)) }))
        }
        return .object(object)
    }

    /// A state for each outcome that the operation can have and the page sends elsewhere.
    private func moves(_ moves: OperationMoves) -> JSONValue {
        let outcomes = contract.operation(named: moves.operation)?.outcomes ?? []
        return .object(
            JSONObject(
                outcomes.compactMap { outcome in
                    moves.moves.first { $0.outcomes.outcomes.contains(outcome) }.map {
                        (outcome.rawValue, .string($0.state))
                    }
                }))
    }

    // MARK: - The link

    /// A parameter is a text in a list of its own, so that no literal can be taken for one; literals are as written.
    private func shape(_ shape: LinkShape) -> JSONValue {
        var object: JSONObject = [
            "path": .array(
                shape.path.map { segment in
                    switch segment {
                    case .literal(let text): .string(text)
                    case .parameter(let name): [.string(name)]
                    }
                })
        ]
        if !shape.query.isEmpty { object["query"] = items(shape.query) }
        if !shape.fragment.isEmpty { object["fragment"] = items(shape.fragment) }
        return .object(object)
    }

    private func items(_ items: [LinkShape.Item]) -> JSONValue {
        .object(
            JSONObject(
                items.map { item in
                    switch item.value {
                    case .literal(let text): (item.name, .string(text))
                    case .parameter(let name): (item.name, [.string(name)])
                    }
                }))
    }
}

extension FieldRule {
    /// As the page spec writes it.
    var text: String {
        if case .same(let name) = self { return "same-as \(name)" }
        return Self.named.first { $0.value == self }?.key ?? "text"
    }
}
