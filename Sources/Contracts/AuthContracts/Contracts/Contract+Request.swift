package import JSON

extension Contract {
    package struct Request: Hashable, Sendable {
        package var method: Method
        package var url: ContractText
        /// The items appended to the URL, in order.
        package var query: [NamedText]
        package var headers: [NamedText]
        package var body: Body?
        /// Whether cookies are sent and stored; they live as long as the flow.
        package var sendsCookies: Bool
        package var referrer: Referrer

        package var needs: [Need] {
            url.needs + query.flatMap(\.text.needs) + headers.flatMap(\.text.needs) + (body?.needs ?? [])
        }
    }

    package enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"

        /// The fix for a value that a request has in its URL, without its full stop.
        package static func bodyAdvice(for method: Method?) -> String {
            "Write it under 'json' or 'form'"
                + (method == .get || method == .delete
                    ? ", with the method for which the backend reads a body, such as POST" : "")
        }
    }

    /// The `Referer` that a backend receives.
    package enum Referrer: String, Hashable, Sendable, CaseIterable {
        case none
        /// The page's scheme, host and port, to which some API keys are bound.
        case origin
    }

    /// A name with a text: a query item, a header or a field of a form.
    package struct NamedText: Hashable, Sendable {
        package var name: String
        package var text: ContractText
    }

    package enum Body: Hashable, Sendable {
        case json(Value)
        /// `application/x-www-form-urlencoded`
        case form([NamedText])

        var needs: [Need] {
            switch self {
            case .json(let value): value.needs
            case .form(let fields): fields.flatMap(\.text.needs)
            }
        }

        var isForm: Bool { if case .form = self { true } else { false } }

        /// The `Content-Type`, unless a header states another.
        package var type: String {
            switch self {
            case .json: "application/json"
            case .form: "application/x-www-form-urlencoded"
            }
        }
    }

    /// A JSON value whose texts contain placeholders.
    package indirect enum Value: Hashable, Sendable {
        case text(ContractText)
        /// A number, a Boolean or null.
        case fixed(JSONValue)
        case array([Value])
        case object([Member])

        package struct Member: Hashable, Sendable {
            package var name: String
            package var value: Value
        }

        var needs: [Need] {
            switch self {
            case .text(let text): text.needs
            case .fixed: []
            case .array(let elements): elements.flatMap(\.needs)
            case .object(let members): members.flatMap(\.value.needs)
            }
        }
    }
}
