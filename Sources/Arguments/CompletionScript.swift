/// A shell that completion scripts are written for.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}

/// What a shell needs to complete a program's command lines, from the table of commands.
struct CompletionScript {
    /// A command with the words that lead to it: `latchkey links lint`.
    struct Place {
        var path: String
        var command: Command
        var options: [Option]
    }

    /// What a shell proposes for a value.
    enum Values {
        case words([String])
        case files
        case folders
        case none
    }

    let program: String
    let shell: Shell
    /// The program and all that is below it, parents first.
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

    /// A value's name says what it is: `<dir>`, `<file>`.
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

    /// A text between single quotes, as each of the three shells reads it.
    func quoted(_ text: String) -> String {
        let escaped = text.map { character in
            guard character == "'" else { return String(character) }
            return shell == .fish ? "\\'" : "'\\''"
        }
        return "'\(escaped.joined())'"
    }
}
