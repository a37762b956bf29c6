package import Configuration

extension LanguageTag: ConfigurationReadable {
    /// The languages of countries whose codes are no language's, and of names in English and of their own.
    private static let otherNames = [
        "cn": "zh-Hans", "tw": "zh-Hant", "jp": "ja", "cz": "cs", "dk": "da", "gr": "el", "ua": "uk", "vn": "vi",
        "us": "en", "english": "en", "german": "de", "deutsch": "de", "french": "fr", "français": "fr", "spanish": "es",
        "español": "es", "italian": "it", "italiano": "it", "portuguese": "pt", "português": "pt", "dutch": "nl",
        "nederlands": "nl", "polish": "pl", "polski": "pl", "czech": "cs", "danish": "da", "dansk": "da",
        "swedish": "sv", "svenska": "sv", "norwegian": "no", "norsk": "no", "finnish": "fi", "suomi": "fi",
        "turkish": "tr", "russian": "ru", "ukrainian": "uk", "arabic": "ar", "japanese": "ja", "korean": "ko",
        "chinese": "zh-Hans",
    ]

    /// The tag of a language that a text means otherwise; nil if it means none.
    package static func meant(by text: String) -> String? {
        LanguageTag(text)?.current.text ?? otherNames[text.lowercased()]
    }

    package init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        guard let tag = LanguageTag(text)?.current, tag.text == text else {
            let parts = text.split(separator: "-").first.map(String.init) ?? text
            value.report(
                "unknown-language", "'\(text)' is not the tag of a language",
                fix: Self.meant(by: text).map { "Write '\(known: $0)'." }
                    ?? "Write its language code, with a script or a region if need be: fr, pt-BR, zh-Hans.",
                word: parts, choices: [])
            return nil
        }
        self = tag
    }
}
