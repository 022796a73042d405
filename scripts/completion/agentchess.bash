# Completion of agentchess in Bash: the program itself prints what can come next.
_agentchess() {
    local line=${COMP_LINE:0:COMP_POINT}
    local -a words
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=('')
    local word=${words[-1]}
    local IFS=$'\n'
    COMPREPLY=($(agentchess --complete "${words[@]:1}" 2>/dev/null | cut -f1 | grep -F -- "$word"))
    local -a fitting=()
    local candidate
    for candidate in "${COMPREPLY[@]}"; do
        [[ $candidate == "$word"* ]] && fitting+=("$candidate")
    done
    # Bash breaks words at = and :, and wants only what follows the last of them.
    local kept=${word%"${word##*[=:]}"}
    COMPREPLY=("${fitting[@]#"$kept"}")
    if ((${#COMPREPLY[@]} == 0)); then
        compopt -o default
    elif [[ ${COMPREPLY[0]} == *[=:] || $word == *level:* ]]; then
        compopt -o nospace
    fi
}
complete -F _agentchess agentchess
