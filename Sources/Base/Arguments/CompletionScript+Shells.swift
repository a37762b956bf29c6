extension CompletionScript {
    /// One function that follows the words before the cursor to the subcommand and completes what is valid there.
    var bash: [String] {
        let below = places.dropFirst().map { quoted($0.path) }.joined(separator: " | ")
        var lines = [
            "# bash completion for \(program)",
            "_\(identifier(program))() {",
            "    local IFS=$'\\n' word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}",
            "    local path=\(quoted(program)) index",
            "    COMPREPLY=()",
        ]
        if !below.isEmpty {
            lines += [
                "    for ((index = 1; index < COMP_CWORD; index++)); do",
                "        case \"$path ${COMP_WORDS[index]}\" in",
                "        \(below)) path+=\" ${COMP_WORDS[index]}\" ;;", "        esac", "    done",
            ]
        }
        lines.append("    case \"$path $previous\" in")
        for place in places {
            for option in place.options where option.value != nil {
                let patterns = names(option).map { quoted("\(place.path) \($0)") }.joined(separator: " | ")
                lines.append("    \(patterns)) \(bashReply(Self.values(option))) return ;;")
            }
        }
        lines += ["    esac", "    case $path in"]
        for place in places {
            let words = place.command.subcommands.map(\.name) + place.options.flatMap(names)
            lines.append("    \(quoted(place.path)))")
            if let argument = place.command.arguments.last {
                lines.append(
                    "        if [[ $word != -* ]]; then \(bashReply(Self.values(named: argument.name))) return; fi")
            }
            lines.append("        \(bashReply(.words(words)))")
            lines.append("        ;;")
        }
        return lines + ["    esac", "}", "complete -o filenames -F _\(identifier(program)) \(program)"]
    }

    private func bashReply(_ values: Values) -> String {
        switch values {
        case .words(let words):
            "COMPREPLY=($(compgen -W \(quoted(words.joined(separator: "\n")).replacingLineFeeds) -- \"$word\"));"
        case .files: "COMPREPLY=($(compgen -f -- \"$word\"));"
        case .folders: "COMPREPLY=($(compgen -d -- \"$word\"));"
        case .none: "COMPREPLY=();"
        }
    }

    /// One function per command, each with its `_arguments` specifications.
    var zsh: [String] {
        var lines = ["#compdef \(program)", "# zsh completion for \(program)"]
        for place in places {
            var specifications = place.options.flatMap(zshSpecification)
            let subcommands = place.command.subcommands
            if subcommands.isEmpty {
                for argument in place.command.arguments {
                    let prefix = argument.count == .many ? "*" : argument.count == .optional ? ":" : ""
                    specifications.append(
                        quoted("\(prefix):\(argument.name):\(zshAction(Self.values(named: argument.name)))"))
                }
            } else {
                specifications += ["'1: :->command'", "'*:: :->argument'"]
            }
            lines += ["", "_\(identifier(place.path))() {"]
            if !subcommands.isEmpty {
                lines += ["    local context state state_descr line", "    typeset -A opt_args"]
            }
            lines.append("    _arguments -C \\")
            lines +=
                specifications.dropLast().map { "        \($0) \\" } + specifications.suffix(1).map { "        \($0)" }
            if !subcommands.isEmpty {
                lines += ["    case $state in", "    command)", "        local -a commands=("]
                lines += subcommands.map { "            \(quoted("\($0.name):\($0.summary)"))" }
                lines += [
                    "        )", "        _describe command commands ;;", "    argument)", "        case $line[1] in",
                ]
                lines += subcommands.map { "        \($0.name)) _\(identifier("\(place.path) \($0.name)")) ;;" }
                lines += ["        esac ;;", "    esac"]
            }
            lines.append("}")
        }
        return lines + ["", "_\(identifier(program)) \"$@\""]
    }

    private func zshSpecification(_ option: Option) -> [String] {
        let help = option.help.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        return names(option).map { name in
            guard let value = option.value else { return quoted("\(name)[\(help)]") }
            let label = value.map { $0 == ":" ? "\\:" : String($0) }.joined()
            return quoted("*\(name)=[\(help)]:\(label):\(zshAction(Self.values(option)))")
        }
    }

    private func zshAction(_ values: Values) -> String {
        switch values {
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        case .folders: "_files -/"
        case .none: " "
        }
    }

    /// One `complete` line per word, on the condition that the words before it lead to its command.
    var fish: [String] {
        let function = "__\(identifier(program))_path"
        var lines = [
            "# fish completion for \(program)", "function \(function)", "    set -l path \(quoted(program))",
            "    for word in (commandline -opc)[2..-1]", "        switch \"$path $word\"",
        ]
        if places.count > 1 {
            lines.append("            case " + places.dropFirst().map { quoted($0.path) }.joined(separator: " "))
            lines.append("                set path \"$path $word\"")
        }
        lines += ["        end", "    end", "    echo $path", "end"]
        for place in places {
            let condition = "complete -c \(program) -n \(quoted("test (\(function)) = \"\(place.path)\""))"
            for each in place.command.subcommands {
                lines.append("\(condition) -f -a \(each.name) -d \(quoted(each.summary))")
            }
            if let argument = place.command.arguments.last {
                lines.append("\(condition) \(fishValues(Self.values(named: argument.name)))")
            }
            for option in place.options {
                let short = option.short.map { " -s \($0)" } ?? ""
                let values = option.value == nil ? "-f" : "-r \(fishValues(Self.values(option)))"
                lines.append("\(condition)\(short) -l \(option.long) \(values) -d \(quoted(option.help))")
            }
        }
        return lines
    }

    private func fishValues(_ values: Values) -> String {
        switch values {
        case .words(let words): "-f -a \(quoted(words.joined(separator: " ")))"
        case .files: "-F"
        case .folders: "-f -a '(__fish_complete_directories)'"
        case .none: "-f"
        }
    }

    private func names(_ option: Option) -> [String] {
        (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
    }

    /// The name of a shell function.
    private func identifier(_ path: String) -> String {
        String(path.map { $0 == " " || $0 == "-" ? "_" : $0 })
    }
}

extension String {
    /// The text as an ANSI-C quoted word (`$'…'`), with line feeds written as `\n`; it is already in single quotes.
    fileprivate var replacingLineFeeds: String { "$" + map { $0 == "\n" ? "\\n" : String($0) }.joined() }
}
