import AuthContracts
import JSON
import SiteBuilder
import SiteModel

extension DriverPlan {
    /// The plan for a document that has the plans of several states, with what `prepared` changes in the page's data.
    ///
    /// `Templates/storyboard/frame.js` declares the same type for the script.
    var inDocument: JSONObject {
        var plan = steps
        let parameters = link == nil ? [] : conditions.page.parameters
        var settings = Dictionary(parameters.map { ($0, Self.sampleParameter($0)) }) { first, _ in first }
        settings.merge(samples) { $1 }
        var data: JSONObject = [
            "start": .string(conditions.state.name), "timeout": .number(timeout),
            "settings": .object(
                JSONObject(settings.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
        ]
        if let link { data["link"] = .number(JSONNumber(link)) }
        plan["data"] = .object(data)
        return plan
    }
}

/// The plans of the states of a page's document, and the recorded responses, each once.
struct DocumentPlans {
    private var plans: [(String, JSONValue)] = []
    private var operations: [(String, JSONValue)] = []
    private var answers: [JSONValue] = []
    private var places: [String: Int] = [:]

    init(_ states: [StateConditions], on page: Page, of app: App) {
        for state in states {
            for condition in state.all {
                var plan = DriverPlan(condition: condition, conditions: state).inDocument
                for name in ["load", "answers"] { plan[name] = plan[name].map { place(of: $0) } }
                plans.append((state.key(of: condition), .object(plan)))
            }
        }
        operations = app.answers(on: page).map { operation in
            (
                operation.name,
                .object(JSONObject(operation.answers.map { ($0.outcome.rawValue, place(of: $0.responses)) }))
            )
        }
    }

    /// The index of a list of responses; anything else is returned unchanged.
    private mutating func place(of value: JSONValue) -> JSONValue {
        guard case .array = value else { return value }
        let text = value.serialized(.compact)
        let index = places[text] ?? answers.count
        if index == answers.count { answers.append(value) }
        places[text] = index
        return .number(JSONNumber(index))
    }

    var json: JSONValue {
        [
            "plans": .object(JSONObject(plans)), "operations": .object(JSONObject(operations)),
            "answers": .array(answers),
        ]
    }
}

extension StateCondition {
    /// The condition in words: `Ready`, `Rate limited`.
    var words: String {
        switch self {
        case .idle: "Ready"
        case .busy: "Working"
        case .typing: "Typing"
        case .invalidFields: "Wrong fields"
        case .failed(let name), .came(_, let name):
            name.prefix(1).uppercased() + name.dropFirst().map { $0 == "-" ? " " : $0 }
        }
    }
}
