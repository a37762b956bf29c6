/// The substitution variables that are available in every file.
enum PredefinedVariable {
    private static let characters: [String: String] = {
        let (digits, upper, lower) = ("0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
        return [
            "alpha": upper + lower, "upper": upper, "lower": lower, "alnum": digits + upper + lower, "digit": digits,
            "xdigit": digits + "ABCDEFabcdef",
        ]
    }()

    static let names = Set(characters.keys).union(["region", "lang"])

    /// The values of a variable; nil if none is predefined with that name.
    static func values(of name: String, _ assumptions: Set<AppleAssumption>) -> [String]? {
        if let characters = characters[name] { return characters.map { String($0) } }
        let isFlipped = assumptions.contains(.disputedCodesDiffer)
        let codes: [String]
        switch name {
        case "region":
            codes =
                ISOCodes.regions + (isFlipped ? ISOCodes.regionsOnlyInSwiftFoundation : ISOCodes.regionsOnlyInMacOS27)
        case "lang": codes = ISOCodes.languages + (isFlipped ? [] : ISOCodes.languagesOnlyInMacOS27)
        default: return nil
        }
        return assumptions.contains(.codesInAnyCase)
            ? codes.map { $0.uppercased() } + codes.map { $0.lowercased() } : codes
    }
}
