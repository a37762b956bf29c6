/// The message or the fix of a problem with a value, as an interpolated string.
///
/// What it interpolates may be the value or a part of it. If the value has variables, such a part is shown as the file
/// has the value, `${NAME}`, so that no message contains what a variable holds. `\(known: …)` is for what cannot come
/// from the value: names of keys, limits, accepted words.
package struct ValueMessage: ExpressibleByStringInterpolation, Sendable {
    private let parts: [(text: String, isKnown: Bool)]

    /// A message without any part of the value.
    package init(known text: String) { parts = [(text, true)] }

    package init(stringLiteral text: String) { self.init(known: text) }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [(text: String, isKnown: Bool)] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { parts.append((literal, true)) }

        package mutating func appendInterpolation(_ part: some CustomStringConvertible) {
            parts.append((part.description, false))
        }

        package mutating func appendInterpolation(known part: some CustomStringConvertible) {
            parts.append((part.description, true))
        }
    }

    /// The text about a value; `written` is the value as the file has it, if it contains variables.
    package func text(written: String?) -> String {
        parts.map { part in part.isKnown ? part.text : written ?? part.text }.joined()
    }
}
