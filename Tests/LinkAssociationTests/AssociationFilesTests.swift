import AppLinks
import JSON
import LinkAssociation
import LinkDefinitions
import TestSupport
import Testing

@Suite("Generated association files")
struct AssociationFilesTests {
    @Test("Artitec's files claim the link and nothing else")
    func artitec() throws {
        let set = try artitecSet()
        #expect(
            AssociationFiles.apple(set)?.serialized() == #"""
                {"applinks":{"details":[{"appIDs":["ABCDE12345.com.artitec.app"],"components":[{"/":"/reset-password","?":{"token":"?*"},"comment":"reset-password"}]}]},"webcredentials":{"apps":["ABCDE12345.com.artitec.app"]}}
                """#)
        #expect(
            AssociationFiles.android(set)?.serialized() == #"""
                [{"relation":["delegate_permission/common.handle_all_urls","delegate_permission/common.get_login_creds"],"target":{"namespace":"android_app","package_name":"com.artitec.app","sha256_cert_fingerprints":["\#(fingerprint)"]},"relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":[{"/":"/reset-password","?":{"token":"?*"}},{"/":"/reset-password/","?":{"token":"?*"}}]}}}]
                """#)
    }

    @Test("Without an app there is no file")
    func withoutApps() throws {
        var set = try artitecSet()
        set.ios = nil
        set.android = nil
        #expect(AssociationFiles.apple(set) == nil)
        #expect(AssociationFiles.android(set) == nil)
    }

    @Test("Without a link the apps still share passwords with the site")
    func withoutLinks() throws {
        var set = try artitecSet()
        set.links = []
        #expect(
            AssociationFiles.apple(set)?.serialized() == #"{"webcredentials":{"apps":["ABCDE12345.com.artitec.app"]}}"#)
        #expect(
            AssociationFiles.android(set)?[JSONPointer(["0", "relation"])] == [
                "delegate_permission/common.get_login_creds"
            ])
    }

    struct Claim: Sendable, CustomTestStringConvertible {
        let template: String
        let apple: [JSONValue]
        let android: [JSONValue]
        var testDescription: String { template }
    }

    @Test(
        "Every kind of template is claimed on both platforms",
        arguments: [
            Claim(
                template: "/", apple: [["/": "/", "comment": "x"]], android: [["/": "/"]]),
            Claim(
                template: "/r?token_hash={h}&type=recovery",
                apple: [["/": "/r", "?": ["token_hash": "?*", "type": "recovery"], "comment": "x"]],
                android: [
                    ["/": "/r", "?": ["token_hash": "?*", "type": "recovery"]],
                    ["/": "/r/", "?": ["token_hash": "?*", "type": "recovery"]],
                ]),
            Claim(
                template: "/v/{t}",
                apple: [
                    ["/": "/v/?*/?*", "exclude": true, "comment": "x"],
                    ["/": "/v/?*", "comment": "x"],
                ],
                android: [["/": "/v/?*/?*", "exclude": true], ["/": "/v/?*"]]),
            Claim(
                template: "/v/{a}/{b}/x",
                apple: [
                    ["/": "/v/?*/?*/?*/x", "exclude": true, "comment": "x"],
                    ["/": "/v/?*/?*/x", "comment": "x"],
                ],
                android: [["/": "/v/?*/?*/x"], ["/": "/v/?*/?*/x/"]]),
            Claim(
                template: "/a#access_token={t}&type=recovery",
                apple: [
                    ["/": "/a", "#": "*access_token=?*type=recovery*", "comment": "x"],
                    ["/": "/a", "#": "*type=recovery*access_token=?*", "comment": "x"],
                ],
                android: [
                    ["/": "/a", "#": "access_token=?*"], ["/": "/a", "#": "type=recovery*"],
                    ["/": "/a/", "#": "access_token=?*"], ["/": "/a/", "#": "type=recovery*"],
                ]),
            Claim(
                template: "/a%20b?x=%C3%A9",
                apple: [["/": "/a%20b", "?": ["x": "%C3%A9"], "comment": "x"]],
                android: [["/": "/a b", "?": ["x": "é"]], ["/": "/a b/", "?": ["x": "é"]]]),
        ])
    func claims(_ claim: Claim) throws {
        var set = try artitecSet()
        set.links = [LinkDefinition(name: "x", web: [try URLTemplate(parsing: claim.template)], page: "x")]
        let apple = AssociationFiles.apple(set)?[JSONPointer(["applinks", "details", "0", "components"])]
        #expect(apple == .array(claim.apple))
        let rules = [
            "0", "relation_extensions", "delegate_permission/common.handle_all_urls", "dynamic_app_link_components",
        ]
        #expect(AssociationFiles.android(set)?[JSONPointer(rules)] == .array(claim.android))
    }

    @Test("Longer paths are claimed before the excludes of shorter ones")
    func order() throws {
        var set = try artitecSet()
        set.links = [
            LinkDefinition(name: "short", web: [try URLTemplate(parsing: "/v/{t}")], page: "x"),
            LinkDefinition(name: "long", web: [try URLTemplate(parsing: "/v/{t}/done")], page: "x"),
        ]
        let components = AssociationFiles.apple(set)?[JSONPointer(["applinks", "details", "0", "components"])]?.array
        #expect(components?.compactMap { $0["/"]?.string } == ["/v/?*/?*/done", "/v/?*/done", "/v/?*/?*", "/v/?*"])
    }

    @Test("A link without a page or an app address is not claimed")
    func unanswered() throws {
        var set = try artitecSet()
        set.links = [LinkDefinition(name: "x", web: [try URLTemplate(parsing: "/x")])]
        #expect(AssociationFiles.apple(set)?["applinks"] == nil)
    }
}
