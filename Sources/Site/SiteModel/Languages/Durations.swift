/// How a language says numbers of seconds, minutes, hours and days, generated from CLDR.
package struct Durations: Hashable, Sendable {
    package enum Unit: String, CaseIterable, Sendable { case seconds, minutes, hours, days }

    /// Regular expressions that find the numbers of the plural categories in decimal digits, for a page's script; the first match
    /// counts.
    private let patterns: [String]
    /// The places of the forms of the numbers from 0 to 199, in ASCII digits; empty if all numbers have the last form.
    private let places: [UInt8]
    /// For each unit a form for each pattern, and last the form for other numbers; `#` is the number.
    private let forms: [[String]]

    /// The durations of a language, or English ones if CLDR has none.
    package init(_ tag: LanguageTag) {
        let known = tag.chain.first { Self.all[$0.text] != nil } ?? .english
        forms = Self.all[known.text] ?? []
        (patterns, places) = Self.plurals[known.language] ?? ([], [])
    }

    /// A number with its unit: `10 minutes`.
    package func text(_ count: Int, _ unit: Unit) -> String {
        form(count, unit).replacing("#", with: "\(count)")
    }

    private func form(_ count: Int, _ unit: Unit) -> String {
        let forms = forms[Unit.allCases.firstIndex(of: unit) ?? 0]
        return forms[places.isEmpty ? patterns.count : Int(places[count < 200 ? count : 100 + count % 100] - 48)]
    }

    /// The forms for a page's script: of 1, of other numbers, and then of the numbers that each of `rules` finds.
    package func script(_ unit: Unit) -> [String] {
        let forms = forms[Unit.allCases.firstIndex(of: unit) ?? 0]
        return ([form(1, unit), forms[patterns.count]] + (rules.isEmpty ? [] : forms.dropLast()))
            .map { $0.replacing("#", with: "{count}") }
    }

    /// The regular expressions for a page's script; empty if all numbers but 1 have one form.
    package var rules: [String] {
        let used = Set(places.dropFirst(2).map { Int($0 - 48) })
        return forms.allSatisfy { forms in used.allSatisfy { forms[$0] == forms.last } } ? [] : patterns
    }

    /// The patterns of languages, in the order of their categories, and the places that they give numbers.
    private static let plurals = Dictionary(
        LanguageData.plurals.split(separator: ";").flatMap { entry in
            let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
            let patterns = parts[1].split(separator: " ").map { String($0.drop { $0 != "=" }.dropFirst()) }
            return parts[0].split(separator: " ").map {
                (String($0), (patterns: patterns, places: Array(parts[2].utf8)))
            }
        }
    ) { first, _ in first }

    private static let all = Dictionary(
        LanguageData.durations.split(separator: ";").map { entry in
            let halves = entry.split(separator: ":")
            let units = halves[1].split(separator: "/").map { unit in
                let forms = unit.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
                return forms.map { $0.isEmpty ? forms[forms.count - 1] : $0 }
            }
            return (String(halves[0]), units)
        }
    ) { first, _ in first }
}
