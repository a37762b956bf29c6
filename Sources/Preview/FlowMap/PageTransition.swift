import CommonMark
import Configuration
package import SiteModel

/// A transition between two states of a page, with its cause.
package struct PageTransition: Sendable {
    package enum Cause: Hashable, Sendable {
        /// The text of a button or link.
        case pressed(String)
        /// Outcomes of an operation, as patterns.
        case outcomes(operation: String, [OutcomePattern])
        /// The browser's Back button.
        case back
    }

    package let from: State
    /// The name of the state that follows.
    package let to: String
    package let cause: Cause

    /// The cause as a text: `send-link → ok, sent`, `‘Use another address’` or `Back`.
    package var description: String {
        switch cause {
        case .pressed(let words): "‘\(words)’"
        case .outcomes(let operation, let patterns): "\(operation) → \(patterns.map(\.text).joined(separator: ", "))"
        case .back: "Back"
        }
    }
}

extension Page {
    /// The transitions between the page's states, in its order; of an operation, one for each state that follows.
    package var transitions: [PageTransition] {
        states.flatMap { state in
            state.moves.flatMap { operation in
                operation.moves.map(\.state.value).withoutRepetition.map { target in
                    let patterns = operation.moves.filter { $0.state.value == target }.map(\.outcomes)
                    return PageTransition(
                        from: state, to: target, cause: .outcomes(operation: operation.operation.value, patterns))
                }
            }
                + state.linksInText.compactMap { words, destination in
                    guard case .state(let target) = destination else { return nil }
                    return PageTransition(from: state, to: target, cause: .pressed(words))
                }
                + (state.back.map { [PageTransition(from: state, to: $0.value, cause: .back)] } ?? [])
        }
    }
}

extension State {
    /// The buttons and links of the state with their texts, each once.
    var linksInText: [(words: String, destination: LinkDestination)] {
        func links(in words: [Inline]) -> [(words: String, destination: LinkDestination)] {
            words.flatMap { inline -> [(words: String, destination: LinkDestination)] in
                switch inline {
                case .link(let words, let destination): [(Inline.plainText(words), destination)]
                case .emphasis(let words), .strong(let words): links(in: words)
                case .text, .value, .code, .lineBreak, .softBreak: []
                }
            }
        }
        return links(in: Block.inlines(blocks))
    }
}

extension Sequence where Element: Hashable {
    /// The elements, each at its first place only.
    var withoutRepetition: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
