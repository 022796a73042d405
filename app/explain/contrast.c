#include "app/explain/contrast.h"

#include <math.h>
#include <string.h>

#include "agents/agent.h"
#include "app/explain/explanation_text.h"
#include "experiments/tools/json_members.h"

/* The reasons. */

#define CANDIDATE "{other} is a candidate worth {net}"

/* Of a move that the master weighs against a rival. */
static const char *const REASONS_OF_CHOICE[] = {
    [PREFERENCE_WORTH] = CANDIDATE ", but {rival} is worth {rival worth}.{part}",
    [PREFERENCE_KIND] = CANDIDATE ", like {rival}; at equal worth, the kind '{rival kind}' takes "
                                  "precedence over '{kind}'.",
    [PREFERENCE_PLAN] = CANDIDATE ", like {rival}; at equal worth, the better plan takes "
                                  "precedence.",
    [PREFERENCE_THREAT] = CANDIDATE ", which does not make up for the greatest loss; {rival}, "
                                    "{answer}, takes precedence.",
    [PREFERENCE_READING] = CANDIDATE ", but with move-compensates=off a move cannot make up for "
                                     "the greatest loss; {rival}, {answer}, takes precedence.",
    [PREFERENCE_NO_NEED] = CANDIDATE ", but {rival} makes up for the greatest loss, so no request "
                                     "is answered.",
    [PREFERENCE_SURE] = CANDIDATE ", but compared with an answer to a request, such as {rival}, a "
                                  "planned attack is worth 0.",
    [PREFERENCE_ATTACK] = CANDIDATE "; a winning attack such as {rival} takes precedence.",
    [PREFERENCE_EVEN] = CANDIDATE ", but with even-trade=on an attack that loses nothing, such as "
                                  "{rival}, takes precedence over moves.",
    [PREFERENCE_PROFIT] = CANDIDATE ", but square values are ignored in this comparison; without "
                                    "them, {rival} takes precedence.",
};

static bool is_attack(const FateWorth *worth)
{
    return worth->kind == CANDIDATE_ATTACK;
}

#define REFUSES_ALL "The master refuses all suggestions; it refuses {other} because {objection}. "
#define SAFE_MOVE "a move that loses nothing takes precedence over an attack worth 0."
#define PREFERS_TO "The {agent} prefers {rival}, worth {rival worth}, to {other}, worth {worth}: "

static const char *reason_of_refusal(const Fate *fate)
{
    if (fate->kept_objection == OBJECTION_NONE)
        return "The master refuses {other}: {objection}.";
    if (objection_weight(fate->kept_objection) < objection_weight(fate->objection))
        return REFUSES_ALL "The objection to {kept} is weaker: {kept objection}.";
    return REFUSES_ALL "The objection to {kept} is equally strong, but agents suggested {kept} in "
                       "an earlier round of reports.";
}

/* Of an attack and a move of one agent, which prefers the rival. */
static const char *reason_between_kinds(const Fate *fate)
{
    if (fate->reported.worth < fate->rival.worth)
        return "The {agent} prefers {rival}, worth {rival worth}; {other} is worth {worth}.{part}";
    if (!is_attack(&fate->rival))
        return PREFERS_TO SAFE_MOVE;
    if (fate->rival.worth < 0)
        return PREFERS_TO "at equal worth, an attack takes precedence over a move.";
    return PREFERS_TO "an attack that loses nothing takes precedence over moves.";
}

/* Of a move that its agent does not report. */
static const char *reason_of_report(const Fate *fate)
{
    const bool has_rival = fate->rival.move != MOVE_NONE;

    if (fate->reported.is_unknown && !has_rival)
        return "The {agent}, an external program, does not suggest {other}.";
    if (fate->reported.is_unknown)
        return "The {agent}, an external program, does not suggest {other}; its best {sort} is "
               "{rival}, worth {rival worth}.";
    if (!has_rival)
        return "The {agent} has no {sort} left to suggest.";
    if (is_attack(&fate->rival) != is_attack(&fate->reported))
        return reason_between_kinds(fate);
    if (fate->reported.worth < fate->rival.worth)
        return "The {agent} prefers {rival}, worth {rival worth}, as its best {sort}; {other} is "
               "worth {worth}.{part}";
    return "The {agent} prefers {rival} as its best {sort}: {rival} and {other} are both worth "
           "{worth}, and a planned attack takes precedence.";
}

/* Where a move is lost: a sentence with names in braces, see append_reason(). */
static const char *reason_of(const Fate *fate)
{
    const bool is_as_good = fate->reported.worth >= fate->rival.worth;

    switch (fate->step) {
    case FATE_MATE:
        return "{played} gives mate, at once or by a series of checks; no other move is "
               "considered.";
    case FATE_SILENCE:
        return "The report of the {agent} does not reach the master.";
    case FATE_CONSULTED:
        return "The {agent} does not suggest {other}: the {loser} would then lose {loss}, more "
               "than {bearable}.";
    case FATE_REPORT:
        return reason_of_report(fate);
    case FATE_COMPARISON:
        return is_as_good
                   ? "The master considers the {sort} of the {rival agent} instead: {rival} and "
                     "{other} are both worth {worth}, and a planned attack takes precedence."
                   : "The master considers the {sort} of the {rival agent} instead: {rival} is "
                     "worth {rival worth}, and {other} is worth {worth}.{part}";
    case FATE_IMAGINATION:
        return is_as_good ? "{other} is not among the suggestions that the master imagines: at "
                            "equal worth before look-ahead, suggestions that are reported earlier, "
                            "such as {rival}, take precedence."
                          : "{other} is not among the suggestions that the master imagines: other "
                            "suggestions are worth more before look-ahead.";
    case FATE_CHOICE:
        return fate->preference == PREFERENCE_KIND && is_attack(&fate->weighed)
                   ? CANDIDATE ", like {rival}; " SAFE_MOVE
                   : REASONS_OF_CHOICE[fate->preference];
    case FATE_REFUSAL:
        return reason_of_refusal(fate);
    case FATE_DRAW:
        return "{other} could have been played: its probability was {share}, and the probability "
               "of {played} was {played share}.";
    case FATE_COUNT:
        break;
    }
    g_assert_not_reached();
}

/* @worth in a sentence: "300", "a king", "a king minus 900", "minus a king", "mate". */
static WorthText worth_in_words(int worth)
{
    const int besides = ABS(worth) - PIECE_KING_VALUE;
    const char *sign = worth < 0 ? "minus " : "";
    const char *other_sign = (worth < 0) == (besides < 0) ? "plus" : "minus";
    WorthText words;

    if (ABS(worth) <= PIECE_KING_VALUE / 2 || worth_is_mate(worth))
        return worth_text(worth);
    if (besides == 0)
        g_snprintf(words.text, sizeof words.text, "%sa king", sign);
    else
        g_snprintf(words.text, sizeof words.text, "%sa king %s %d", sign, other_sign, ABS(besides));
    return words;
}

static bool has_parts(const FateWorth *worth)
{
    return parts_sum(&worth->parts) == worth->worth;
}

/* " The largest difference is in the part 'threat', worth 0 for Rxc5 and -900 for Kf1.", the part
 * in which @own, of the move @other, falls farthest short of @better, of the move @rival; "" if
 * there is none. Owner: the caller. */
static char *format_shortfall(const FateWorth *better, const char *rival, const FateWorth *own,
                              const char *other)
{
    const bool is_known = has_parts(better) && has_parts(own);
    int most = 0;
    PartKind kind = PART_COUNT;

    for (PartKind i = 0; is_known && i < PART_COUNT; i++) {
        const int difference = parts_amount(&better->parts, i) - parts_amount(&own->parts, i);
        if (difference <= most)
            continue;
        most = difference;
        kind = i;
    }
    if (kind == PART_COUNT)
        return g_strdup("");
    return g_strdup_printf(
        " The largest difference is in the part '%s', worth %s for %s and %s for %s.",
        PART_NAMES[kind], worth_in_words(parts_amount(&better->parts, kind)).text, rival,
        worth_in_words(parts_amount(&own->parts, kind)).text, other);
}

/* @move in the position of @explanation. */
static MoveText move_in(const Explanation *explanation, Move move)
{
    return game_move_text(explanation->game, explanation->state, move);
}

/* "rook on c6", as a sentence names an agent. */
typedef struct {
    char text[24];
} AgentPhrase;

static AgentPhrase agent_on(AgentName name, const Game *game)
{
    const AgentText agent = agent_text(name, game);
    const size_t length = strcspn(agent.text, " ");
    AgentPhrase phrase;

    g_snprintf(phrase.text, sizeof phrase.text, "%.*s%s%s", (int)length, agent.text,
               agent.text[length] != '\0' ? " on" : "", agent.text + length);
    return phrase;
}

/* The answer that the master expects to the other move. */
static MoveText expected_by(const Contrast *contrast)
{
    const Explanation *explanation = contrast->explanation;
    GameState after = *explanation->state;

    explanation->game->play(&after, contrast->other.move);
    return game_move_text(explanation->game, &after, contrast->other.fate.expected);
}

static void add_reason(Contrast *contrast, char *sentence)
{
    g_ptr_array_add(contrast->reasons, sentence);
}

/* Adds the reason @sentence of agents, with what it names in braces. */
static void append_reason(Contrast *contrast, const char *sentence)
{
    const Explanation *explanation = contrast->explanation;
    const Game *game = explanation->game;
    const Fate *fate = &contrast->other.fate;
    const FateWorth *rival = &fate->rival,
                    *own = fate->is_weighed ? &fate->weighed : &fate->reported;
    const char *bearable = fate->loss <= fate->worst_loss ? "its present loss"
                           : fate->worst_loss > 0 ? "the present loss of the most threatened agent"
                                                  : "the present loss of any agent";
    g_autofree char *net = g_strconcat(worth_in_words(fate->weighed.worth).text,
                                       fate->is_bound ? " at most" : "", NULL);
    g_autofree char *share = g_strdup_printf("%.3g %%", 100 * fate->share);
    g_autofree char *played_share = g_strdup_printf("%.3g %%", 100 * contrast->played.fate.share);
    const MoveText other = move_in(explanation, contrast->other.move);
    g_autofree char *part =
        format_shortfall(rival, move_in(explanation, rival->move).text, own, other.text);
    GString *text = g_string_new(sentence);

    g_string_replace(text, "{other}", other.text, 0);
    g_string_replace(text, "{played}", move_in(explanation, contrast->played.move).text, 0);
    g_string_replace(text, "{played share}", played_share, 0);
    g_string_replace(text, "{share}", share, 0);
    g_string_replace(text, "{agent}", agent_on(fate->reported.agent, game).text, 0);
    g_string_replace(text, "{sort}", is_attack(&fate->reported) ? "attack" : "move", 0);
    g_string_replace(text, "{worth}", worth_in_words(fate->reported.worth).text, 0);
    g_string_replace(text, "{net}", net, 0);
    g_string_replace(text, "{kind}", CANDIDATE_KIND_NAMES[own->kind], 0);
    g_string_replace(text, "{rival}", move_in(explanation, rival->move).text, 0);
    g_string_replace(text, "{rival agent}", agent_on(rival->agent, game).text, 0);
    g_string_replace(text, "{rival worth}", worth_in_words(rival->worth).text, 0);
    g_string_replace(text, "{rival kind}", CANDIDATE_KIND_NAMES[rival->kind], 0);
    g_string_replace(text, "{answer}",
                     rival->kind == CANDIDATE_ATTACK_REQUEST ||
                             rival->kind == CANDIDATE_DEFENCE_REQUEST
                         ? "an answer to a request"
                         : "an action of the most threatened agent",
                     0);
    g_string_replace(text, "{part}", part, 0);
    g_string_replace(text, "{loser}", agent_on(fate->loser, game).text, 0);
    g_string_replace(text, "{loss}", worth_in_words(fate->loss).text, 0);
    g_string_replace(text, "{bearable}", bearable, 0);
    g_string_replace(text, "{objection}", OBJECTION_SENTENCES[fate->objection], 0);
    g_string_replace(text, "{kept}", move_in(explanation, fate->kept).text, 0);
    g_string_replace(text, "{kept objection}", OBJECTION_SENTENCES[fate->kept_objection], 0);
    g_string_replace(text, "{asker}", agent_on(fate->worst, game).text, 0);
    g_string_replace(text, "{offer kind}", CANDIDATE_KIND_NAMES[fate->offered_as], 0);
    g_string_replace(text, "{offer}", worth_in_words(fate->offered_net).text, 0);
    g_string_replace(text, "{best offer}", move_in(explanation, fate->best_offer).text, 0);
    g_string_replace(text, "{best}", worth_in_words(fate->best_net).text, 0);
    g_string_replace(text, "{expected}", expected_by(contrast).text, 0);
    add_reason(contrast, g_string_free(text, FALSE));
}

/* Whether the master refuses some suggestion. */
static bool has_refused(const Explanation *explanation)
{
    for (guint i = 0; i < explanation->messages->len; i++)
        if (((const Message *)explanation->messages->pdata[i])->kind == MESSAGE_REFUSE)
            return true;
    return false;
}

/* The rule by which the candidate that was played goes before the others. */
static const char *rule_of(const Explanation *explanation)
{
    const Message *decision = explanation_decision(explanation);
    const Proposal *played = &decision->proposal;
    const bool is_own = decision->is_threatened && played->kind != CANDIDATE_ATTACK_REQUEST &&
                        played->kind != CANDIDATE_DEFENCE_REQUEST;
    int best = INT_MIN, equals = 0, others = 0;

    for (int i = 0; i < decision->candidate_count; i++) {
        const Proposal *candidate = &decision->candidates[i];
        best = MAX(best, candidate->worth);
        equals += candidate->worth == played->worth;
        others += candidate->worth == played->worth && candidate->kind != played->kind;
    }
    if (has_refused(explanation))
        return "the master refuses other candidates";
    if (played->worth < best && played->equal_count > 1)
        return "it was drawn from equally good candidates";
    if (played->worth < best && decision->is_threatened)
        return is_own ? "no other candidate makes up for the loss of the {worst}, {worst loss}"
                      : "no attack or move makes up for the loss of the {worst}, {worst loss}, so "
                        "the best offer is accepted";
    if (played->worth < best)
        return "attacks and moves are compared by other rules than worth";
    if (decision->candidate_count <= 1)
        return "there is no other candidate";
    if (equals <= 1)
        return "no other candidate is worth as much";
    return others > 0 ? "no candidate is worth more, and at equal worth its kind takes precedence"
                      : "no candidate is worth more";
}

/* The decision: the move that was played, its worth, and the rule by which it was chosen. */
static void tell_decision(Contrast *contrast)
{
    const Explanation *explanation = contrast->explanation;
    const Message *decision = explanation_decision(explanation);
    const Proposal *played = &decision->proposal;
    GString *text = g_string_new(NULL);

    g_string_printf(text, "%s was played, a candidate worth %s (%s): %s.",
                    move_in(explanation, contrast->played.move).text,
                    worth_in_words(played->worth).text, CANDIDATE_KIND_NAMES[played->kind],
                    rule_of(explanation));
    g_string_replace(text, "{worst}", agent_on(decision->worst, explanation->game).text, 0);
    g_string_replace(text, "{worst loss}", worth_in_words(decision->loss).text, 0);
    add_reason(contrast, g_string_free(text, FALSE));
}

/* Whether the reason names the move that was played already. */
static bool names_played(const Contrast *contrast)
{
    const Fate *fate = &contrast->other.fate;

    return fate->step == FATE_MATE || fate->step == FATE_DRAW ||
           (fate->step == FATE_REFUSAL && fate->kept_objection != OBJECTION_NONE &&
            fate->kept == contrast->played.move) ||
           (fate->step == FATE_CHOICE && fate->rival.move == contrast->played.move);
}

/* Where it is lost, what it offers, and what is expected to follow it. */
static void tell_fate(Contrast *contrast)
{
    const Fate *fate = &contrast->other.fate;

    if (fate->step != FATE_DRAW || contrast->other.move != contrast->played.move)
        append_reason(contrast, reason_of(fate));
    if (fate->step == FATE_DRAW)
        return;
    if (fate->is_offered && fate->best_offer == contrast->other.move)
        append_reason(
            contrast,
            "The {agent} offers {other} to the {asker} ({offer kind}); the offer is worth "
            "{offer}, and no other offer is worth more.");
    else if (fate->is_offered && fate->best_offer != MOVE_NONE)
        append_reason(contrast,
                      fate->offered_net < fate->best_net
                          ? "The {agent} offers {other} to the {asker} ({offer kind}); the offer "
                            "is worth {offer}, and the best offer, {best offer}, is worth {best}."
                          : "The {agent} offers {other} to the {asker} ({offer kind}); the offer "
                            "is worth {offer}, and at equal worth, {best offer} takes precedence.");
    if (fate->expected != MOVE_NONE)
        append_reason(contrast, "The master expects the answer {expected}.");
    if (!names_played(contrast))
        tell_decision(contrast);
}

/* Of a move that a player has searched. */
static void tell_worth(Contrast *contrast)
{
    const Explanation *explanation = contrast->explanation;
    const ContrastMove *played = &contrast->played, *other = &contrast->other;

    if (played->worth != NULL)
        add_reason(
            contrast,
            g_strdup_printf("When each move is searched alone, %s scores %s, and %s scores %s.",
                            move_in(explanation, other->move).text, other->worth,
                            move_in(explanation, played->move).text, played->worth));
}

static const int *grades_find(const Grades *grades, Move move)
{
    for (int i = 0; i < grades->count; i++)
        if (grades->grade[i].move == move)
            return &grades->grade[i].value[grades->by];
    return NULL;
}

/* Of a move that a player has graded. */
static void tell_grade(Contrast *contrast)
{
    const Explanation *explanation = contrast->explanation;
    const Grades *grades = explanation->grades;
    const char *column = grades->column[grades->by];
    const int *played = grades_find(grades, contrast->played.move);
    const int *other = grades_find(grades, contrast->other.move);
    const MoveText move = move_in(explanation, contrast->played.move);
    const MoveText other_move = move_in(explanation, contrast->other.move);

    if (played == NULL || other == NULL)
        add_reason(contrast, g_strdup_printf("The player does not consider %s.", other_move.text));
    else if (*played == *other)
        add_reason(contrast, g_strdup_printf("%s could have been played: its value in the column "
                                             "'%s', %d, equals that of %s.",
                                             other_move.text, column, *other, move.text));
    else
        add_reason(contrast, g_strdup_printf("%s ranks below %s: in the column '%s', the value of "
                                             "%s is %d, and that of %s is %d.",
                                             other_move.text, move.text, column, other_move.text,
                                             *other, move.text, *played));
}

/* Value of @move by a player that searches, if @move is its only choice. Owner: the caller; NULL:
 * it does not search. */
static char *search_alone(Player *player, const Explanation *explanation, Move move)
{
    const ThinkingLimits limits = {.only = &move, .only_count = 1};
    Random random = explanation->random;
    const PlayerCall call = {.line = explanation->line, .random = &random, .limits = &limits};
    g_auto(Explanation) alone = {0};

    explanation_receive(player, &call, &alone);
    return g_steal_pointer(&alone.worth);
}

static ContrastMove follow_move(Player *player, const Explanation *explanation, Move move)
{
    const PlayerCall call = {.line = explanation->line};
    const Message *decision = explanation_decision(explanation);
    ContrastMove followed = {.move = move};

    if (decision == NULL)
        followed.worth = search_alone(player, explanation, move);
    else
        followed.has_fate = player->kind->follow != NULL &&
                            player->kind->follow(player, &call, move, decision->worst,
                                                 &followed.fate, &followed.otherwise);
    return followed;
}

/* Of the move that was played. */
static void tell_reason(Contrast *contrast)
{
    const Explanation *explanation = contrast->explanation;
    Reason reason;

    if (!explanation_reason(explanation, &reason)) {
        add_reason(contrast,
                   g_strdup_printf("%s was played.", move_in(explanation, explanation->move).text));
        return;
    }
    add_reason(contrast, g_strdup(reason.sentence));
    if (reason.second[0] != '\0')
        add_reason(contrast, g_strdup(reason.second));
    if (explanation_decision(explanation) != NULL)
        tell_decision(contrast);
}

void contrast_make(Player *player, const Explanation *explanation, Move move,
                   Contrast *out_contrast)
{
    const bool has_agents = explanation_decision(explanation) != NULL;
    Contrast contrast = {
        .explanation = explanation,
        .played = follow_move(player, explanation, explanation->move),
        .other = follow_move(player, explanation, move),
        .reasons = g_ptr_array_new_null_terminated(1, g_free, true),
    };

    if (move == explanation->move)
        tell_reason(&contrast);
    if (contrast.other.has_fate)
        tell_fate(&contrast);
    else if (contrast.played.has_fate) {
        add_reason(&contrast,
                   g_strdup_printf("No agent suggests %s: agents promote pawns only to queens.",
                                   move_in(explanation, move).text));
        tell_decision(&contrast);
    } else if (has_agents)
        add_reason(
            &contrast,
            g_strdup("The reason cannot be determined, because messages are lost at random."));
    else if (move != explanation->move && contrast.other.worth != NULL)
        tell_worth(&contrast);
    else if (move != explanation->move && explanation->grades != NULL)
        tell_grade(&contrast);
    *out_contrast = contrast;
}

void contrast_clear(Contrast *contrast)
{
    g_clear_pointer(&contrast->played.worth, g_free);
    g_clear_pointer(&contrast->other.worth, g_free);
    g_clear_pointer(&contrast->reasons, g_ptr_array_unref);
}

/* Text. */

/* "Kf1 could have been played if one of these logics were off: backup, exchange." */
static void append_logics(GString *text, const char *move, const char *changed, uint32_t logics)
{
    const bool is_one = (logics & (logics - 1)) == 0;
    g_autofree char *list = logics_list(logics, ", ");

    if (logics != 0)
        g_string_append_printf(text, "  %s could have been played if %s were %s: %s.\n", move,
                               is_one ? "this logic" : "one of these logics", changed, list);
}

/* "Levels that could play Kf1 here: 2, 4 to 6." */
static void append_levels(GString *text, const char *move, uint32_t levels)
{
    const char *separator = "";

    g_string_append_printf(
        text,
        levels == 0 ? "  No level could play %s here" : "  Levels that could play %s here: ", move);
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        int last = level;
        if ((levels >> level & 1) == 0)
            continue;
        while (levels >> (last + 1) & 1)
            last++;
        g_string_append_printf(text, "%s%d", separator, level);
        if (last > level)
            g_string_append_printf(text, " to %d", last);
        separator = ", ";
        level = last;
    }
    g_string_append(text, ".\n");
}

static CandidateKind kind_of(const Fate *fate)
{
    return fate->is_weighed ? fate->weighed.kind : fate->reported.kind;
}

static void append_figures(GString *text, const Game *game, const ContrastMove *move)
{
    const Fate *fate = &move->fate;

    if (move->has_fate)
        g_string_append_printf(
            text, "  %-6s  %-10s  %6s  %6s  %s\n", game_move_code(game, move->move).text,
            agent_text(fate->reported.agent, game).text,
            fate->reported.is_unknown ? "-" : worth_text(fate->reported.worth).text,
            fate->is_weighed ? worth_text(fate->weighed.worth).text : "-",
            CANDIDATE_KIND_NAMES[kind_of(fate)]);
}

char *contrast_to_text(const Contrast *contrast)
{
    const Explanation *explanation = contrast->explanation;
    const ContrastMove *other = &contrast->other;
    const MoveText move = move_in(explanation, other->move);
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "Why %s%s\n", other->move == explanation->move ? "" : "not ",
                           move.text);
    if (contrast->played.has_fate) {
        g_string_append_printf(text, "  %-6s  %-10s  %6s  %6s  %s\n", "move", "agent", "profit",
                               "net", "kind");
        append_figures(text, explanation->game, &contrast->played);
        if (other->move != contrast->played.move)
            append_figures(text, explanation->game, other);
    }
    for (guint i = 0; i < contrast->reasons->len; i++)
        g_string_append_printf(text, "  %s\n", (char *)contrast->reasons->pdata[i]);
    if (!other->has_fate)
        return g_string_free(text, FALSE);
    if (other->fate.share == 0) { /* else no logic keeps it out of reach */
        append_logics(text, move.text, "off", other->otherwise.without);
        append_logics(text, move.text, "added", other->otherwise.with);
    }
    append_levels(text, move.text, other->otherwise.levels);
    return g_string_free(text, FALSE);
}

/* JSON. */

static void add_logics(JsonBuilder *json, const char *name, uint32_t logics)
{
    json_begin_list(json, name);
    for (uint32_t rest = logics; rest; rest &= rest - 1)
        json_builder_add_string_value(json, LOGICS[__builtin_ctz(rest)].name);
    json_builder_end_array(json);
}

static void add_move(JsonBuilder *json, const Explanation *explanation, const ContrastMove *move)
{
    const Fate *fate = &move->fate;

    explanation_add_move(explanation, move->move, json);
    if (move->worth != NULL)
        json_add_text(json, "worth", move->worth);
    if (!move->has_fate)
        return;
    json_add_text(json, "agent", agent_text(fate->reported.agent, explanation->game).text);
    json_add_text(json, "kind", CANDIDATE_KIND_NAMES[kind_of(fate)]);
    if (!fate->reported.is_unknown)
        json_add_number(json, "profit", fate->reported.worth);
    if (fate->is_weighed)
        json_add_number(json, "net", fate->weighed.worth);
    json_add_double(json, "share", fate->share);
    json_add_text(json, "step", FATE_STEP_NAMES[fate->step]);
}

void contrast_add_json(const Contrast *contrast, JsonBuilder *json)
{
    const FateOtherwise *otherwise = &contrast->other.otherwise;
    const bool is_lost = contrast->other.fate.share == 0;

    add_move(json, contrast->explanation, &contrast->other);
    json_begin_object(json, "played");
    add_move(json, contrast->explanation, &contrast->played);
    json_builder_end_object(json);
    json_add_texts(json, "reasons", (const char *const *)contrast->reasons->pdata);
    if (!contrast->other.has_fate)
        return;
    add_logics(json, "without", is_lost ? otherwise->without : 0);
    add_logics(json, "with", is_lost ? otherwise->with : 0);
    json_begin_list(json, "levels");
    for (int level = 1; level <= LEVEL_COUNT; level++)
        if (otherwise->levels >> level & 1)
            json_builder_add_int_value(json, level);
    json_builder_end_array(json);
}

/* Two players. */

/* Adds what @share of @move player @side has. */
static void add_share(Comparison *comparison, int side, Move move, double share)
{
    int i = 0;

    while (i < comparison->count && comparison->move[i].move != move)
        i++;
    if (i == comparison->count) {
        comparison->move[i].move = move;
        comparison->move[i].share[0] = comparison->move[i].share[1] = 0;
        comparison->count++;
    }
    comparison->move[i].share[side] = share;
}

static void add_shares(Comparison *comparison, int side)
{
    const Explanation *explanation = comparison->explanation[side];
    const Message *decision = explanation_decision(explanation);

    for (int i = 0; decision != NULL && i < decision->share_count; i++)
        add_share(comparison, side, decision->shares[i].move, decision->shares[i].share);
    if (decision == NULL)
        add_share(comparison, side, explanation->move, 1);
}

/* The move to which @side falls farthest short of the other one. */
static Move find_apart(const Comparison *comparison, int side)
{
    int most = 0;

    for (int i = 0; i < comparison->count; i++) {
        const double *share = comparison->move[i].share, *best = comparison->move[most].share;
        if (share[1 - side] - share[side] > best[1 - side] - best[side])
            most = i;
    }
    return comparison->move[most].move;
}

static FateStep step_of(const Contrast *contrast)
{
    return contrast->other.has_fate ? contrast->other.fate.step : FATE_COUNT;
}

void comparison_make(Player *const players[2], const Explanation *const explanations[2], Move move,
                     Comparison *out_comparison)
{
    Comparison *comparison = out_comparison;

    *comparison = (Comparison){.explanation = {explanations[0], explanations[1]}};
    for (int side = 0; side < 2; side++)
        add_shares(comparison, side);
    for (int i = 0; i < comparison->count; i++)
        comparison->difference +=
            fabs(comparison->move[i].share[0] - comparison->move[i].share[1]) / 2;
    for (int side = 0; side < 2; side++)
        if ((move != MOVE_NONE || comparison->difference >= SHARES_NOTICEABLE) &&
            explanation_tells(explanations[side]))
            contrast_make(players[side], explanations[side],
                          move != MOVE_NONE ? move : find_apart(comparison, side),
                          &comparison->why_not[side]);
    comparison->first = step_of(&comparison->why_not[1]) < step_of(&comparison->why_not[0]);
}

void comparison_clear(Comparison *comparison)
{
    for (int side = 0; side < 2; side++)
        contrast_clear(&comparison->why_not[side]);
}

/* "only level:7 has defence-request, defence-consideration". */
static void append_only(GString *text, const Comparison *comparison, int side)
{
    const Message *decision = explanation_decision(comparison->explanation[side]);
    const Message *other = explanation_decision(comparison->explanation[1 - side]);
    const uint32_t logics =
        decision != NULL && other != NULL ? decision->logics & ~other->logics : 0;
    g_autofree char *list = logics_list(logics, ", ");

    if (logics != 0)
        g_string_append_printf(text, "only %s has %s\n", comparison->explanation[side]->player,
                               list);
}

static void append_first(GString *text, const Comparison *comparison)
{
    const Contrast *first = &comparison->why_not[comparison->first];
    const Contrast *later = &comparison->why_not[1 - comparison->first];
    const char *player = comparison->explanation[comparison->first]->player;
    const bool is_one_move = first->other.move == later->other.move;

    if (comparison->difference < SHARES_NOTICEABLE) {
        g_string_append(text, "\nNo difference.\n");
        return;
    }
    g_string_append_printf(text, "\nThe shares differ by %.3g %%.\n", 100 * comparison->difference);
    if (step_of(first) >= FATE_DRAW)
        return;
    if (is_one_move && step_of(first) == step_of(later))
        g_string_append(text, "Both players rule out ");
    else
        g_string_append_printf(text, "First difference: %s rules out ", player);
    g_string_append_printf(text, "%s at the step '%s'.\n",
                           move_in(first->explanation, first->other.move).text,
                           FATE_STEP_NAMES[step_of(first)]);
}

char *comparison_to_text(const Comparison *comparison, bool in_color)
{
    const Explanation *one = comparison->explanation[0], *other = comparison->explanation[1];
    const Game *game = one->game;
    g_autofree char *board = game->draw(one->state, in_color);
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "%s and %s, %s to move\n", one->player, other->player,
                           game->side_name[game->turn(one->state)]);
    append_only(text, comparison, 0);
    append_only(text, comparison, 1);
    g_string_append_printf(text, "\n%s\n", board);
    g_string_append_printf(text, "  %-10s  %8s  %8s\n", "move", "first", "second");
    for (int i = 0; i < comparison->count; i++) {
        const double *share = comparison->move[i].share;
        g_string_append_printf(text, "  %-10s  %6.3g %%  %6.3g %%\n",
                               move_in(one, comparison->move[i].move).text, 100 * share[0],
                               100 * share[1]);
    }
    append_first(text, comparison);
    for (int i = 0; i < 2; i++) {
        const int side = i == 0 ? comparison->first : 1 - comparison->first;
        const Contrast *contrast = &comparison->why_not[side];
        g_autofree char *reasons = contrast->reasons != NULL ? contrast_to_text(contrast) : NULL;
        if (reasons != NULL)
            g_string_append_printf(text, "\n%s:\n%s", comparison->explanation[side]->player,
                                   reasons);
    }
    return g_string_free(text, FALSE);
}

void comparison_add_json(const Comparison *comparison, bool all_messages, JsonBuilder *json)
{
    json_begin_list(json, "players");
    for (int side = 0; side < 2; side++) {
        json_builder_begin_object(json);
        explanation_add_json(comparison->explanation[side], all_messages, json);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
    json_begin_list(json, "shares");
    for (int i = 0; i < comparison->count; i++) {
        json_builder_begin_object(json);
        explanation_add_move(comparison->explanation[0], comparison->move[i].move, json);
        json_begin_list(json, "shares");
        for (int side = 0; side < 2; side++)
            json_builder_add_double_value(json, comparison->move[i].share[side]);
        json_builder_end_array(json);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
    json_add_double(json, "difference", comparison->difference);
    json_begin_list(json, "why_not");
    for (int side = 0; side < 2; side++) {
        if (comparison->why_not[side].reasons == NULL)
            continue;
        json_builder_begin_object(json);
        json_add_text(json, "player", comparison->explanation[side]->player);
        contrast_add_json(&comparison->why_not[side], json);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}
