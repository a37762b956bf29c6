/// Generates texts that a pattern matches, for example URLs.
enum PatternSample {
    /// A short, readable text that a pattern matches; nil if nothing matches.
    ///
    /// - Parameters:
    ///   - steps: the pattern's elements.
    ///   - variables: the values that its references stand for.
    /// - Returns: encoded as the pattern is: decoded text, or percent-encoded text.
    static func text(of steps: some Collection<PatternElement>, _ variables: PatternVariables) -> String? {
        var scalars = String.UnicodeScalarView()
        for step in steps {
            switch step {
            case .scalar(let value):
                guard let scalar = Unicode.Scalar(value) else { return nil }
                scalars.append(scalar)
            case .any: scalars.append("x")
            // A star matches the empty text, so `?*` becomes one letter.
            case .star: break
            case .oneOf(let characters):
                guard let scalar = characters.first.flatMap(Unicode.Scalar.init) else { return nil }
                scalars.append(scalar)
            case .variable(let index):
                guard let value = variables.values[index].samples.first, let text = text(of: value, variables) else {
                    return nil
                }
                scalars.append(contentsOf: text.unicodeScalars)
            case .nothing: return nil
            }
        }
        return String(scalars)
    }
}
