import Arguments
import Configuration
import HostExport
import TemplateFiles
import YAML

/// The texts and options of commands, from `Templates/commands.yml`.
private let texts = TemplateSources.builtIn("commands.yml").root

extension Command {
    /// The command with a path such as `emails send`, with values in place of `{{name}}`.
    init(documented path: String, values: [String: String] = [:], subcommands: [Command] = []) {
        let text = texts?["commands"]?[path]
        func items(_ key: String) -> [ConfigurationNode] {
            (text?[key]?.items ?? []).map { item in item.text.flatMap { texts?["shared"]?[$0] } ?? item }
        }
        let options = items("options").map { Option($0, values) }
        let others = (texts?["other-options"]?.members ?? []).flatMap { member in
            guard let option = options.first(where: { $0.long == member.key.text }) else { return [(String, String)]() }
            return member.value.items.map { ($0.text ?? "", "Did you mean '--\(option.long)'?") }
        }
        self.init(
            path.split(separator: " ").last.map(String.init) ?? path, summary: text?["summary"]?.text ?? "",
            discussion: text?["discussion"]?.text?.filled(values),
            arguments: items("arguments").map { Argument($0, values) },
            options: options,
            otherNames: Dictionary(
                (text?["other-names"]?.members ?? []).map { ($0.key.text ?? "", $0.value.text ?? "") } + others
            ) { first, _ in first },
            subcommands: subcommands)
    }
}

extension Argument {
    fileprivate init(_ item: ConfigurationNode, _ values: [String: String]) {
        self.init(
            item["name"]?.text ?? "", item["count"]?.text.flatMap(Count.init) ?? .one,
            choices: item.choices(values), help: item["help"]?.text?.filled(values) ?? "")
    }

    static let site = Argument(texts?["shared"]?["site"] ?? .init(.mapping([])), [:])
}

extension ConfigurationNode {
    fileprivate func choices(_ values: [String: String]) -> [String] {
        self["choices"]?.text?.filled(values).split(separator: ", ").map(String.init) ?? []
    }
}

extension Option {
    fileprivate init(_ item: ConfigurationNode, _ values: [String: String]) {
        self.init(
            long: item["name"]?.text ?? "", value: item["value"]?.text,
            choices: item.choices(values),
            help: item["help"]?.text?.filled(values) ?? "")
    }

    /// An option that several commands have.
    init(documented name: String) { self.init(texts?["shared"]?[name] ?? .init(.mapping([])), [:]) }
}
