/// What is wrong with a contract, by the place in its file.
public struct ContractProblem: Error, Hashable, Sendable {
    /// Where, in the file's terms: `operations.check-link.outcomes[1]`.
    public let path: String
    /// Whether the key there is meant, rather than its value.
    public let isAboutKey: Bool
    /// UTF-8 bytes into the text there; nil where all of it is meant.
    public let offset: Int?
    /// A stable name for scripts, in kebab case.
    public let code: String
    /// What is wrong, in lower case without a full stop.
    public let message: String
    /// What to do, as a sentence.
    public let fix: String?
    /// The word that is not known, where that is the problem.
    public let word: String?
    /// The words that would be, for a suggestion.
    public let choices: [String]
}

/// Everything that is wrong with a contract.
public struct ContractError: Error, Hashable, Sendable {
    /// In the order of their places, never none.
    public let problems: [ContractProblem]
}
