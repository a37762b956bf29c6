/// The flow of an app: its emails, links, addresses and states, the ways out, and what leads from one to another.
package struct FlowGraph: Hashable, Sendable {
    package struct Node: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            case email, link
            /// The address of a page, as somebody opens it without a link.
            case address
            case state
            /// The app, another site, another page of the app, or an email that the backend sends.
            case exit
        }

        /// Unique in the graph, and independent of other nodes: `state:reset-password/form`.
        package let id: String
        package let kind: Kind
        /// What it belongs to: a state's page, otherwise what it is.
        package let group: String
        package let title: String
        /// What a person sees there: the headline, the subject, the address.
        package let text: String
        /// What is worth a look: outcomes answered by default words, messages never shown.
        package var marks: [String]

        package init(
            _ kind: Kind, _ name: String, group: String, title: String, text: String = "", marks: [String] = []
        ) {
            id = "\(kind.rawValue):\(name)"
            self.kind = kind
            self.group = group
            self.title = title
            self.text = text
            self.marks = marks
        }
    }

    package struct Transition: Hashable, Sendable {
        package let from: String
        package let to: String
        package let cause: String
        /// Whether it can happen; false if no operation has the outcome.
        package let isPossible: Bool
        /// The condition of the state in which the studio plays the transition; nil if there is none.
        package let condition: String?

        package init(
            from: String, to: String, cause: String, isPossible: Bool = true, condition: String? = nil
        ) {
            self.from = from
            self.to = to
            self.cause = cause
            self.isPossible = isPossible
            self.condition = condition
        }
    }

    /// All transitions from one node to another, drawn as one arrow.
    struct Arrow: Hashable, Sendable {
        let from: Int
        let to: Int
        let transitions: [Transition]
    }

    package let name: String
    package let nodes: [Node]
    package let transitions: [Transition]
    /// The column of each node: emails, then links and addresses, then states by the number of transitions to them, and
    /// last the ways out.
    package let distances: [Int]
    /// The indices of the states that no possible transition reaches.
    package let unvisited: Set<Int>
    let arrows: [Arrow]

    /// Creates a graph. Transitions from or to unknown nodes are omitted.
    package init(name: String, nodes: [Node], transitions: [Transition]) {
        self.name = name
        self.nodes = nodes
        let indices = Dictionary(nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
        self.transitions = transitions.filter { indices[$0.from] != nil && indices[$0.to] != nil }.withoutRepetition
        let ends = self.transitions.compactMap { transition in
            indices[transition.from].flatMap { from in indices[transition.to].map { [from, $0] } }
        }
        let grouped = Dictionary(grouping: zip(ends, self.transitions), by: { $0.0 })
        arrows = ends.withoutRepetition.map {
            Arrow(from: $0[0], to: $0[1], transitions: grouped[$0]?.map { $0.1 } ?? [])
        }
        let possible = arrows.filter { $0.transitions.contains(where: \.isPossible) }
        // What opens a page is in one column, behind the emails.
        let opening = nodes.indices.filter { nodes[$0].kind == .link || nodes[$0].kind == .address }
        let first = nodes.contains { $0.kind == .email } ? 1 : 0
        var distances = Self.distances(from: opening, at: first, over: possible)
        unvisited = Set(nodes.indices.filter { nodes[$0].kind == .state && distances[$0] == nil })
        // The others follow those that they come from as if it were possible.
        distances.merge(Self.distances(from: opening, at: first, over: arrows)) { first, _ in first }
        let last = nodes.indices.filter { nodes[$0].kind != .exit }.compactMap { distances[$0] }.max() ?? 0
        self.distances = nodes.indices.map { nodes[$0].kind == .exit ? last + 1 : distances[$0] ?? 0 }
    }

    private static func distances(from starts: [Int], at first: Int, over arrows: [Arrow]) -> [Int: Int] {
        let next = Dictionary(grouping: arrows, by: \.from)
        var distances = Dictionary(starts.map { ($0, first) }) { first, _ in first }
        var waiting = starts[...]
        while let node = waiting.popFirst() {
            for arrow in next[node] ?? [] where distances[arrow.to] == nil {
                distances[arrow.to] = (distances[node] ?? 0) + 1
                waiting.append(arrow.to)
            }
        }
        return distances
    }
}
