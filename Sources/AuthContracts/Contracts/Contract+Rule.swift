import JSON

extension Contract {
    /// What some answers of a backend mean.
    package struct Rule: Hashable, Sendable {
        /// Empty for any status.
        package var statuses: [Status]
        /// What has to be found in the body.
        package var tests: [BodyTest]
        package var headers: [HeaderTest]
        package var outcome: OutcomeName
        /// What is kept of the answer for later steps, later operations and the page's words.
        package var keep: [Keep]
        /// Where the wait stands, in seconds, for a backend that does not say it in `Retry-After`.
        package var wait: Source?
        /// Where the list of what a password lacks stands.
        package var missing: BodyPointer?

        /// The names of the values that it keeps, or that its patterns capture.
        var keeps: [String] {
            keep.map(\.name) + tests.flatMap(\.test.texts) + headers.flatMap(\.test.texts)
        }
    }

    /// A status or a class of them.
    package enum Status: Hashable, Sendable {
        case code(Int)
        /// The hundreds: 4 for `4xx`.
        case family(Int)

        func contains(_ status: Int) -> Bool {
            switch self {
            case .code(let code): status == code
            case .family(let hundreds): status / 100 == hundreds
            }
        }
    }

    /// A value of the body, and what it has to be.
    package struct BodyTest: Hashable, Sendable {
        package var pointer: BodyPointer
        package var test: ValueTest
    }

    /// A header, and what it has to be. A page reads only those that the backend exposes to it.
    package struct HeaderTest: Hashable, Sendable {
        /// In lower case.
        package var name: String
        package var test: ValueTest
    }

    /// A part of an answer that outlives it.
    package struct Keep: Hashable, Sendable {
        package var name: String
        package var source: Source
    }

    /// A place in an answer.
    package enum Source: Hashable, Sendable {
        case body(BodyPointer)
        /// In lower case.
        case header(String)
        /// A cookie that the answer set, its value percent-decoded.
        case cookie(String)
    }
}

/// A JSON pointer (RFC 6901) in which `*` stands for any one element or member, and `name=text` for the value itself where
/// its member of that name has that text: `/fields/*/id=password/error`.
package struct BodyPointer: Hashable, Sendable {
    /// One part of the way.
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

    /// As it is written.
    package var text: String { pointer.description }

    /// The values that it leads to, in the body's order.
    func values(in body: JSONValue) -> [JSONValue] {
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

    /// A text, or what a number or a truth value is written with; nil for anything else.
    package var asText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.int.map(String.init) ?? number.text
        case .bool(let bool): bool ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
