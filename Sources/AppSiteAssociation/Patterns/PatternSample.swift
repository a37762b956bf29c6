/// Texts that a pattern matches, to build addresses from.
enum PatternSample {
    /// A text that the steps match, short and readable; nil where nothing matches.
    ///
    /// - Parameters:
    ///   - steps: a pattern's steps.
    ///   - variables: the values behind its references.
    /// - Returns: decoded text, or percent-encoded text where the pattern is written so.
    static func text(of steps: some Collection<PatternElement>, _ variables: PatternVariables) -> String? {
        var scalars = String.UnicodeScalarView()
        var last: PatternElement?
        for step in steps {
            switch step {
            case .scalar(let value):
                guard let scalar = Unicode.Scalar(value) else { return nil }
                scalars.append(scalar)
            case .any: scalars.append("x")
            // `?*` is one letter; a star alone is nothing.
            case .star where last == .any: break
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
            last = step
        }
        return String(scalars)
    }
}
