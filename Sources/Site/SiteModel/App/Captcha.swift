package import Configuration
internal import Diagnostics
internal import JSON

/// The captcha that a backend demands: its provider and the app's public key there.
package struct Captcha: Hashable, Sendable {
    package let provider: CaptchaProvider
    package let siteKey: String
}

/// What a provider documents of its widget; all of them share the functions `render` and `reset` of one global object.
package struct CaptchaProvider: Hashable, Sendable {
    /// The key in `app.yml`.
    package let name: String
    /// The address of the script, without a query.
    package let script: String
    /// The name of the global object.
    package let global: String
    /// The sources of a page's Content-Security-Policy, by directive.
    package let sources: [String: [String]]
    /// The callbacks that say that an answer, or the time for one, has expired.
    let expired: [String]
    /// The callbacks that say that the widget cannot be used.
    let failed: [String]

    /// The callbacks with the word about each.
    package var troubles: [(callback: String, word: WordKey)] {
        expired.map { ($0, .captchaExpired) } + failed.map { ($0, .captchaError) }
    }

    /// - https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/widget-configurations/ and
    ///   https://developers.cloudflare.com/turnstile/reference/content-security-policy/
    /// - https://docs.hcaptcha.com/configuration and https://docs.hcaptcha.com/#content-security-policy-settings
    /// - https://developers.google.com/recaptcha/docs/display (the checkbox of version 2) and
    ///   https://developers.google.com/recaptcha/docs/faq
    package static let all = [
        CaptchaProvider(
            name: "turnstile", script: "https://challenges.cloudflare.com/turnstile/v0/api.js", global: "turnstile",
            sources: [
                "script-src": ["https://challenges.cloudflare.com"], "frame-src": ["https://challenges.cloudflare.com"],
            ],
            expired: ["expired-callback", "timeout-callback"], failed: ["error-callback", "unsupported-callback"]),
        CaptchaProvider(
            name: "hcaptcha", script: "https://js.hcaptcha.com/1/api.js", global: "hcaptcha",
            sources: Dictionary(
                uniqueKeysWithValues: ["script-src", "frame-src", "style-src", "connect-src"].map {
                    ($0, ["https://hcaptcha.com", "https://*.hcaptcha.com"])
                }),
            expired: ["expired-callback", "chalexpired-callback"], failed: ["error-callback"]),
        CaptchaProvider(
            name: "recaptcha", script: "https://www.google.com/recaptcha/api.js", global: "grecaptcha",
            sources: [
                "script-src": ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"],
                "frame-src": ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"],
            ],
            expired: ["expired-callback"], failed: ["error-callback"]),
    ]

    /// The provider that a text names, as it or its company is called; nil for another text.
    fileprivate static func name(in text: String) -> String? {
        let word = text.lowercased().filter(\.isLetter)
        let others = ["cloudflare": "turnstile", "cloudflareturnstile": "turnstile", "google": "recaptcha"]
        return all.map(\.name).first { $0 == word } ?? others[word]
    }

    /// The provider whose site keys have the form of a text; nil if it is none of a known form.
    fileprivate static func owner(of key: String) -> String? {
        let parts = key.split(separator: "-", omittingEmptySubsequences: false)
        if parts.map(\.count) == [8, 4, 4, 4, 12], parts.allSatisfy({ $0.allSatisfy(\.isHexDigit) }) {
            return "hcaptcha"
        }
        if key.hasPrefix("6L"), key.utf8.count == 40 { return "recaptcha" }
        return key.dropFirst().hasPrefix("x") && (20...30).contains(key.utf8.count) ? "turnstile" : nil
    }

    /// The widget of a preview's sandbox, which asks nobody; `address` is that of its script, on the sandbox's origin.
    package static func sandbox(_ address: String) -> CaptchaProvider {
        CaptchaProvider(
            name: "sandbox", script: address, global: "sandboxCaptcha", sources: ["script-src": [address]],
            expired: ["expired-callback"], failed: ["error-callback"])
    }
}

extension ConfigurationValue {
    /// Reports a captcha whose provider and site key are two values.
    fileprivate func reportSplitCaptcha(of provider: String) {
        report(
            "unknown-captcha", isAboutKey: !name.isEmpty && name != "captcha",
            "the provider is the key of 'captcha', and the site key its value",
            fix: "Write captcha: { \(known: provider): … }, with the site key behind the ':'.")
    }
}

extension Captcha: ConfigurationReadable {
    static let type = ValueType.map(
        .text(.some), names: TextFormat("provider", pattern: "^(turnstile|hcaptcha|recaptcha)$"), count: 1...1)

    package init?(reading value: ConfigurationValue) {
        let names = CaptchaProvider.all.map(\.name)
        if let written = value.node.items.first?.text ?? value.node.text, let name = CaptchaProvider.name(in: written) {
            value.reportSplitCaptcha(of: name)
            return nil
        }
        guard let members = value.members else { return nil }
        let isKnown = { (member: ConfigurationValue) in names.contains(member.name) }
        guard let first = members.first(where: { !isKnown($0) }) ?? members.first else {
            value.report(
                "no-captcha", "no provider is named",
                fix: "Write one with its site key: captcha: { turnstile: … }, hcaptcha or recaptcha.")
            return nil
        }
        if members.count > 1, isKnown(first) {
            // A file of an environment is merged key by key.
            let isAdded = members[0].location.file != members[1].location.file
            members[1].report(
                "two-captchas", isAboutKey: true, "a backend verifies the answers of one provider",
                fix: isAdded
                    ? "Remove the other one for this environment: captcha: { \(known: members[0].name): null, \(known: members[1].name): … }."
                    : "Keep the provider that the backend is set up for.")
        }
        if first.name.hasPrefix("recaptcha"), first.name != "recaptcha" {
            first.report(
                "unknown-captcha", isAboutKey: true, "'\(first.name)' is not supported",
                fix: "Write another provider: 'recaptcha' is version 2 with its checkbox, which needs a key of its own."
            )
            return nil
        }
        guard let provider = CaptchaProvider.all.first(where: { $0.name == first.name }) else {
            let texts = members.compactMap(\.node.text)
            let split = texts.lazy.compactMap { CaptchaProvider.name(in: $0) ?? CaptchaProvider.owner(of: $0) }.first
            let near = CaptchaProvider.name(in: first.name) ?? Suggestion.nearest(to: first.name, in: names)
            if !members.contains(where: isKnown), near == nil, let split {
                first.reportSplitCaptcha(of: split)
                return nil
            }
            first.report(
                "unknown-captcha", isAboutKey: true, "'\(first.name)' is not a provider",
                fix: near.map { "Did you mean '\(known: $0)'?" }
                    ?? "The providers are \(known: names.joined(separator: ", ")).")
            return nil
        }
        if !first.node.members.isEmpty {
            first.reportSplitCaptcha(of: provider.name)
            return nil
        }
        guard let siteKey = String(reading: first) else { return nil }
        if first.node.json.bool != nil || ["yes", "no", "on", "off", "enabled"].contains(siteKey.lowercased()) {
            first.report(
                "no-captcha", "'\(siteKey)' is not a site key",
                fix: ["false", "no", "off"].contains(siteKey.lowercased())
                    ? "Remove 'captcha:': without it there is none."
                    : "Write the public key that the provider's console shows for the site.")
        }
        if siteKey.allSatisfy(\.isWhitespace) {
            first.report("empty-text", "the site key is empty", fix: "Write the provider's public key.")
        }
        // The secrets of hCaptcha are '0x' with 40 digits, or begin with 'ES_'; Turnstile's are longer than its site keys,
        // which begin as they do. Those of reCAPTCHA look as its site keys do.
        let owner = CaptchaProvider.owner(of: siteKey)
        let isSecret =
            switch provider.name {
            case "hcaptcha": siteKey.hasPrefix("0x") && owner == nil || siteKey.hasPrefix("ES_")
            case "turnstile": siteKey.hasPrefix("0x") && owner == nil && siteKey.utf8.count > 30
            default: siteKey == "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe"
            }
        if let owner, owner != provider.name {
            first.report(
                "other-key",
                "this has the form of \(known: owner)'s site keys, which \(known: provider.name) does not know",
                fix: "Write the site key of \(known: provider.name), or name the other provider: \(known: owner).")
        }
        if isSecret {
            first.report(
                "secret-key", "this is a secret of \(known: provider.name), and pages publish what stands here",
                fix: "Write the site key, and replace the secret if this file has been shared.")
        }
        self.init(provider: provider, siteKey: siteKey)
    }
}
