import AppLinks
package import JSON
import LinkDefinitions
internal import TextEncoding

/// A parsed `assetlinks.json` of any origin: its valid statements, and the faults of the others.
///
/// The rules are those of Google's Digital Asset Links, as its compatibility tests define them.
package struct AssetLinksFile: Hashable, Sendable {
    /// The subject of a statement.
    package enum Target: Hashable, Sendable {
        /// An Android app, signed with any of these certificates.
        case androidApp(package: String, fingerprints: [String])
        /// A site: scheme, host and port.
        case web(site: String)
        /// An iOS app, which the format defines but Android ignores.
        case iosApp(appID: String)
    }

    /// The permissions that a site gives a target.
    package struct Statement: Hashable, Sendable {
        /// The relations, such as `delegate_permission/common.handle_all_urls`.
        package let relations: [String]
        /// The app or site that the statement is about.
        package let target: Target
        /// The dynamic rules for links, if there are any.
        package let rules: JSONValue?
        /// The index of the statement in the file.
        package let index: Int
    }

    /// An invalid part of the file, which readers skip.
    package struct Fault: Error, Hashable, Sendable {
        /// A stable identifier for scripts, in kebab case.
        package let code: String
        /// The place in the file.
        package let pointer: JSONPointer
        /// The problem, in lower case and without a full stop.
        package let message: String
        /// What to write instead, as a sentence.
        package let fix: String?

        init(_ code: String, _ pointer: JSONPointer, _ message: String, fix: String? = nil) {
            self.code = code
            self.pointer = pointer
            self.message = message
            self.fix = fix
        }
    }

    /// The valid statements.
    package let statements: [Statement]
    /// The `include`d files to read, in the order of the file.
    package let includes: [String]
    /// The faults of the statements that are skipped, one for each.
    package let faults: [Fault]

    /// Parses a file. Invalid statements are skipped; the others remain in effect.
    ///
    /// - Parameter value: the file's content.
    /// - Throws: `Fault` if the content is not an array.
    package init(_ value: JSONValue) throws(Fault) {
        guard let elements = value.array else {
            throw Fault(
                "not-an-array", JSONPointer(), "the file is \(value.kindName) instead of an array",
                fix: "Put the statements between [ and ].")
        }
        var statements: [Statement] = []
        var includes: [String] = []
        var faults: [Fault] = []
        for (index, element) in elements.enumerated() {
            do throws(Fault) {
                switch try Self.element(element, index: index) {
                case .statement(let statement): statements.append(statement)
                case .include(let address): includes.append(address)
                }
            } catch {
                faults.append(error)
            }
        }
        self.statements = statements
        self.includes = includes
        self.faults = faults
    }

    private enum Element {
        case statement(Statement)
        case include(String)
    }

    private static func element(_ value: JSONValue, index: Int) throws(Fault) -> Element {
        let pointer = JSONPointer().appending(index)
        guard let object = value.object else {
            throw Fault(
                "statement-form", pointer, "a statement is \(value.kindName) instead of an object",
                fix: "Write { \"relation\": […], \"target\": { … } }.")
        }
        if let include = object["include"] {
            if let key = ["relation", "target"].first(where: { object[$0] != nil }) {
                throw Fault(
                    "include-mixed", pointer, "'include' and '\(key)' exclude each other",
                    fix: "Make two statements of it.")
            }
            guard let address = include.string, let parsed = URLParts(address), parsed.isWeb else {
                throw Fault(
                    "include-form", pointer.appending("include"), "'include' is no http or https address",
                    fix: "Write the https address of the other file.")
            }
            return .include(address)
        }
        let relations = try Self.relations(object["relation"], at: pointer)
        let target = try Self.target(object["target"], at: pointer)
        let rules = object["relation_extensions"]?[Relation.handleAllURLs]?["dynamic_app_link_components"]
        return .statement(Statement(relations: relations, target: target, rules: rules, index: index))
    }

    private static func relations(_ value: JSONValue?, at pointer: JSONPointer) throws(Fault) -> [String] {
        guard let value else {
            throw Fault(
                "relation-missing", pointer, "the statement has no 'relation'",
                fix: "Add \"relation\": [\"delegate_permission/common.handle_all_urls\"].")
        }
        let place = pointer.appending("relation")
        guard let elements = value.array, !elements.isEmpty else {
            throw Fault(
                "relation-form", place, "'relation' is a list with at least one string",
                fix: "Write [\"delegate_permission/common.handle_all_urls\"].")
        }
        var relations: [String] = []
        for (index, element) in elements.enumerated() {
            guard let text = element.string, isRelation(text) else {
                throw Fault(
                    "relation-form", place.appending(index),
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

    private static func target(_ value: JSONValue?, at pointer: JSONPointer) throws(Fault) -> Target {
        guard let value else {
            throw Fault(
                "target-missing", pointer, "the statement has no 'target'",
                fix:
                    "Add \"target\": { \"namespace\": \"android_app\", \"package_name\": …, \"sha256_cert_fingerprints\": […] }."
            )
        }
        let place = pointer.appending("target")
        guard let object = value.object else {
            throw Fault("target-form", place, "'target' is \(value.kindName) instead of an object")
        }
        switch object["namespace"]?.string {
        case "android_app": return try androidApp(object, at: place)
        case "web":
            guard let site = object["site"]?.string, isSite(site) else {
                throw Fault(
                    "site-form", object["site"] == nil ? place : place.appending("site"),
                    "'site' is not the origin of a site",
                    fix: "Write scheme, host and nothing after them: 'https://www.example.com'.")
            }
            return .web(site: site)
        case "ios_app":
            guard let app = object["appid"]?.string, !app.isEmpty else {
                throw Fault("target-form", place, "an 'ios_app' needs an 'appid'")
            }
            return .iosApp(appID: app)
        default:
            throw Fault(
                "namespace-unknown", object["namespace"] == nil ? place : place.appending("namespace"),
                "the target's 'namespace' is neither 'android_app' nor 'web'", fix: "Write 'android_app' for an app.")
        }
    }

    private static func androidApp(_ object: JSONObject, at pointer: JSONPointer) throws(Fault) -> Target {
        guard let package = object["package_name"]?.string, AppIdentifier.isPackage(package) else {
            throw Fault(
                "package-form", object["package_name"] == nil ? pointer : pointer.appending("package_name"),
                "'package_name' is not an Android application ID", fix: "Write it like 'com.example.app'.")
        }
        let place = pointer.appending("sha256_cert_fingerprints")
        guard let elements = object["sha256_cert_fingerprints"]?.array, !elements.isEmpty else {
            throw Fault(
                "fingerprint-missing", object["sha256_cert_fingerprints"] == nil ? pointer : place,
                "'sha256_cert_fingerprints' is a list with at least one fingerprint",
                fix: "Copy the SHA-256 fingerprint from the Play Console, under App signing.")
        }
        var fingerprints: [String] = []
        for (index, element) in elements.enumerated() {
            guard let text = element.string, AppIdentifier.isFingerprint(text) else {
                throw Fault(
                    "fingerprint-form", place.appending(index),
                    "\(element.string.map { "'\($0)'" } ?? element.kindName) is not a SHA-256 fingerprint",
                    fix: "Write 32 pairs of upper-case hexadecimal digits with colons between them.")
            }
            fingerprints.append(text)
        }
        return .androidApp(package: package, fingerprints: fingerprints)
    }

    /// Whether the text is `http(s)://host[:port]`; the host may end in a dot.
    private static func isSite(_ text: String) -> Bool {
        guard let address = URLParts(text), address.isWeb, address.path.isEmpty, address.query == nil,
            address.fragment == nil, let host = address.host, !text.utf8.contains(UInt8(ascii: "@"))
        else { return false }
        return URLParts.isHost(host.hasSuffix(".") ? String(host.dropLast()) : host)
    }
}
