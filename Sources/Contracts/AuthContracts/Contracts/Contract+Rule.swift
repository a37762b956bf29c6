package import JSON

extension Contract {
    /// A rule that maps responses of a backend to an outcome.
    package struct Rule: Hashable, Sendable {
        /// The statuses that match; empty for any.
        package var statuses: [Status]
        /// The values that the body must contain.
        package var tests: [BodyTest]
        package var headers: [HeaderTest]
        package var outcome: OutcomeName
        /// The values that the response supplies to later steps, later operations and the page's text.
        package var keep: [Keep]
        /// The source of the wait in seconds, for a backend that does not send `Retry-After`.
        package var wait: Source?
        /// The place of the list of requirements that a password does not meet.
        package var missing: BodyPointer?
        /// A recorded response; nil for one that the rule itself describes well enough.
        package var example: Example?

        /// The names of the values that it keeps, including those that its patterns capture.
        var keeps: [String] {
            keep.map(\.name) + tests.flatMap(\.test.texts) + headers.flatMap(\.test.texts)
        }
    }

    package struct Example: Hashable, Sendable {
        /// Nil for the first status of the rule.
        package var status: Int?
        package var body: JSONValue?
    }

    package enum Status: Hashable, Sendable {
        case code(Int)
        /// The first digit: 4 for `4xx`.
        case family(Int)

        /// The status as a contract writes it.
        package var text: String {
            switch self {
            case .code(let code): "\(code)"
            case .family(let hundreds): "\(hundreds)xx"
            }
        }

        func contains(_ status: Int) -> Bool {
            switch self {
            case .code(let code): status == code
            case .family(let hundreds): status / 100 == hundreds
            }
        }
    }

    package struct BodyTest: Hashable, Sendable {
        package var pointer: BodyPointer
        package var test: ValueTest
    }

    /// A header and its test. A page can read only the headers that the backend exposes to it.
    package struct HeaderTest: Hashable, Sendable {
        /// The header's name, in lower case.
        package var name: String
        package var test: ValueTest
    }

    /// A part of a response that is kept under a name.
    package struct Keep: Hashable, Sendable {
        package var name: String
        package var source: Source
    }

    package enum Source: Hashable, Sendable {
        case body(BodyPointer)
        /// A header, by its name in lower case.
        case header(String)
        /// A cookie that the response sets; its value is percent-decoded.
        case cookie(String)

        /// The place as contracts have it: `/user/email`, `header x-token`.
        package var text: String {
            switch self {
            case .body(let pointer): pointer.text
            case .header(let name): "header \(name)"
            case .cookie(let name): "cookie \(name)"
            }
        }
    }
}

/// A JSON pointer (RFC 6901) with two extensions: `*` matches any one element or member, and `name=text` selects the
/// value itself if its member `name` has that text, as in `/fields/*/id=password/error`.
package struct BodyPointer: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case member(String)
        case any
        case having(name: String, text: String)
    }

    private let pointer: JSONPointer
    package let steps: [Step]

    init(_ pointer: JSONPointer) {
        self.pointer = pointer
        steps = pointer.components.map { component in
            if component == "*" { return .any }
            guard let sign = component.unicodeScalars.firstIndex(of: "="), sign > component.startIndex else {
                return .member(component)
            }
            return .having(
                name: String(component[..<sign]),
                text: String(component[component.unicodeScalars.index(after: sign)...]))
        }
    }

    package var text: String { pointer.description }

    /// The values that match, in the order of the body.
    package func values(in body: JSONValue) -> [JSONValue] {
        steps.reduce([body]) { values, step in values.flatMap { $0.values(at: step) } }
    }
}

extension JSONValue {
    fileprivate func values(at step: BodyPointer.Step) -> [JSONValue] {
        switch step {
        case .any: array ?? object?.map(\.value) ?? []
        case .member(let name): self[JSONPointer([name])].map { [$0] } ?? []
        case .having(let name, let text): self[JSONPointer([name])]?.asText == text ? [self] : []
        }
    }

    /// A text, or a number or Boolean as JSON writes it; nil for anything else.
    package var asText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.int.map(String.init) ?? number.text
        case .bool(let bool): bool ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
