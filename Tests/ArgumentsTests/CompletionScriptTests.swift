import Testing

@testable import Arguments

private let tool = Command(
    "my-tool", summary: "Do what a tool's for.",
    subcommands: [
        Command(
            "list", summary: "List [all].", arguments: [Argument("dir", .optional, help: "Where.")],
            options: [
                Option(long: "format", short: "f", value: "format", choices: ["text", "json"], help: "How: text."),
                Option(long: "key", value: "file", help: "A key."),
            ])
    ])

@Suite("Completions and manual pages")
struct CompletionScriptTests {
    private func generated(_ words: String...) -> String {
        guard case .output(let text) = CommandLineParser(tool, version: "1.2.3").parse(words) else { return "" }
        return text
    }

    @Test("bash completes subcommands, options, choices, files and folders")
    func bash() {
        #expect(
            generated("--generate-completion-script", "bash") == #"""
                # bash completion for my-tool
                _my_tool() {
                    local IFS=$'\n' word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
                    local path='my-tool' index
                    COMPREPLY=()
                    for ((index = 1; index < COMP_CWORD; index++)); do
                        case "$path ${COMP_WORDS[index]}" in
                        'my-tool list') path+=" ${COMP_WORDS[index]}" ;;
                        esac
                    done
                    case "$path $previous" in
                    'my-tool --generate-completion-script') COMPREPLY=($(compgen -W $'bash\nzsh\nfish' -- "$word")); return ;;
                    'my-tool list -f' | 'my-tool list --format') COMPREPLY=($(compgen -W $'text\njson' -- "$word")); return ;;
                    'my-tool list --key') COMPREPLY=($(compgen -f -- "$word")); return ;;
                    esac
                    case $path in
                    'my-tool')
                        COMPREPLY=($(compgen -W $'list\n--generate-completion-script\n--generate-manual\n--version\n-h\n--help' -- "$word"));
                        ;;
                    'my-tool list')
                        if [[ $word != -* ]]; then COMPREPLY=($(compgen -d -- "$word")); return; fi
                        COMPREPLY=($(compgen -W $'-f\n--format\n--key\n-h\n--help' -- "$word"));
                        ;;
                    esac
                }
                complete -o filenames -F _my_tool my-tool

                """#)
    }

    @Test("zsh has a function for each command, with its help")
    func zsh() {
        #expect(
            generated("--generate-completion-script", "zsh") == #"""
                #compdef my-tool
                # zsh completion for my-tool

                _my_tool() {
                    local context state state_descr line
                    typeset -A opt_args
                    _arguments -C \
                        '*--generate-completion-script=[Print completions for bash, zsh or fish.]:shell:(bash zsh fish)' \
                        '--generate-manual[Print the manual page.]' \
                        '--version[Show the version.]' \
                        '-h[Show help information.]' \
                        '--help[Show help information.]' \
                        '1: :->command' \
                        '*:: :->argument'
                    case $state in
                    command)
                        local -a commands=(
                            'list:List [all].'
                        )
                        _describe command commands ;;
                    argument)
                        case $line[1] in
                        list) _my_tool_list ;;
                        esac ;;
                    esac
                }

                _my_tool_list() {
                    _arguments -C \
                        '*-f=[How\: text.]:format:(text json)' \
                        '*--format=[How\: text.]:format:(text json)' \
                        '*--key=[A key.]:file:_files' \
                        '-h[Show help information.]' \
                        '--help[Show help information.]' \
                        '::dir:_files -/'
                }

                _my_tool "$@"

                """#)
    }

    @Test("fish asks for the words before the cursor")
    func fish() {
        let text = generated("--generate-completion-script", "fish")
        let condition = #"-n 'test (__my_tool_path) = "my-tool list"'"#
        for line in [
            #"complete -c my-tool -n 'test (__my_tool_path) = "my-tool"' -f -a list -d 'List [all].'"#,
            "complete -c my-tool \(condition) -f -a '(__fish_complete_directories)'",
            "complete -c my-tool \(condition) -s f -l format -r -f -a 'text json' -d 'How: text.'",
            "complete -c my-tool \(condition) -l key -r -F -d 'A key.'",
        ] {
            #expect(text.contains("\n\(line)\n"))
        }
    }

    @Test("The manual page has every command, and escapes the syntax of its macros")
    func manual() {
        #expect(
            generated("--generate-manual") == #"""
                .TH MY\-TOOL 1 "" "my\-tool 1.2.3"
                .SH NAME
                my\-tool \- do what a tool\(aqs for
                .SH SYNOPSIS
                .B my\-tool
                <subcommand>
                .SH OPTIONS
                .TP
                .B \-\-generate\-completion\-script <shell>
                Print completions for bash, zsh or fish.
                .TP
                .B \-\-generate\-manual
                Print the manual page.
                .TP
                .B \-\-version
                Show the version.
                .TP
                .B \-h, \-\-help
                Show help information.
                .SH COMMANDS
                .SS my\-tool list [\-\-format <format>] [\-\-key <file>] [<dir>]
                List [all].
                .TP
                .I <dir>
                Where.
                .TP
                .B \-f, \-\-format <format>
                How: text.
                .TP
                .B \-\-key <file>
                A key.
                .SH EXIT STATUS
                0 on success, 1 where the input is at fault, 64 where the command line is.

                """#)
    }
}
