import AuthContracts
import Configuration
import Diagnostics

/// A system that keeps accounts on hosts of its own.
private struct AuthSystem: Sendable {
    let name: String
    /// The built-in contract for it; nil if there is none.
    let contract: String?
    /// The hosts, and the domains that projects have one below. A dot at the end is for any domain that follows.
    let hosts: [String]

    func has(_ host: String) -> Bool {
        hosts.contains { $0.hasSuffix(".") ? host.hasPrefix($0) : host == $0 || host.hasSuffix(".\($0)") }
    }

    static let all = [
        AuthSystem(name: "Supabase", contract: "supabase", hosts: ["supabase.co", "supabase.in", "supabase.com"]),
        AuthSystem(
            name: "Firebase", contract: "firebase",
            hosts: [
                "identitytoolkit.googleapis.com", "securetoken.googleapis.com", "firebaseapp.com", "firebaseio.com",
            ]),
        AuthSystem(name: "Auth0", contract: "auth0", hosts: ["auth0.com"]),
        AuthSystem(name: "Amazon Cognito", contract: "cognito", hosts: ["amazoncognito.com", "cognito-idp."]),
        AuthSystem(name: "Appwrite", contract: "appwrite", hosts: ["appwrite.io"]),
        AuthSystem(name: "Parse", contract: "parse", hosts: ["back4app.com"]),
        AuthSystem(name: "PocketBase", contract: "pocketbase", hosts: ["pockethost.io"]),
        AuthSystem(name: "Ory Kratos", contract: "kratos", hosts: ["oryapis.com", "ory.sh"]),
        AuthSystem(name: "Clerk", contract: nil, hosts: ["clerk.accounts.dev", "clerk.com"]),
        AuthSystem(name: "Okta", contract: nil, hosts: ["okta.com", "oktapreview.com"]),
        AuthSystem(name: "Microsoft", contract: nil, hosts: ["microsoftonline.com", "b2clogin.com", "ciamlogin.com"]),
        AuthSystem(name: "Stytch", contract: nil, hosts: ["stytch.com"]),
        AuthSystem(name: "Descope", contract: nil, hosts: ["descope.com"]),
        AuthSystem(name: "WorkOS", contract: nil, hosts: ["workos.com"]),
        AuthSystem(name: "FusionAuth", contract: nil, hosts: ["fusionauth.io"]),
        AuthSystem(name: "Nhost", contract: nil, hosts: ["nhost.run"]),
    ]
}

extension AppReader {
    /// Warns of a built-in contract with the host of a system that it is not for. Says whether it has one.
    mutating func warnOfOtherSystem(_ host: String, _ contract: Contract) -> Bool {
        let used = file.contents.backend?.backend.contract ?? ""
        guard contract.standing != nil, let system = AuthSystem.all.first(where: { $0.has(host) }),
            system.contract != used
        else { return false }
        warn(
            "unlikely-base", at: "backend.base",
            "'\(host)' is a host of \(known: system.name), and the contract is '\(known: used)'",
            fix: system.contract.map {
                "Write 'contract: \(known: $0)' if this is the app's backend, and else the address of its own."
            }
                ?? "Write the backend's own address; \(known: system.name) needs a contract of your own: latchkey add contract NAME"
        )
        return true
    }
}
