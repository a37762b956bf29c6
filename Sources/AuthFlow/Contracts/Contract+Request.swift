public import JSON

extension Contract {
    /// How one request is made.
    public struct Request: Hashable, Sendable {
        public var method: Method
        public var url: ContractText
        /// Behind the URL, in order.
        public var query: [NamedText]
        public var headers: [NamedText]
        public var body: Body?
        /// Whether cookies go along; they live as long as the flow.
        public var sendsCookies: Bool
        public var referrer: Referrer

        /// The values that it is made of.
        public var needs: [Need] {
            url.needs + query.flatMap(\.text.needs) + headers.flatMap(\.text.needs) + (body?.needs ?? [])
        }
    }

    /// The methods that a page may use.
    public enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// What a backend learns of the page that asks.
    public enum Referrer: String, Hashable, Sendable, CaseIterable {
        case none
        /// The scheme, host and port: some keys are bound to them.
        case origin
    }

    /// A text under a name: a query item, a header or a field of a form.
    public struct NamedText: Hashable, Sendable {
        public var name: String
        public var text: ContractText
    }

    /// What a request carries.
    public enum Body: Hashable, Sendable {
        case json(Value)
        /// `application/x-www-form-urlencoded`
        case form([NamedText])

        var needs: [Need] {
            switch self {
            case .json(let value): value.needs
            case .form(let fields): fields.flatMap(\.text.needs)
            }
        }

        /// The type that goes along where no header says another.
        var type: String {
            switch self {
            case .json: "application/json"
            case .form: "application/x-www-form-urlencoded"
            }
        }
    }

    /// A JSON value whose texts have places for values.
    public indirect enum Value: Hashable, Sendable {
        case text(ContractText)
        /// A number, a truth value or null.
        case fixed(JSONValue)
        case array([Value])
        case object([Member])

        /// A member of an object.
        public struct Member: Hashable, Sendable {
            public var name: String
            public var value: Value
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
