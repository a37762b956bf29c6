import AppSiteAssociation
import Diagnostics
import YAML

extension PageReader.Draft {
    /// What stands for no link in a page's `start`.
    static let noLink = "none"

    /// The links that the page receives, of all that there are.
    func links(of all: [LinkDefinition]) -> [LinkDefinition] {
        header.links.compactMap { name in all.first { $0.name == name.value } }
    }

    /// Where a person begins.
    var start: Start {
        switch header.start {
        case .one(let state): return Start(none: state.value, byLink: [:])
        case .named(let states):
            var byLink = Dictionary(states.map { ($0.key.value, $0.value.value) }) { first, _ in first }
            return Start(none: byLink.removeValue(forKey: Self.noLink) ?? "", byLink: byLink)
        }
    }

    /// The names of all fields, each once, in order of appearance.
    var fieldNames: [String] {
        var seen = Set<String>()
        return states.flatMap { $0.state.fields.map(\.name) }.filter { seen.insert($0).inserted }
    }

    /// The states, each with the names of all the fields that it forgets.
    var allStates: [State] {
        states.map { draft in
            var state = draft.state
            if state.forgets.contains(Self.allFields) { state.forgets = fieldNames }
            return state
        }
    }

    /// What stands for every field of the page in a state's `forgets`.
    static let allFields = "fields"
}
