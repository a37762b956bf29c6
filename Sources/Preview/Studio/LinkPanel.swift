import AppLinks
import JSON
import LinkAssociation
import LinkDefinitions
import Release
import SiteModel
import TextEncoding

/// The studio's panel of links: the explanation of a URL, and the files that determine it.
struct LinkPanel {
    let previewBuild: PreviewBuild
    let origins: [String: String]

    /// The result of `links explain` for a URL; one of the preview's origins stands for the app's host.
    func explanation(of text: String) -> JSONValue {
        let apps = previewBuild.good?.site.apps ?? []
        var text = text.filter { !$0.isWhitespace }
        for app in apps {
            guard let origin = origins[app.name], let host = app.hosts.first, text.hasPrefix(origin + "/") else {
                continue
            }
            text = "https://\(host)\(text.dropFirst(origin.utf8.count))"
        }
        guard let address = URLParts(text) else {
            return ["refusal": "This is not an absolute address. Write it whole: https://example.com/…"]
        }
        guard let app = previewBuild.good?.site.app(for: address),
            let explanation = LinkExplanation(of: text, in: app.linkSet, pages: app.pagesByPath)
        else {
            let known = apps.flatMap(\.hosts) + apps.flatMap { $0.linkSet.schemes.sorted().map { "\($0)://" } }
            let apps =
                previewBuild.apps.others.isEmpty ? ("app of this site", "The site knows") : ("open app", "They know")
            return ["refusal": .string("No \(apps.0) has it. \(apps.1) \(known.joined(separator: ", ")).")]
        }
        return [
            "address": .string(text), "app": .string(app.title), "summary": .string(explanation.summary),
            "parameters": .array(
                explanation.shownParameters.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "rows": .array(
                explanation.rows.map { ["situation": .string($0.situation), "words": .string($0.words)] }),
            "reasons": .array(explanation.reasons.map(JSONValue.string)),
        ]
    }

    /// All apps' links, association files and files for their projects.
    var json: JSONValue {
        ["apps": .array((previewBuild.good?.site.apps ?? []).map(value))]
    }

    private func value(of app: App) -> JSONValue {
        let files = previewBuild.good?.apps.first { $0.app.name == app.name }?.contents.appFiles ?? [:]
        return [
            "name": .string(app.name), "title": .string(app.title),
            "examples": .array(
                app.linkSet.links.compactMap { link in
                    link.web.first.flatMap { example(of: $0, host: app.hosts.first ?? "") }.map {
                        ["link": .string(link.name), "address": .string($0)]
                    }
                }),
            "files": .array(associationFiles(of: app)),
            "project": .array(
                files.sorted { $0.key < $1.key }.map { name, bytes in
                    ["name": .string(name), "text": .string(String(decoding: bytes, as: UTF8.self))]
                }),
        ]
    }

    private func example(of template: URLTemplate, host: String) -> String? {
        let values = Dictionary(uniqueKeysWithValues: Set(template.parameters).map { ($0, "abc") })
        return template.expanded(with: values).map { template.scheme == nil ? "https://\(host)\($0)" : $0 }
    }

    private func associationFiles(of app: App) -> [JSONValue] {
        var files: [JSONValue] = []
        if let apple = AssociationFiles.apple(app.linkSet) {
            let details = apple["applinks"]?["details"]?.array ?? []
            files.append(
                file(
                    "apple-app-site-association", apple, app: app,
                    rows: details.flatMap { $0["components"]?.array ?? [] }))
        }
        if let android = AssociationFiles.android(app.linkSet) {
            // Every app's statement has the same rules.
            let rules = (android.array ?? []).prefix(1).flatMap { statement in
                (statement["relation_extensions"]?.object ?? [:]).flatMap { member in
                    member.value["dynamic_app_link_components"]?.array ?? []
                }
            }
            files.append(file("assetlinks.json", android, app: app, rows: rules))
        }
        return files
    }

    private func file(_ name: String, _ json: JSONValue, app: App, rows: [JSONValue]) -> JSONValue {
        [
            "name": .string(name), "text": .string(json.serialized(.pretty)),
            "address": .string("https://\(app.hosts.first ?? "")/.well-known/\(name)"),
            "components": .array(
                rows.map { ["text": .string($0.serialized()), "words": .string(ComponentWords.sentence(for: $0))] }),
        ]
    }
}
