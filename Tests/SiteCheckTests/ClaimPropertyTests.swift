import AppLinks
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

@testable import SiteCheck

/// Random links, and addresses near them: what the association file claims, the server answers.
@Suite("What is claimed and what is answered")
struct ClaimPropertyTests {
    private static let iPhone: HTTPHeaders = [
        "User-Agent":
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
    ]

    @Test(
        "every address that the generated file claims is answered by its page, and no other opens the app",
        arguments: 0..<4)
    func property(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        var (built, claimed, unclaimed) = (0, 0, 0)
        for _ in 0..<40 {
            let site: RandomSite
            do {
                site = try RandomSite(&random)
            } catch let report as DiagnosticReport {
                // What cannot be kept apart is refused where it is written.
                #expect(report.diagnostics.allSatisfy { $0.line != nil && $0.fix != nil })
                continue
            }
            // What is claimed by mistake, such as somebody else's page, is an error of `latchkey check`.
            if ClaimCheck(app: site.app).diagnostics.contains(where: { $0.severity == .error }) { continue }
            built += 1
            for _ in 0..<60 {
                let text = site.address(&random)
                guard let address = URLParts(text), let host = address.host else { continue }
                if try check(address, text, host, site) { claimed += 1 } else { unclaimed += 1 }
            }
        }
        // Otherwise this would prove little.
        #expect(built > 10)
        #expect(claimed > 100 && unclaimed > 100)
    }

    /// Checks one address, and says whether it is claimed.
    private func check(_ address: URLParts, _ text: String, _ host: String, _ site: RandomSite) throws -> Bool {
        let decision = try #require(site.matchers[host]?.decide(address))
        let recognized = site.recognizer.link(for: address)?.name
        let request = HTTPRequest(path: address.path, query: address.query, host: host)
        var onPhone = request
        onPhone.headers = Self.iPhone
        let definition = site.app.linkSet.links.map { "\($0.name) \($0.web) \($0.page ?? "")" }
        guard decision.outcome == .match, let component = decision.component else {
            if case .open = site.landing.answer(onPhone) {
                let link = site.app.linkSet.links.first { $0.name == recognized }
                #expect(link?.landing == .redirect, "\(text) opens the app, in \(definition)")
            }
            return false
        }
        let name = recognized ?? site.association[component]?["comment"]?.string
        let link = try #require(site.app.linkSet.links.first { $0.name == name })
        if let page = link.page {
            guard case .file(let variant, status: 200) = site.landing.answer(request) else {
                Issue.record("\(text) is claimed by '\(link.name)' and has no page, in \(definition)")
                return true
            }
            #expect(
                site.landing.fileName(of: variant) == "\(page).html",
                "\(text) is claimed by '\(link.name)', in \(definition)")
        }
        if case .open(let status, let location) = site.landing.answer(onPhone) {
            #expect(
                link.landing == .redirect && status == 302 && location == link.app?.text,
                "\(text) is the link '\(link.name)', in \(definition)")
        }
        return true
    }
}
