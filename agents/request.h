/* Requests: the worst threatened agent asks the others for help, they answer with offers.
 *
 * Source: thesis, section 2.2.2, levels 5 and 6, and figure 2.2b. */
#pragma once

#include "agents/consideration.h"
#include "agents/order.h"

/* What an agent offers to do for another. */
typedef struct {
    int action;         /* NO_ACTION: nothing */
    CandidateKind kind; /* whether an attack request or a defence request is performed */
    int net;            /* what is gained or lost by it, minus the loss that remains */
} Offer;

/* Asks @helpers to help @threatened, which stands attacked and is none of them: to capture one of
 * its attackers, if @wants_attack, and to defend or shield it, if @wants_defence. Returns the best
 * offer; at equal nets a capture goes before a defence. All offers form one pool: each of the best
 * ones is equally likely to be drawn, whichever agent makes it. */
Offer request_help(Order *order, int threatened, AgentSet helpers, bool wants_attack,
                   bool wants_defence);
