#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agents/beyond/logic_text.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/explain/contrast.h"
#include "app/explain/explanation_text.h"
#include "app/sessions/seat.h"
#include "app/terminal/screen.h"
#include "board/text_lines.h"
#include "players/level/player_level.h"
#include "players/player_kinds.h"

/* A person at the table. */
typedef struct {
    Seat *seat; /* of the other player */
    Engines *engines;
    int person;            /* the side the person plays */
    GPtrArray *decisions;  /* of Explanation: those of the player, the latest last */
    bool player_has_ended; /* the game, without a move */
    bool is_interrupted;   /* some game ended as the player could not be asked */
    bool leaving;
} Table;

static void table_clear(Table *table)
{
    g_clear_pointer(&table->seat, seat_free);
    g_clear_pointer(&table->engines, engines_free);
    g_clear_pointer(&table->decisions, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Table, table_clear)

static bool table_is_over(const Table *table)
{
    return table->player_has_ended ||
           game_line_outcome(table->seat->line).termination != TERMINATION_NONE;
}

static void show_board(Table *table)
{
    const Game *game = table->seat->line->game;
    g_autofree char *board = game->draw(&table->seat->line->state, command_begin_color());

    printf("\n%s\n", board);
    if (!table_is_over(table))
        printf("%s to move\n", game->side_name[game_line_turn(table->seat->line)]);
}

static void show_text(Table *table)
{
    g_autofree char *text = table->seat->line->game->write_state(&table->seat->line->state);

    puts(text);
}

static void show_moves(Table *table)
{
    const Game *game = table->seat->line->game;
    Move moves[GAME_MAX_MOVES];
    const int count = table_is_over(table) ? 0 : game->moves(&table->seat->line->state, moves);

    if (count == 0)
        puts("The game is over.");
    for (int i = 0; i < count; i++)
        printf("%s%s", game_move_text(game, &table->seat->line->state, moves[i]).text,
               i + 1 < count ? " " : "\n");
}

static void show_choice(const Table *table, const Choice *choice)
{
    const GameLine *line = table->seat->line;
    const char *side = line->game->side_name[game_line_turn(line)];

    switch (choice->kind) {
    case CHOICE_MOVE:
        printf("%s plays %s\n", side, game_move_text(line->game, &line->state, choice->move).text);
        if (choice->reason != NULL)
            printf("An external agent program %s; the built-in agents answered.\n", choice->reason);
        return;
    case CHOICE_RESIGNATION:
        printf("%s resigns\n", side);
        return;
    case CHOICE_DRAW_CLAIM:
        printf("%s claims a draw, and the claim is valid\n", side);
        return;
    case CHOICE_FAILURE:
        printf("%s forfeits the game: the player %s\n", side, choice->reason);
        return;
    case CHOICE_INTERRUPTION:
        printf("The game ends without a result: %s\n", choice->reason);
        return;
    }
}

static void free_decision(void *decision)
{
    explanation_clear(decision);
    g_free(decision);
}

/* The last decision of the player, or NULL. */
static const Explanation *last_decision(const Table *table)
{
    const GPtrArray *decisions = table->decisions;

    return decisions->len > 0 ? decisions->pdata[decisions->len - 1] : NULL;
}

/* Forgets the decisions after the first @plies plies: they were taken back. */
static void forget_decisions(Table *table, int plies)
{
    while (last_decision(table) != NULL && last_decision(table)->line->plies >= plies)
        g_ptr_array_set_size(table->decisions, (int)table->decisions->len - 1);
}

/* Lets the player move until it is the person's turn or the game is over. */
static void let_player_move(Table *table)
{
    while (!table_is_over(table) && game_line_turn(table->seat->line) != table->person) {
        const PlayerCall call = seat_call(table->seat, &table->seat->random);
        Explanation *decision = g_new0(Explanation, 1);
        const Choice choice = explanation_receive(table->seat->player, &call, decision);
        g_ptr_array_add(table->decisions, decision);
        show_choice(table, &choice);
        if (choice.kind == CHOICE_MOVE)
            game_line_play(table->seat->line, choice.move);
        else
            table->player_has_ended = true;
        table->is_interrupted |= choice.kind == CHOICE_INTERRUPTION;
    }
    show_board(table);
    memories_write_idle(table->seat->memories);
    if (table_is_over(table) && !table->player_has_ended) /* else it has been said */
        print_outcome(table->seat->line);
}

/* A look at the player's mind: its own chance is not touched. */
static void show_hint(Table *table)
{
    const GameLine *line = table->seat->line;
    Choice choice;

    if (table_is_over(table)) {
        puts("The game is over.");
        return;
    }
    choice = seat_hint(table->seat);
    if (choice.kind != CHOICE_MOVE) {
        puts("The other player has no move to suggest.");
        return;
    }
    puts(game_move_text(line->game, &line->state, choice.move).text);
}

/* The player's thoughts about its last move; NULL: none were given, which is printed then. */
static const Explanation *last_thoughts(const Table *table)
{
    const Explanation *explanation = last_decision(table);

    if (explanation == NULL)
        puts("There is nothing to show, because the other player has not moved yet.");
    else if (!explanation_tells(explanation))
        printf("There is nothing to show, because %s does not explain its decisions.\n",
               explanation->player);
    else
        return explanation;
    return NULL;
}

static void show_why(Table *table)
{
    const ExplanationForm form = {.without_board = true};
    const Explanation *explanation = last_thoughts(table);
    g_autofree char *text = NULL;

    if (explanation == NULL)
        return;
    text = explanation_to_text(explanation, &form);
    screen_print(text);
}

static void show_messages(Table *table)
{
    const Explanation *explanation = last_thoughts(table);
    g_autofree char *text = NULL;

    if (explanation == NULL)
        return;
    text = explanation_messages_to_text(explanation);
    if (*text == '\0')
        printf("There are no messages, because %s has no agents.\n", explanation->player);
    screen_print(text);
}

/* Why the player did not play the move that @text names. */
static void show_why_not(Table *table, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_auto(Contrast) contrast = {0};
    g_autofree char *told = NULL;
    const Explanation *decision = last_thoughts(table);
    g_autoptr(Player) player = NULL;
    Move move;

    if (decision == NULL)
        return;
    if (!decision->game->parse_move(decision->state, text, &move, &error)) {
        printf("%s (in the position before the other player's last move)\n", error->message);
        return;
    }
    player = player_new(decision->player, table->engines, NULL);
    g_assert(player != NULL); /* it describes itself */
    contrast_make(player, decision, move, &contrast);
    told = contrast_to_text(&contrast);
    screen_print(told);
}

/* Takes moves back until the person is to move again, one move of theirs earlier. */
static void undo_move(Table *table)
{
    const GameLine *line = table->seat->line;
    GameState state = line->first;
    int keep = -1;

    for (int i = 0; i < line->plies; i++) {
        if (line->game->turn(&state) == table->person)
            keep = i;
        line->game->play(&state, line->moves[i]);
    }
    if (keep < 0) {
        puts("You have no move to take back.");
        return;
    }
    forget_decisions(table, keep);
    table->player_has_ended = false;
    seat_take_back(table->seat, line->plies - keep);
    show_board(table);
}

static void begin_game(Table *table)
{
    forget_decisions(table, 0);
    table->player_has_ended = false;
    seat_begin_game(table->seat, &table->seat->line->first);
    let_player_move(table);
}

static void leave_table(Table *table)
{
    table->leaving = true;
}

#define LEVEL_WORD "level"
#define WHY_WORD "why"

static void show_help(Table *table);

typedef struct {
    const char *name;
    const char *summary;
    void (*obey)(Table *table);
} Word;

static const Word WORDS[] = {
    {"board", "show the board", show_board},
    {"moves", "list your legal moves", show_moves},
    {"hint", "show the move that the other player would play in your place", show_hint},
    {WHY_WORD, "explain the other player's last move, with the messages before it", show_why},
    {"messages", "show every message before the other player's last move", show_messages},
    {"undo", "take back your last move", undo_move},
    {"fen", "show the position as text", show_text},
    {"new", "begin a new game from the position in which this game began", begin_game},
    {"help", "show this list", show_help},
    {"quit", "end the program", leave_table},
};

static void show_help(Table *table)
{
    g_autoptr(GString) text = g_string_new(NULL);

    g_string_append_printf(text, "  %-14s  play this move\n",
                           table->seat->line->game->move_examples);
    for (size_t i = 0; i < G_N_ELEMENTS(WORDS); i++)
        g_string_append_printf(text, "  %-14s  %s\n", WORDS[i].name, WORDS[i].summary);
    g_string_append(text,
                    "  why MOVE        explain why the other player did not play MOVE\n  level "
                    "N         let the other player use level N from now on\n  +LOGIC -LOGIC "
                    "  switch a logic on or off, such as -defence-request\n");
    screen_print(text->str);
}

/* Which of the words @typed, no move, was meant to be, to end a sentence with. Owner: the caller.
 */
static char *ask_for_word(const char *typed)
{
    Nearest nearest = nearest_to(typed, -1);

    for (size_t i = 0; i < G_N_ELEMENTS(WORDS); i++)
        nearest_try(&nearest, WORDS[i].name);
    nearest_try(&nearest, LEVEL_WORD);
    return nearest_question(&nearest);
}

static void play_move(Table *table, const char *word)
{
    g_autoptr(GError) error = NULL;
    Move move;

    if (table_is_over(table)) {
        puts("The game is over. Use 'new' to begin another game, 'undo' to take back a move, or "
             "'quit' to end the program.");
        return;
    }
    if (!table->seat->line->game->parse_move(&table->seat->line->state, word, &move, &error)) {
        g_autofree char *question = ask_for_word(word);
        printf("%s ('help' lists the commands)%s\n", error->message, question);
        return;
    }
    game_line_play(table->seat->line, move);
    let_player_move(table);
}

/* Behind "level " or "level:", or NULL. */
static const char *behind_level(const char *word)
{
    const size_t length = strlen(LEVEL_WORD);

    if (!g_str_has_prefix(word, LEVEL_WORD) || strchr(" :", word[length]) == NULL)
        return NULL;
    return word + length + strspn(word + length, " :");
}

/* "level 5", also with changes behind it, "+LOGIC" or "-LOGIC": from its next move on the other
 * player thinks with other logics. */
static void change_logics(Table *table, const char *word)
{
    const LogicSet *now = player_level_logics(table->seat->player);
    g_autoptr(GError) error = NULL;
    g_autofree char *level = NULL, *text = NULL, *name = NULL;

    if (now == NULL) {
        puts("The other player is not a level and has no logics to change.");
        return;
    }
    level = logic_set_format(now);
    text = behind_level(word) != NULL ? g_strconcat("level:", behind_level(word), NULL)
                                      : g_strconcat("level:", level, word, NULL);
    if (!seat_set_option(table->seat, SEAT_OPTION_PLAYER, text, &error)) {
        puts(error->message);
        return;
    }
    name = player_describe(table->seat->player);
    printf("The other player is %s now.\n", name);
}

static void run_command(Table *table, const char *word)
{
    if (behind_level(word) != NULL || *word == '+' || *word == '-') {
        change_logics(table, word);
        return;
    }
    if (g_str_has_prefix(word, WHY_WORD " ")) {
        show_why_not(table, word + strlen(WHY_WORD) + strspn(word + strlen(WHY_WORD), " "));
        return;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(WORDS); i++)
        if (g_str_equal(WORDS[i].name, word)) {
            WORDS[i].obey(table);
            return;
        }
    play_move(table, word);
}

static void print_prompt(const Table *table)
{
    if (isatty(STDIN_FILENO) && !table->leaving)
        fputs("> ", stdout);
    fflush(stdout);
}

static bool handle_line(void *data, const char *line)
{
    Table *table = data;
    g_autofree char *word = g_strstrip(g_strdup(line));

    if (*word != '\0')
        run_command(table, word);
    print_prompt(table);
    return !table->leaving;
}

/* Which side @text names; "white" is as good as "White". */
static bool read_side(const Game *game, const char *text, int *out_side, GError **error)
{
    Nearest nearest = nearest_to(text != NULL ? text : "", -1);
    g_autofree char *question = NULL;

    for (int side = 0; side < game->sides; side++) {
        if (text == NULL || g_ascii_strcasecmp(game->side_name[side], text) == 0) {
            *out_side = side;
            return true;
        }
        nearest_try(&nearest, game->side_name[side]);
    }
    question = nearest_question(&nearest);
    return experiments_fail_usage(error, "--side is '%s', not a side in %s%s", text, game->name,
                                  question);
}

/* A table for the game and the player asked for. */
static bool table_open(Table *table, const PositionOption *position, const char *player,
                       const char *side, uint64_t seed, GError **error)
{
    const DrawRules rules = {
        .fifty_moves = true,
        .repetition = true,
        .insufficient_material = INSUFFICIENT_MATERIAL_FIDE,
    };
    g_autoptr(GameLine) line = position_option_read(position, NULL, error);

    if (line == NULL || !read_side(line->game, side, &table->person, error))
        return false;
    line->rules = rules;
    table->seat = seat_new(player, table->engines, g_steal_pointer(&line), seed, error);
    table->decisions = g_ptr_array_new_with_free_func(free_decision);
    return table->seat != NULL;
}

int command_play(const Command *command, int argc, char **argv, GError **error)
{
    g_auto(Table) table = {0};
    uint64_t seed = 1;
    PositionOption position = {0};
    const char *player = "level:7", *side = NULL;
    int status;
    g_autofree char **engines = NULL;
    const Option entries[] = {
        {"player", 'p', "PLAYER", "The other player (level:7)", .text = &player},
        {"side", 0, "SIDE", "The side you play (White or Blue)", .text = &side},
        POSITION_OPTIONS(&position),
        {"seed", 0, "N", "Seed of the random draws (1)", .number = &seed, .max = UINT64_MAX},
        ENGINE_OPTION(&engines),
        {NULL},
    };

    command_parse(command, entries, &argc, argv);
    table.engines = engine_option_read(engines, NULL, error);
    if (table.engines == NULL || !table_open(&table, &position, player, side, seed, error))
        return STATUS_USAGE;
    puts("'help' lists the commands.");
    let_player_move(&table);
    print_prompt(&table);
    status = session_converse(handle_line, &table);
    return table.is_interrupted ? STATUS_FAILURE : status;
}
