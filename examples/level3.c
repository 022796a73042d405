/* The agents of level 3 as an external program in C. players/teams.md explains the protocol.
 *
 *     cc -O2 -o level3 examples/level3.c $(pkg-config --cflags --libs json-glib-1.0)
 *     agentchess match "team:program=./level3,level=3" level:3
 *
 * Each agent reports its loss on its square, all of its equally good best attacks and all of its
 * equally good best moves. Values are in hundredths of a pawn. */
#include <json-glib/json-glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int profit;
    bool planned;
} Judgement;

static int number_of(JsonObject *object, const char *name)
{
    return (int)json_object_get_int_member(object, name);
}

/* Loss of a piece whose cheapest attacker has the value @cheapest (0 means no attacker). */
static int loss(int value, int cheapest, bool defended)
{
    if (cheapest == 0)
        return 0;
    return defended ? MAX(0, value - cheapest) : value;
}

/* Loss of @what: of an agent on its square, or of an action on its target square. */
static int loss_at(JsonObject *what)
{
    JsonObject *exposure = json_object_get_object_member(what, "exposure");

    return loss(number_of(what, "value"), number_of(exposure, "cheapest"),
                json_object_get_boolean_member(exposure, "defended"));
}

/* Profit: the gain of the capture and the promotion, minus the loss on the target square. */
static Judgement judge_attack(JsonObject *agent, JsonObject *attack)
{
    return (Judgement){.profit = number_of(attack, "captures") + number_of(attack, "value") -
                                 number_of(agent, "value") - loss_at(attack)};
}

/* A move plans an attack only if its target square is safe and the attack loses no material. */
static Judgement judge_move(JsonObject *agent, JsonObject *move)
{
    const int danger = loss_at(move);
    JsonArray *targets = json_object_get_array_member(move, "targets");
    int best = -1;

    if (danger > 0)
        return (Judgement){.profit = -danger};
    for (guint i = 0; i < json_array_get_length(targets); i++) {
        JsonObject *target = json_array_get_object_element(targets, i);
        best = MAX(best, number_of(target, "value") -
                             loss(number_of(agent, "value"), number_of(target, "cheapest"),
                                  json_object_get_boolean_member(target, "backed")));
    }
    return (Judgement){MAX(best, 0), best >= 0};
}

static int compare(Judgement a, Judgement b)
{
    return a.profit != b.profit ? a.profit - b.profit : a.planned - b.planned;
}

/* Writes all of @actions that share the best judgement, or null if @actions is empty. */
static void write_best(GString *text, const char *name, JsonObject *agent, JsonArray *actions,
                       Judgement (*judge)(JsonObject *agent, JsonObject *action))
{
    g_autoptr(GString) moves = g_string_new(NULL);
    Judgement best = {0};

    for (guint i = 0; i < json_array_get_length(actions); i++) {
        JsonObject *action = json_array_get_object_element(actions, i);
        const Judgement judged = judge(agent, action);
        if (moves->len == 0 || compare(judged, best) > 0) {
            best = judged;
            g_string_truncate(moves, 0);
        }
        if (compare(judged, best) == 0)
            g_string_append_printf(moves, "%s\"%s\"", moves->len > 0 ? "," : "",
                                   json_object_get_string_member(action, "move"));
    }
    if (moves->len == 0)
        g_string_append_printf(text, ",\"%s\":null", name);
    else
        g_string_append_printf(text, ",\"%s\":{\"moves\":[%s],\"profit\":%d,\"planned\":%s}", name,
                               moves->str, best.profit, best.planned ? "true" : "false");
}

static void write_report(GString *text, JsonObject *agent)
{
    g_string_append_printf(text, "{\"agent\":\"%s\",\"loss\":%d",
                           json_object_get_string_member(agent, "agent"), loss_at(agent));
    write_best(text, "attack", agent, json_object_get_array_member(agent, "attacks"), judge_attack);
    write_best(text, "move", agent, json_object_get_array_member(agent, "moves"), judge_move);
    g_string_append_c(text, '}');
}

/* Prints the answer to @question in one line. */
static void answer(JsonObject *question)
{
    JsonArray *agents = json_object_get_array_member(question, "agents");
    g_autoptr(GString) text = g_string_new(NULL);

    g_string_printf(text, "{\"id\":%d,\"reports\":[", number_of(question, "id"));
    for (guint i = 0; i < json_array_get_length(agents); i++) {
        if (i > 0)
            g_string_append_c(text, ',');
        write_report(text, json_array_get_object_element(agents, i));
    }
    puts(g_string_append(text, "]}")->str);
    fflush(stdout);
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;

    while (getline(&line, &size, stdin) > 0) {
        g_autoptr(JsonParser) parser = json_parser_new();
        if (!json_parser_load_from_data(parser, line, -1, NULL))
            return EXIT_FAILURE;
        answer(json_node_get_object(json_parser_get_root(parser)));
    }
    free(line);
    return EXIT_SUCCESS;
}
