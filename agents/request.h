/* Requests: the most threatened agent asks the others for help, they answer with offers.
 *
 * Source: thesis, section 2.2.2, levels 5 and 6, and figure 2.2b. */
#pragma once

#include "agents/consideration.h"
#include "agents/order.h"
#include "agents/ties.h"

/* The offer of an agent to another. */
typedef struct {
    int action;
    CandidateKind kind;
    int net; /* what is gained or lost by it, minus the loss that remains */
    Parts parts;
} Offer;

/* The best that agents offer to do for another: several actions if they are equally good. */
typedef struct {
    CandidateKind kind; /* whether an attack request or a defence request is performed */
    int net;
    Ties ties; /* none: nothing is offered */
} Offers;

/* Asks @helpers to help @threatened, which stands attacked and is none of them: with the logic
 * attack-request to capture one of its attackers, and to defend or shield it, if it @wants_defence.
 * The offers are the best; at equal nets a capture goes before a defence. They form one pool: each
 * is equally likely, whichever agent makes it. */
void request_help(Order *order, int threatened, AgentSet helpers, bool wants_defence,
                  Offers *out_offers);

/* Whether @action answers such a request, even if it is disregarded or refused; and the answer. */
bool request_answer(Order *order, int threatened, int action, bool wants_defence, Offer *out_offer);
