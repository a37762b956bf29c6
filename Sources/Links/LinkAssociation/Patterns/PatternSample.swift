/// Generates texts that a pattern matches, for example URLs.
enum PatternSample {
    /// A short, readable text that a pattern matches, encoded as the pattern is; nil if nothing matches. A star with other
    /// elements on both sides becomes the text `between`.
    static func text(
        of elements: some Collection<PatternElement>, _ variables: [PatternVariable], between: String = ""
    ) -> String? {
        var text = ""
        for (index, element) in elements.enumerated() {
            switch element {
            case .scalar(let value): text.unicodeScalars.append(contentsOf: Unicode.Scalar(value).map { [$0] } ?? [])
            case .any: text += "x"
            // A star matches the empty text, so `?*` becomes one letter.
            case .star: if !text.isEmpty, index < elements.count - 1 { text += between }
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
