internal import Hashing
internal import JSON

/// JSON Web Tokens (RFC 7519) with HMAC-SHA256.
enum JSONWebToken {
    static func sign(_ claims: JSONValue, key: [UInt8]) -> String {
        let head = Base64.encodeForURL(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
        let content = "\(head).\(Base64.encodeForURL(Array(claims.serialized().utf8)))"
        return "\(content).\(Base64.encodeForURL(Digest.hmacSHA256(Array(content.utf8), key: key)))"
    }

    /// The claims of a token, without checking its signature; nil if the text is not a token.
    static func claims(_ token: String) -> JSONValue? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64.decodeFromURL(parts[1]) else { return nil }
        return try? JSONDocument(parsing: bytes).value
    }

    static func isSigned(_ token: String, by key: [UInt8]) -> Bool {
        guard let dot = token.lastIndex(of: "."),
            let signature = Base64.decodeFromURL(token[token.index(after: dot)...])
        else { return false }
        return Digest.isEqual(signature, Digest.hmacSHA256(Array(token[..<dot].utf8), key: key))
    }
}
