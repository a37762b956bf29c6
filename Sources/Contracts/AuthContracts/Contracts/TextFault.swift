/// An error in a text of a contract.
struct TextFault: Error {
    /// The position of the error, in UTF-8 bytes.
    let offset: Int
    /// The problem, in lower case and without a full stop.
    let message: String
    /// What to write instead, as a sentence.
    let fix: String
}
