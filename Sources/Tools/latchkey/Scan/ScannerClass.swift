import Configuration
import TemplateFiles
import YAML

/// A kind of program that opens the links of emails before their readers do, of `Templates/scanners.yml`.
struct ScannerClass: KeyedReadable, Sendable {
    enum Action: String, ConfigurationReadable, CaseIterable, Sendable {
        case head, get, follow, submit, render, click
    }

    var name = ""
    let title: String
    private(set) var actions: [Action]
    /// Whether it repeats what it does after a day.
    let comesAgain: Bool
    /// Whether no page that acts on one press can withstand it.
    let maySpend: Bool
    /// Who does so, and where that is written.
    let known: [String]

    static let keyTable = KeyTable.open

    init(_ keys: KeyedReader) {
        title = keys["title"] ?? ""
        actions = keys["does"] ?? []
        comesAgain = keys["again"] ?? false
        maySpend = keys["may-spend"] ?? false
        known = keys["known"] ?? []
    }

    /// The same scanner with other actions.
    func doing(_ actions: [Action]) -> ScannerClass {
        var other = self
        other.actions = actions
        return other
    }

    static let all: [ScannerClass] = {
        do {
            guard let source = TemplateSources.embedded.source(of: "scanners.yml") else { fatalError() }
            return try YAMLDocument(parsing: source).read(File.self).scanners.map { member in
                var scanner = member.value
                scanner.name = member.key.value
                return scanner
            }
        } catch {
            // Only a mistake in the program's own file, which a test reads.
            fatalError("\(error)")
        }
    }()

    private struct File: KeyedReadable {
        let scanners: OrderedMap<ScannerClass>
        static let keyTable = KeyTable.open
        init(_ keys: KeyedReader) { scanners = keys["scanners"] ?? OrderedMap() }
    }
}
