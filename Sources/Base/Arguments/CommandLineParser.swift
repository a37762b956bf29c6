internal import Diagnostics

/// Parses command lines: a pure function from arguments to an outcome.
///
/// The syntax is that of swift-argument-parser: `--name value` and `--name=value`, short options alone or combined,
/// options before and after positional arguments, `--` before arguments that are never options, and `help <command>`.
/// Abbreviated long options are rejected, with the full name as the suggestion: an abbreviation would change its
/// meaning when a release adds another option with the same prefix.
package struct CommandLineParser: Sendable {
    let program: Command
    let version: String

    /// `--version` prints `version` after the program's name.
    package init(_ program: Command, version: String) {
        self.program = program
        self.version = version
    }

    package func parseArguments() -> CommandLineOutcome {
        let words = CommandLine.arguments
        // On Linux the standard library reads the arguments from /proc; without it the list is empty.
        guard !words.isEmpty else {
            return .failure(failure("Cannot read the command line: /proc is not mounted", context(of: [program])))
        }
        return parse(Array(words.dropFirst()))
    }

    package func parse(_ arguments: [String]) -> CommandLineOutcome {
        var path: [Command] = [program]
        var rest = arguments[...]
        while true {
            let command = path[path.count - 1]
            let context = context(of: path)
            let isGroup = !command.subcommands.isEmpty
            let words: ScannedWords
            do {
                words = try scan(Array(rest), options: context.options, stopsAtPositional: isGroup)
            } catch {
                let early = message(onEarly: error, of: path, context.options, before: rest)
                return .failure(failure(early ?? message(error, of: command, options: context.options), context))
            }
            if let message = invalidChoice(words, context) { return .failure(failure(message, context)) }
            if words.flags.contains(Option.help.long) { return .output(HelpText(path: path, context: context).text) }
            if path.count == 1 {
                if words.flags.contains(Option.version.long) { return .output("\(program.name) \(version)\n") }
                if words.flags.contains(Option.manual.long) {
                    return .output(ManualPage(program: program, version: version).text)
                }
                if let shell = words.values[Option.completions.long]?.last.flatMap(Shell.init) {
                    return .output(CompletionScript(of: program, for: shell).text)
                }
            }
            guard isGroup else { return finish(words, path: path, context: context) }
            guard let name = words.positionals.first else {
                return .output(HelpText(path: path, context: context).text)
            }
            if path.count == 1, name == "help" { return help(about: words.positionals.dropFirst()) }
            guard let next = command.subcommands.first(where: { $0.name == name }) else {
                return .failure(failure(unknownSubcommand(words.positionals[...], of: command), context))
            }
            path.append(next)
            rest = words.positionals.dropFirst()
        }
    }

    /// `help links lint` prints the same as `links lint --help`.
    private func help(about names: ArraySlice<String>) -> CommandLineOutcome {
        var path: [Command] = [program]
        for (index, name) in zip(names.indices, names) {
            let command = path[path.count - 1]
            guard let next = command.subcommands.first(where: { $0.name == name }) else {
                let message =
                    command.subcommands.isEmpty
                    ? "Unexpected argument '\(name)'" : unknownSubcommand(names[index...], of: command)
                return .failure(failure(message, context(of: path)))
            }
            path.append(next)
        }
        return .output(HelpText(path: path, context: context(of: path)).text)
    }

    private func finish(_ words: ScannedWords, path: [Command], context: UsageContext) -> CommandLineOutcome {
        let arguments = path[path.count - 1].arguments
        // Such a word is positional only after '--', and only a list of files may be meant to have one.
        let option = words.positionals.first { word in
            context.options.contains {
                "--\($0.long)" == word.prefix { $0 != "=" } || $0.short.map { "-\($0)" } == word
            }
        }
        if let option, !arguments.contains(where: { $0.count == .many }) {
            return .failure(failure("'\(option)' is no option after '--'. Leave the '--' out", context))
        }
        for (argument, word) in zip(arguments, words.positionals)
        where !argument.choices.isEmpty && !argument.choices.contains(word) {
            return .failure(failure(noChoice(argument, word, of: path, words.positionals), context))
        }
        if !arguments.contains(where: { $0.count == .many }), words.positionals.count > arguments.count {
            let extra = words.positionals[arguments.count...].map { "'\($0)'" }
            // Many programs take the place to write to as their last argument.
            let word = words.positionals[arguments.count]
            let isOutput =
                !word.hasPrefix("-") && words.values["output"] == nil
                && context.options.contains { $0.long == "output" }
            let message =
                extra.count == 1
                ? "Unexpected argument \(extra[0])" + (isOutput ? ". Did you mean '--output \(word)'?" : "")
                : "\(extra.count) unexpected arguments: \(extra.joined(separator: ", "))"
            return .failure(failure(message, context))
        }
        let required = arguments.filter { $0.count == .one }
        if words.positionals.count < required.count {
            let missing = required[words.positionals.count]
            let given = zip(words.positionals, required).filter { $1.choices.isEmpty }
                .map { "'\($0)' is read as '<\($1.name)>'" }.joined(separator: ", ")
            return .failure(
                failure(
                    "Missing expected argument '<\(missing.name)>'" + (given.isEmpty ? "" : ": \(given)"), context))
        }
        return .run(
            ParsedArguments(
                path: path.dropFirst().map(\.name), positionals: words.positionals, values: words.values,
                flags: words.flags, context: context))
    }

    /// The error message for an argument that is not one of its choices, such as the name in front of its kind.
    private func noChoice(_ argument: Argument, _ word: String, of path: [Command], _ words: [String]) -> String {
        let command = path[path.count - 1]
        let message = "There is nothing called '\(word)' to \(command.name)"
        if let advice = command.otherNames[word] { return "\(message). \(advice)" }
        let isShort = words.count < command.arguments.count { $0.count == .one } && argument.choices.count == 1
        let choice = words.first(where: argument.choices.contains) ?? (isShort ? argument.choices[0] : nil)
        guard let choice, Suggestion.nearest(to: word, in: argument.choices) == nil else {
            return ParsedArguments.message(message, for: word, insteadOf: argument.choices)
        }
        let line = path.map(\.name) + [choice] + words.filter { $0 != choice }
        return "\(message). Did you mean '\(line.joined(separator: " "))'?"
    }

    /// The error message for a value that is not one of its option's choices; nil if all values are valid.
    private func invalidChoice(_ words: ScannedWords, _ context: UsageContext) -> String? {
        for option in context.options where !option.choices.isEmpty {
            for value in words.values[option.long] ?? [] where !option.choices.contains(value) {
                let advice =
                    Suggestion.question(for: value, in: option.choices)
                    ?? "Give one of \(option.choices.map { "'\($0)'" }.joined(separator: ", "))"
                return "The value '\(value)' is invalid for '\(option.synopsis)'. \(advice)"
            }
        }
        return nil
    }

    /// The message for an option before the name of the subcommand that it is for; nil for another problem.
    private func message(
        onEarly problem: ScanProblem, of path: [Command], _ options: [Option], before words: ArraySlice<String>
    ) -> String? {
        guard case .unknownOption(let name, _) = problem, var command = path.last, command.otherNames[name] == nil
        else { return nil }
        func option(of command: Command) -> Option? {
            command.options.first { name == "--\($0.long)" || $0.short.map { name == "-\($0)" } ?? false }
        }
        var names = path.map(\.name)
        func descend(_ isNext: (Command) -> Bool) {
            guard let next = command.subcommands.first(where: isNext) else { return }
            command = next
            names.append(next.name)
        }
        for word in words { descend { $0.name == word } }
        if option(of: command) == nil { descend { option(of: $0) != nil } }
        guard names.count > path.count else { return nil }
        guard let found = option(of: command) else {
            return message(problem, of: command, options: command.options + options)
        }
        return
            "Unknown option '\(name)'. Options follow the command: \(names.joined(separator: " ")) \(found.synopsis)"
    }

    private func message(_ problem: ScanProblem, of command: Command, options: [Option]) -> String {
        switch problem {
        case .unknownOption(let name, let suggestion):
            // Without the leading dashes, which would count as matching letters in the edit distance.
            let word = String(name.drop { $0 == "-" })
            if let advice = command.otherNames[word] { return "Unknown option '\(name)'. \(advice)" }
            if command.arguments.contains(where: { $0.name == word }) {
                return "Unknown option '\(name)'. Its value is written alone, after the command"
            }
            // `-o` and `--environment` are what other programs call `--output` and `--env`.
            let alike = options.map(\.long).filter { word.count == 1 ? $0.hasPrefix(word) : word.hasPrefix($0) }
            let near =
                suggestion ?? (name.hasPrefix("--") ? Suggestion.nearest(to: word, in: options.map(\.long)) : nil)
                ?? (alike.count == 1 ? alike[0] : nil)
            return "Unknown option '\(name)'" + (near.map { ". Did you mean '--\($0)'?" } ?? "")
        case .missingValue(let option):
            return "Missing value for '\(option.synopsis)'"
        case .unwantedValue(let option, let value):
            return "The option '\(option.synopsis)' takes no value, but was given '\(value)'"
        }
    }

    private func unknownSubcommand(_ words: ArraySlice<String>, of command: Command) -> String {
        let name = words.first ?? ""
        let message = "Unknown subcommand '\(name)'"
        if let advice = command.otherNames[name] { return "\(message). \(advice)" }
        if let question = Suggestion.question(for: name, in: command.subcommands.map(\.name)) {
            return "\(message). \(question)"
        }
        if command == program, name == Option.version.long { return "\(message). Did you mean '--\(name)'?" }
        // `page add` is the order of other programs.
        guard let other = words.dropFirst().first, let next = command.subcommands.first(where: { $0.name == other }),
            let kind = Suggestion.nearest(to: name, in: next.arguments.first?.choices ?? [])
        else { return message }
        return "\(message). Did you mean '\(command.name) \(other) \(kind)'?"
    }

    private func failure(_ message: String, _ context: UsageContext) -> CommandLineFailure {
        CommandLineFailure(message: message, usage: context.usage, command: context.command)
    }

    private func context(of path: [Command]) -> UsageContext {
        let command = path[path.count - 1]
        let name = path.map(\.name).joined(separator: " ")
        let common = path.count == 1 ? Option.ofProgram : [.help]
        let synopsis = command.synopsis
        return UsageContext(
            command: name, usage: synopsis.isEmpty ? name : "\(name) \(synopsis)", options: command.options + common)
    }
}
