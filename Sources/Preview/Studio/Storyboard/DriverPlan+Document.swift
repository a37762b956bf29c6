import JSON
import SiteBuilder
import SiteModel

extension DriverPlan {
    /// The plan for a document that has the plans of several states, with what `prepared` changes in the page's data.
    ///
    /// `Templates/storyboard/frame.js` declares the same type for the script.
    var inDocument: JSONValue {
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
        return .object(plan)
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
