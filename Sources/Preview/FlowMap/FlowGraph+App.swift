import AppLinks
import AuthContracts
import CommonMark
import Configuration
import LinkDefinitions
package import SiteModel

extension FlowGraph {
    /// The flow of an app, in the order of its pages and states.
    package init(of app: App) {
        let pageNames = app.pages.map(\.name)
        // In the order of the pages that the links open, so that few arrows cross.
        let emails = app.emails.enumerated().sorted {
            let (first, second) = (
                pageNames.place(of: $0.element.link?.page), pageNames.place(of: $1.element.link?.page)
            )
            return (first, $0.offset) < (second, $1.offset)
        }.map(\.element)
        var nodes = emails.map { Node(.email, $0.name, group: "Email", title: $0.name, text: $0.subject.text(of: app)) }
        var transitions = emails.compactMap { email in
            email.link.map { Transition(from: "email:\(email.name)", to: "link:\($0.name)", cause: "in the email") }
        }
        var exits: [Node] = []
        for page in app.pages {
            let flow = PageFlow(page: page, app: app)
            nodes += Self.links(of: page.name, in: app) + flow.nodes
            transitions += flow.transitions
            exits += flow.exits
        }
        nodes += Self.links(of: nil, in: app)
        self.init(name: app.title, nodes: nodes + exits.withoutRepetition, transitions: transitions)
    }

    private static func links(of page: String?, in app: App) -> [Node] {
        app.linkSet.links.filter { $0.page == page }.map {
            Node(.link, $0.name, group: "Link", title: $0.name, text: $0.web.first?.text ?? "")
        }
    }
}

extension [String] {
    /// The index of a name; behind all if there is none.
    fileprivate func place(of name: String?) -> Int { name.flatMap(firstIndex) ?? count }
}

extension EmailLine {
    /// The line with the app's name, and the names of other variables in braces.
    fileprivate func text(of app: App) -> String {
        text.map { part in
            switch part {
            case .text(let text): text
            case .variable(.app, _): app.title
            case .variable(let variable, _): "{{\(variable.rawValue)}}"
            default: ""
            }
        }.joined()
    }
}

/// The part of an app's flow that one page is.
private struct PageFlow {
    let page: Page
    let app: App

    private var address: String { "address:\(page.name)" }
    private func id(_ state: String) -> String { "state:\(page.name)/\(state)" }

    var nodes: [FlowGraph.Node] {
        [.init(.address, page.name, group: "Page", title: page.title, text: page.path, marks: messagesNeverShown)]
            + page.states.map {
                .init(
                    .state, "\(page.name)/\($0.name)", group: page.title, title: $0.name, text: $0.headline,
                    marks: marks(of: $0))
            }
    }

    var transitions: [FlowGraph.Transition] {
        openings + page.transitions.map(transition) + page.states.flatMap(departures)
    }

    private var openings: [FlowGraph.Transition] {
        let links = page.links.map { link in
            FlowGraph.Transition(from: "link:\(link.name)", to: id(page.start.name(for: link.name)), cause: "opened")
        }
        let damaged = page.start.damaged.map {
            FlowGraph.Transition(from: address, to: id($0), cause: "a damaged link")
        }
        return links
            + [
                .init(
                    from: address, to: id(page.start.name(for: nil)),
                    cause: page.start.dependsOnLink ? "opened without a link" : "opened")
            ] + [damaged].compactMap(\.self)
    }

    private func transition(_ transition: PageTransition) -> FlowGraph.Transition {
        var isPossible = true
        var condition: String?
        if case .outcomes(let name, let patterns) = transition.cause, let contract = app.contract {
            let outcome = contract.operation(named: name)?.outcomes.first { outcome in
                patterns.contains { $0.matches(outcome) }
            }
            isPossible = outcome != nil
            condition = outcome.map { "\(name):\($0.rawValue)" }
        }
        return .init(
            from: id(transition.from.name), to: id(transition.to), cause: transition.description,
            isPossible: isPossible, condition: condition)
    }

    // MARK: - Ways out

    var exits: [FlowGraph.Node] { page.states.flatMap(ways).map(\.to) }

    private func departures(of state: State) -> [FlowGraph.Transition] {
        ways(outOf: state).map { .init(from: id(state.name), to: $0.to.id, cause: $0.cause) }
    }

    /// What leaves the page from a state: links to another page, the app, or a place elsewhere, and the emails that the
    /// backend sends when an operation succeeds.
    private func ways(outOf state: State) -> [(cause: String, to: FlowGraph.Node)] {
        let links = state.linksInText.compactMap { words, destination -> (String, FlowGraph.Node)? in
            switch destination {
            case .state, .operation: nil
            case .sitePath(let path):
                (
                    "‘\(words)’",
                    exit(
                        app.pagesByPath[String(path.prefix { $0 != "?" && $0 != "#" })] == nil ? "On the web" : "Page",
                        path)
                )
            case .app(let name): ("‘\(words)’", exit("In the app", name))
            case .mail(let address): ("‘\(words)’", exit("Write to", address))
            case .web(let address): ("‘\(words)’", exit("On the web", address))
            }
        }
        let emails = state.operations.withoutRepetition.compactMap { name -> (String, FlowGraph.Node)? in
            let purpose = app.contract?.operation(named: name)?.sends
            return purpose.map { ("\(name) sends", exit("Email", $0.rawValue)) }
        }
        return links + emails
    }

    /// A way out of its own for each page, so that few arrows cross.
    private func exit(_ group: String, _ text: String) -> FlowGraph.Node {
        FlowGraph.Node(.exit, "\(page.name)/\(group)/\(text)", group: group, title: text)
    }

    // MARK: - Marks

    /// The operations of a state with the outcomes after which the visitor stays in it.
    private func stays(in state: State) -> [OutcomeName] {
        state.operations.withoutRepetition.flatMap { name -> [OutcomeName] in
            let moves = state.moves.first { $0.operation.value == name }
            let outcomes = app.contract?.operation(named: name)?.outcomes ?? []
            return outcomes.filter { moves?.leads($0) != true && $0 != .ok }
        }.withoutRepetition
    }

    private func marks(of state: State) -> [String] {
        let unsaid = stays(in: state).filter { page.message(for: $0) == nil }.map(\.rawValue)
        return unsaid.isEmpty ? [] : ["Default words: \(unsaid.joined(separator: ", "))"]
    }

    private var messagesNeverShown: [String] {
        guard app.contract != nil else { return [] }
        let shown = Set(page.states.flatMap(stays))
        let unused = page.messages.filter { $0.special == nil && !shown.contains($0.outcome) && $0.outcome != .ok }
        return unused.isEmpty ? [] : ["Never shown: \(unused.map(\.name).joined(separator: ", "))"]
    }
}

extension State {
    /// The state's headline, or its first text.
    fileprivate var headline: String {
        for case .heading(let words) in blocks { return Inline.plainText(words) }
        for case .paragraph(let words) in blocks { return Inline.plainText(words) }
        return ""
    }
}
