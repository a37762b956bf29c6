import AppLinks
import AppSideFiles
import Diagnostics
import HTTPMessages
import JSON
import LinkAssociation
import LinkDefinitions
import LinkRouting
import SiteModel
import TestSupport
import Testing
import TextEncoding

@testable import SiteBuilder
@testable import SiteCheck

/// Random declarations of several apps, with random links: everything that is derived from them agrees.
@Suite("Several apps on a host")
struct SeveralAppsTests {
    @Test("entitlements, association files, matchers and redirects agree on every declaration", arguments: 0..<4)
    func agreement(seed: Int) throws {
        var random = SeededGenerator(seed: 100 + seed)
        var (built, matched, several) = (0, 0, 0)
        for _ in 0..<40 {
            guard let site = try? RandomSite(&random) else { continue }
            if ClaimCheck(app: site.app).diagnostics.contains(where: { $0.severity == .error }) { continue }
            built += 1
            if site.appIDs.count > 1, site.packages.count > 1 { several += 1 }
            let statements = checkFiles(of: site)
            checkRedirects(of: site)
            for _ in 0..<30 where try check(site.address(&random), site, statements) { matched += 1 }
            try checkPasskeys(of: site, statements)
        }
        // Otherwise this would prove little.
        #expect(built > 10 && matched > 100 && several > 0)
    }

    /// Checks which apps the files name, and returns the rules of each package.
    private func checkFiles(of site: RandomSite) -> [String: AndroidRules] {
        func texts(_ value: JSONValue?) -> [String]? { value?.array?.compactMap(\.string) }
        let claims = !site.app.linkSet.claimedTemplates.isEmpty
        #expect(texts(site.association["webcredentials"]?["apps"]) == site.appIDs)
        #expect(
            texts(site.association["applinks"]?["details"]?.array?.first?["appIDs"]) == (claims ? site.appIDs : nil))
        let entitlements = AppSideFiles.entitlements(site.app.linkSet) ?? ""
        for host in site.app.hosts {
            #expect(entitlements.contains("<string>webcredentials:\(host)</string>"))
            #expect(entitlements.contains("<string>applinks:\(host)</string>") == claims)
        }
        let statements = AssociationFiles.android(site.app.linkSet)?.array ?? []
        #expect(statements.map { $0["target"]?["package_name"]?.string } == site.packages)
        var rules: [String: AndroidRules] = [:]
        for (package, statement) in zip(site.packages, statements) {
            let certificates = RandomSite.certificates(of: package)
            #expect(texts(statement["target"]?["sha256_cert_fingerprints"]) == certificates)
            let relations = [
                "delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds",
            ]
            #expect(texts(statement["relation"]) == (claims ? relations : [relations[1]]))
            let components = statement["relation_extensions"]?[relations[0]]?["dynamic_app_link_components"]
            rules[package] = components.map(AndroidRules.init)
        }
        #expect(rules.count == (claims ? site.packages.count : 0))
        return rules
    }

    /// Checks that all apps decide alike about an address, and says whether they open.
    private func check(_ text: String, _ site: RandomSite, _ rules: [String: AndroidRules]) throws -> Bool {
        let (address, file) = (try #require(URLParts(text)), AppleAssociationFile(site.association))
        let (host, decision) = (try #require(address.host), site.matchers[address.host ?? ""]?.decide(address))
        for app in site.appIDs {
            let found = file.map { AppleLinkMatcher($0, domain: host, appID: app).decide(address) }
            #expect(found == decision, "\(text) in \(app)")
        }
        let other = file.map { AppleLinkMatcher($0, domain: host, appID: "ABCDE12345.example.other").decide(address) }
        #expect(other?.outcome != .match)
        let explanation = try #require(LinkExplanation(of: text, in: site.app.linkSet))
        #expect(explanation.apple?.outcome == decision?.outcome)
        for package in site.packages {
            #expect(explanation.android?.outcome == rules[package]?.decide(address).outcome, "\(text) in \(package)")
        }
        return decision?.outcome == .match
    }

    /// Redirects open the first app: its scheme on an iPhone, its package on Android.
    private func checkRedirects(of site: RandomSite) {
        for link in site.app.linkSet.links {
            let values = Set(link.web[0].parameters).sorted().map { "\($0)=v" }.joined(separator: "&")
            func location(_ agent: String) -> String? {
                var request = HTTPRequest(path: "/open/\(link.name)", query: values, host: site.app.hosts[0])
                request.headers = ["User-Agent": agent]
                guard case .open(let status, let location) = site.landing.answer(request), status == 302 else {
                    return nil
                }
                return location
            }
            #expect(location(UserAgents.iPhoneSafari) == (link.app == nil ? nil : "t://\(link.name)"))
            let intent = location(UserAgents.androidChrome)
            #expect((intent != nil) == (link.app != nil && !site.packages.isEmpty))
            if let intent { #expect(intent.contains(";scheme=t;package=\(site.packages[0]);")) }
        }
    }

    /// The pages for passkeys open no app that no link declares, and add nothing to the association files.
    private func checkPasskeys(of site: RandomSite, _ rules: [String: AndroidRules]) throws {
        guard let endpoints = site.app.passkeyEndpoints else { return }
        let request = HTTPRequest(path: "/.well-known/passkey-endpoints", query: nil, host: site.app.hosts[0])
        guard case .file(let variant, status: 200) = site.landing.answer(request) else {
            Issue.record("no answer at \(request.path)")
            return
        }
        #expect(site.landing.fileName(of: variant) == "passkey-endpoints")
        for text in [endpoints["enroll"]?.string, "https://t.example\(request.path)"] {
            let address = try #require(text.flatMap(URLParts.init))
            let isDeclared = site.app.linkSet.links.contains { link in
                link.web.contains { $0.parameters(ofPath: address.path, query: nil, fragment: nil) != nil }
            }
            for decide in rules.values.map({ $0.decide }) {
                #expect(decide(address).outcome == .noMatch || isDeclared, "\(text ?? "")")
            }
            #expect(site.matchers["t.example"]?.decide(address).outcome != .match || isDeclared, "\(text ?? "")")
        }
    }
}
