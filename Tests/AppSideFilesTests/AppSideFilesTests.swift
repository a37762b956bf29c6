import AppLinks
import AppSideFiles
import LinkDefinitions
import TestSupport
import Testing

@Suite("Files for the app's own project")
struct AppSideFilesTests {
    @Test("The entitlements associate every host")
    func entitlements() throws {
        #expect(
            AppSideFiles.entitlements(try artitecSet()) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <dict>
                    <key>com.apple.developer.associated-domains</key>
                    <array>
                        <string>applinks:artitec.com</string>
                        <string>webcredentials:artitec.com</string>
                    </array>
                </dict>
                </plist>

                """)
    }

    @Test("The URL type names the scheme")
    func urlTypes() throws {
        #expect(
            AppSideFiles.urlTypes(try artitecSet()) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <dict>
                    <key>CFBundleURLTypes</key>
                    <array>
                        <dict>
                            <key>CFBundleTypeRole</key>
                            <string>Viewer</string>
                            <key>CFBundleURLName</key>
                            <string>com.artitec.app</string>
                            <key>CFBundleURLSchemes</key>
                            <array>
                                <string>artitec</string>
                            </array>
                        </dict>
                    </array>
                </dict>
                </plist>

                """)
    }

    @Test("The intent filters name hosts, paths and schemes")
    func intentFilters() throws {
        var set = try artitecSet()
        set.links.append(
            LinkDefinition(
                name: "article", web: [try URLTemplate(parsing: "/v1.0&x/{id}")],
                app: try URLTemplate(parsing: "artitec://article/{id}"),
                page: "x"))
        #expect(
            AppSideFiles.intentFilters(set) == #"""
                <?xml version="1.0" encoding="utf-8"?>
                <!-- Copy the filters into the activity that opens links. -->
                <activity xmlns:android="http://schemas.android.com/apk/res/android" android:exported="true">
                    <intent-filter android:autoVerify="true">
                        <action android:name="android.intent.action.VIEW" />
                        <category android:name="android.intent.category.DEFAULT" />
                        <category android:name="android.intent.category.BROWSABLE" />
                        <data android:scheme="https" />
                        <data android:host="artitec.com" />
                        <data android:pathPattern="/v1\\.0&amp;x/..*" />
                        <data android:path="/reset-password" />
                        <data android:path="/reset-password/" />
                    </intent-filter>
                    <intent-filter>
                        <action android:name="android.intent.action.VIEW" />
                        <category android:name="android.intent.category.DEFAULT" />
                        <category android:name="android.intent.category.BROWSABLE" />
                        <data android:scheme="artitec" />
                        <data android:host="reset-password" />
                        <data android:host="article" />
                    </intent-filter>
                </activity>

                """#)
    }

    @Test("The Swift file reads the links into an enumeration")
    func swift() throws {
        var set = try artitecSet()
        set.links.append(
            LinkDefinition(
                name: "in",
                web: [try URLTemplate(parsing: "/in/{user-id}"), try URLTemplate(parsing: "/in#error={error}")],
                page: "x"))
        set.links.append(LinkDefinition(name: "home", web: [try URLTemplate(parsing: "/")], page: "x"))
        #expect(
            AppSideFiles.swiftSource(set) == """
                // Written by Latchkey from app.yml. Change the links there, not here.

                import AppLinks
                import Foundation

                /// The links that open this app.
                enum AppLink: Hashable, Sendable {
                    /// `reset-password`: /reset-password?token={token}, artitec://reset-password?token={token}
                    case resetPassword(token: String)
                    /// `in`: /in/{user-id}, /in#error={error}
                    case inValue(userId: String?, error: String?)
                    /// `home`: /
                    case home

                    /// Recognises links by the same rules as the pages and the association files.
                    static let recognizer = LinkRecognizer(
                        hosts: ["artitec.com"],
                        addresses: [
                            "reset-password": ["/reset-password?token={token}", "artitec://reset-password?token={token}"],
                            "in": ["/in/{user-id}", "/in#error={error}"],
                            "home": ["/"],
                        ])

                    /// The link that a URL is, universal or with the app's own scheme; nil if it is not one of the app's.
                    init?(_ url: URL) {
                        self.init(address: url.absoluteString)
                    }

                    /// The link that an address is, universal or with the app's own scheme; nil if it is not one of the app's.
                    init?(address: String) {
                        guard let link = Self.recognizer.link(for: address) else { return nil }
                        switch link.name {
                        case "reset-password":
                            guard let token = link.parameters["token"] else { return nil }
                            self = .resetPassword(token: token)
                        case "in":
                            self = .inValue(userId: link.parameters["user-id"], error: link.parameters["error"])
                        case "home":
                            self = .home
                        default: return nil
                        }
                    }
                }

                """)
    }

    @Test("Without an app there is nothing to write")
    func nothing() {
        let set = AppLinkSet(hosts: ["example.com"], links: [])
        #expect(AppSideFiles.entitlements(set) == nil)
        #expect(AppSideFiles.urlTypes(set) == nil)
        #expect(AppSideFiles.intentFilters(set) == nil)
        #expect(AppSideFiles.swiftSource(set) == nil)
    }
}
