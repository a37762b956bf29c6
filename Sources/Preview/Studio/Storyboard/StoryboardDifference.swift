import Branding
package import Diagnostics
import EmailBuilder
import JSON
package import LinkAssociation
package import Release
import SiteBuilder
import SiteModel

/// What differs between two sites for those who use them: states, messages, emails, and the links that open an app.
package struct StoryboardDifference: Sendable {
    package struct Change: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable { case added, changed, removed }

        package let kind: Kind
        /// A state, a message or an email, as the anchors of a storyboard name it: `artitec/reset-password/form`,
        /// `artitec/emails/welcome`; or a page, for its title, address and style: `artitec/reset-password`.
        package let name: String
        /// The differing texts in unified format, without a header; empty if they are the same.
        package let lines: [String]
    }

    /// The changes in the order of the new site, then those that it does not have any more.
    package let changes: [Change]
    package let links: [LinkChange]

    package init(from old: Storyboard, to new: Storyboard) {
        let (before, after) = (Entry.all(in: old), Entry.all(in: new))
        let names = after.map(\.name)
        let known = Dictionary(before.map { ($0.name, $0) }) { first, _ in first }
        let current = Set(names)
        changes =
            after.compactMap { entry in
                let was = known[entry.name]
                return was == entry
                    ? nil : Change(kind: was == nil ? .added : .changed, from: was?.texts ?? [], to: entry)
            }
            + before.filter { !current.contains($0.name) }.map {
                Change(kind: .removed, name: $0.name, lines: ExportDifference.unified($0.texts, []))
            }
        links = Self.links(from: old.associations, to: new.associations)
    }

    /// Compares with a release, which has no specs: a state has changed if the page does not contain its markup.
    ///
    /// Messages, emails and style are not compared, and states that were removed not found.
    package init(from release: LoadedRelease, to new: Storyboard) {
        var changes: [Change] = []
        for app in new.apps {
            let index = release.manifest.apps.firstIndex { $0.name == app.app.name }
            for group in app.pages {
                // `reset-password.0123456789abcdef.html`; several pages may have one path.
                let files = index.map { index in
                    release.manifest.apps[index].files.indices.filter { file in
                        let name = release.manifest.apps[index].files[file].name
                        return name.hasPrefix("\(group.name).") && name.hasSuffix(".html")
                    }.map { release.bytes(app: index, file: $0, variant: 0) }
                }
                for card in group.cards where !card.markup.isEmpty {
                    let markup = Array(card.markup.utf8)
                    if files?.contains(where: { $0.firstRange(of: markup) != nil }) == true { continue }
                    changes.append(
                        Change(
                            kind: files?.isEmpty == false ? .changed : .added,
                            name: "\(app.app.name)/\(group.name)/\(card.key)", lines: []))
                }
            }
        }
        self.changes = changes
        links = Self.links(from: Self.associations(in: release), to: new.associations)
    }

    /// The links that open another app, for the hosts of both.
    package static func links(
        from before: [String: LinkChange.Files], to after: [String: LinkChange.Files]
    ) -> [LinkChange] {
        let none = LinkChange.Files(apple: nil, android: nil)
        return Set(before.keys).union(after.keys).sorted().flatMap { host in
            LinkChange.find(from: before[host] ?? none, to: after[host] ?? none, host: host)
        }
    }

    /// Both storyboards below `before/` and `after/`, with an index of the changed states side by side.
    package func files(
        from old: Storyboard, to new: Storyboard, title: String
    ) throws(DiagnosticReport) -> [String: [UInt8]] {
        let changed = Set(changes.map(\.name))
        func part(of board: Storyboard, _ isShown: (String) -> Bool) -> [(StoryboardApp, [StoryboardApp.Group])] {
            board.apps.compactMap { app in
                let groups = (app.pages + app.emails).compactMap { group in
                    group.limited { isShown("\(app.app.name)/\(group.name)/\($0)") }
                }
                return groups.isEmpty ? nil : (app, groups)
            }
        }
        let current = Set(Entry.all(in: new).map(\.name))
        let shown = part(of: new, changed.contains) + part(of: old) { changed.contains($0) && !current.contains($0) }
        var view = StoryboardView(
            sides: [
                .init(folder: "before/", name: "Before", documents: old.documents),
                .init(folder: "after/", name: "After", documents: new.documents),
            ])
        view.difference = Dictionary(changes.map { ($0.name, $0.lines) }) { first, _ in first }
        view.links = links.map(\.sentence)
        var files = try view.files(title, summary, shown)
        for (folder, board) in [("before/", old), ("after/", new)] {
            files[folder + Storyboard.script] = Storyboard.frame
            for app in shown.map(\.0) {
                let own = board.apps.first { $0.app.name == app.app.name }
                for (path, bytes) in own?.files ?? [:] { files[folder + path] = bytes }
            }
        }
        return files
    }

    /// The number of changes, in words.
    private var summary: String {
        "\(changes.count) \(changes.count == 1 ? "difference" : "differences"), \(links.count) "
            + (links.count == 1 ? "link" : "links")
    }

    /// The association files of a release by host.
    package static func associations(in release: LoadedRelease) -> [String: LinkChange.Files] {
        var files: [String: LinkChange.Files] = [:]
        for (index, app) in release.manifest.apps.enumerated() {
            func value(_ name: String) -> JSONValue? {
                release.content(at: "/.well-known/\(name)", of: index).flatMap { try? JSONDocument(parsing: $0).value }
            }
            let pair = LinkChange.Files(
                apple: value("apple-app-site-association"), android: value("assetlinks.json"))
            for host in app.hosts { files[host] = pair }
        }
        return files
    }
}

extension StoryboardDifference.Change {
    fileprivate init(kind: Kind, from texts: [String], to entry: Entry) {
        self.init(kind: kind, name: entry.name, lines: ExportDifference.unified(texts, entry.texts))
    }
}

/// What is compared under a name.
private struct Entry: Hashable {
    let name: String
    let texts: [String]
    var markup = ""
    var style: StyleSheet?
    var brand: [String] = []

    static func all(in board: Storyboard) -> [Entry] {
        board.apps.flatMap { app in
            (app.pages + app.emails).flatMap { group -> [Entry] in
                let name = "\(app.app.name)/\(group.name)"
                let page = group.style.map { style in
                    Entry(
                        name: name, texts: [group.title, group.detail], style: style,
                        brand: BrandFiles(app.app.brand).files.map(\.path))
                }
                return [page].compactMap(\.self)
                    + group.cards.filter { !$0.compared.isEmpty || !$0.markup.isEmpty }.map {
                        Entry(name: "\(name)/\($0.key)", texts: $0.compared, markup: $0.markup)
                    }
            }
        }
    }
}

extension Storyboard {
    /// The association files by host.
    fileprivate var associations: [String: LinkChange.Files] {
        var files: [String: LinkChange.Files] = [:]
        for app in apps.map(\.app) {
            let pair = LinkChange.Files(
                apple: AssociationFiles.apple(app.linkSet), android: AssociationFiles.android(app.linkSet))
            for host in app.hosts { files[host] = pair }
        }
        return files
    }

    fileprivate var documents: Set<String> {
        Set(apps.flatMap { $0.pages + $0.emails }.flatMap(\.cards).map(\.document))
    }
}

extension StoryboardApp.Group {
    /// The group with some of its cards; nil without any.
    fileprivate func limited(to isShown: (String) -> Bool) -> Self? {
        let cards = cards.filter { isShown($0.key) }
        guard !cards.isEmpty else { return nil }
        return Self(name: name, title: title, detail: detail, style: style, language: language, cards: cards)
    }
}

extension LinkChange {
    /// `opens now: https://example.com/reset in ABCDE12345.com.example (iOS)`
    package var sentence: String {
        "\(opens ? "opens now" : "opens no longer"): \(address) in \(app) (\(platform.rawValue))"
    }
}
