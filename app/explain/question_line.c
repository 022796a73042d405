#include "app/explain/question_line.h"

#include "app/explain/contrast.h"
#include "app/explain/question.h"
#include "experiments/tools/json_members.h"

#define DEFAULT_PLAYER "level:7"
#define DEFAULT_DRAWS 300
#define MAX_DRAWS 1000000

/* No question is nested deeper; an id may be. */
#define DEPTH_MAX 8

/* A kind of question: what answers it with a text, and whether that text is JSON. */
typedef struct {
    const char *name;
    char *(*answer)(const Question *question, GError **error);
    bool is_json;
} Asked;

enum { ASKED_DECIDE, ASKED_EXPLAIN, ASKED_SHARES };

static const Asked ASKED[] = {
    [ASKED_DECIDE] = {"decide", question_decide, false},
    [ASKED_EXPLAIN] = {"explain", question_explain, true},
    [ASKED_SHARES] = {"shares", question_shares, true},
};

#define ANY .presence = MEMBER_IF_ANY

static const Member QUESTION_ROWS[] = {
    {MEMBER("game", STRING, Question, game), ANY},
    {MEMBER("fen", STRING, Question, position), ANY},
    {MEMBER("position", STRING, Question, position), ANY},
    {MEMBER("moves", STRING, Question, moves), ANY},
    {MEMBER("player", STRING, Question, player), ANY},
    {MEMBER("without", STRING, Question, without), .kinds = 1U << ASKED_EXPLAIN, ANY},
    {MEMBER("why", STRING, Question, why), .kinds = 1U << ASKED_EXPLAIN, ANY},
    {MEMBER("seed", NUMBER, Question, seed), .max = G_MAXINT64, ANY},
    {MEMBER("draws", NUMBER, Question, draws), .kinds = 1U << ASKED_SHARES, .min = 1,
     .max = MAX_DRAWS, ANY},
};
static const MemberTable QUESTION = {MEMBER_TABLE(QUESTION_ROWS, Question)};

static void add_why(Player *player, const Explanation *explanation, Move why, JsonBuilder *json)
{
    g_auto(Contrast) contrast = {0};

    contrast_make(player, explanation, why, &contrast);
    json_begin_object(json, "why_not");
    contrast_add_json(&contrast, json);
    json_builder_end_object(json);
}

static bool read_question(JsonObject *object, unsigned kind, Question *question, GError **error)
{
    JsonMembers members = json_members_of(object, error);

    return json_members_read(&members, &QUESTION, kind, question) && json_members_end(&members);
}

/* Finds the question: the only member but id. */
static const Asked *find_asked(JsonObject *object, JsonObject **out_question, GError **error)
{
    const guint members = json_object_get_size(object) - json_object_has_member(object, "id");

    for (size_t i = 0; members == 1 && i < G_N_ELEMENTS(ASKED); i++) {
        JsonNode *node = json_object_get_member(object, ASKED[i].name);
        if (node != NULL && JSON_NODE_HOLDS_OBJECT(node)) {
            *out_question = json_node_get_object(node);
            return &ASKED[i];
        }
    }
    return experiments_fail(
        error,
        "a question must be {\"decide\": {...}}, {\"explain\": {...}} or {\"shares\": {...}}");
}

/* The answer to @object, as text or JSON. Owner: the caller. */
static char *answer_object(JsonObject *object, Memories *memories, const Asked **out_asked,
                           GError **error)
{
    Question question = {.game = "chess",
                         .position = "",
                         .moves = "",
                         .player = DEFAULT_PLAYER,
                         .without = "",
                         .why = "",
                         .add_why = add_why,
                         .seed = 1,
                         .draws = DEFAULT_DRAWS,
                         .memories = memories};
    JsonObject *members = NULL;

    *out_asked = find_asked(object, &members, error);
    return *out_asked != NULL &&
                   read_question(members, (unsigned)(*out_asked - ASKED), &question, error)
               ? (*out_asked)->answer(&question, error)
               : NULL;
}

/* {"id": ..., "NAME": VALUE}; the first member only if there is an @id. Owner: the caller. */
static char *write_answer(JsonNode *id, const char *name, const char *value, bool is_json)
{
    g_autofree char *id_text = id != NULL ? json_to_string(id, FALSE) : NULL;
    g_autoptr(JsonNode) node = is_json ? NULL : json_node_init_string(json_node_alloc(), value);
    g_autofree char *text = is_json ? NULL : json_to_string(node, FALSE);

    return g_strdup_printf("{%s%s%s\"%s\":%s}", id != NULL ? "\"id\":" : "",
                           id != NULL ? id_text : "", id != NULL ? "," : "", name,
                           is_json ? value : text);
}

char *question_line_answer(const char *line, Memories *memories)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(JsonNode) root = json_line_read(line, DEPTH_MAX, &error);
    g_autofree char *answer = NULL;
    const Asked *asked = NULL;
    JsonNode *id = NULL;

    if (root != NULL) {
        id = json_object_get_member(json_node_get_object(root), "id");
        answer = answer_object(json_node_get_object(root), memories, &asked, &error);
    }
    return answer != NULL ? write_answer(id, asked->name, answer, asked->is_json)
                          : write_answer(id, "error", error->message, false);
}
