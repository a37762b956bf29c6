import Configuration
import Diagnostics
import LinkDefinitions
import YAML

// Mistakes of `app.yml` of which one says more than what its reader found.

extension AppFile {
    /// The problems that the reader found, without those that follow from a mark at the end of a value, and with the fixes
    /// that only the whole document tells.
    static func mistakes(_ problems: [Diagnostic], in document: YAMLDocument) -> [Diagnostic] {
        let marks = strayMarks(in: document)
        let others = problems.filter { problem in
            !marks.contains { $0.file == problem.file && $0.line == problem.line }
        }
        return marks + others.map { joined(renamed(moved($0, in: document), in: document), in: document) }
    }

    /// A key of one part of an application identifier, `team-id` or `bundle-id`: the fix has the parts that are written.
    private static func joined(_ problem: Diagnostic, in document: YAMLDocument) -> Diagnostic {
        guard problem.code == "unknown-key", problem.fix == IOSApp.fixForParts() else { return problem }
        func part(_ words: [String], or example: String) -> String {
            let member = document.root?["ios"]?.members.first { member in
                words.contains { member.key.text?.lowercased().contains($0) == true }
            }
            return member.flatMap { $0.value.written ?? $0.value.text } ?? example
        }
        var problem = problem
        problem.fix = IOSApp.fixForParts(
            team: part(["team", "prefix"], or: "ABCDE12345"), bundle: part(["bundle"], or: "com.example.app"))
        return problem
    }

    /// The errors of values that end in a ',' or ';', as other formats write one after each.
    ///
    /// Only unquoted values of keys are meant: a text that ends so can be written in quotes, and lines of a list may.
    static func strayMarks(in document: YAMLDocument) -> [Diagnostic] {
        func marks(in node: ConfigurationNode) -> [Diagnostic] {
            node.members.flatMap { member -> [Diagnostic] in
                guard case .scalar(let text, isPlain: true) = member.value.kind, let mark = text.last,
                    mark == "," || mark == ";", member.value.written == nil,
                    let place = member.value.location(atByte: text.utf8.count - 1)
                else { return marks(in: member.value) }
                let (message, fix) = SourceText.strayMark(mark)
                return [
                    document.diagnostic(
                        code: "stray-mark", at: place, ValueMessage(known: message), fix: ValueMessage(known: fix))
                ]
            }
        }
        return document.root.map(marks) ?? []
    }

    /// A key of which the values are keys of this file: what is for an environment belongs into a file of its own.
    private static func moved(_ problem: Diagnostic, in document: YAMLDocument) -> Diagnostic {
        let isKey = { (member: ConfigurationNode.Member) in
            member.key.text == "<<" || Contents.keyTable[member.key.text ?? ""] != nil
        }
        let isPlace = { (member: ConfigurationNode.Member) in
            let place = problem.code == "unknown-key" ? member.key.location : member.value.location
            return place?.line == problem.line && place?.column == problem.column && place?.file == problem.file
        }
        guard ["unknown-key", "wrong-type"].contains(problem.code) else { return problem }
        guard let member = document.root?.members.first(where: isPlace) else {
            let outer = document.root?.members.first { $0.value.members.contains(where: isPlace) }
            let inner = outer?.value.members.first(where: isPlace)
            return inner.map { parted(problem, $0) ?? movedInside(problem, outer?.key.text ?? "", $0) } ?? problem
        }
        if let parted = parted(problem, member) { return parted }
        // `environments: { staging: { … } }` has them one key further in.
        let inner = member.value.members.first
        let isOuter = !member.value.members.contains(where: isKey)
        let values = isOuter ? inner?.value.members ?? [] : member.value.members
        guard let name = isOuter ? inner?.key.text : member.key.text, !values.isEmpty, values.allSatisfy(isKey) else {
            return problem
        }
        var problem = problem
        let file = (problem.file ?? "").split(separator: "/").last.map(String.init) ?? ""
        if let environment = SiteEnvironment.name(ofFile: file) {
            // What the file has besides may be for this environment too, as `default` is in other systems.
            let beside = document.root?.members.filter { $0.key.location?.file == problem.file } ?? []
            let isForAll = name == "default" && !beside.contains(where: isKey)
            problem.fix =
                SiteEnvironment.isProduction(name) && !SiteEnvironment.isProduction(environment) && !isForAll
                ? "Write what is under it into app.yml beside this file, which is for visitors."
                : "Write what is under it at the beginning of its lines: \(file) is for '--env \(environment)' alone."
            return problem
        }
        problem.fix =
            SiteEnvironment.isProduction(name)
            ? "Write what is under it at the beginning of its lines: app.yml itself is for visitors."
            : "Write what is under it into app.\(name).yml beside this file, for '--env \(name)'."
        return problem
    }

    /// A value for each environment in place of one: `hosts: { default: […], staging: […] }`; nil for other problems.
    private static func parted(_ problem: Diagnostic, _ member: ConfigurationNode.Member) -> Diagnostic? {
        let names = member.value.members.compactMap(\.key.text)
        guard problem.code == "wrong-type", let name = names.first(where: SiteEnvironment.isTesting),
            names.allSatisfy({ SiteEnvironment.isTesting($0) || SiteEnvironment.isProduction($0) }),
            !isOfEnvironment(problem)
        else { return nil }
        var problem = problem
        problem.fix =
            "Write here the value for visitors alone, and that for '--env \(name)' into app.\(name).yml beside this file."
        return problem
    }

    /// Whether a problem is in the file of an environment.
    private static func isOfEnvironment(_ problem: Diagnostic) -> Bool {
        problem.file?.split(separator: "/").last.flatMap { SiteEnvironment.name(ofFile: String($0)) } != nil
    }

    /// A key inside of one with values for an environment: `backend: { base: …, staging: { base: … } }`.
    private static func movedInside(
        _ problem: Diagnostic, _ outer: String, _ inner: ConfigurationNode.Member
    ) -> Diagnostic {
        let (type, values) = (Contents.keyTable[outer]?.type, inner.value.members)
        guard let name = inner.key.text, SiteEnvironment.isTesting(name) || SiteEnvironment.isProduction(name),
            type?.hasKey(name) == false, !values.isEmpty,
            values.allSatisfy({ type?.hasKey($0.key.text ?? "") == true }), !isOfEnvironment(problem)
        else { return problem }
        var problem = problem
        problem.fix =
            SiteEnvironment.isProduction(name)
            ? "Write what is under it directly under '\(outer):': app.yml itself is for visitors."
            : "Write what is under it into app.\(name).yml beside this file, under '\(outer):', for '--env \(name)'."
        return problem
    }

    /// What is missing in a link that only the file of an environment has: it is probably another link's, misspelt.
    private static func renamed(_ problem: Diagnostic, in document: YAMLDocument) -> Diagnostic {
        guard problem.code == "missing-key", problem.file != document.source.file,
            let links = document.root?["links"]?.members,
            let link = links.first(where: { $0.key.location?.line == problem.line && $0.value["web"] == nil })?.key
                .text,
            let fix = Suggestion.question(for: link, in: links.compactMap(\.key.text).filter { $0 != link })
        else { return problem }
        var problem = problem
        problem.code = "unknown-link"
        problem.message = "app.yml has no link '\(link)' to change"
        problem.fix = fix
        return problem
    }
}
