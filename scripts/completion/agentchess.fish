# Completion of agentchess in fish: the script "complete" prints what can come next.
function __agentchess_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l folder (dirname (realpath (command -s agentchess)))
    set -l answers ($folder/../share/agentchess/scripts/complete $words[2..-1] "$word" 2>/dev/null)
    if test (count $answers) -eq 0
        __fish_complete_path "$word"
    else
        printf '%s\n' $answers
    end
end
complete -c agentchess -f -a '(__agentchess_complete)'
