/// Generates texts that a pattern matches, for example URLs.
enum PatternSample {
    /// A short, readable text that a pattern matches; nil if nothing matches.
    ///
    /// - Parameters:
    ///   - elements: the pattern's elements.
    ///   - variables: the variables to which they refer.
    /// - Returns: encoded as the pattern is: decoded text, or percent-encoded text.
    static func text(of elements: some Collection<PatternElement>, _ variables: [PatternVariable]) -> String? {
        var text = ""
        for element in elements {
            switch element {
            case .scalar(let value): text.unicodeScalars.append(contentsOf: Unicode.Scalar(value).map { [$0] } ?? [])
            case .any: text += "x"
            // A star matches the empty text, so `?*` becomes one letter.
            case .star: break
            case .variable(let index):
                guard let value = variables[index].values.first, let sample = Self.text(of: value, variables) else {
                    return nil
                }
                text += sample
            case .nothing: return nil
            }
        }
        return text
    }
}
