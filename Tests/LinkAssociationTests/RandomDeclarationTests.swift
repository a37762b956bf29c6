import AppLinks
import JSON
import LinkAssociation
import LinkDefinitions
import TestSupport
import Testing
import TextEncoding

/// Random declarations of links, and random addresses, which open the app on either platform exactly if they were declared.
@Suite("Random declarations of links")
struct RandomDeclarationTests {
    /// A declared link, by which a list of segments and items is judged without templates and patterns; nil stands for a
    /// parameter.
    struct Declaration {
        typealias Item = (name: String, value: String?)

        var path: [String?]
        var query: [Item]
        var fragment: [Item]

        var template: String {
            func list(_ items: [Item]) -> String {
                items.map { "\($0.name)=\($0.value ?? "{\($0.name)}")" }.joined(separator: "&")
            }
            let segments = path.enumerated().map { index, segment in segment ?? "{p\(index)}" }
            return "/" + segments.joined(separator: "/") + (query.isEmpty ? "" : "?" + list(query))
                + (fragment.isEmpty ? "" : "#" + list(fragment))
        }

        /// Whether an address is this link.
        ///
        /// Of a fragment's items Android's patterns can demand only the one that comes first, since the others may stand
        /// anywhere behind it (`AndroidClaims`). If they are missing, the page says so; if an item that is not declared
        /// comes first, the page opens instead of the app.
        func has(_ address: Address, onAndroid: Bool = false) -> Bool {
            path.count == address.path.count
                && zip(path, address.path).allSatisfy { wanted, found in wanted == nil || wanted == found }
                && Self.has(query, address.query)
                && (onAndroid && !fragment.isEmpty
                    ? fragment.contains { Self.has([$0], Array(address.fragment.prefix(1))) }
                    : Self.has(fragment, address.fragment))
        }

        private static func has(_ wanted: [Item], _ found: [Item]) -> Bool {
            wanted.allSatisfy { item in
                found.contains { $0.name == item.name && (item.value ?? $0.value) == $0.value && $0.value != "" }
            }
        }
    }

    struct Address {
        var path: [String]
        var query: [Declaration.Item]
        var fragment: [Declaration.Item]

        var text: String {
            func list(_ items: [Declaration.Item]) -> String {
                items.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
            }
            return "https://example.com/" + path.joined(separator: "/") + (query.isEmpty ? "" : "?" + list(query))
                + (fragment.isEmpty ? "" : "#" + list(fragment))
        }
    }

    @Test("Nothing opens that was not declared, and everything else does", arguments: 0..<12)
    func claims(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        var (sets, opened, refused) = (0, 0, 0)
        for _ in 0..<400 {
            let declarations = (0...random.below(3)).map { _ in random.declaration() }
            let set = AppLinkSet(
                hosts: ["example.com"], ios: IOSApp(appID: "ABCDE12345.com.example.app"),
                android: AndroidApp(package: "com.example.app", sha256: [fingerprint]),
                links: try declarations.enumerated().map { index, declaration in
                    LinkDefinition(
                        name: "link-\(index)", web: [try URLTemplate(parsing: declaration.template)],
                        page: "page-\(index)")
                })
            // Two links that the same address is are an error of the declaration.
            guard set.problems().isEmpty else { continue }
            sets += 1
            let file = try #require(AssociationFiles.apple(set).flatMap(AppleAssociationFile.init))
            let rules = AssociationFiles.android(set)?[
                JSONPointer([
                    "0", "relation_extensions", "delegate_permission/common.handle_all_urls",
                    "dynamic_app_link_components",
                ])]
            let (apple, android) = (
                file.matcher("example.com", "ABCDE12345.com.example.app"), AndroidRules(try #require(rules))
            )
            for _ in 0..<40 {
                let address = random.address(near: declarations[random.below(declarations.count)])
                let parts = try #require(URLParts(address.text))
                let isDeclared = declarations.contains { $0.has(address) }
                let all = "\(address.text) of \(declarations.map(\.template))"
                #expect((apple.decide(parts).outcome == .match) == isDeclared, "Apple: \(all)")
                let opens = declarations.contains { $0.has(address, onAndroid: true) }
                #expect((android.decide(parts).outcome == .match) == opens, "Android: \(all)")
                if isDeclared { opened += 1 } else { refused += 1 }
            }
        }
        #expect(sets > 100 && opened > 500 && refused > 500, "\(sets) sets, \(opened) opened, \(refused) refused")
    }
}

extension SeededGenerator {
    fileprivate typealias Item = RandomDeclarationTests.Declaration.Item

    fileprivate mutating func declaration() -> RandomDeclarationTests.Declaration {
        let path = (0...below(3)).map { _ in below(3) == 0 ? nil : word() }
        return .init(
            path: path, query: items(["token", "mode", "type"]), fragment: below(4) == 0 ? items(["code", "key"]) : [])
    }

    /// An address of a declaration, or one that differs from it in a segment or an item.
    fileprivate mutating func address(near declaration: RandomDeclarationTests.Declaration)
        -> RandomDeclarationTests.Address
    {
        func filled(_ items: [Item]) -> [Item] { items.map { ($0.name, $0.value ?? "v") } }
        var address = RandomDeclarationTests.Address(
            path: declaration.path.map { $0 ?? "x" }, query: filled(declaration.query),
            fragment: filled(declaration.fragment))
        for _ in 0..<below(3) {
            switch below(8) {
            case 0: address.path.append(word())
            case 1 where address.path.count > 1: address.path.removeLast()
            case 2: address.path[below(address.path.count)] = word()
            case 3 where !address.query.isEmpty: address.query.removeLast()
            case 4 where !address.query.isEmpty:
                address.query[below(address.query.count)].value = below(2) == 0 ? "" : word()
            case 5 where !address.query.contains { $0.name == "other" }: address.query.append(("other", "1"))
            case 6 where !address.query.isEmpty: address.query.reverse()
            case 7 where !address.fragment.isEmpty: address.fragment.removeLast()
            default: break
            }
        }
        return address
    }

    private mutating func items(_ names: [String]) -> [Item] {
        names.filter { _ in below(3) == 0 }.map { ($0, below(2) == 0 ? nil : word()) }
    }

    private mutating func word() -> String { ["a", "b", "ab", "reset"][below(4)] }
}
