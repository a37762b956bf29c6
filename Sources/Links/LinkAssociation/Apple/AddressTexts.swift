internal import TextEncoding

/// The parts of a URL in one of the forms that components compare, as scalars; nil if a part cannot be decoded.
struct AddressTexts {
    /// The form in which parts are compared.
    struct Form: OptionSet, Sendable {
        let rawValue: Int
        /// A to Z are lower-cased.
        static let folded = Form(rawValue: 1)
        static let decoded = Form(rawValue: 2)
    }

    let path: [UInt32]?
    let query: [UInt32]?
    let fragment: [UInt32]?
    /// The items of the query, with names in their original case.
    let items: [(name: String, value: [UInt32]?)]

    init(_ address: URLParts, _ form: Form, undecodableAsWritten: Bool) {
        func scalars(_ text: some StringProtocol) -> [UInt32]? {
            var text = String(text)
            if form.contains(.decoded) {
                guard let decoded = PercentEncoding.decode(text) ?? (undecodableAsWritten ? text : nil) else {
                    return nil
                }
                text = decoded
            }
            return text.unicodeScalars.map { form.contains(.folded) ? ASCII.folded($0.value) : $0.value }
        }
        path = scalars(address.path).map { PathNormalisation.normalised($0) }
        query = scalars(address.query ?? "")
        fragment = scalars(address.fragment ?? "")
        items = (address.query.map { QueryItem.items(of: $0) } ?? []).map { item in
            let name = form.contains(.decoded) ? PercentEncoding.decodeIfPossible(item.name) : String(item.name)
            return (name, scalars(item.value))
        }
    }
}
