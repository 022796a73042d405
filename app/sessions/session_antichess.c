#include "app/sessions/session_antichess.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/sessions/seat.h"
#include "board/antichess_file.h"
#include "board/text_lines.h"
#include "experiments/tools/text_file.h"

struct AntichessSession {
    AntichessSessionOptions options;
    Seat *seat; /* of the computer; the game is that below */
    bool is_computer[COLOR_COUNT];
    AntichessGame *game; /* NULL: there was none yet */
    Move next;           /* what GetNextMove has answered; MOVE_NONE: nothing this turn */
    bool leaving;
};

AntichessSession *antichess_session_new(const AntichessSessionOptions *options, GError **error)
{
    Seat *seat = seat_new(options->player, NULL, game_line_new(&GAME_ANTICHESS, &(DrawRules){0}),
                          options->seed, error);
    AntichessSession *session;

    if (seat == NULL)
        return NULL;
    session = g_new0(AntichessSession, 1);
    session->options = *options;
    session->seat = seat;
    return session;
}

void antichess_session_free(AntichessSession *session)
{
    seat_free(session->seat);
    g_clear_pointer(&session->game, antichess_game_free);
    g_free(session);
}

/* When a command may be given. */
typedef enum { PHASE_BEGINNING = 1, PHASE_GAME = 2, PHASE_OVER = 4 } Phase;

static Phase phase_of(const AntichessSession *session)
{
    if (session->game == NULL)
        return PHASE_BEGINNING;
    return antichess_game_outcome(session->game).termination == TERMINATION_NONE ? PHASE_GAME
                                                                                 : PHASE_OVER;
}

static int turn_of(const AntichessSession *session)
{
    return game_line_turn(session->game->line);
}

static void send_line(const AntichessSession *session, const char *line)
{
    session_send(&session->options.replies, "%s", line);
}

/* The answer to arguments that are wrong. */
#define INPUT_ERROR "Input error"

/* Says each line of @text, which ends with a line end. */
static void say_lines(const AntichessSession *session, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; line[1] != NULL; line++)
        send_line(session, *line);
}

static void say_move(const AntichessSession *session, Move move)
{
    char text[ANTICHESS_MOVE_TEXT_SIZE];

    antichess_format_move(move, text);
    send_line(session, text);
}

static void announce_end(const AntichessSession *session)
{
    const GameOutcome outcome = antichess_game_outcome(session->game);

    if (outcome.termination != TERMINATION_NONE)
        session_send(&session->options.replies, "%s Player has won",
                     outcome.winner == GAME_NOBODY ? "Neither"
                                                   : GAME_ANTICHESS.side_name[outcome.winner]);
}

static void play_move(AntichessSession *session, Move move)
{
    antichess_game_play(session->game, move);
    session->next = MOVE_NONE;
    announce_end(session);
}

static void begin_game(AntichessSession *session, AntichessGame *game)
{
    if (session->game != NULL) /* the seat has begun the first one */
        seat_begin_game(session->seat, NULL);
    g_clear_pointer(&session->game, antichess_game_free);
    session->game = game;
    session->next = MOVE_NONE;
}

#define MOST_MS 9e15 /* that a double holds exactly */

static bool read_time(const char *text, int64_t *out_ms)
{
    guint64 ms;
    char *end;

    if (text[strspn(text, "0123456789.")] == '\0' && strchr(text, '.') != NULL) {
        const double part_ms = g_ascii_strtod(text, &end);
        *out_ms = (int64_t)ceil(MIN(part_ms, MOST_MS)); /* 0 is no clock, so 0.5 is 1 */
        return end != text && *end == '\0';
    }
    if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXINT64, &ms, NULL))
        return false;
    *out_ms = (int64_t)ms;
    return true;
}

/* Whether @text has the standard move format. */
static bool is_move(const char *text)
{
    return g_regex_match_simple("^[a-h][1-8]-[a-h][1-8]$", text,
                                G_REGEX_RAW | G_REGEX_DOLLAR_ENDONLY, 0);
}

static bool read_who(const char *text, bool *out_is_computer)
{
    *out_is_computer = g_str_equal(text, "computer");
    return *out_is_computer || g_str_equal(text, "human");
}

static const char *start_new_game(AntichessSession *session, char *const *arguments)
{
    bool is_computer[COLOR_COUNT];
    int64_t clock_ms[COLOR_COUNT];

    for (int side = COLOR_WHITE; side <= COLOR_BLACK; side++)
        if (!read_who(arguments[2 * side], &is_computer[side]) ||
            !read_time(arguments[2 * side + 1], &clock_ms[side]))
            return INPUT_ERROR;
    memcpy(session->is_computer, is_computer, sizeof(is_computer));
    begin_game(session, antichess_game_new(clock_ms[COLOR_WHITE], clock_ms[COLOR_BLACK]));
    return "New game started";
}

/* Devices and folders are neither read nor replaced. */
static bool check_file(const AntichessSession *session, const char *path)
{
    if (!g_file_test(path, G_FILE_TEST_EXISTS) || g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return true;
    session_send(&session->options.complaints, "'%s' is not a regular file", path);
    return false;
}

/* The format has clocks of both sides or none. */
static void tell_lost_clock(const AntichessSession *session)
{
    const bool white = antichess_game_has_clock(session->game, COLOR_WHITE);

    if (white != antichess_game_has_clock(session->game, COLOR_BLACK))
        session_send(&session->options.complaints,
                     "the game is saved without clocks, because only %s has one",
                     white ? "White" : "Black");
}

static const char *save_game(AntichessSession *session, char *const *arguments)
{
    g_autofree char *text = antichess_file_format(session->game);
    g_autoptr(GError) error = NULL;

    if (!check_file(session, arguments[0]))
        return INPUT_ERROR;
    if (g_file_set_contents(arguments[0], text, -1, &error)) {
        tell_lost_clock(session);
        return "Game saved";
    }
    session_send(&session->options.complaints, "%s", error->message);
    return INPUT_ERROR;
}

/* The game in the file @path; NULL after a complaint. Owner: the caller. */
static AntichessGame *read_game(const AntichessSession *session, const char *path)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    AntichessGame *game = NULL;
    size_t length;

    if (!check_file(session, path))
        return NULL;
    if ((text = text_file_read(path, &length, &error)) == NULL)
        session_send(&session->options.complaints, "%s", error->message);
    else if ((game = antichess_file_parse(text, length, &error)) == NULL)
        session_send(&session->options.complaints, "%s: %s", path, error->message);
    return game;
}

static const char *load_game(AntichessSession *session, char *const *arguments)
{
    AntichessGame *game = read_game(session, arguments[0]);

    if (game == NULL)
        return "Corrupt file";
    begin_game(session, game);
    send_line(session, "Game loaded");
    announce_end(session);
    return NULL;
}

/* Lets the computer decide, on its clock. */
static void decide_move(AntichessSession *session)
{
    const SessionClock *clock = &session->options.clock;
    const int64_t begin_ms = clock->now_ms(clock->data);
    const int side = turn_of(session);
    const ThinkingLimits limits = {.clock_ms = antichess_game_has_clock(session->game, side)
                                                   ? MAX(session->game->left_ms[side], 1)
                                                   : 0};
    PlayerCall call = seat_call(session->seat, &session->seat->random);
    g_autofree char *failure = NULL;
    Choice choice;

    call.line = session->game->line;
    call.limits = &limits;
    choice = player_choose(session->seat->player, &call);
    failure = seat_failure(&choice);
    if (failure != NULL)
        session_send(&session->options.complaints, "%s", failure);
    g_assert(choice.move != MOVE_NONE); /* also if it would resign, which the page does not know */
    antichess_game_spend(session->game, clock->now_ms(clock->data) - begin_ms);
    session->next = choice.move;
}

static const char *get_next_move(AntichessSession *session, G_GNUC_UNUSED char *const *arguments)
{
    if (!session->is_computer[turn_of(session)])
        return "Human turn";
    if (session->next == MOVE_NONE)
        decide_move(session);
    if (phase_of(session) == PHASE_OVER)
        announce_end(session);
    else
        say_move(session, session->next);
    return NULL;
}

static const char *make_next_move(AntichessSession *session, G_GNUC_UNUSED char *const *arguments)
{
    if (!session->is_computer[turn_of(session)])
        return "Please specify human move";
    if (session->next == MOVE_NONE)
        return "First GetNextMove";
    play_move(session, session->next);
    return NULL;
}

static const char *make_move(AntichessSession *session, char *const *arguments)
{
    Move move;
    int64_t time_ms;

    if (!is_move(arguments[0]) || !read_time(arguments[1], &time_ms))
        return INPUT_ERROR;
    if (session->is_computer[turn_of(session)])
        return NULL;
    move = antichess_find_move(&session->game->line->state, arguments[0]);
    if (move == MOVE_NONE)
        return "Illegal move";
    antichess_game_spend(session->game, time_ms);
    say_move(session, move);
    play_move(session, move);
    return NULL;
}

static const char *print_board(AntichessSession *session, G_GNUC_UNUSED char *const *arguments)
{
    g_autofree char *text = antichess_file_format(session->game);

    say_lines(session, text);
    return NULL;
}

static const char *is_legal_move(AntichessSession *session, char *const *arguments)
{
    const GameState *state = &session->game->line->state;

    if (!is_move(arguments[0]))
        return INPUT_ERROR;
    return antichess_find_move(state, arguments[0]) != MOVE_NONE ? "legal" : "illegal";
}

static int compare_moves(const void *a, const void *b)
{
    return strcmp(a, b);
}

static const char *print_all_moves(AntichessSession *session, G_GNUC_UNUSED char *const *arguments)
{
    Move moves[GAME_MAX_MOVES];
    char texts[GAME_MAX_MOVES][ANTICHESS_MOVE_TEXT_SIZE];
    const int count = GAME_ANTICHESS.moves(&session->game->line->state, moves);

    for (int i = 0; i < count; i++)
        antichess_format_move(moves[i], texts[i]);
    qsort(texts, (size_t)count, sizeof(texts[0]), compare_moves);
    for (int i = 0; i < count; i++)
        send_line(session, texts[i]);
    return NULL;
}

/* The side that @text names: by its colour, or by the kind of its player if the other side's is of
 * another kind. */
static bool find_side(const AntichessSession *session, const char *text, int *out_side)
{
    bool is_computer;

    if (g_str_equal(text, "white"))
        *out_side = COLOR_WHITE;
    else if (g_str_equal(text, "black"))
        *out_side = COLOR_BLACK;
    else if (read_who(text, &is_computer) &&
             session->is_computer[COLOR_WHITE] != session->is_computer[COLOR_BLACK])
        *out_side = session->is_computer[COLOR_WHITE] == is_computer ? COLOR_WHITE : COLOR_BLACK;
    else
        return false;
    return true;
}

static const char *get_time(AntichessSession *session, char *const *arguments)
{
    int side;

    if (!find_side(session, arguments[0], &side))
        return INPUT_ERROR;
    if (!antichess_game_has_clock(session->game, side))
        return "unlimited";
    session_send(&session->options.replies, "%" G_GINT64_FORMAT,
                 (gint64)session->game->left_ms[side]);
    return NULL;
}

static const char *show_board(AntichessSession *session, G_GNUC_UNUSED char *const *arguments)
{
    g_autofree char *text = NULL;

    if (!session->options.shows_board)
        return INPUT_ERROR;
    text = GAME_ANTICHESS.draw(&session->game->line->state, false);
    say_lines(session, text);
    return NULL;
}

static const char *quit_game(AntichessSession *session, G_GNUC_UNUSED char *const *arguments)
{
    session->leaving = true;
    return "Exiting game";
}

typedef struct {
    const char *name;
    unsigned phases;
    int arguments;     /* how many */
    bool is_file_name; /* the one argument is the rest of the line */

    /* The answer; NULL: nothing more is said. @arguments has as many as there must be. */
    const char *(*obey)(AntichessSession *session, char *const *arguments);
} Word;

#define ANY_PHASE (PHASE_BEGINNING | PHASE_GAME | PHASE_OVER)

static const Word WORDS[] = {
    {"StartNewGame", ANY_PHASE, 4, false, start_new_game},
    {"SaveGame", PHASE_GAME, 1, true, save_game},
    {"LoadGame", ANY_PHASE, 1, true, load_game},
    {"GetNextMove", PHASE_GAME, 0, false, get_next_move},
    {"MakeNextMove", PHASE_GAME, 0, false, make_next_move},
    {"MakeMove", PHASE_GAME, 2, false, make_move},
    {"PrintBoard", PHASE_GAME, 0, false, print_board},
    {"IsLegalMove", PHASE_GAME, 1, false, is_legal_move},
    {"LegalMove", PHASE_GAME, 1, false, is_legal_move},
    {"PrintAllMoves", PHASE_GAME, 0, false, print_all_moves},
    {"GetTime", PHASE_GAME, 1, false, get_time},
    {"ShowBoard", PHASE_GAME, 0, false, show_board},
    {"QuitGame", PHASE_GAME | PHASE_OVER, 0, false, quit_game},
};

static const char *run_command(AntichessSession *session, char *line)
{
    g_auto(GStrv) words = text_words(line);
    char *behind = line + strcspn(line, TEXT_BLANKS);
    char *const rest[] = {behind + strspn(behind, TEXT_BLANKS), NULL};

    for (size_t i = 0; i < G_N_ELEMENTS(WORDS); i++) {
        const Word *word = &WORDS[i];
        const int count = word->is_file_name ? *rest[0] != '\0' : (int)g_strv_length(words) - 1;
        if (g_strcmp0(words[0], word->name) == 0 && (word->phases & phase_of(session)) != 0 &&
            count == word->arguments)
            return word->obey(session, word->is_file_name ? rest : words + 1);
    }
    return INPUT_ERROR;
}

bool antichess_session_feed(void *data, const char *line)
{
    AntichessSession *session = data;
    g_autofree char *copy = g_strstrip(g_strdup(line));
    const char *answer = run_command(session, copy);

    if (answer != NULL)
        send_line(session, answer);
    return !session->leaving;
}
