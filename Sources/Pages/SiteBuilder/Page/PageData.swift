import AppLinks
import AuthContracts
import Configuration
package import JSON
import LinkDefinitions
import SiteModel

/// The data that a page's script needs: the states and their transitions, the links' templates, texts, and the part of
/// the backend's contract that it runs.
///
/// `Templates/pages/script/data.js` declares the same types for the script.
package struct PageData: Hashable, Sendable {
    package struct Link: Hashable, Sendable {
        let web: JSONValue
        let app: String?
        /// The name of the initial state for this link; nil if it is the page's initial state.
        package var start: String?
    }

    package var start: String
    /// The name of the initial state for a part of a link; nil if it is `start`.
    let damaged: String?
    let states: JSONObject
    package var links: [Link]
    /// Regular expressions for parameters of the links, by name.
    package var shapes: JSONObject
    /// Values known at build time: the backend's base URL, and settings of the app.
    package var settings: [String: String]
    /// The time limit for an operation, in seconds.
    package var timeout: JSONNumber
    let resend: Int
    let retry: Int?
    /// The kind of phone that the app is for, if it is for one kind only.
    let only: String?
    /// Where the page's links may say to go on after success.
    let continuation: JSONValue?
    let operations: JSONValue
    /// Declared outcomes, each with the built-in one that the script treats alike.
    let outcomes: JSONObject
    let captcha: JSONValue?
    let words: JSONObject

    init(
        of page: Page, in app: App, running part: ContractPart?, features: Set<PageFeature>, words: Words
    ) {
        let backend = app.backend
        let reader = StateData(page: page, settings: backend?.settings ?? [:], contract: app.contract)
        start = page.start.name(for: nil)
        damaged = page.start.damaged
        states = JSONObject(page.states.map { ($0.name, .object(reader.json(of: $0))) }.filter { $0.1 != [:] })
        let runsOperations = page.states.contains { $0.onLoad != nil || !$0.moves.isEmpty }
        links = page.links.map { link in
            let first = page.state(named: page.start.name(for: link.name))
            // Nothing can be done with a link that leads to a mere message, in the app either; a page without operations
            // has only links into the app or to other sites.
            let isUsed = !runsOperations || first?.onLoad != nil || first?.moves.isEmpty == false
            // A translation has an address below its language too, such as '/fr/reset-password'.
            let folders: [String?] = [nil] + (page.language.map { [$0.text] } ?? [])
            let web = folders.flatMap { folder in link.web.map { $0.json(below: folder) } }
            return Link(
                web: .array(web + link.openAddresses), app: isUsed ? link.app?.text : nil,
                start: page.start.dependsOnLink ? page.start.name(for: link.name) : nil)
        }
        shapes = JSONObject(
            (part?.contract.shapes(of: page.linkParameters) ?? []).map { ($0.name, .string($0.pattern)) })
        let shown =
            page.states.flatMap { Block.values($0.blocks) } + page.messages.flatMap { Inline.values($0.words) }
        let read = (part?.needs ?? []).union(shown)
        settings = (backend?.settings ?? [:]).filter { read.contains($0.key) }
        settings["base"] = backend?.base
        if part?.needs.contains(Contract.Need.language) == true {
            settings[Contract.Need.language] = app.language.text
        }
        timeout = JSONNumber(backend?.timeout ?? 0)
        resend = backend?.resendAfter ?? 0
        retry = backend?.retryAfter
        only = features.contains(.phones) ? app.linkSet.onlyPhone : nil
        continuation = page.continuation(in: app)
        operations = part?.operations ?? [:]
        outcomes = JSONObject(
            (part?.contract.outcomesOfScript ?? []).map { ($0.name.rawValue, .string($0.like.rawValue)) })
        captcha =
            features.contains(.captcha)
            ? backend?.captcha.map { $0.json(guarding: part?.contract.operations ?? [], words) } : nil
        self.words = Self.words(words, features: features)
    }

    /// The texts that the script shows, as far as the page's features need them.
    private static func words(_ words: Words, features: Set<PageFeature>) -> JSONObject {
        var keys: [WordKey] = []
        var members: [(String, JSONValue)] = []
        if features.contains(.message) {
            members = [.seconds, .minutes, .hours].map { (unit: Durations.Unit) in
                (unit.rawValue, .array(words.durations.script(unit).map(JSONValue.string)))
            }
            keys.append(.availableAgain)
        }
        if features.contains(.requirements) { keys += [.requirementMet, .requirementNotMet] }
        if features.contains(.apps) { keys.append(.writeTo) }
        if features.contains(.continuation) { keys.append(.continueTo) }
        if features.contains(.loading) { keys.append(.takesLong) }
        if features.contains(.form) { keys += [.fieldsNeeded, .separator] }
        if features.contains(.plurals) {
            members.append(("plurals", .array(words.durations.rules.map(JSONValue.string))))
        }
        return JSONObject(members + keys.map { ($0.rawValue, .string(words[$0])) })
    }

    package var json: JSONValue {
        var object: JSONObject = ["start": .string(start), "states": .object(states)]
        if let damaged { object["damaged"] = .string(damaged) }
        if !links.isEmpty { object["links"] = .array(links.map(\.json)) }
        if !shapes.isEmpty { object["shapes"] = .object(shapes) }
        object["settings"] = .object(
            JSONObject(settings.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        object["timeout"] = .number(timeout)
        object["resend"] = .number(JSONNumber(resend))
        if let retry { object["retry"] = .number(JSONNumber(retry)) }
        if let only { object["only"] = .string(only) }
        if let continuation { object["continuation"] = continuation }
        object["operations"] = operations
        if !outcomes.isEmpty { object["outcomes"] = .object(outcomes) }
        if let captcha { object["captcha"] = captcha }
        if !words.isEmpty { object["words"] = .object(words) }
        return .object(object)
    }
}

extension PageData.Link {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["web": web]
        if let app { object["app"] = .string(app) }
        if let start { object["start"] = .string(start) }
        return .object(object)
    }
}

extension Captcha {
    fileprivate func json(guarding operations: [Contract.Operation], _ words: Words) -> JSONValue {
        let keys: [WordKey] = [
            .captchaLabel, .captchaNeeded, .captchaDone, .captchaExpired, .captchaError, .captchaBlocked, .captchaSlow,
            .tryAgain,
        ]
        return [
            "script": .string("\(provider.script)?render=explicit&onload=captchaLoaded"),
            "global": .string(provider.global), "key": .string(siteKey),
            "troubles": .object(JSONObject(provider.troubles.map { ($0.callback, .string($0.word.rawValue)) })),
            "operations": .array(operations.filter(\.isGuarded).map { .string($0.name) }),
            "words": .object(JSONObject(keys.map { ($0.rawValue, .string(words.text($0))) })),
        ]
    }
}

extension AppLinkSet {
    fileprivate var onlyPhone: String? {
        switch (ios, android) {
        case (.some, nil): "ios"
        case (nil, .some): "android"
        default: nil
        }
    }
}

extension Page {
    /// The item of a link that names where to go on, the addresses that it may name, and the states of success, which offer
    /// it; nil if the page's links name none.
    func continuation(in app: App) -> JSONValue? {
        let states = states.filter { $0.tone == .success }.map { JSONValue.string($0.name) }
        guard let item = app.contract?.continueItem, !app.continuations.isEmpty, !links.isEmpty, needsScript,
            !states.isEmpty
        else { return nil }
        return [
            "item": .string(item), "list": .array(app.continuations.map(JSONValue.string)), "states": .array(states),
        ]
    }

    var linkParameters: Set<String> { Set(links.flatMap(\.web).flatMap(\.parameters)) }

    /// Whether a parameter of a link can be a JSON Web Token, which says when it expires, and no operation checks it
    /// when the link is opened.
    func mayShowExpiry(of contract: Contract?) -> Bool {
        links.contains { link in
            guard let start = state(named: start.name(for: link.name)), start.onLoad == nil,
                start.moves.contains(where: { $0.leads(.linkExpired) })
            else { return false }
            return link.web.flatMap(\.parameters).contains { contract?.mayBeJSONWebToken($0) ?? true }
        }
    }
}

extension Contract {
    func shapes(of names: Set<String>) -> [Parameter] { parameters.filter { names.contains($0.name) } }

    /// The declared outcomes with behaviour in the script beyond a message or a transition, each with the built-in
    /// outcome that the script treats alike.
    var outcomesOfScript: [(name: OutcomeName, like: OutcomeName)] {
        let used = Set(operations.flatMap(\.outcomes))
        return outcomes.filter(used.contains).compactMap { name in
            switch name.meaning {
            case .succeeds: (name, .ok)
            case .waits: (name, .rateLimited)
            case .fails: (name, .server)
            case .stays, .linkDead: nil
            }
        }
    }
}

struct StateData {
    let page: Page
    let settings: [String: String]
    let contract: Contract?

    func json(of state: State) -> JSONObject {
        var object = JSONObject()
        let forgotten = page.forgotten(by: state)
        if let operation = state.onLoad { object["load"] = .string(operation.value) }
        if let operation = state.refresh { object["refresh"] = .string(operation.value) }
        if let back = state.back { object["back"] = .string(back.value) }
        if !forgotten.isEmpty { object["forgets"] = .array(forgotten.map(JSONValue.string)) }
        if state.submitsWhenValid { object["valid"] = true }
        if let focus = state.fields.first(where: \.isFocused) { object["focus"] = .string(focus.name) }
        let needs = needs(of: state)
        if !needs.isEmpty { object["needs"] = .array(needs.map(JSONValue.string)) }
        let shownMoves = state.moves.filter { !state.loadsInBackground || $0.operation.value != state.onLoad?.value }
        if !shownMoves.isEmpty {
            object["moves"] = .object(JSONObject(shownMoves.map { ($0.operation.value, moves($0)) }))
        }
        return object
    }

    /// The values that the state or its operations require and no field supplies, which may be missing after a reload.
    func needs(of state: State) -> [String] {
        let available = Set(state.fields.map(\.name) + settings.keys + ["base", Contract.Need.language])
        var seen = Set<String>()
        let operations = (state.loadsInBackground ? state.submitted : state.operations).flatMap {
            contract?.operation(named: $0)?.needs ?? []
        }
        .filter { !$0.isOptional && !available.contains($0.name) }.map(\.name)
        return (operations + state.needs.map(\.value)).filter { seen.insert($0).inserted }
    }

    /// The next state for each outcome of the operation that leaves this state.
    private func moves(_ moves: OperationMoves) -> JSONValue {
        let outcomes = contract?.operation(named: moves.operation.value)?.outcomes ?? []
        return .object(
            JSONObject(
                outcomes.compactMap { outcome in
                    moves.state(for: outcome).map { (outcome.rawValue, .string($0)) }
                }))
    }
}

extension LinkDefinition {
    /// The addresses of `/open/<link>` for the script, since hosts without functions answer them with the link's page.
    ///
    /// As for the server, every parameter is in the query, under the name of its item or its own (`OpenedParameters`).
    fileprivate var openAddresses: [JSONValue] {
        guard let web = web.first else { return [] }
        let parameters = web.parameters
        let items = parameters.map { OpenedParameters.item(of: $0, in: web) }
        return (items == parameters ? [items] : [items, parameters]).map { names in
            let query = zip(names, parameters).map { ($0, JSONValue.array([.string($1)])) }
            let path: JSONValue = ["open", .string(name)]
            return query.isEmpty ? ["path": path] : ["path": path, "query": .object(JSONObject(query))]
        }
    }
}

extension URLTemplate {
    /// The template for the script. A parameter is an array with its name, to distinguish it from literals.
    fileprivate func json(below folder: String?) -> JSONValue {
        let segments: [JSONValue] = path.map { segment in
            switch segment {
            case .literal(let text): .string(text)
            case .parameter(let name): [.string(name)]
            }
        }
        var object: JSONObject = ["path": .array((folder.map { [.string($0)] } ?? []) + segments)]
        if !query.isEmpty { object["query"] = Self.json(of: query) }
        if !fragment.isEmpty { object["fragment"] = Self.json(of: fragment) }
        return .object(object)
    }

    private static func json(of items: [Item]) -> JSONValue {
        .object(
            JSONObject(
                items.map { item in
                    switch item.value {
                    case .literal(let text): (item.name, .string(text))
                    case .parameter(let name): (item.name, [.string(name)])
                    }
                }))
    }
}
