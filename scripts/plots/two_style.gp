# What pictures of two runs share: what they are called, and the last line of captions.

load 'labels.gp'
load 'second_run.gp'
run_numbers = sprintf(': %d a pairing, seed %d', BLOCK_pairing_games[1], BLOCK_seed[1])
second_numbers = sprintf(': %d a pairing, seed %d', SECOND_BLOCK_pairing_games[1], \
    SECOND_BLOCK_seed[1])
# A name has half of the room, and what the other one leaves.
room(letters, other) = letters - strlen(other) > letters / 2 ? letters - strlen(other) : letters / 2
run_names(letters) = 'Runs '.short(LABEL, room(letters, SECOND_LABEL)).run_numbers.'; '. \
    short(SECOND_LABEL, room(letters, LABEL)).second_numbers.'.'
names_of(letters) = run_names(letters < 8 ? 8 : letters)
run_text(letters) = names_of(letters - 8 - strlen(run_numbers) - strlen(second_numbers))
array LEGEND[2] = [LABEL, SECOND_LABEL]
array LEGEND_STYLE[2] = [1, 2]
legends = 2
legend_boxes = 0
