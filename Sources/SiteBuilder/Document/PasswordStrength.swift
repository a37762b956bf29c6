#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How good a password is, as `Templates/pages/script/strength.js` has it, for pictures of pages.
enum PasswordStrength {
    /// What guessing takes, in bits, from which a password counts as the best.
    private static let best = 75.0

    /// The level of a password, from 0.
    static func level(of password: String, isEnough: Bool, levels: Int) -> Int {
        guard isEnough else { return 0 }
        let scalars = Set(password.unicodeScalars)
        func has(_ isOfKind: (Unicode.GeneralCategory) -> Bool) -> Bool {
            scalars.contains { isOfKind($0.properties.generalCategory) }
        }
        let letters: Set<Unicode.GeneralCategory> = [
            .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        ]
        var signs = 1
        if has({ $0 == .lowercaseLetter }) { signs += 26 }
        if has({ $0 == .uppercaseLetter }) { signs += 26 }
        if has({ $0 == .decimalNumber }) { signs += 10 }
        if has({ !letters.contains($0) && $0 != .decimalNumber }) { signs += 33 }
        let bits = Double(scalars.count) * log2(Double(signs))
        return min(Int(bits / best * Double(levels - 1)), levels - 1)
    }
}
