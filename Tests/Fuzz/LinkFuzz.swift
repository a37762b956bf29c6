import AppLinks
import AppSideFiles
import JSON
import LinkAssociation
import LinkDefinitions
import Problems
import TextEncoding

/// Reads arbitrary lines as URL templates of links, and as URLs. Generated files must be valid, and all matchers must
/// agree on a URL.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLinks(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true).prefix(5).map(String.init)
    var links: [LinkDefinition] = []
    for line in lines {
        guard let template = try? URLTemplate(parsing: line) else { continue }
        let name = "link\(links.count)"
        links.append(
            template.scheme == nil
                ? LinkDefinition(name: name, web: [template], page: name)
                : LinkDefinition(name: name, web: [], app: template)
        )
    }
    let set = AppLinkSet(
        hosts: ["e.example"], ios: IOSApp(appID: "ABCDE12345.e.app", scheme: "app"),
        android: AndroidApp(package: "e.app", sha256: [Array(repeating: "AB", count: 32).joined(separator: ":")]),
        links: links)
    let isAcceptable = set.problems().isEmpty
    let recognizer = LinkRecognizer(set)
    for line in lines { _ = LinkExplanation(of: line, in: set)?.text }
    _ = AppSideFiles.entitlements(set)
    _ = AppSideFiles.intentFilters(set)
    _ = AppSideFiles.swiftSource(set)
    _ = AppSideFiles.stacks(of: set, app: "e") { _ in "{{type}} {{cases}} {{templates}}" }
    if links.count < 3 { _ = Divergence.find(in: set) }
    for file in [AssociationFiles.apple(set), AssociationFiles.android(set)].compactMap({ $0 }) where isAcceptable {
        for finding in AssociationLint.findings(in: file.serializedBytes()) {
            precondition(finding.severity != .error, "a generated file has no errors: \(finding.message)")
        }
    }
    guard isAcceptable, let file = AssociationFiles.apple(set).flatMap(AppleAssociationFile.init) else { return 0 }
    let matcher = AppleLinkMatcher(file, domain: "e.example", appID: "ABCDE12345.e.app")
    for template in links.flatMap(\.web) {
        let values = Dictionary(template.parameters.map { ($0, "a b/" + $0) }, uniquingKeysWith: { first, _ in first })
        guard let filled = template.expanded(with: values), let address = URLParts("https://e.example" + filled)
        else {
            continue
        }
        precondition(recognizer.link(for: address) != nil, "what was filled in is recognized: \(filled)")
        if links.count == 1 {
            precondition(matcher.decide(address).outcome == .match, "the address of a link is claimed: \(filled)")
        }
    }
    return 0
}
