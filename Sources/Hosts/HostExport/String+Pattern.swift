extension String {
    /// The text as a regular expression (PCRE, RE2) that matches it literally.
    var escapedForPattern: String {
        var result = ""
        for character in unicodeScalars {
            if #"\^$.|?*+()[]{}"#.unicodeScalars.contains(character) { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result
    }
}
