import Release
import TestSupport
import TextEncoding

extension ReleaseContents {
    /// Two pages, a 404 page and an association file.
    static func sample(page: String = "<!doctype html><title>Reset</title>aaaaaaaaaaaaaaaaaaaa") -> ReleaseContents {
        let html = "text/html; charset=utf-8"
        return ReleaseContents(apps: [
            AppContents(
                name: "artitec", hosts: ["artitec.com", "www.artitec.com"],
                routes: [
                    Route(path: "/reset-password", answer: .file("reset-password.html")),
                    Route(
                        path: "/auth/action", conditions: ["mode": "resetPassword"], required: ["oobCode"],
                        answer: .file("reset-password.html")),
                    Route(path: "/.well-known/apple-app-site-association", answer: .file("apple-app-site-association")),
                    Route(
                        path: "/.well-known/change-password",
                        answer: .redirect(status: 302, location: "/forgot-password")),
                    Route(
                        path: "/open/reset-password",
                        answer: .open(
                            OpenLink(
                                web: "/reset-password?token={token}", app: "artitec://reset-password?token={token}",
                                opensOnIPhones: true, androidPackage: "com.artitec.app"))),
                ],
                notFound: "404.html",
                files: [
                    FileContents(
                        name: "reset-password.html", type: html, headers: [HeaderField("Cache-Control", "no-store")],
                        bytes: Array(page.utf8)),
                    FileContents(name: "404.html", type: html, headers: [], bytes: Array("not found".utf8)),
                    FileContents(
                        name: "apple-app-site-association", type: "application/json", headers: [],
                        bytes: Array("{}".utf8)),
                ],
                appFiles: ["Links.swift": Array("// links".utf8), "ios/Info.plist": Array("<plist/>".utf8)])
        ])
    }
}

/// Half as long as what it is given, and not at all for what is short.
@Sendable func halve(_ bytes: [UInt8], _ encoding: String) -> [UInt8]? {
    bytes.count < 20 ? nil : Array(encoding.utf8) + bytes.prefix(bytes.count / 2)
}
