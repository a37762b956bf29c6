internal import JSON

/// A signed token with claims in it (RFC 7519), HMAC with SHA-256.
enum JSONWebToken {
    static func sign(_ claims: JSONValue, key: [UInt8]) -> String {
        let head = Hashing.base64url(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
        let content = "\(head).\(Hashing.base64url(Array(claims.serialized().utf8)))"
        return "\(content).\(Hashing.base64url(Hashing.hmac(Array(content.utf8), key: key)))"
    }

    /// What a token claims, whoever signed it; nil where it is none.
    static func claims(_ token: String) -> JSONValue? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Hashing.bytes(base64url: parts[1]) else { return nil }
        return try? JSONDocument(parsing: bytes).value
    }

    static func isSigned(_ token: String, by key: [UInt8]) -> Bool {
        guard let dot = token.lastIndex(of: "."),
            let signature = Hashing.bytes(base64url: token[token.index(after: dot)...])
        else { return false }
        return isSame(signature, Hashing.hmac(Array(token[..<dot].utf8), key: key))
    }
}
