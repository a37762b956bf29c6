/// The parts of one address in the forms that patterns ask for, each worked out when it is first needed.
struct AddressTexts {
    /// The parts in one form.
    struct Form {
        /// nil where the part cannot be decoded.
        var path: PatternText?
        var query: PatternText?
        var fragment: PatternText?
        var items: [(name: String, value: PatternText?)]
    }

    private let address: LinkAddress
    private let undecodableAsWritten: Bool
    /// As written, letters made small, decoded, both.
    private var forms: [Form?] = [nil, nil, nil, nil]

    init(_ address: LinkAddress, undecodableAsWritten: Bool) {
        self.address = address
        self.undecodableAsWritten = undecodableAsWritten
    }

    /// Lets matching use and enrich the form that a component asks for.
    mutating func with<Result>(folded: Bool, decoded: Bool, _ body: (inout Form) -> Result) -> Result {
        let index = (folded ? 1 : 0) + (decoded ? 2 : 0)
        var form = forms[index] ?? makeForm(folded: folded, decoded: decoded)
        forms[index] = nil
        defer { forms[index] = form }
        return body(&form)
    }

    private func makeForm(folded: Bool, decoded: Bool) -> Form {
        func scalars(_ text: some StringProtocol) -> [UInt32]? {
            if !decoded || !text.utf8.contains(UInt8(ascii: "%")) {
                // An address is ASCII.
                return text.utf8.map { folded ? ASCII.folded(UInt32($0)) : UInt32($0) }
            }
            guard let text = PercentEncoding.decode(text) ?? (undecodableAsWritten ? String(text) : nil) else {
                return nil
            }
            return text.unicodeScalars.map { folded ? ASCII.folded($0.value) : $0.value }
        }
        return Form(
            path: scalars(address.path).map { PatternText(PathNormalisation.normalised($0)) },
            query: scalars(address.query ?? "").map { PatternText($0) },
            fragment: scalars(address.fragment ?? "").map { PatternText($0) },
            items: QueryItem.items(of: address.query ?? "").map { item in
                let name = decoded ? PercentEncoding.decodeIfPossible(item.name) : String(item.name)
                return (name, scalars(item.value).map { PatternText($0) })
            })
    }
}
