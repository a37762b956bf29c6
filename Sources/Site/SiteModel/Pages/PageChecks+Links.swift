import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions
import YAML

extension PageChecks {
    /// Reports a link of `link:` that app.yml does not define, or defines for another page.
    func checkLink(_ name: Located<String>) {
        guard let link = links.first(where: { $0.name == name.value }) else {
            if app.removes("links.\(name.value)") { return }
            // What app.yml says of the page, or else nothing of any page.
            let own = links.filter { $0.page == page.name }.map(\.name)
            return LinkDefinition.report(
                unknown: name, among: links,
                unused: own.filter { link in !page.linkNames.contains { $0.value == link } },
                "opens this page", to: collector)
        }
        if let other = link.page {
            if other == page.name { return }
            // The misspelt name of this page is told of app.yml.
            let names = pages.map(\.name)
            if !names.contains(other), Suggestion.nearest(to: other, in: names) == page.name { return }
            if let place = page.spec == nil ? nil : link.page, app.contents.links.keys.contains(page.name),
                link.name == page.name
            {
                // The page has the link's own name, so that app.yml is what is wrong.
                collector.diagnostics.append(
                    app.diagnostic(
                        code: "link-elsewhere", at: "links.\(name.value).page",
                        "the link '\(name.value)' opens the page '\(place)', and the page '\(page.name)' receives it",
                        fix: "Write 'page: \(page.name)', or another kind in \(page.name).md."))
                return
            }
            let shown = app.shown(other, at: "links.\(name.value).page")
            if let meant = StartChecks.meantLink(of: page, links) {
                return collector.report(
                    "link-elsewhere", at: name.location,
                    "the link '\(name.value)' opens the page '\(shown)', and app.yml opens this page with '\(meant)'",
                    fix: "Write '\(page.linkNames.count == 1 ? "link: " : "")\(meant)'.")
            }
            // Both say so, so that app.yml is right, and this page has begun as the other's copy.
            let isTaken = pages.contains { $0.name == other && $0.linkNames.contains { $0.value == name.value } }
            let isCopy = page.name.hasPrefix("\(other)-") || page.name.hasPrefix("\(other).")
            if isTaken, !isCopy, !page.isOfKind, page.linkNames.count == 1 {
                return collector.report(
                    "link-elsewhere", at: name.location,
                    "the link '\(name.value)' opens the page '\(shown)', which receives it too",
                    fix:
                        "Define a link for this page under 'links:' in app.yml, with 'page: \(page.name)', and name it here."
                )
            }
            collector.report(
                "link-elsewhere", at: name.location, "the link '\(name.value)' opens the page '\(shown)'",
                fix: (isCopy
                    ? "Move this file out of the site's folder if it is a copy, or write "
                    : page.isOfKind
                        ? "Write another kind if that page is of this one, or write "
                        : page.linkNames.count > 1 ? "Remove it from 'link:', or write " : "Write ")
                    + "'page: \(page.name)' under 'links.\(name.value)' in app.yml.")
        } else {
            collector.diagnostics.append(
                app.diagnostic(
                    code: "link-elsewhere", at: app.lastKey(of: "links.\(name.value)"),
                    "the page '\(page.name)' receives the link '\(name.value)', which opens no page",
                    fix: "Add 'page: \(page.name)' here."))
        }
    }

    /// Reports links that lead nowhere.
    func checkDestinations(of state: State) {
        let unmarked = page.unmarkedOperations(of: state).map(\.location)
        for destination in state.destinations where !unmarked.contains(destination.location) {
            switch destination.value {
            case .sitePath, .web, .mail:
                guard let fault = AddressFault(destination.value.text, of: app, paths) else {
                    checkCircle(destination)
                    continue
                }
                collector.report(
                    fault.code, as: fault.severity, at: destination.location, fault.message.text(written: nil),
                    fix: fault.fix.text(written: nil))
            case .app(let name): checkAppAddress(name, at: destination.location)
            case .state, .operation: continue
            }
        }
    }

    /// Warns of a way to the page itself, which has no link then, or to another page that needs its link.
    private func checkCircle(_ destination: Located<LinkDestination>) {
        let text = destination.value.text
        if let state = page.stateOfMissingLink(at: text, on: app.contents.hosts) {
            collector.report(
                "circle", as: .warning, at: destination.location,
                "this leads to the page itself, which begins with '\(state)' without the link",
                fix: page.wayToNewLink(contract, paths))
        } else {
            pages.reportMissingLink(at: destination.location, to: text, app, contract, paths, collector)
        }
    }

    private func checkAppAddress(_ name: String, at location: SourceLocation) {
        if app.removes(name == "login" ? name : "links.\(name)") { return }
        if name == "login" {
            if app.contents.login?.app != nil { return }
            collector.report(
                "no-app-address", at: location, "app.yml does not say how to open the app's login",
                fix: app.contents.login == nil
                    ? "Add 'login: { app: \(scheme)://login }' to app.yml."
                    : "Add 'app: \(scheme)://login' under 'login:' in app.yml.")
        } else if let link = links.first(where: { $0.name == name }) {
            guard let address = link.app else {
                return collector.report(
                    "no-app-address", at: location, "the link '\(name)' has no address in the app",
                    fix: "Add 'app:' under 'links.\(name)' in app.yml.")
            }
            // Without the backend's contract, which was not read, any value is possible.
            if contract == nil, app.contents.backend != nil { return }
            let kept = contract.map { ContractChecks.kept(by: page, contract: $0) } ?? []
            let supplied = page.parameters + page.fieldNames + Self.common + kept
            guard let missing = address.parameters.first(where: { !supplied.contains($0) }) else { return }
            collector.report(
                "unknown-value", at: location,
                "the app's address of '\(name)' needs '{{\(missing)}}', and nothing supplies it on this page",
                fix: app.contents.login?.app == nil
                    ? "Link to a path of the site." : "Write app:login, or link to a path.")
        } else {
            collector.report(
                "unknown-link", at: location, "'app:\(name)' is neither the login nor a link of app.yml",
                fix: Suggestion.question(for: name, in: ["login"] + links.map(\.name)) ?? appAddresses)
        }
    }

    private var scheme: String { app.contents.ios?.scheme ?? "myapp" }

    /// The valid destinations with 'app:', as a fix.
    private var appAddresses: String {
        let names = (app.contents.login?.app == nil ? [] : ["login"]) + links.filter { $0.app != nil }.map(\.name)
        return names.isEmpty
            ? "Write app:login, and in app.yml how to open it: 'login: { app: myapp://login }'."
            : "Write \(names.map { "app:\($0)" }.joined(separator: " or "))."
    }
}
