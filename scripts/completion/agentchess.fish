# Completion of agentchess in fish: the program itself says what can stand next.
function __agentchess_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l answers (agentchess --complete $words[2..-1] 2>/dev/null)
    if test (count $answers) -eq 0
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $answers
    end
end
complete -c agentchess -f -a '(__agentchess_complete)'
