# Completion of agentchess in Bash: the script "complete" prints what can come next.
_agentchess() {
    local line=${COMP_LINE:0:COMP_POINT}
    local -a words
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=('')
    local word=${words[-1]}
    local folder
    folder=$(dirname "$(readlink -f "$(command -v agentchess)")")
    local IFS=$'\n'
    COMPREPLY=($("$folder/../share/agentchess/scripts/complete" "${words[@]:1}" 2>/dev/null | cut -f1))
    # Bash breaks words at = and :, and wants only what follows the last of them.
    local kept=${word%"${word##*[=:]}"}
    COMPREPLY=("${COMPREPLY[@]#"$kept"}")
    if ((${#COMPREPLY[@]} == 0)); then
        compopt -o default
    elif [[ ${COMPREPLY[0]} == *[=:] || $word == *level:* ]]; then
        compopt -o nospace
    fi
}
complete -F _agentchess agentchess
