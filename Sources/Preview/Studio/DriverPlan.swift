import AppLinks
import AuthContracts
import Configuration
import JSON
import LinkDefinitions
import Sandbox
import SiteBuilder
import SiteModel
import TextEncoding

/// The plan by which the driver script brings a page's own script to a condition of one of its states.
///
/// `Templates/studio/driver.js` declares the same type for the script.
struct DriverPlan {
    let condition: StateCondition
    let conditions: StateConditions

    private var state: State { conditions.state }
    private var page: Page { conditions.page }
    private var app: App { conditions.app }

    /// The operation whose outcome is the condition; nil if none is started.
    private var operation: String? {
        switch condition {
        case .idle, .typing: nil
        case .busy, .invalidFields: state.submitted.first
        case .failed(let name): conditions.operation(failingWith: name)
        case .came(let operation, _): operation
        }
    }

    /// The page with the state as its initial state, and with sample values in place of those from links and responses.
    func prepared(_ rendered: RenderedPage) -> RenderedPage {
        var rendered = rendered
        rendered.initialState = state.name
        guard var data = rendered.data else { return rendered }
        data.start = state.name
        for index in data.links.indices { data.links[index].start = state.name }
        data.shapes = [:]
        data.settings.merge(samples) { own, _ in own }
        data.timeout = timeout
        rendered.data = data
        rendered.scripts.insert(
            InlineScript(StudioFiles.driver, attributes: ["data-plan": json.serialized(.compact)]), at: 0)
        return rendered
    }

    /// A pending operation stays pending, unless it is to time out.
    var timeout: JSONNumber { condition.outcome == OutcomeName.timeout.rawValue ? JSONNumber(0) : JSONNumber(86_400) }

    private var json: JSONValue {
        var plan = steps
        if let address { plan["address"] = .string(address) }
        return .object(plan)
    }

    /// The plan without the address of a link.
    var steps: JSONObject {
        var plan: JSONObject = [
            "fields": .object(JSONObject(fields.map { ($0.name, .string($0.text)) })),
            "leaves": .bool(condition != .typing),
            "load": loadAnswers,
            "answers": answers,
        ]
        if let operation, runsAutomatically(operation) {
            plan["refreshes"] = .bool(operation == state.refresh?.value)
        } else if let operation {
            plan["run"] = .string(operation)
        }
        if case .failed = condition { plan["shows"] = "message" }
        if condition.outcome == OutcomeName.network.rawValue { plan["offline"] = true }
        return plan
    }

    // MARK: - Values

    private var isIncomplete: Bool { condition.outcome == OutcomeName.linkIncomplete.rawValue }

    /// The path and query of a link to the page; nil if there is none.
    private var address: String? {
        link.flatMap { page.links[$0].web.first { $0.scheme == nil } }.flatMap { template in
            template.expanded(with: Dictionary(template.parameters.map { ($0, Self.sampleParameter($0)) }) { $1 })
        }
    }

    /// The index of the link that leads to the state, or of the page's first; nil if there is none.
    var link: Int? {
        guard !isIncomplete else { return nil }
        return page.links.firstIndex { page.start.name(for: $0.name) == state.name } ?? page.links.indices.first
    }

    /// The value of a link's parameter.
    static func sampleParameter(_ name: String) -> String { "sample-\(name)" }

    /// Sample values that the text and operations of the state need and no field supplies.
    var samples: [String: String] {
        let shown =
            Block.values(state.blocks) + page.messages.flatMap { Inline.values($0.words) }
            + state.needs.map(\.value)
        let needed = state.operations.flatMap { app.contract?.operation(named: $0)?.needs ?? [] }.map(\.name)
        var names = Set(shown + ["email"])
        if !isIncomplete { names.formUnion(needed) }
        names.subtract(state.fields.map(\.name) + ["wait", "base", Contract.Need.language])
        return Dictionary(uniqueKeysWithValues: names.map { ($0, Self.sample($0)) })
    }

    private static func sample(_ name: String) -> String {
        if name == "email" || name == "account" { return "ada@example.com" }
        return name.contains("email") ? "grace@example.com" : "sample-\(name)"
    }

    /// The input in the order of the fields; empty fields are omitted.
    private var fields: [(name: String, text: String)] {
        state.fields.compactMap { field in text(for: field).map { (field.name, $0) } }
    }

    private func text(for field: Field) -> String? {
        let rule = state.typingRule(of: field)
        switch condition {
        case .idle: return nil
        case .busy, .failed, .came: return valid(field, rule)
        case .typing:
            // Incomplete: a digit is missing, and the repeated password has only been started.
            guard rule == .password else { return valid(field, rule) }
            return field.rule == rule ? "Sunflower" : "Sun"
        case .invalidFields:
            switch field.rule {
            case .email, .simpleEmail: return state.isLogin ? "ada" : "ada@example"
            case .tel: return "12"
            case .same: return "Sun"
            // If the button requires valid fields, it is disabled while one is empty.
            case .password: return state.submitsWhenValid ? "Sun" : nil
            case .currentPassword, .code, .text, .date, .choice, .consent: return nil
            }
        }
    }

    private func valid(_ field: Field, _ rule: FieldRule) -> String? {
        switch rule {
        case .email, .simpleEmail: Self.sample("email")
        case .password: password
        case .currentPassword: "Sunflower7"
        case .code: "123456"
        case .text: "Ada"
        case .tel: "+49 30 901820"
        case .date: "1990-05-17"
        case .choice: field.options.first?.value
        case .consent: "on"
        case .same: nil
        }
    }

    private var password: String {
        let requirements =
            state.fields.flatMap { $0.requirements?.rules.map(\.rule.value) ?? [] } + (app.contract?.password ?? [])
        var password = "Sunflower7" + (requirements.contains(.special) ? "-" : "")
        for case .atLeast(let count) in requirements where password.count < count {
            password += String(repeating: "s", count: count - password.count)
        }
        // Within a limit, one character of each kind comes first. All are ASCII, so bytes and scalars are the same.
        for requirement in requirements where requirement.name == .atMost {
            if let limit = requirement.number, password.count > limit { password = String("Sf7-lower".prefix(limit)) }
        }
        return password
    }

    // MARK: - Answers

    private func runsAutomatically(_ operation: String) -> Bool {
        [state.onLoad, state.refresh].contains { $0?.value == operation }
    }

    /// The responses to the operation that runs when the state appears.
    private var loadAnswers: JSONValue {
        if let operation, runsAutomatically(operation) { return answers }
        guard let onLoad = state.onLoad?.value else { return "pending" }
        return state.loadsInBackground ? app.responses(of: onLoad, for: .ok) ?? "pending" : "pending"
    }

    /// The responses to the operation that is started.
    private var answers: JSONValue {
        guard let name = condition.outcome, let operation else { return "pending" }
        switch app.contract?.outcome(named: name) {
        case nil, .network: return "failed"
        case .timeout: return "pending"
        case let outcome?: return app.responses(of: operation, for: outcome) ?? "pending"
        }
    }
}

extension App {
    /// The recorded responses that lead an operation to an outcome; nil if there are none.
    func responses(of name: String, for outcome: OutcomeName) -> JSONValue? {
        guard let operation = contract?.operation(named: name),
            let answers = contract?.exampleResponses(for: outcome, operation: name, base: backend?.base ?? "")
        else { return nil }
        return .array(
            answers.map { answer in
                let request = operation.steps[answer.step].request
                return [
                    "method": .string(request.method.rawValue), "url": .string(request.url.text),
                    "status": .number(JSONNumber(answer.status)),
                    "headers": .array(answer.headers.map { [.string($0.name), .string($0.value)] }),
                    "body": .string(answer.body?.serialized(.compact) ?? ""),
                ]
            })
    }
}
