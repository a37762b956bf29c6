/// A value that has the right type and is still wrong: thrown out of `init(from:)`, it becomes a diagnostic located at the
/// value that was being decoded.
public struct YAMLValueError: Error, Hashable, Sendable {
    /// A stable name for scripts, in kebab case.
    public var code: String
    /// Lower case, without a full stop.
    public var message: String
    /// What to do, as a sentence.
    public var fix: String?
    /// UTF-8 bytes into the value's text, where the diagnostic is about a part of it.
    public var offset: Int?

    /// Makes a diagnostic about the value that is being decoded, or about the part of its text at `offset`.
    public init(_ message: String, fix: String? = nil, offset: Int? = nil, code: String = "invalid-value") {
        self.code = code
        self.message = message
        self.fix = fix
        self.offset = offset
    }
}
