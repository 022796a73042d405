/* Questions about games of asynchronous chess: people and players in any seat, or a game of an
 * experiment. What happens is told in the lines of a recording (app/async/async_message.h). */
#include "app/async/async_message.h"
#include "board/async_world.h"
#include "experiments/spec/spec.h"
#include "players/async/async_table.h"
#include "studio/core/answer.h"

/* The game that is played here. */
static struct {
    AsyncTable table; /* its game is NULL: none has begun yet */
    Random random;
    uint64_t seed;
    GString *recording;
} play;

static void leave_game(void)
{
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        g_clear_pointer(&play.table.player[side], player_free);
    g_clear_pointer(&play.table.game, async_game_free);
    if (play.recording == NULL)
        play.recording = g_string_new(NULL);
    g_string_truncate(play.recording, 0);
}

/* The rules that @settings make, [async] keys of a spec, one KEY=VALUE a line. */
static bool read_rules(const char *settings, AsyncRules *out_rules, GError **error)
{
    g_autofree char *text =
        g_strconcat("[experiment]\ngame=async\n[players]\nA=async-random\nB=async-random\n"
                    "[async]\n",
                    settings, "\n", NULL);
    Spec *spec = spec_parse(text, "rules", NULL, "rules", NULL, error);

    if (spec == NULL)
        return false;
    *out_rules = spec_async_rules(spec, &spec->pairings[0]);
    spec_free(spec);
    return true;
}

/* @text is a player's, or "": no player is called, as commands come from a person. */
static bool seat(Color side, const char *text, GError **error)
{
    if (*text == '\0')
        return true;
    play.table.player[side] = player_new(text, NULL, error);
    return play.table.player[side] != NULL && player_fits_in_time(play.table.player[side], error);
}

/* Begins a game by the rules of @settings from @start ("": the usual one), and answers the first
 * line of its recording. @white and @black are players, or "" for a person. */
QUESTION(async_begin)
const char *async_begin(const char *settings, const char *start, const char *seed_text,
                        const char *white, const char *black, const char *white_name,
                        const char *black_name)
{
    const char *const names[COLOR_COUNT] = {white_name, black_name};
    const AsyncChance chance = {async_draw_by_seed, &play.seed};
    AsyncWorld world = async_world_start();
    GError *error = NULL;
    AsyncRules rules;

    leave_game();
    if (!read_rules(settings, &rules, &error) ||
        (*start != '\0' && !async_text_parse(start, &world, &error)) ||
        !read_number("seed", seed_text, 0, G_MAXINT64, &play.seed, &error) ||
        !seat(COLOR_WHITE, white, &error) || !seat(COLOR_BLACK, black, &error))
        return answer_fail(error);
    play.random = random_for_job(play.seed, 1);
    play.table.game = async_game_new(&rules, &world, &chance);
    play.table.random = &play.random;
    play.table.called[COLOR_WHITE] = play.table.called[COLOR_BLACK] = false;
    async_recording_write_head(play.table.game, play.seed, names,
                               &(SessionOutput){answer_line, play.recording});
    return answer_take(g_strdup(play.recording->str));
}

#define NO_GAME "no game has begun"

/* Lets a command wait for its time. Commands of a line each, "MS w FROM TO" or with b. */
QUESTION(async_command) const char *async_command(const char *commands)
{
    g_auto(GStrv) lines = g_strsplit(commands, "\n", -1);
    GError *error = NULL;

    if (play.table.game == NULL)
        return answer_refuse(NO_GAME);
    for (int i = 0; lines[i] != NULL; i++) {
        g_auto(GStrv) words = g_strsplit(lines[i], " ", -1);
        const bool has_words = g_strv_length(words) == 4;
        uint64_t time_ms = 0;
        AsyncCommand command = {.from = has_words ? square_parse(words[2]) : SQUARE_NONE,
                                .to = has_words ? square_parse(words[3]) : SQUARE_NONE};
        if (*lines[i] == '\0')
            continue;
        if (command.from == SQUARE_NONE || command.to == SQUARE_NONE)
            return answer_refuse("'%s' is not a command", lines[i]);
        if (!read_number("time", words[0], 0, ASYNC_MAX_MS, &time_ms, &error))
            return answer_fail(error);
        command.time_ms = (int64_t)time_ms;
        command.side = g_str_equal(words[1], "b") ? COLOR_BLACK : COLOR_WHITE;
        async_game_command(play.table.game, &command);
    }
    return answer_take(g_strdup(""));
}

/* When something happens next, the limit of time included; ASYNC_NEVER in a game that is over. */
static int64_t next_ms(void)
{
    if (play.table.game->world.end != ASYNC_GOES_ON)
        return ASYNC_NEVER;
    return MIN(async_game_next_ms(play.table.game), play.table.game->rules.time_limit_ms);
}

/* Plays all instants up to @until_text, but at most @count_text, and answers what happened in them
 * as lines of a recording, each refused command among them. The first line is the time of the next
 * instant, or "never". */
QUESTION(async_advance) const char *async_advance(const char *until_text, const char *count_text)
{
    g_autoptr(GString) told = g_string_new(NULL);
    const SessionOutput page = {answer_line, told};
    const SessionOutput recording = {answer_line, play.recording};
    GError *error = NULL;
    uint64_t until, count;

    if (play.table.game == NULL)
        return answer_refuse(NO_GAME);
    if (!read_number("time", until_text, 0, ASYNC_MAX_MS, &until, &error) ||
        !read_number("count", count_text, 1, G_MAXINT32, &count, &error))
        return answer_fail(error);
    for (; next_ms() <= (int64_t)until && count > 0; count--) {
        const AsyncWorld before = play.table.game->world;
        async_table_advance(&play.table);
        async_recording_write_instant(play.table.game, &before, true, &page);
        async_recording_write_instant(play.table.game, &before, false, &recording);
    }
    if (next_ms() == ASYNC_NEVER)
        return answer_take(g_strconcat("never\n", told->str, NULL));
    return answer_take(g_strdup_printf("%" G_GINT64_FORMAT "\n%s", next_ms(), told->str));
}

/* The game so far as a recording, which the program can play again. */
QUESTION(async_saved) const char *async_saved(void)
{
    GString *text;

    if (play.table.game == NULL)
        return answer_refuse(NO_GAME);
    text = g_string_new(play.recording->str);
    if (play.table.game->world.end == ASYNC_GOES_ON) {
        const AsyncMessage bye =
            async_message_of_sentence(ASYNC_MESSAGE_BYE, "it was saved before its end");
        async_message_send(&bye, &(SessionOutput){answer_line, text});
    }
    return answer_take(g_string_free(text, FALSE));
}

/* Where a piece may be commanded to: @piece is a letter of PNBRQKpnbrqk, @text its space. */
QUESTION(async_reach) const char *async_reach(const char *piece, const char *text)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autofree char *world_text = g_strdup_printf("0 - %s%s", piece, text);
    GError *error = NULL;
    AsyncWorld world;

    if (!async_text_parse(world_text, &world, &error))
        return answer_fail(error);
    json_builder_begin_array(json);
    for (Bitboard rest = async_world_reach(&world, square_parse(text)); rest; rest &= rest - 1)
        json_builder_add_string_value(json, square_text(bitboard_first(rest)).text);
    json_builder_end_array(json);
    return answer_json(json);
}
