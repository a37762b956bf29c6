import AppLinks
internal import TextEncoding

/// The parts of a URL in the forms that components compare, each computed on first use.
struct AddressTexts {
    /// The form in which parts are compared.
    struct Form: OptionSet, Sendable {
        let rawValue: Int
        /// A to Z are lower-cased.
        static let folded = Form(rawValue: 1)
        /// Percent-decoded.
        static let decoded = Form(rawValue: 2)
    }

    /// The parts in one form.
    struct Parts {
        /// The path; each part is nil if it cannot be decoded.
        var path: PatternText?
        var query: PatternText?
        var fragment: PatternText?
        /// The items whose names occur in the file.
        var items: [(name: Int, foldedName: Int, value: PatternText?)] = []
        var areKnown = false
    }

    /// The first characters of path and fragment, apart from the parts so that most components are ruled out without
    /// them.
    struct Heads {
        var path = TextHead()
        var fragment = TextHead()
    }

    private let address: URLParts
    private let undecodableAsWritten: Bool
    private let names: [[UInt8]: Int]
    private var parts = [Parts](repeating: Parts(), count: 4)
    private var heads = [Heads](repeating: Heads(), count: 4)

    /// Creates the texts of a URL; `names` numbers the item names that occur in patterns.
    init(_ address: URLParts, names: [[UInt8]: Int], undecodableAsWritten: Bool) {
        self.address = address
        self.names = names
        self.undecodableAsWritten = undecodableAsWritten
    }

    mutating func heads(_ form: Form) -> Heads {
        if !parts[form.rawValue].areKnown { fill(form) }
        return heads[form.rawValue]
    }

    /// Calls a closure with the parts in a form; matching caches its results in them.
    mutating func with<Result>(_ form: Form, _ body: (inout Parts) -> Result) -> Result {
        if !parts[form.rawValue].areKnown { fill(form) }
        return body(&parts[form.rawValue])
    }

    private mutating func fill(_ form: Form) {
        let path = scalars(address.path, form).map { PatternText(PathNormalisation.normalised($0)) }
        let fragment = scalars(address.fragment ?? "", form).map(PatternText.init)
        var items: [(name: Int, foldedName: Int, value: PatternText?)] = []
        if let query = address.query, !names.isEmpty {
            for item in QueryItem.items(of: query) {
                let name = form.contains(.decoded) ? PercentEncoding.decodeIfPossible(item.name) : String(item.name)
                let number = names[Array(name.utf8)] ?? -1
                let folded = names[name.utf8.map { UInt8(ASCII.folded(UInt32($0))) }] ?? -1
                guard number >= 0 || folded >= 0 else { continue }
                items.append((number, folded, scalars(item.value, form).map(PatternText.init)))
            }
        }
        heads[form.rawValue] = Heads(
            path: path?.head ?? TextHead(), fragment: fragment?.head ?? TextHead())
        parts[form.rawValue] = Parts(
            path: path, query: scalars(address.query ?? "", form).map(PatternText.init), fragment: fragment,
            items: items,
            areKnown: true)
    }

    private func scalars(_ text: some StringProtocol, _ form: Form) -> [UInt32]? {
        let folded = form.contains(.folded)
        if !form.contains(.decoded) || !text.utf8.contains(UInt8(ascii: "%")) {
            // A URLParts is ASCII.
            return text.utf8.map { folded ? ASCII.folded(UInt32($0)) : UInt32($0) }
        }
        guard let text = PercentEncoding.decode(text) ?? (undecodableAsWritten ? String(text) : nil) else { return nil }
        return text.unicodeScalars.map { folded ? ASCII.folded($0.value) : $0.value }
    }
}
