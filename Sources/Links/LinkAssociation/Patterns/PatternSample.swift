/// Generates texts that a pattern matches, for example URLs.
enum PatternSample {
    /// A short, readable text that a pattern matches, encoded as the pattern is; nil if nothing matches.
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
