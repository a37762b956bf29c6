enum PatternElement: Hashable, Sendable {
    /// Exactly this scalar.
    case scalar(UInt32)
    /// Any one scalar: `?`.
    case any
    /// Any sequence of scalars: `*`.
    case star
    /// One of the values of a substitution variable, by its index in `PatternReader.variables`.
    case variable(Int)
    /// An element that never matches: a reference to an unknown variable, or a pattern that is too long.
    case nothing
}

/// The values of a substitution variable.
struct PatternVariable: Sendable {
    /// The values as elements, in the order of the file.
    let values: [[PatternElement]]
    /// The rests of the values by their first element, so that a text is compared with the few that can match.
    let rests: [ArraySlice<PatternElement>: [ArraySlice<PatternElement>]]
    /// The scalars that the values are, if each of them is one scalar, as for `$(digit)`.
    let scalars: Set<PatternElement>?

    init(_ values: [[PatternElement]]) {
        self.values = values
        rests = Dictionary(grouping: values.map { $0[...] }) { $0.prefix(1) }.mapValues { $0.map { $0.dropFirst() } }
        let scalars = values.compactMap { value -> PatternElement? in
            if value.count == 1, case .scalar = value[0] { value[0] } else { nil }
        }
        self.scalars = scalars.count == values.count ? Set(scalars) : nil
    }

    var length: Int { values.reduce(0) { $0 + $1.count } }
}

enum ASCII {
    /// A scalar with A to Z lower-cased. Others are unchanged: what Apple's systems do with them is unproven.
    static func folded(_ scalar: UInt32) -> UInt32 {
        (0x41...0x5A).contains(scalar) ? scalar | 0x20 : scalar
    }
}
