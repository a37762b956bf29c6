public import HostExport

/// Which host an answer comes from, by the fields that hosts send unasked.
public enum HostRecognition {
    /// The host; nil where its answers do not say.
    public static func host(of answer: HostAnswer) -> Host? {
        if answer["x-vercel-id"] != nil { return .vercel }
        if answer["x-nf-request-id"] != nil { return .netlify }
        if answer["x-github-request-id"] != nil { return .githubPages }
        if answer["x-amz-cf-id"] != nil { return .cloudFront }
        if answer["x-azure-ref"] != nil { return .azureStaticWebApps }
        let server = (answer["server"] ?? "").lowercased()
        let names: [(String, Host)] = [
            ("netlify", .netlify), ("vercel", .vercel), ("github.com", .githubPages), ("amazons3", .cloudFront),
            ("cloudfront", .cloudFront), ("cloudflare", .cloudflarePages), ("nginx", .nginx), ("openresty", .nginx),
            ("caddy", .caddy), ("apache", .apache), ("lighttpd", .lighttpd),
        ]
        return names.first { server.contains($0.0) }?.1
    }

    /// Hosts whose exports take the field away by which they would be known.
    static let unnamed: [Host] = [.caddy, .lighttpd]
}
