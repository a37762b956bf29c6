internal import Hashing
internal import JSON

/// JSON Web Tokens (RFC 7519) with a constant signature: clients of Supabase and Firebase read the claims and leave the
/// signature to the server, and here the accounts are imaginary.
enum JSONWebToken {
    static func text(_ claims: JSONValue) -> String {
        [#"{"alg":"HS256","typ":"JWT"}"#, claims.serialized(), "not signed"]
            .map { Base64.encodeForURL(Array($0.utf8)) }.joined(separator: ".")
    }

    /// The claims of a token; nil if the text is not a token.
    static func claims(_ token: String) -> JSONValue? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64.decodeFromURL(parts[1]) else { return nil }
        return try? JSONDocument(parsing: bytes).value
    }
}
