package import Release
import TextEncoding

extension ReleaseContents {
    /// Two apps: one with all that a manifest can say, one with little.
    package static func twoApps(word: String = "Reset") -> ReleaseContents {
        let html = "text/html; charset=utf-8"
        func page(_ name: String, _ caching: String) -> FileContents {
            FileContents(
                name: name, type: html, headers: [HeaderField("Cache-Control", caching), HeaderField("X-Page", "1")],
                bytes: Array("<!doctype html><title>\(word) \(name)</title>".utf8))
        }
        let reset = OpenLink(
            web: "/reset-password?token={token}", app: "artitec://reset-password?token={token}",
            opensOnIPhones: true, androidPackage: "com.artitec.app")
        let artitec = AppContents(
            name: "artitec", hosts: ["artitec.com", "www.artitec.com"],
            routes: [
                Route(path: "/forgot-password", answer: .file("forgot-password.html")),
                Route(path: "/reset-password", answer: .file("reset-password.html")),
                Route(path: "/verify/{token}", answer: .file("verify.html")),
                Route(path: "/verify/help", answer: .file("forgot-password.html")),
                Route(
                    path: "/auth/action", conditions: ["mode": "resetPassword"], answer: .file("reset-password.html")),
                Route(path: "/auth/action", conditions: ["mode": "verifyEmail"], answer: .file("verify.html")),
                Route(path: "/asked", required: ["a", "b c"], answer: .file("reset-password.html")),
                Route(path: "/asked", answer: .file("verify.html")),
                Route(path: "/caf%c3%A9", answer: .file("verify.html")),
                Route(path: "/", answer: .file("forgot-password.html")),
                Route(path: "/.well-known/apple-app-site-association", answer: .file("apple-app-site-association")),
                Route(
                    path: "/.well-known/change-password", answer: .redirect(status: 302, location: "/forgot-password")),
                Route(path: "/open/reset-password", answer: .open(reset)),
                Route(
                    path: "/open/ios-only",
                    answer: .open(
                        OpenLink(
                            web: "/reset-password?token={token}", app: "artitec://reset?t={token}", opensOnIPhones: true
                        ))),
                Route(
                    path: "/open/android-only",
                    answer: .open(
                        OpenLink(
                            web: "/reset-password?token={token}", app: "artitec://reset?t={token}",
                            androidPackage: "com.artitec.app"))),
                Route(
                    path: "/open/web-only", answer: .open(OpenLink(web: "/forgot-password", app: nil))),
                Route(
                    path: "/open/renamed",
                    answer: .open(
                        OpenLink(
                            web: "/auth/action?mode=resetPassword&oobCode={code}", app: "artitec://reset/{code}",
                            opensOnIPhones: true, androidPackage: "com.artitec.app"))),
                Route(
                    path: "/open/fragment",
                    answer: .open(
                        OpenLink(
                            web: "/auth#access_token={token}&type=recovery", app: "artitec://auth#token={token}",
                            opensOnIPhones: true))),
                Route(
                    path: "/straight",
                    answer: .open(
                        OpenLink(
                            web: "/straight?token={token}", app: "artitec://straight?token={token}",
                            opensOnIPhones: true))),
                Route(path: "/straight", answer: .file("reset-password.html")),
            ],
            notFound: "404.html",
            files: [
                page("forgot-password.html", "no-cache"), page("reset-password.html", "no-store"),
                page("verify.html", "no-store"), page("404.html", "no-store"),
                FileContents(
                    name: "apple-app-site-association", type: "application/json",
                    headers: [HeaderField("Cache-Control", "public, max-age=3600")], bytes: Array("{}".utf8)),
            ])
        let other = AppContents(
            name: "other", hosts: ["other.com"], routes: [Route(path: "/login", answer: .file("login.html"))],
            notFound: "404.html", files: [page("login.html", "no-cache"), page("404.html", "no-store")])
        return ReleaseContents(apps: [artitec, other])
    }
}

/// Shorter for all but the association file.
@Sendable package func shorten(_ bytes: [UInt8], _ encoding: String) -> [UInt8]? {
    bytes.count < 10 ? nil : Array((encoding == "br" ? "b" : "gz").utf8)
}
