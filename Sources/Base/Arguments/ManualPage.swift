/// The manual page of a program, from its table of commands, in the `man` macros that every `man` reads (man(7)).
struct ManualPage {
    let program: Command
    let version: String

    /// The source of the page; every line ends in LF.
    var text: String {
        var lines = [
            ".TH \(escaped(program.name.uppercased())) 1 \"\" \"\(escaped("\(program.name) \(version)"))\"",
            ".SH NAME", "\(escaped(program.name)) \\- \(escaped(Self.phrase(program.summary)))",
            ".SH SYNOPSIS", ".B \(escaped(program.name))", escaped(program.synopsis),
        ]
        if let discussion = program.discussion { lines += [".SH DESCRIPTION"] + paragraphs(discussion) }
        if !program.arguments.isEmpty { lines += [".SH ARGUMENTS"] + program.arguments.flatMap(item) }
        lines += [".SH OPTIONS"] + (program.options + Option.ofProgram).flatMap(item)
        if !program.subcommands.isEmpty {
            lines += [".SH COMMANDS"] + program.subcommands.flatMap { section($0, below: program.name) }
        }
        lines += [
            ".SH EXIT STATUS", "0 on success, 1 where the input is at fault, 64 where the command line is.",
        ]
        return lines.map { $0 + "\n" }.joined()
    }

    private func section(_ command: Command, below path: String) -> [String] {
        let name = "\(path) \(command.name)"
        if !command.subcommands.isEmpty { return command.subcommands.flatMap { section($0, below: name) } }
        let heading = "\(name) \(command.synopsis)"
        var lines = [".SS \(escaped(heading))", escaped(command.summary)]
        if let discussion = command.discussion { lines += [".PP"] + paragraphs(discussion) }
        return lines + command.arguments.flatMap(item) + command.options.flatMap(item)
    }

    private func item(_ option: Option) -> [String] { [".TP", ".B \(escaped(option.label))", escaped(option.help)] }

    private func item(_ argument: Argument) -> [String] {
        [".TP", ".I \(escaped("<\(argument.name)>"))", escaped(argument.help)]
    }

    /// A summary as a phrase within a sentence: `serve a release`.
    private static func phrase(_ summary: String) -> String {
        let text = summary.hasSuffix(".") ? summary.dropLast() : summary[...]
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private func paragraphs(_ text: String) -> [String] {
        Array(
            text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "")
                .map { [escaped($0.joined(separator: " "))] }.joined(separator: [".PP"]))
    }

    /// Escapes a line for roff: backslashes and hyphens are special, and a dot or an apostrophe at the start begins a
    /// macro.
    private func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") ? "\\&" + result : result
    }
}
