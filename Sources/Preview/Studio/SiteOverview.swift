import AuthContracts
import Configuration
import Diagnostics
import Files
import FlowMap
import JSON
import LinkDefinitions
import SiteBuilder
import SiteModel

/// The studio's list of the apps, pages and states of a site.
struct SiteOverview {
    let previewBuild: PreviewBuild
    let origins: [String: String]
    /// Whether other machines can use the preview.
    let isOnNetwork: Bool
    /// The name of the earlier site that it is compared with; nil for none.
    let against: String?

    /// The editors that this preview can start, on this machine only.
    var editors: [Editor] { isOnNetwork ? [] : Editor.installed }

    /// The version of the list; pages and emails have versions of their own.
    var version: String { PreviewedPage.version(JSONValue.object(list).serializedBytes()) }

    /// The list with its version.
    var json: JSONValue {
        var list = list
        list["version"] = .string(version)
        return .object(list)
    }

    /// The texts of all states by their keys, for the search. They are not in the list, which an edited text leaves as it is.
    var words: JSONValue {
        let states = (previewBuild.good?.site.apps ?? []).flatMap { app in
            app.pages.flatMap { page in
                page.states.map { state in
                    (key(of: state, on: page, app), JSONValue.string(Inline.plainText(Block.inlines(state.blocks))))
                }
            }
        }
        return .object(JSONObject(states))
    }

    private func key(of state: State, on page: Page, _ app: App) -> String {
        "\(app.name)/\(page.name).html#\(state.name)"
    }

    private var list: JSONObject {
        let report = previewBuild.report
        return [
            "folder": .string(previewBuild.sources.site), "broken": .bool(report.hasErrors),
            "network": .bool(isOnNetwork),
            // For links that open a file in an editor, which another device does not have.
            "root": isOnNetwork ? .null : FileSystem.realPath(".").map(JSONValue.string) ?? .null,
            "editors": .array(
                editors.map { ["name": .string($0.name), "needsTerminal": .bool($0.needsTerminal)] }),
            "against": against.map(JSONValue.string) ?? .null,
            "environment": previewBuild.sources.environment.name.map(JSONValue.string) ?? .null,
            "problems": .array(report.sorted.map { ProblemView(diagnostic: $0).json }),
            "apps": .array((previewBuild.good?.apps ?? []).map(value)),
            "others": .array(previewBuild.apps.others.map(JSONValue.string)),
        ]
    }

    private func value(of built: BuiltApp) -> JSONValue {
        let app = built.app
        return [
            "name": .string(app.name), "title": .string(app.title), "host": .string(app.hosts.first ?? ""),
            "origin": .string(origins[app.name] ?? ""),
            "file": .string("\(previewBuild.sources.site)/\(app.name)/app.yml"),
            "contract": app.backend.map { .string($0.contract) } ?? .null,
            "asks": app.previewsBackend ? .string(app.backend?.base ?? "") : .null,
            "language": .string(app.ownLanguage.text),
            "languages": .array(app.translations.map { .string($0.tag.text) }),
            "pages": .array(zip(app.pages, built.conditions).map { value(of: $0, in: app, $1) }),
        ]
    }

    private func value(
        of page: Page, in app: App, _ conditions: [(all: [String], outcomes: [String])]
    ) -> JSONValue {
        [
            "name": .string(page.name), "title": .string(page.title), "path": .string(page.path),
            "links": .array(page.links.map { .string($0.name) }),
            "languages": .array(
                app.translations.filter { $0.pages.contains { $0.name == page.name } }.map { .string($0.tag.text) }),
            "file": .string(page.source.file),
            "states": .array(
                zip(page.states, conditions).map { state, conditions in
                    [
                        "name": .string(state.name), "line": .number(JSONNumber(page.line(of: state))),
                        "ways": .array(
                            IncomingTransitions(page: page).descriptions(to: state.name).map(JSONValue.string)),
                        "conditions": .array(conditions.all.map(JSONValue.string)),
                        "outcomes": .array(conditions.outcomes.map(JSONValue.string)),
                        "key": .string(key(of: state, on: page, app)),
                    ]
                }),
        ]
    }
}

/// The transitions that lead to a state of a page.
struct IncomingTransitions {
    let page: Page

    /// The descriptions in the page's order: `the start`, `form: send-link → ok`, `sent: 'Use another address'`.
    func descriptions(to name: String) -> [String] {
        var descriptions = page.start.visitDescriptions(to: name)
        for transition in page.transitions where transition.to == name && transition.cause != .back {
            descriptions.append("\(transition.from.name): \(transition.description)")
        }
        return descriptions
    }
}

extension App {
    /// The path of the first page that opens without a link.
    var firstPath: String { (pages.first { $0.links.isEmpty } ?? pages.first)?.path ?? "/" }
}
