#include "app/explain/contrast.h"

#include "agents/logics.h"
#include "agents/suggestion.h"
#include "app/explain/explanation_text.h"
#include "experiments/tools/json_writer.h"
#include "master/foresight.h"
#include "players/player_level.h"

/* A contrast under way. */
typedef struct {
    Contrast *contrast;
    const Explanation *explanation; /* of the move that was played, */
    const Message *decision;        /* by agents */
    const Message *report;          /* what the agent of the other move reported last, or NULL */
    bool is_attack;                 /* the other move is one */
    char played[GAME_MOVE_TEXT_SIZE], other[GAME_MOVE_TEXT_SIZE]; /* as people write them */
} Case;

static const Message *message_at(const Explanation *explanation, guint i)
{
    return explanation->messages->pdata[i];
}

static bool is_same_agent(AgentName one, AgentName other)
{
    return one.square == other.square;
}

static bool is_among(const Proposal *proposal, Move move)
{
    for (int i = 0; proposal->equals != NULL && i < proposal->equal_count; i++)
        if (proposal->equals[i] == move)
            return true;
    return proposal->move == move;
}

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

/* What @agent reported last of its actions, or NULL. */
static const Message *last_report_of(const Explanation *explanation, AgentName agent)
{
    for (guint i = explanation->messages->len; i-- > 0;) {
        const Message *message = message_at(explanation, i);
        if (message->kind == MESSAGE_REPORT && message->has_actions &&
            is_same_agent(message->sender, agent))
            return message;
    }
    return NULL;
}

/* What @agent loses where it stands. */
static int loss_now(const Explanation *explanation, AgentName agent)
{
    const Message *report = last_report_of(explanation, agent);

    return report != NULL ? report->loss : 0;
}

/* The last message of @kind about @move, or NULL: an offer, a solution, an answer expected, a
 * refusal. */
static const Message *last_about(const Explanation *explanation, MessageKind kind, Move move)
{
    for (guint i = explanation->messages->len; i-- > 0;) {
        const Message *message = message_at(explanation, i);
        const Move about = kind == MESSAGE_EXPECT || kind == MESSAGE_REFUSE
                               ? message->action
                               : message->proposal.move;
        if (message->kind == kind && about == move)
            return message;
    }
    return NULL;
}

/* The row of the master's table with @move that is worth most, or NULL. */
static const Proposal *candidate_of(const Message *decision, Move move)
{
    const Proposal *best = NULL;

    for (int i = 0; i < decision->candidate_count; i++) {
        const Proposal *row = &decision->candidates[i];
        if (row->move == move && (best == NULL || row->worth > best->worth))
            best = row;
    }
    return best;
}

/* The worth that an agent reports, and its parts. */
static void take_parts(const Proposal *proposal, ContrastMove *out_move)
{
    out_move->profit = proposal->worth;
    out_move->part_count = proposal->part_count;
    for (int i = 0; i < proposal->part_count; i++)
        out_move->part[i] = proposal->parts[i];
}

/* Lets @player decide with nothing but @move to choose from, and takes from what is said then what
 * the agent makes of it, and what it is worth as a candidate. */
static void weigh_alone(Player *player, const GameLine *line, const Random *random,
                        ContrastMove *out_move)
{
    const ThinkingTerms terms = {.only = &out_move->move, .only_count = 1};
    Random chance = *random;
    const PlayerCall call = {.line = line, .random = &chance, .terms = &terms};
    g_auto(Explanation) alone = {0};
    const Message *decision;

    explanation_hear(player, &call, &alone);
    out_move->worth = g_strdup(alone.worth);
    decision = explanation_decision(&alone);
    if (decision == NULL)
        return;
    out_move->kind = decision->proposal.kind;
    out_move->profit = out_move->net = decision->proposal.worth;
    for (guint i = 0; i < alone.messages->len; i++) {
        const Message *report = message_at(&alone, i);
        if (report->kind != MESSAGE_REPORT || !report->has_actions)
            continue;
        if (report->attack.move == out_move->move || report->move.move == out_move->move) {
            const bool is_attack = report->attack.move == out_move->move;
            out_move->is_suggested = true;
            out_move->agent = report->sender;
            take_parts(is_attack ? &report->attack : &report->move, out_move);
        }
    }
}

/* What the master itself says of a move goes before what it would have said of it alone. */
static void take_net(const Explanation *explanation, ContrastMove *move)
{
    const Message *decision = explanation_decision(explanation);
    const Proposal *row = decision != NULL ? candidate_of(decision, move->move) : NULL;
    const Message *offer = last_about(explanation, MESSAGE_OFFER, move->move);

    if (decision != NULL && decision->proposal.move == move->move)
        row = &decision->proposal;
    if (row == NULL && offer != NULL)
        row = &offer->proposal;
    if (row == NULL)
        return;
    move->kind = row->kind;
    move->net = row->worth;
}

/* The reasons, in the order in which agents and master come to them. */

/* Defence consideration: others would lose by it. */
static void tell_disregarded(const Case *self)
{
    const Message *worst = NULL;
    g_autofree char *agent = NULL, *loser = NULL, *loss = NULL;

    for (guint i = 0; i < self->explanation->messages->len; i++) {
        const Message *answer = message_at(self->explanation, i);
        if (answer->kind == MESSAGE_ANSWER && answer->action == self->contrast->other.move &&
            answer->loss > loss_now(self->explanation, answer->sender) &&
            (worst == NULL || answer->loss > worst->loss))
            worst = answer;
    }
    if (worst == NULL)
        return;
    agent = agent_name_format(self->report->sender, self->explanation->game);
    loser = agent_name_format(worst->sender, self->explanation->game);
    loss = explanation_format_worth(worst->loss);
    add_reason(self, "The %s does not suggest it: by it the %s would lose %s, more than %s.", agent,
               loser, loss,
               worst->loss <= self->decision->loss ? "it loses where it stands"
               : self->decision->is_threatened ? "the worst threatened agent loses where it stands"
                                               : "any agent is threatened to lose now");
}

static bool is_disregarded(const Case *self)
{
    for (int i = 0; i < self->report->disregarded_count; i++)
        if (self->report->disregarded[i] == self->contrast->other.move)
            return true;
    return false;
}

static const char *best_what(const Case *self)
{
    return self->is_attack ? "best attack" : "best move";
}

static int amount_of(const WorthPart *parts, int count, PartKind kind)
{
    for (int i = 0; i < count; i++)
        if (parts[i].kind == kind)
            return parts[i].amount;
    return 0;
}

/* " Most of that is threat: 0 against -900.", the part in which @parts fall farthest short of those
 * of @better; "" if there is none. Owner: the caller. */
static char *format_shortfall(const Proposal *better, const WorthPart *parts, int count)
{
    int most = 0, one = 0, other = 0;
    PartKind kind = PART_COUNT;
    g_autofree char *of_better = NULL, *of_other = NULL;

    for (int i = 0; i < PART_COUNT; i++) {
        const int of_one = amount_of(better->parts, better->part_count, (PartKind)i);
        const int here = amount_of(parts, count, (PartKind)i);
        if (of_one - here <= most)
            continue;
        most = of_one - here;
        kind = (PartKind)i;
        one = of_one;
        other = here;
    }
    if (kind == PART_COUNT)
        return g_strdup("");
    of_better = explanation_format_worth(one);
    of_other = explanation_format_worth(other);
    return g_strdup_printf(" Most of that is %s: %s against %s.", PART_NAMES[kind], of_better,
                           of_other);
}

/* The agent itself likes another action better. */
static void tell_own_preference(const Case *self, const Proposal *best)
{
    g_autofree char *agent = agent_name_format(self->report->sender, self->explanation->game);
    g_autofree char *worth = explanation_format_worth(best->worth);
    g_autofree char *profit = explanation_format_worth(self->contrast->other.profit);
    char move[GAME_MOVE_TEXT_SIZE];

    if (best->move == MOVE_NONE) {
        add_reason(self, "The %s suggests no %s in the end.", agent,
                   self->is_attack ? "attack" : "move");
        return;
    }
    format_move(self->explanation, best->move, move);
    if (best->worth == self->contrast->other.profit)
        add_reason(self, "The %s prefers %s as its %s: at %s each, %s.", agent, move,
                   best_what(self), worth,
                   best->kind == CANDIDATE_PLANNED_MOVE ? "a planned attack goes first"
                                                        : "it comes first");
    else {
        g_autofree char *part =
            format_shortfall(best, self->contrast->other.part, self->contrast->other.part_count);
        add_reason(self, "The %s prefers %s as its %s: %s against %s.%s", agent, move,
                   best_what(self), worth, profit, part);
    }
}

/* Why @best, no worse than the other move, goes before it. */
static const char *why_first(const Case *self, const Proposal *best)
{
    if (best->worth > self->contrast->other.profit)
        return "";
    return best->kind == CANDIDATE_PLANNED_MOVE &&
                   self->contrast->other.kind != CANDIDATE_PLANNED_MOVE
               ? ", with a planned attack"
               : ", by chance";
}

/* The agent reports it, but another agent has something better of the kind. */
static void tell_other_agent(const Case *self)
{
    g_autofree char *agent = agent_name_format(self->report->sender, self->explanation->game);

    for (int i = 0; i < self->decision->candidate_count; i++) {
        const Move move = self->decision->candidates[i].move;
        for (guint j = 0; j < self->explanation->messages->len; j++) {
            const Message *report = message_at(self->explanation, j);
            const Proposal *best = self->is_attack ? &report->attack : &report->move;
            g_autofree char *other = NULL, *worth = NULL;
            char text[GAME_MOVE_TEXT_SIZE];
            if (!messages_is_last_report(self->explanation->messages, j) || !is_among(best, move) ||
                best->worth < self->contrast->other.profit)
                continue;
            other = agent_name_format(report->sender, self->explanation->game);
            worth = explanation_format_worth(best->worth);
            format_move(self->explanation, move, text);
            add_reason(self,
                       "The %s reports it as its %s, but of these the master weighs only the best: "
                       "%s of the %s, %s%s.",
                       agent, best_what(self), text, other, worth, why_first(self, best));
            return;
        }
    }
    add_reason(self, "The %s reports it as its %s, but the master does not come to weigh it.",
               agent, best_what(self));
}

/* It was in the master's table, and something else was chosen. */
static void tell_candidates(const Case *self, const Proposal *row)
{
    const Proposal *chosen = &self->decision->proposal;
    g_autofree char *net = explanation_format_worth(row->worth);
    g_autofree char *best = explanation_format_worth(chosen->worth);
    g_autofree char *part = format_shortfall(chosen, row->parts, row->part_count);

    if (self->decision->logics & ORDER_FORESIGHT || row->worth < chosen->worth)
        add_reason(self, "It is a candidate, worth %s to the master; %s is worth %s.%s", net,
                   self->played, best, part);
    else if (row->worth == chosen->worth)
        add_reason(self, "It is a candidate, worth %s as %s is; then %s goes before %s.", net,
                   self->played, CANDIDATE_KIND_NAMES[chosen->kind],
                   CANDIDATE_KIND_NAMES[row->kind]);
    else if (self->decision->is_threatened)
        add_reason(self,
                   "It is a candidate, worth %s, but that does not make up for the worst threat, "
                   "which comes first without threat-move; %s meets it.",
                   net, self->played);
    else
        add_reason(self,
                   "It is a candidate, worth %s; an attack that gains, as %s, goes before it.", net,
                   self->played);
}

/* It was offered in answer to a request. */
static void tell_offer(const Case *self, const Message *offer)
{
    g_autofree char *helper = agent_name_format(offer->sender, self->explanation->game);
    g_autofree char *asker = agent_name_format(offer->receiver, self->explanation->game);
    g_autofree char *worth = explanation_format_worth(offer->proposal.worth);

    for (guint i = self->explanation->messages->len; i-- > 0;) {
        const Message *solution = message_at(self->explanation, i);
        g_autofree char *best = NULL;
        char move[GAME_MOVE_TEXT_SIZE];
        if (solution->kind != MESSAGE_SOLUTION)
            continue;
        best = explanation_format_worth(solution->proposal.worth);
        format_move(self->explanation, solution->proposal.move, move);
        add_reason(self,
                   "The %s offers it to the %s (%s), worth %s; the best offer is %s, worth %s.",
                   helper, asker, CANDIDATE_KIND_NAMES[offer->proposal.kind], worth, move, best);
        return;
    }
}

/* A master that weighs actions whole hears of all of them, but gives the best only a row. */
static void tell_one_figure(const Case *self)
{
    g_autofree char *net = explanation_format_worth(self->contrast->other.net);
    g_autofree char *best = explanation_format_worth(self->decision->proposal.worth);
    g_autofree char *part = format_shortfall(&self->decision->proposal, self->contrast->other.part,
                                             self->contrast->other.part_count);

    add_reason(self,
               "The master weighs all actions by one figure: this one is worth %s, %s is %s.%s",
               net, self->played, best, part);
}

/* A master that looks ahead imagines only the best suggestions. */
static void tell_imagined(const Case *self)
{
    const Message *expected =
        last_about(self->explanation, MESSAGE_EXPECT, self->contrast->other.move);
    g_autofree char *answerer = NULL, *worth = NULL;
    char move[GAME_MOVE_TEXT_SIZE];
    GameState after = *self->explanation->state;

    if (expected == NULL) {
        add_reason(self, "It is not among the suggestions that the master imagines: others "
                         "seem better at first sight.");
        return;
    }
    if (expected->proposal.move == MOVE_NONE)
        return;
    self->explanation->game->play(&after, self->contrast->other.move);
    answerer = agent_name_format(expected->sender, self->explanation->game);
    worth = explanation_format_worth(expected->proposal.worth);
    self->explanation->game->format_move(&after, expected->proposal.move, move);
    add_reason(self, "The master expects %s of the %s in answer, and that all this is worth %s.",
               move, answerer, worth);
}

/* How far it came where agents report, ask and offer. */
static void tell_way(const Case *self)
{
    const Move other = self->contrast->other.move;
    const Proposal *row = candidate_of(self->decision, other);
    const Proposal *best = self->is_attack ? &self->report->attack : &self->report->move;
    const Message *offer = last_about(self->explanation, MESSAGE_OFFER, other);
    const Message *refusal = last_about(self->explanation, MESSAGE_REFUSE, other);

    if (refusal != NULL) {
        add_reason(self, "The master refuses it: %s.", OBJECTION_SENTENCES[refusal->objection]);
        return;
    }
    if (self->decision->logics >> LOGIC_LOOK_AHEAD & 1)
        tell_imagined(self);
    if (row != NULL)
        tell_candidates(self, row);
    else if (self->decision->logics & ORDER_FORESIGHT)
        tell_one_figure(self);
    else if (is_disregarded(self))
        tell_disregarded(self);
    else if (!is_among(best, other))
        tell_own_preference(self, best);
    else
        tell_other_agent(self);
    if (offer != NULL)
        tell_offer(self, offer);
}

/* Of a move that agents decided against. */
static void tell_reasons(const Case *self)
{
    if (!self->contrast->other.is_suggested)
        add_reason(self, "No agent suggests it: a pawn becomes nothing but a queen.");
    else if (self->decision->proposal.worth == SUGGESTION_MATE)
        add_reason(self, "%s gives mate, at once or by checks, which leaves nothing to weigh.",
                   self->played);
    else if (self->report != NULL)
        tell_way(self);
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

/* With which logics and levels it would be in reach. */
static void find_logics(const LogicSet *logics, const GameLine *line, Contrast *contrast)
{
    contrast->has_logics = true;
    for (Logic logic = LOGIC_FOUNDATION + 1; logic < LOGIC_COUNT; logic++) {
        LogicSet changed = *logics;
        changed.logics ^= 1U << logic;
        if (player_level_share(&changed, line, contrast->other.move) == 0)
            continue;
        if (logic_is_on(logics, logic))
            contrast->without |= 1U << logic;
        else
            contrast->with |= 1U << logic;
    }
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        LogicSet other = logic_set_of_level(level);
        other.readings = logics->readings;
        if (player_level_share(&other, line, contrast->other.move) > 0)
            contrast->levels |= 1U << level;
    }
}

static void tell_level(const Case *self, const LogicSet *logics, const GameLine *line)
{
    Contrast *contrast = self->contrast;
    const bool is_played = contrast->other.move == contrast->played.move;
    const double share = player_level_share(logics, line, contrast->other.move);

    contrast->other.share = share;
    contrast->played.share = player_level_share(logics, line, contrast->played.move);
    if (share > 0 && !is_played)
        add_reason(self, "It could have been played: its chance was %.3g %%, that of %s %.3g %%.",
                   100 * share, self->played, 100 * contrast->played.share);
    else if (!is_played)
        tell_reasons(self);
    find_logics(logics, line, contrast);
    if (share > 0)
        contrast->without = contrast->with = 0; /* no logic keeps it out of reach */
}

void contrast_make(Player *player, const GameLine *line, const Random *random,
                   const Explanation *explanation, Move move, Contrast *out_contrast)
{
    const LogicSet *logics = player_level_logics(player);
    Contrast contrast = {
        .explanation = explanation,
        .played.move = explanation->move,
        .other.move = move,
        .reasons = g_ptr_array_new_with_free_func(g_free),
    };
    Case self = {
        .contrast = &contrast,
        .explanation = explanation,
        .decision = explanation_decision(explanation),
    };

    format_move(explanation, explanation->move, self.played);
    format_move(explanation, move, self.other);
    weigh_alone(player, line, random, &contrast.played);
    weigh_alone(player, line, random, &contrast.other);
    take_net(explanation, &contrast.played);
    take_net(explanation, &contrast.other);
    if (move == explanation->move)
        add_reason(&self, "It is the move that was played.");
    if (self.decision != NULL) {
        self.report =
            contrast.other.is_suggested ? last_report_of(explanation, contrast.other.agent) : NULL;
        self.is_attack = contrast.other.kind == CANDIDATE_ATTACK ||
                         (self.report != NULL && is_among(&self.report->attack, move));
        tell_level(&self, logics, line);
    } else if (move != explanation->move) {
        tell_worth(&self);
    }
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

static void append_figures(GString *text, const Explanation *explanation, const ContrastMove *move)
{
    char code[GAME_MOVE_TEXT_SIZE];
    g_autofree char *agent = agent_name_format(move->agent, explanation->game);
    g_autofree char *profit = explanation_format_worth(move->profit);
    g_autofree char *net = explanation_format_worth(move->net);

    explanation->game->format_move_code(move->move, code);
    if (move->is_suggested)
        g_string_append_printf(text, "  %-6s  %-10s  %6s  %6s  %s\n", code, agent, profit, net,
                               CANDIDATE_KIND_NAMES[move->kind]);
}

char *contrast_to_text(const Contrast *contrast)
{
    const Explanation *explanation = contrast->explanation;
    char move[GAME_MOVE_TEXT_SIZE];
    GString *text = g_string_new(NULL);

    format_move(explanation, contrast->other.move, move);
    g_string_append_printf(text, "Why not %s\n", move);
    if (explanation_decision(explanation) != NULL) {
        g_string_append_printf(text, "  %-6s  %-10s  %6s  %6s  %s\n", "move", "agent", "profit",
                               "net", "kind");
        append_figures(text, explanation, &contrast->played);
        if (contrast->other.move != contrast->played.move)
            append_figures(text, explanation, &contrast->other);
    }
    for (guint i = 0; i < contrast->reasons->len; i++)
        g_string_append_printf(text, "  %s\n", (char *)contrast->reasons->pdata[i]);
    append_logics(text, "  Without ", contrast->without);
    append_logics(text, "  With ", contrast->with);
    if (contrast->has_logics)
        append_levels(text, contrast->levels);
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
    char code[GAME_MOVE_TEXT_SIZE], san[GAME_MOVE_TEXT_SIZE];

    explanation->game->format_move_code(move->move, code);
    format_move(explanation, move->move, san);
    json_add_text(json, "move", code);
    json_add_text(json, "san", san);
    if (move->worth != NULL)
        json_add_text(json, "worth", move->worth);
    if (move->is_suggested) {
        g_autofree char *agent = agent_name_format(move->agent, explanation->game);
        json_add_text(json, "agent", agent);
        json_add_text(json, "kind", CANDIDATE_KIND_NAMES[move->kind]);
        json_add_number(json, "profit", move->profit);
        json_add_number(json, "net", move->net);
        json_add_double(json, "share", move->share);
    }
}

void contrast_add_json(const Contrast *contrast, JsonBuilder *json)
{
    add_move(json, contrast->explanation, &contrast->other);
    json_begin_object(json, "played");
    add_move(json, contrast->explanation, &contrast->played);
    json_builder_end_object(json);
    json_begin_list(json, "reasons");
    for (guint i = 0; i < contrast->reasons->len; i++)
        json_builder_add_string_value(json, contrast->reasons->pdata[i]);
    json_builder_end_array(json);
    if (contrast->has_logics) {
        add_logics(json, "without", contrast->without);
        add_logics(json, "with", contrast->with);
        json_begin_list(json, "levels");
        for (int level = 1; level <= LEVEL_COUNT; level++)
            if (contrast->levels >> level & 1)
                json_builder_add_int_value(json, level);
        json_builder_end_array(json);
    }
}
