import AppLinks
package import Configuration
import Diagnostics
package import LinkDefinitions

extension Login: KeyedReadable {
    package init?(_ keys: KeyedReader) {
        let app: URLTemplate? = keys.required("app")
        self.init(app: app?.text, web: keys["web"])
    }
}

extension Passkeys: KeyedReadable {
    package init?(_ keys: KeyedReader) {
        let (enroll, manage): (PageOrAddress?, PageOrAddress?) = (keys.required("enroll"), keys["manage"])
        self.init(enroll: enroll?.text, manage: manage?.text)
    }
}

extension IOSApp: KeyedReadable {
    package init?(_ keys: KeyedReader) {
        let appID: String? = keys.required("app-id")
        let others: [String]? = keys["app-ids"]
        self.init(
            appIDs: (appID.map { [$0] } ?? []) + (others ?? []), isList: appID == nil, scheme: keys["scheme"],
            store: keys.value("store").flatMap(Self.number))
    }

    /// Reads the number of an app in the App Store; nil after reporting another value.
    private static func number(_ value: ConfigurationValue) -> Int? {
        guard let text = value.node.text, value.node.written == nil, Int(text) == nil,
            !text.split(whereSeparator: { !$0.isNumber }).contains(where: { $0.count > 5 })
        else { return Int(reading: value) }
        value.report(
            "wrong-type", "expected a whole number, found \(known: value.node.summary)",
            fix: text.contains("play.google.com")
                ? "\(known: AndroidApp.forStore)"
                : "Write the number in the app's address in the App Store, behind 'id': store: 1234567890")
        return nil
    }
}

extension AndroidApp: KeyedReadable {
    package init?(_ keys: KeyedReader) {
        let (name, sha256): (String?, [String]?) = (keys.required("package"), keys.required("sha256"))
        let others: [Package]? = keys["packages"]
        if keys.value("packages") != nil, (keys.member("package") == nil) != (keys.member("sha256") == nil) {
            (keys.member("package") ?? keys.member("sha256"))?.reportAlone(in: keys.value("packages")?.node.items ?? [])
        }
        self.init(
            packages: (name.map { [Package(name: $0, sha256: sha256 ?? [])] } ?? []) + (others ?? []),
            isList: name == nil)
    }
}

extension ConfigurationValue {
    /// Reports one of 'package' and 'sha256' that stands alone beside the list of packages: the items without it do not.
    fileprivate func reportAlone(in packages: [ConfigurationNode]) {
        let lacking = packages.filter { !$0.members.isEmpty && $0[name] == nil }
        guard let item = lacking.first else {
            return report(
                "missing-key", isAboutKey: true, "'package' and 'sha256' need each other",
                fix: "Move both into an item of 'packages', or remove this.")
        }
        let owner = item["package"]?.text.map { "the package '\($0)'" } ?? "an item of 'packages'"
        report(
            "missing-key", isAboutKey: true,
            lacking.count == 1
                ? "'\(known: name)' belongs to \(owner), which lacks it"
                : "'\(known: name)' belongs to one of the items of 'packages', and \(known: lacking.count) lack it",
            fix: lacking.count == 1
                ? "Move it into the item on line \(known: item.location?.line ?? 0)."
                : "Move it into the item that it belongs to, and write the others' there.")
    }
}

extension AndroidApp.Package: KeyedReadable {
    package init?(_ keys: KeyedReader) {
        self.init(name: keys.required("package") ?? "", sha256: keys.required("sha256") ?? [])
    }
}
