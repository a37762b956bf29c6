package import JSON

extension Contract {
    /// How one request is made.
    package struct Request: Hashable, Sendable {
        package var method: Method
        package var url: ContractText
        /// Behind the URL, in order.
        package var query: [NamedText]
        package var headers: [NamedText]
        package var body: Body?
        /// Whether cookies go along; they live as long as the flow.
        package var sendsCookies: Bool
        package var referrer: Referrer

        /// The values that it is made of.
        package var needs: [Need] {
            url.needs + query.flatMap(\.text.needs) + headers.flatMap(\.text.needs) + (body?.needs ?? [])
        }
    }

    /// The methods that a page may use.
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// What a backend learns of the page that asks.
    package enum Referrer: String, Hashable, Sendable, CaseIterable {
        case none
        /// The scheme, host and port: some keys are bound to them.
        case origin
    }

    /// A text under a name: a query item, a header or a field of a form.
    package struct NamedText: Hashable, Sendable {
        package var name: String
        package var text: ContractText
    }

    /// What a request carries.
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

        /// The type that goes along where no header says another.
        package var type: String {
            switch self {
            case .json: "application/json"
            case .form: "application/x-www-form-urlencoded"
            }
        }
    }

    /// A JSON value whose texts have places for values.
    package indirect enum Value: Hashable, Sendable {
        case text(ContractText)
        /// A number, a truth value or null.
        case fixed(JSONValue)
        case array([Value])
        case object([Member])

        /// A member of an object.
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
