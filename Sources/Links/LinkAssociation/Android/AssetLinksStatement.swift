import JSON
import LinkDefinitions
import Problems
internal import TextEncoding

/// A statement of an `assetlinks.json` of any origin: what a site allows an app or another site.
///
/// The rules are those of Google's Digital Asset Links, as its compatibility tests define them.
struct AssetLinksStatement {
    enum Target {
        case androidApp(package: String)
        case web
        /// An iOS app, which the format defines but Android ignores.
        case iosApp
    }

    /// The relations, such as `delegate_permission/common.handle_all_urls`.
    let relations: [String]
    let target: Target
    /// The dynamic rules for links, if there are any.
    let rules: JSONValue?

    /// Reads a statement; nil if it includes another file instead. Throws the first error, because of which readers
    /// skip the statement.
    init?(_ value: JSONValue, at pointer: JSONPointer) throws(Problem<JSONPointer>) {
        guard let object = value.object else {
            throw Problem(
                code: "statement-form", at: pointer, "a statement is \(value.kindName) instead of an object",
                fix: "Write { \"relation\": […], \"target\": { … } }.")
        }
        if let include = object["include"] {
            if let key = ["relation", "target"].first(where: { object[$0] != nil }) {
                throw Problem(
                    code: "include-mixed", at: pointer, "'include' and '\(key)' exclude each other",
                    fix: "Make two statements of it.")
            }
            guard include.string.flatMap(URLParts.init)?.isWeb == true else {
                throw Problem(
                    code: "include-form", at: pointer.appending("include"), "'include' is no http or https address",
                    fix: "Write the https address of the other file.")
            }
            return nil
        }
        relations = try Self.relations(object["relation"], at: pointer)
        target = try Self.target(object["target"], at: pointer)
        rules = object["relation_extensions"]?[Relation.handleAllURLs]?["dynamic_app_link_components"]
    }

    private static func relations(_ value: JSONValue?, at pointer: JSONPointer) throws(Problem<JSONPointer>) -> [String]
    {
        guard let value else {
            throw Problem(
                code: "relation-missing", at: pointer, "the statement has no 'relation'",
                fix: "Add \"relation\": [\"delegate_permission/common.handle_all_urls\"].")
        }
        let place = pointer.appending("relation")
        guard let elements = value.array, !elements.isEmpty else {
            throw Problem(
                code: "relation-form", at: place, "'relation' is a list with at least one string",
                fix: "Write [\"delegate_permission/common.handle_all_urls\"].")
        }
        var relations: [String] = []
        for (index, element) in elements.enumerated() {
            guard let text = element.string, isRelation(text) else {
                throw Problem(
                    code: "relation-form", at: place.appending(index),
                    "\(element.string.map { "'\($0)'" } ?? element.kindName) is not a relation",
                    fix: "Write it like '\(Relation.handleAllURLs)', in lower case.")
            }
            relations.append(text)
        }
        return relations
    }

    private static func isRelation(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { byte in
                        byte.isASCIILowercase || byte.isASCIIDigit || byte == UInt8(ascii: "_")
                            || byte == UInt8(ascii: ".")
                    }
            }
    }

    private static func target(_ value: JSONValue?, at pointer: JSONPointer) throws(Problem<JSONPointer>) -> Target {
        guard let value else {
            throw Problem(
                code: "target-missing", at: pointer, "the statement has no 'target'",
                fix:
                    "Add \"target\": { \"namespace\": \"android_app\", \"package_name\": …, \"sha256_cert_fingerprints\": […] }."
            )
        }
        let place = pointer.appending("target")
        guard let object = value.object else {
            throw Problem(code: "target-form", at: place, "'target' is \(value.kindName) instead of an object")
        }
        switch object["namespace"]?.string {
        case "android_app": return try androidApp(object, at: place)
        case "web":
            guard let site = object["site"]?.string, isSite(site) else {
                throw Problem(
                    code: "site-form", at: object["site"] == nil ? place : place.appending("site"),
                    "'site' is not the origin of a site",
                    fix: "Write scheme, host and nothing after them: 'https://www.example.com'.")
            }
            return .web
        case "ios_app":
            guard object["appid"]?.string?.isEmpty == false else {
                throw Problem(code: "target-form", at: place, "an 'ios_app' needs an 'appid'")
            }
            return .iosApp
        default:
            throw Problem(
                code: "namespace-unknown", at: object["namespace"] == nil ? place : place.appending("namespace"),
                "the target's 'namespace' is neither 'android_app' nor 'web'", fix: "Write 'android_app' for an app.")
        }
    }

    private static func androidApp(_ object: JSONObject, at pointer: JSONPointer) throws(Problem<JSONPointer>) -> Target
    {
        guard let package = object["package_name"]?.string, AppIdentifier.isPackage(package) else {
            throw Problem(
                code: "package-form", at: object["package_name"] == nil ? pointer : pointer.appending("package_name"),
                "'package_name' is not an Android application ID", fix: "Write it like 'com.example.app'.")
        }
        let place = pointer.appending("sha256_cert_fingerprints")
        guard let elements = object["sha256_cert_fingerprints"]?.array, !elements.isEmpty else {
            throw Problem(
                code: "fingerprint-missing", at: object["sha256_cert_fingerprints"] == nil ? pointer : place,
                "'sha256_cert_fingerprints' is a list with at least one fingerprint",
                fix: "Copy the SHA-256 fingerprint from the Play Console, under App signing.")
        }
        for (index, element) in elements.enumerated() {
            guard let text = element.string, AppIdentifier.isFingerprint(text) else {
                throw Problem(
                    code: "fingerprint-form", at: place.appending(index),
                    "\(element.string.map { "'\($0)'" } ?? element.kindName) is not a SHA-256 fingerprint",
                    fix: "Write 32 pairs of upper-case hexadecimal digits with colons between them.")
            }
        }
        return .androidApp(package: package)
    }

    /// Whether the text is `http(s)://host[:port]`; the host may end in a dot.
    private static func isSite(_ text: String) -> Bool {
        guard let address = URLParts(text), address.isWeb, address.path.isEmpty, address.query == nil,
            address.fragment == nil, let host = address.host, !text.utf8.contains(UInt8(ascii: "@"))
        else { return false }
        return URLParts.isHost(host.hasSuffix(".") ? String(host.dropLast()) : host)
    }
}
