package import HostExport

/// Recognises hosts by the header fields that they add.
package enum HostRecognition {
    /// Returns the host of a response; nil if it cannot be recognised.
    package static func host(of response: HostResponse) -> Host? {
        if response["x-vercel-id"] != nil { return .vercel }
        if response["x-nf-request-id"] != nil { return .netlify }
        if response["x-github-request-id"] != nil { return .githubPages }
        if response["x-amz-cf-id"] != nil { return .cloudFront }
        if response["x-azure-ref"] != nil { return .azureStaticWebApps }
        let server = (response["server"] ?? "").lowercased()
        let names: [(String, Host)] = [
            ("netlify", .netlify), ("vercel", .vercel), ("github.com", .githubPages), ("amazons3", .cloudFront),
            ("cloudfront", .cloudFront), ("cloudflare", .cloudflarePages), ("nginx", .nginx), ("openresty", .nginx),
            ("caddy", .caddy), ("apache", .apache),
        ]
        return names.first { server.contains($0.0) }?.1
    }
}
