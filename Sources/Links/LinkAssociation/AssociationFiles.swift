package import JSON
package import LinkDefinitions

/// The association files that let iOS and Android open an app's links in the app.
package enum AssociationFiles {
    /// The content of `/.well-known/apple-app-site-association`; nil without an iOS app.
    ///
    /// Claims only links with a page or with a URL of the app's own. Every component has its link's name as its
    /// comment.
    package static func apple(_ set: AppLinkSet) -> JSONValue? {
        guard let ios = set.ios else { return nil }
        let apps = JSONValue.array(ios.appIDs.map(JSONValue.string))
        var file: JSONObject = [:]
        let components = set.claimedTemplates.flatMap { claim in
            AppleClaims.components(for: claim.template, comment: claim.link.name)
        }
        if !components.isEmpty {
            file["applinks"] = ["details": [["appIDs": apps, "components": .array(components)]]]
        }
        file["webcredentials"] = ["apps": apps]
        return .object(file)
    }

    /// The content of `/.well-known/assetlinks.json`; nil without an Android app.
    ///
    /// It has a statement for each package, with the same rules. Android 15 and later apply these dynamic rules, which use
    /// the subset of patterns that both platforms match alike.
    package static func android(_ set: AppLinkSet) -> JSONValue? {
        guard let android = set.android else { return nil }
        var relations: [JSONValue] = [.string(Relation.loginCredentials)]
        var components: [JSONValue] = []
        for claim in set.claimedTemplates {
            for component in AndroidClaims.components(for: claim.template) where !components.contains(component) {
                components.append(component)
            }
        }
        if !components.isEmpty { relations.insert(.string(Relation.handleAllURLs), at: 0) }
        let statements = android.packages.map { package in
            var statement: JSONObject = ["relation": .array(relations)]
            statement["target"] = [
                "namespace": "android_app", "package_name": .string(package.name),
                "sha256_cert_fingerprints": .array(package.sha256.map(JSONValue.string)),
            ]
            if !components.isEmpty {
                statement["relation_extensions"] = .object([
                    Relation.handleAllURLs: ["dynamic_app_link_components": .array(components)]
                ])
            }
            return JSONValue.object(statement)
        }
        return .array(statements)
    }
}

/// The relations of Digital Asset Links, which name what a site allows an app.
enum Relation {
    static let handleAllURLs = "delegate_permission/common.handle_all_urls"
    static let loginCredentials = "delegate_permission/common.get_login_creds"
    static let known = [
        handleAllURLs, loginCredentials, "delegate_permission/common.use_as_origin",
        "delegate_permission/common.query_webapk",
    ]
}
