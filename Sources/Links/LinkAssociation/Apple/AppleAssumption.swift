/// An unproven assumption about the behaviour of Apple's systems.
///
/// A matcher decides as `assumed` says, or as `otherwise` says if it is given the assumption as contrary. If that
/// changes the outcome for a URL, the outcome is unproven.
package enum AppleAssumption: String, Hashable, Sendable, CaseIterable {
    /// Names of query items under `caseSensitive: false`.
    case queryNamesIgnoreCase = "query-names-ignore-case"
    /// `$(region)` and `$(lang)` in upper and lower case.
    case codesInAnyCase = "codes-in-any-case"
    /// Region and language codes on which sources disagree.
    case disputedCodesDiffer = "disputed-codes-differ"
    /// An app in several entries of `details`.
    case firstEntryOnly = "first-entry-only"
    /// An entry of `details` with neither `components` nor `paths`.
    case bareEntryMatchesNothing = "bare-entry-matches-nothing"
    /// A path pattern of several stars and nothing else.
    case starsAloneMatchRoot = "stars-alone-match-root"
    /// Flags that are written as strings or numbers.
    case onlyBooleansAreFlags = "only-booleans-are-flags"
    /// Elements of `components` that are not objects.
    case oddComponentsMatchEverything = "odd-components-match-everything"
    /// Custom variables with the name of a predefined one.
    case predefinedVariablesWin = "predefined-variables-win"
    /// Custom variables with an empty value.
    case emptyValuesNeverMatch = "empty-values-never-match"
    /// Parts of a URL that cannot be decoded, under `percentEncoded: false`.
    case undecodableAsWritten = "undecodable-as-written"
    /// URLs with a port.
    case portsNeverMatch = "ports-never-match"
    /// Patterns with very many stars.
    case manyStarsNeverMatch = "many-stars-never-match"

    /// The assumed behaviour, as a sentence.
    package var assumed: String {
        switch self {
        case .queryNamesIgnoreCase: "Names of query items are compared exactly, even under 'caseSensitive': false."
        case .codesInAnyCase: "$(region) stands for upper-case codes and $(lang) for lower-case ones."
        case .disputedCodesDiffer: "Region and language codes on which sources disagree are those of macOS 27."
        case .firstEntryOnly: "All entries of 'details' that name the app count."
        case .bareEntryMatchesNothing: "An entry without 'components' and 'paths' claims every address."
        case .starsAloneMatchRoot: "A path pattern of several stars alone does not match '/'."
        case .onlyBooleansAreFlags: "A flag may be a number or a string such as \"true\"."
        case .oddComponentsMatchEverything: "A component that is not an object matches nothing."
        case .predefinedVariablesWin: "A custom variable hides the predefined one of its name."
        case .emptyValuesNeverMatch: "An empty value of a variable matches the empty text."
        case .undecodableAsWritten: "What cannot be percent-decoded matches only '*'."
        case .portsNeverMatch: "The port of an address does not matter."
        case .manyStarsNeverMatch: "A pattern may have any number of stars."
        }
    }

    /// The behaviour that is also possible, as a sentence.
    package var otherwise: String {
        switch self {
        case .queryNamesIgnoreCase: "Names of query items may ignore upper and lower case too."
        case .codesInAnyCase: "Both may match in either case."
        case .disputedCodesDiffer: "Other releases may know more codes or fewer."
        case .firstEntryOnly: "Only the first entry that names the app may count."
        case .bareEntryMatchesNothing: "Such an entry may claim nothing."
        case .starsAloneMatchRoot: "It may match '/' as well."
        case .onlyBooleansAreFlags: "Only true and false may count."
        case .oddComponentsMatchEverything: "It may match every address."
        case .predefinedVariablesWin: "The predefined variable may win."
        case .emptyValuesNeverMatch: "It may match nothing."
        case .undecodableAsWritten: "It may be compared as it is written."
        case .portsNeverMatch: "An address with a port may never open the app."
        case .manyStarsNeverMatch: "Apple may give up on patterns of more than 64 stars."
        }
    }

    /// The number of stars above which Apple's systems are said to give up.
    static let manyStars = 64
}
