#include "app/explain/contrast.h"

#include "agents/logics.h"
#include "agents/suggestion.h"
#include "app/explain/explanation_text.h"
#include "experiments/tools/json_writer.h"

/* A contrast under way. */
typedef struct {
    Contrast *contrast;
    const Explanation *explanation; /* of the move that was played */
    const Fate *fate;               /* of the other one, if agents can suggest it */
    char played[GAME_MOVE_TEXT_SIZE], other[GAME_MOVE_TEXT_SIZE]; /* as people write them */
} Case;

static void format_move(const Explanation *explanation, Move move, char *out_text)
{
    explanation->game->format_move(explanation->state, move, out_text);
}

static void add_reason(const Case *self, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void add_reason(const Case *self, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_ptr_array_add(self->contrast->reasons, g_strdup_vprintf(format, args));
    va_end(args);
}

/* What a player that searches makes of @move if it has nothing else to choose from. Owner: the
 * caller; NULL: it does not search. */
static char *search_alone(Player *player, const GameLine *line, const Random *random, Move move)
{
    const ThinkingTerms terms = {.only = &move, .only_count = 1};
    Random chance = *random;
    const PlayerCall call = {.line = line, .random = &chance, .terms = &terms};
    g_auto(Explanation) alone = {0};

    explanation_hear(player, &call, &alone);
    return g_steal_pointer(&alone.worth);
}

/* The reasons. */

static const char *best_what(const Case *self)
{
    return self->fate->reported.kind == CANDIDATE_ATTACK ? "best attack" : "best move";
}

static int amount_of(const Parts *parts, PartKind kind)
{
    for (int i = 0; i < parts->count; i++)
        if (parts->part[i].kind == kind)
            return parts->part[i].amount;
    return 0;
}

/* " Most of that is threat: 0 against -900.", the part in which @other falls farthest short of
 * @better; "" if there is none. Owner: the caller. */
static char *format_shortfall(const FateWorth *better, const FateWorth *other)
{
    int most = 0;
    PartKind kind = PART_COUNT;
    g_autofree char *of_better = NULL, *of_other = NULL;

    for (PartKind i = 0; i < PART_COUNT; i++) {
        const int difference = amount_of(&better->parts, i) - amount_of(&other->parts, i);
        if (difference <= most)
            continue;
        most = difference;
        kind = i;
    }
    if (kind == PART_COUNT)
        return g_strdup("");
    of_better = explanation_format_worth(amount_of(&better->parts, kind));
    of_other = explanation_format_worth(amount_of(&other->parts, kind));
    return g_strdup_printf(" Most of that is %s: %s against %s.", PART_NAMES[kind], of_better,
                           of_other);
}

/* Defence consideration: @agent does not suggest it. */
static void tell_consulted(const Case *self, const char *agent)
{
    const Fate *fate = self->fate;
    g_autofree char *loser = agent_name_format(fate->loser, self->explanation->game);
    g_autofree char *loss = explanation_format_worth(fate->loss);

    add_reason(self, "The %s does not suggest it: the %s would then lose %s, more than %s.", agent,
               loser, loss,
               fate->loss <= fate->worst_loss ? "it loses where it stands"
               : fate->worst_loss > 0         ? "the worst threatened agent loses where it stands"
                                              : "any agent is threatened to lose now");
}

/* @agent itself likes another action better. */
static void tell_own_preference(const Case *self, const char *agent)
{
    const FateWorth *better = &self->fate->rival, *other = &self->fate->reported;
    g_autofree char *worth = explanation_format_worth(better->worth);
    g_autofree char *own = explanation_format_worth(other->worth);
    g_autofree char *part = format_shortfall(better, other);
    char move[GAME_MOVE_TEXT_SIZE];

    if (better->move == MOVE_NONE) {
        add_reason(self, "The %s suggests no %s in the end.", agent,
                   other->kind == CANDIDATE_ATTACK ? "attack" : "move");
        return;
    }
    format_move(self->explanation, better->move, move);
    if (better->worth == other->worth)
        add_reason(self, "The %s prefers %s as its %s: at %s each, a planned attack goes first.",
                   agent, move, best_what(self), worth);
    else
        add_reason(self, "The %s prefers %s as its %s: %s against %s.%s", agent, move,
                   best_what(self), worth, own, part);
}

/* @agent reports it, but another agent has something better of the kind. */
static void tell_other_agent(const Case *self, const char *agent)
{
    const FateWorth *better = &self->fate->rival;
    g_autofree char *other = agent_name_format(better->agent, self->explanation->game);
    g_autofree char *worth = explanation_format_worth(better->worth);
    char move[GAME_MOVE_TEXT_SIZE];

    format_move(self->explanation, better->move, move);
    add_reason(self,
               "The %s reports it as its %s, but of these the master weighs only the best: "
               "%s of the %s, %s%s.",
               agent, best_what(self), move, other, worth,
               better->worth > self->fate->reported.worth ? "" : ", with a planned attack");
}

/* The master prefers something else. */
static void tell_choice(const Case *self)
{
    const FateWorth *row = &self->fate->weighed, *chosen = &self->fate->rival;
    g_autofree char *net = explanation_format_worth(row->worth);
    g_autofree char *best = explanation_format_worth(chosen->worth);
    g_autofree char *part = format_shortfall(chosen, row);
    char move[GAME_MOVE_TEXT_SIZE];

    format_move(self->explanation, chosen->move, move);
    if (row->worth < chosen->worth)
        add_reason(self, "The master weighs it: it is worth %s%s, %s is worth %s.%s", net,
                   self->fate->is_bound ? " at most" : "", move, best, part);
    else if (row->worth == chosen->worth)
        add_reason(self, "The master weighs it: it is worth %s as %s is; then %s goes before %s.",
                   net, move,
                   row->kind != chosen->kind ? CANDIDATE_KIND_NAMES[chosen->kind] : "a better plan",
                   row->kind != chosen->kind ? CANDIDATE_KIND_NAMES[row->kind] : "another");
    else if (self->fate->worst_loss > 0 && row->worth <= self->fate->worst_loss)
        add_reason(self,
                   "The master weighs it: it is worth %s, which does not make up for the worst "
                   "threat; %s, worth %s, meets that.",
                   net, move, best);
    else
        add_reason(self,
                   "The master weighs it: it is worth %s; an attack that gains, as %s, goes "
                   "before it.",
                   net, move);
}

/* It answers a request. */
static void tell_offer(const Case *self, const char *helper)
{
    const Fate *fate = self->fate;
    g_autofree char *asker = agent_name_format(fate->worst, self->explanation->game);
    g_autofree char *worth = explanation_format_worth(fate->offered_net);
    g_autofree char *best = explanation_format_worth(fate->best_net);
    char move[GAME_MOVE_TEXT_SIZE];

    if (!fate->is_offered || fate->best_offer == MOVE_NONE)
        return;
    format_move(self->explanation, fate->best_offer, move);
    if (fate->best_net == fate->offered_net && fate->best_offer == self->contrast->other.move)
        add_reason(self, "The %s offers it to the %s (%s), worth %s, and no offer is better.",
                   helper, asker, CANDIDATE_KIND_NAMES[fate->offered_as], worth);
    else
        add_reason(self,
                   "The %s offers it to the %s (%s), worth %s; the best offer is %s, worth %s.",
                   helper, asker, CANDIDATE_KIND_NAMES[fate->offered_as], worth, move, best);
}

/* What follows it, as the master imagines. */
static void tell_expected(const Case *self)
{
    char move[GAME_MOVE_TEXT_SIZE];
    GameState after = *self->explanation->state;

    if (self->fate->expected == MOVE_NONE)
        return;
    self->explanation->game->play(&after, self->contrast->other.move);
    self->explanation->game->format_move(&after, self->fate->expected, move);
    add_reason(self, "The master expects %s in answer.", move);
}

/* Where it is lost. */
static void tell_step(const Case *self)
{
    const Fate *fate = self->fate;
    const Contrast *contrast = self->contrast;
    g_autofree char *agent = agent_name_format(fate->reported.agent, self->explanation->game);

    switch (fate->step) {
    case FATE_MATE:
        add_reason(self, "%s gives mate, at once or by checks, which leaves nothing to weigh.",
                   self->played);
        break;
    case FATE_SILENCE:
        add_reason(self, "The report of the %s does not reach the master.", agent);
        break;
    case FATE_CONSULTED:
        tell_consulted(self, agent);
        break;
    case FATE_REPORT:
        tell_own_preference(self, agent);
        break;
    case FATE_COMPARISON:
        tell_other_agent(self, agent);
        break;
    case FATE_IMAGINATION:
        add_reason(self, "It is not among the suggestions that the master imagines: others "
                         "seem better at first sight.");
        break;
    case FATE_CHOICE:
        tell_choice(self);
        break;
    case FATE_REFUSAL:
        add_reason(self, "The master refuses it: %s.", OBJECTION_SENTENCES[fate->objection]);
        break;
    case FATE_DRAW:
        if (contrast->other.move != contrast->played.move)
            add_reason(self,
                       "It could have been played: its chance was %.3g %%, that of %s %.3g %%.",
                       100 * fate->share, self->played, 100 * contrast->played.fate.share);
        return;
    case FATE_COUNT:
        g_assert_not_reached();
    }
    tell_offer(self, agent);
    tell_expected(self);
}

/* Of a move that a player has searched. */
static void tell_worth(const Case *self)
{
    const Contrast *contrast = self->contrast;

    if (contrast->other.worth == NULL || contrast->played.worth == NULL)
        return;
    add_reason(self, "Searched alone, %s comes to %s, and %s to %s.", self->other,
               contrast->other.worth, self->played, contrast->played.worth);
}

static const int *grades_find(const Grades *grades, Move move)
{
    for (int i = 0; i < grades->count; i++)
        if (grades->grade[i].move == move)
            return &grades->grade[i].value[grades->by];
    return NULL;
}

/* Of a move that a player has graded. */
static void tell_grade(const Case *self)
{
    const Grades *grades = self->explanation->grades;
    const int *played = grades_find(grades, self->contrast->played.move);
    const int *other = grades_find(grades, self->contrast->other.move);

    if (played == NULL || other == NULL)
        add_reason(self, "The player does not consider it.");
    else if (*played == *other)
        add_reason(self, "It could have been played: %s %d, as %s.", grades->column[grades->by],
                   *other, self->played);
    else
        add_reason(self, "It has %s %d, and %s has %d.", grades->column[grades->by], *other,
                   self->played, *played);
}

static ContrastMove follow(Player *player, const GameLine *line, const Random *random, Move move,
                           bool has_agents)
{
    const PlayerCall call = {.line = line};
    ContrastMove followed = {.move = move};

    if (!has_agents)
        followed.worth = search_alone(player, line, random, move);
    else
        followed.has_fate =
            player->kind->follow != NULL &&
            player->kind->follow(player, &call, move, &followed.fate, &followed.otherwise);
    return followed;
}

void contrast_make(Player *player, const GameLine *line, const Random *random,
                   const Explanation *explanation, Move move, Contrast *out_contrast)
{
    const bool has_agents = explanation_decision(explanation) != NULL;
    Contrast contrast = {
        .explanation = explanation,
        .played = follow(player, line, random, explanation->move, has_agents),
        .other = follow(player, line, random, move, has_agents),
        .reasons = g_ptr_array_new_with_free_func(g_free),
    };
    Case self = {.contrast = &contrast, .explanation = explanation, .fate = &contrast.other.fate};

    format_move(explanation, explanation->move, self.played);
    format_move(explanation, move, self.other);
    if (move == explanation->move)
        add_reason(&self, "It is the move that was played.");
    if (contrast.other.has_fate)
        tell_step(&self);
    else if (explanation->grades != NULL && move != explanation->move)
        tell_grade(&self);
    else if (!has_agents && move != explanation->move)
        tell_worth(&self);
    else if (contrast.played.has_fate)
        add_reason(&self, "No agent suggests it: a pawn becomes nothing but a queen.");
    else if (has_agents)
        add_reason(&self, "Which messages are lost is drawn: nothing is known of other draws.");
    *out_contrast = contrast;
}

void contrast_clear(Contrast *contrast)
{
    g_clear_pointer(&contrast->played.worth, g_free);
    g_clear_pointer(&contrast->other.worth, g_free);
    g_clear_pointer(&contrast->reasons, g_ptr_array_unref);
}

/* Text. */

/* "without backup or exchange". */
static void append_logics(GString *text, const char *before, uint32_t logics)
{
    const char *separator = before;

    if (logics == 0)
        return;
    for (Logic logic = 0; logic < LOGIC_COUNT; logic++)
        if (logics >> logic & 1) {
            g_string_append_printf(text, "%s%s", separator, LOGICS[logic].name);
            separator = " or ";
        }
    g_string_append(text, " it could have been played.\n");
}

/* "Levels that could play it here: 2, 4 to 6." */
static void append_levels(GString *text, uint32_t levels)
{
    const char *separator = "";

    if (levels == 0) {
        g_string_append(text, "  No level could play it here.\n");
        return;
    }
    g_string_append(text, "  Levels that could play it here: ");
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

/* What the master makes of it, "-" if it does not come to weigh it. Owner: the caller. */
static char *format_net(const Fate *fate)
{
    return fate->is_weighed ? explanation_format_worth(fate->weighed.worth) : g_strdup("-");
}

static CandidateKind kind_of(const Fate *fate)
{
    return fate->is_weighed ? fate->weighed.kind : fate->reported.kind;
}

static void append_figures(GString *text, const Explanation *explanation, const ContrastMove *move)
{
    const Fate *fate = &move->fate;
    char code[GAME_MOVE_TEXT_SIZE];
    g_autofree char *agent = agent_name_format(fate->reported.agent, explanation->game);
    g_autofree char *profit = explanation_format_worth(fate->reported.worth);
    g_autofree char *net = format_net(fate);

    explanation->game->format_move_code(move->move, code);
    if (move->has_fate)
        g_string_append_printf(text, "  %-6s  %-10s  %6s  %6s  %s\n", code, agent, profit, net,
                               CANDIDATE_KIND_NAMES[kind_of(fate)]);
}

char *contrast_to_text(const Contrast *contrast)
{
    const Explanation *explanation = contrast->explanation;
    const ContrastMove *other = &contrast->other;
    char move[GAME_MOVE_TEXT_SIZE];
    GString *text = g_string_new(NULL);

    format_move(explanation, other->move, move);
    g_string_append_printf(text, "Why not %s\n", move);
    if (contrast->played.has_fate) {
        g_string_append_printf(text, "  %-6s  %-10s  %6s  %6s  %s\n", "move", "agent", "profit",
                               "net", "kind");
        append_figures(text, explanation, &contrast->played);
        if (other->move != contrast->played.move)
            append_figures(text, explanation, other);
    }
    for (guint i = 0; i < contrast->reasons->len; i++)
        g_string_append_printf(text, "  %s\n", (char *)contrast->reasons->pdata[i]);
    if (!other->has_fate)
        return g_string_free(text, FALSE);
    if (other->fate.share == 0) { /* else no logic keeps it out of reach */
        append_logics(text, "  Without ", other->otherwise.without);
        append_logics(text, "  With ", other->otherwise.with);
    }
    append_levels(text, other->otherwise.levels);
    return g_string_free(text, FALSE);
}

/* JSON. */

static void add_logics(JsonBuilder *json, const char *name, uint32_t logics)
{
    json_begin_list(json, name);
    for (Logic logic = 0; logic < LOGIC_COUNT; logic++)
        if (logics >> logic & 1)
            json_builder_add_string_value(json, LOGICS[logic].name);
    json_builder_end_array(json);
}

static void add_move(JsonBuilder *json, const Explanation *explanation, const ContrastMove *move)
{
    const Fate *fate = &move->fate;
    char code[GAME_MOVE_TEXT_SIZE], san[GAME_MOVE_TEXT_SIZE];
    g_autofree char *agent = agent_name_format(fate->reported.agent, explanation->game);

    explanation->game->format_move_code(move->move, code);
    format_move(explanation, move->move, san);
    json_add_text(json, "move", code);
    json_add_text(json, "san", san);
    if (move->worth != NULL)
        json_add_text(json, "worth", move->worth);
    if (!move->has_fate)
        return;
    json_add_text(json, "agent", agent);
    json_add_text(json, "kind", CANDIDATE_KIND_NAMES[kind_of(fate)]);
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
    json_begin_list(json, "reasons");
    for (guint i = 0; i < contrast->reasons->len; i++)
        json_builder_add_string_value(json, contrast->reasons->pdata[i]);
    json_builder_end_array(json);
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
