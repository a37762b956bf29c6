import TestSupport

@testable import FlowMap

extension FlowGraph {
    /// A flow of pages of three to eight states, each reached from an earlier one, with some transitions back and
    /// in a circle, and ways out.
    static func madeUp(states count: Int, seed: Int = 1, added: Bool = false) -> FlowGraph {
        var random = SeededGenerator(seed: seed)
        var nodes: [Node] = []
        var transitions: [Transition] = []
        var (made, pages) = (0, 0)
        while made < count {
            let page = "page-\(pages)"
            let size = min(Int.random(in: 3...8, using: &random), count - made)
            let states = (0..<size).map { "state:\(page)/\($0)" }
            nodes.append(Node(.address, page, group: "Page", title: page, text: "/\(page)"))
            nodes += (0..<size).map {
                Node(.state, "\(page)/\($0)", group: page, title: "\($0)", text: "What is said there")
            }
            transitions.append(Transition(from: "address:\(page)", to: states[0], cause: "opened"))
            for index in 1..<max(size, 1) {
                let outcomes = ["ok", "link-expired, link-used", "sent"].randomElement(using: &random) ?? ""
                transitions.append(
                    Transition(from: states[(index - 1) / 2], to: states[index], cause: "run-\(index) → \(outcomes)"))
            }
            for index in 0..<(size / 2) {
                let ends = (0..<2).compactMap { _ in states.randomElement(using: &random) }
                transitions.append(Transition(from: ends[0], to: ends[1], cause: "‘Press \(index)’"))
            }
            for (text, words) in [("login", "‘Log In’"), ("/page-0", "‘Start over’")] {
                nodes.append(Node(.exit, "\(page)/\(text)", group: "Page", title: text))
                transitions += states.suffix(3).map { Transition(from: $0, to: "exit:\(page)/\(text)", cause: words) }
            }
            if added, made == 0 {
                nodes.append(Node(.state, "\(page)/new", group: page, title: "new"))
                transitions.append(Transition(from: states[0], to: "state:\(page)/new", cause: "‘More’"))
            }
            made += size
            pages += 1
        }
        return FlowGraph(name: "Made up", nodes: nodes, transitions: transitions)
    }
}
