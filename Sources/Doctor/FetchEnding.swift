public import HostExport

/// What came of a request.
public enum FetchEnding: Hashable, Sendable {
    case answer(HostAnswer)
    case failure(FetchFailure)

    /// The answer, where one came.
    public var answer: HostAnswer? {
        if case .answer(let answer) = self { answer } else { nil }
    }
}

/// Why no answer came.
public enum FetchFailure: Hashable, Sendable {
    /// The name has no address.
    case unknownHost
    /// Nobody listens there.
    case unreachable
    case timeout
    /// The body is longer than anything that is read.
    case tooLong
    /// The certificate is not trusted, in the words of the TLS library.
    case untrusted(String)
    case other(String)
}
