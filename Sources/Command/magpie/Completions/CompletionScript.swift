extension Completions.Shell {
    /// The script, which hands over the words of a line and shows the answer of ``CompletionProcess``.
    var script: String {
        let heading = "# Completions of magpie in \(rawValue), made by 'magpie completions \(rawValue)'."
        return switch self {
        case .bash: heading + "\n" + Self.bashScript
        case .zsh: "#compdef magpie\n" + heading + "\n" + Self.zshScript
        case .fish: heading + "\n" + Self.fishScript
        }
    }

    /// For bash 3.2 and later. Readline completes the names of files, with its own rules for quotes and blanks.
    private static let bashScript = #"""
        _magpie() {
            local kind= line
            COMPREPLY=()
            while IFS= read -r line; do
                if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("$line"); fi
            done < <("${1/#\~/$HOME}" __complete bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
            case $kind in
                files) ;;
                folders) compopt +o default -o dirnames 2>/dev/null ;;
                *) compopt +o default 2>/dev/null ;;
            esac
            case ${COMPREPLY[0]} in *[:=,]) compopt -o nospace 2>/dev/null ;; esac
        }
        complete -o default -F _magpie magpie

        """#

    /// To be loaded with `source`, or as a file of `$fpath`.
    private static let zshScript = #"""
        _magpie() {
            local line word
            local -a program lines head begun whole
            program=(${~${(Q)words[1]}})
            lines=("${(@f)$(command ${program[1]:-magpie} __complete words "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
            head=("${(@ps:\t:)lines[1]}")
            for line in "${(@)lines[2,-1]}"; do
                word=${line%%$'\t'*}
                line=${word//:/\\:}${${line#*$'\t'}:+:${line#*$'\t'}}
                if [[ $word == *[:=,] ]]; then begun+=("$line"); else whole+=("$line"); fi
            done
            (( $#whole )) && _describe -t words word whole
            (( $#begun )) && _describe -t words word begun -S ''
            [[ -n $head[2] ]] && compset -P "${(b)head[2]}"
            case $head[1] in
                files) _files ;;
                folders) _files -/ ;;
            esac
        }

        if [[ $funcstack[1] == _magpie ]]; then
            _magpie "$@"
        else
            compdef _magpie magpie
        fi

        """#

    private static let fishScript = #"""
        function __magpie_complete
            set -l words (commandline -opc)
            set -l word (commandline -ct | string trim -l -c '\'"' | string unescape -n)
            set -l lines ($words[1] __complete words $words[2..-1] "$word" 2>/dev/null)
            set -l head (string split \t -- $lines[1])
            set -l rest (string sub -s (math (string length -- "$head[2]") + 1) -- "$word")
            switch $head[1]
                case files
                    string replace -r -- '^' "$head[2]" (__fish_complete_path "$rest")
                case folders
                    string replace -r -- '^' "$head[2]" (__fish_complete_directories "$rest" '')
            end
            set -e lines[1]
            printf '%s\n' $lines
        end
        complete -c magpie -f -a '(__magpie_complete)'

        """#
}
