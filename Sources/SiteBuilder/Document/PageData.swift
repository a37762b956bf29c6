import AppLinks
import AppSiteAssociation
import AuthContracts
import JSON
import SiteModel

/// What a page's script has to know of its page: states and where they lead, the link's templates, and the part of the
/// backend's contract that it runs.
///
/// The script's own types say the same: `Templates/pages/script/data.js`.
struct PageData: Sendable {
    let page: Page
    let app: App
    let backend: Backend
    let contract: Contract
    /// What the page runs; what else a contract says was held against the page when it was built.
    let part: Contract

    init(page: Page, app: App, backend: Backend, contract: Contract) {
        self.page = page
        self.app = app
        self.backend = backend
        self.contract = contract
        part = contract.pruned(to: Set(page.states.flatMap(\.operations)))
    }

    var json: JSONValue {
        var object: JSONObject = ["start": .string(page.start.name(for: nil))]
        object["states"] = .object(JSONObject(page.states.map { ($0.name, state($0)) }))
        if !page.links.isEmpty { object["links"] = .array(page.links.map(link)) }
        let read = Set(part.operations.flatMap { $0.needs(given: []).map(\.name) } + shownValues)
        let given = backend.settings.filter { read.contains($0.key) }.merging(["base": backend.base]) { $1 }
            .sorted { $0.key < $1.key }
        object["given"] = .object(JSONObject(given.map { ($0.key, .string($0.value)) }))
        object["timeout"] = .number(JSONNumber(backend.timeout))
        object["resend"] = .number(JSONNumber(backend.resendAfter))
        object["operations"] = part.json()["operations"]
        return .object(object)
    }

    /// The values in the page's words and addresses.
    private var shownValues: [String] {
        page.states.flatMap { Block.values($0.blocks) } + page.messages.flatMap { Inline.values($0.words) }
    }

    private func state(_ state: State) -> JSONValue {
        var object = JSONObject()
        if let operation = state.onLoad { object["load"] = .string(operation) }
        if let back = state.back { object["back"] = .string(back) }
        if !state.forgets.isEmpty { object["forgets"] = .array(state.forgets.map(JSONValue.string)) }
        if state.submitsWhenValid { object["valid"] = true }
        if let focus = state.fields.first(where: \.isFocused) { object["focus"] = .string(focus.name) }
        let needs = needs(of: state)
        if !needs.isEmpty { object["needs"] = .array(needs.map(JSONValue.string)) }
        let heard = state.moves.filter { !state.runsInPassing || $0.operation != state.onLoad }
        if !heard.isEmpty { object["moves"] = .object(JSONObject(heard.map { ($0.operation, moves($0)) })) }
        return .object(object)
    }

    /// The values that the state or its operations cannot do without and nobody types in it: after a reload they may be gone.
    private func needs(of state: State) -> [String] {
        let atHand = Set(state.fields.map(\.name) + backend.settings.keys + ["base"])
        var seen = Set<String>()
        let operations = (state.runsInPassing ? state.submitted : state.operations).flatMap {
            contract.operation(named: $0)?.needs ?? []
        }
        .filter { !$0.isOptional && !atHand.contains($0.name) }.map(\.name)
        return (operations + state.needs).filter { seen.insert($0).inserted }
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

    // MARK: - What the script has to be able to do

    /// Whether an answer is matched by a pattern.
    var hasPatterns: Bool {
        let text = part.json().serialized(.compact)
        return ["…", ":seconds}", ":list}", ":text}"].contains { text.contains($0) }
    }

    /// Whether a request has more in its address than the backend's, or carries a form.
    var hasUncommonRequests: Bool {
        part.operations.flatMap(\.steps).map(\.request).contains { request in
            if case .form = request.body { return true }
            return request.url.needs.map(\.name) != ["base"] || !request.url.text.hasPrefix("{{base}}")
        }
    }

    /// Whether a value is taken out of a header field or a cookie.
    var hasSources: Bool {
        let rules = part.operations.flatMap(\.steps).flatMap(\.rules)
        return rules.contains { rule in
            (rule.keep.map(\.source) + [rule.wait].compactMap { $0 }).contains { source in
                if case .body = source { false } else { true }
            }
        }
    }

    /// Whether an operation asks for a mail; contracts call those so.
    var hasMails: Bool { part.operations.contains { $0.name.hasPrefix("send-") || $0.name.hasPrefix("resend-") } }

    // MARK: - Links

    private func link(_ link: LinkDefinition) -> JSONValue {
        var object: JSONObject = ["web": .array(link.web.map(template))]
        if let app = link.app { object["app"] = .string(app.text) }
        if page.start.dependsOnLink { object["start"] = .string(page.start.name(for: link.name)) }
        return .object(object)
    }

    /// A parameter is a text in a list of its own, so that no literal can be taken for one; literals are as written.
    private func template(_ template: URLTemplate) -> JSONValue {
        var object: JSONObject = [
            "path": .array(
                template.path.map { segment in
                    switch segment {
                    case .literal(let text): .string(text)
                    case .parameter(let name): [.string(name)]
                    }
                })
        ]
        if !template.query.isEmpty { object["query"] = items(template.query) }
        if !template.fragment.isEmpty { object["fragment"] = items(template.fragment) }
        return .object(object)
    }

    private func items(_ items: [URLTemplate.Item]) -> JSONValue {
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
