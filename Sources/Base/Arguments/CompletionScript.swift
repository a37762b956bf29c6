/// A shell that completion scripts are written for.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}

/// The completion script of a program, generated from its table of commands.
struct CompletionScript {
    /// A command with the words that select it: `latchkey links lint`.
    struct Place {
        var path: String
        var command: Command
        var options: [Option]
    }

    enum Values {
        case words([String])
        case files
        case folders
        case none
    }

    let program: String
    let shell: Shell
    /// The program and all its subcommands, parents first.
    let places: [Place]

    init(of program: Command, for shell: Shell) {
        self.program = program.name
        self.shell = shell
        var places: [Place] = []
        func visit(_ command: Command, _ path: String) {
            let common = places.isEmpty ? Option.ofProgram : [.help]
            places.append(Place(path: path, command: command, options: command.options + common))
            for each in command.subcommands { visit(each, "\(path) \(each.name)") }
        }
        visit(program, program.name)
        self.places = places
    }

    /// The script; every line ends in LF.
    var text: String {
        let lines =
            switch shell {
            case .bash: bash
            case .zsh: zsh
            case .fish: fish
            }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The completions of an option's value, chosen by its choices or by its placeholder: `<dir>`, `<file>`.
    static func values(_ option: Option) -> Values {
        option.choices.isEmpty ? values(named: option.value ?? "") : .words(option.choices)
    }

    static func values(named name: String) -> Values {
        switch name {
        case "dir", "site", "release": .folders
        case "file", "path": .files
        default: .none
        }
    }

    /// A text in single quotes, escaped for the shell.
    func quoted(_ text: String) -> String {
        let escaped = text.map { character in
            guard character == "'" else { return String(character) }
            return shell == .fish ? "\\'" : "'\\''"
        }
        return "'\(escaped.joined())'"
    }
}
