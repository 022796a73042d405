/* Requests: the most threatened agent asks the others for help, and they answer with offers.
 *
 * Source: thesis, section 2.2.2, levels 5 and 6, and figure 2.2b. */
#pragma once

#include "agents/agent.h"

/* The best that agents offer to the most threatened one: several actions if they are equally good,
 * of which each is equally likely, whichever agent makes it. */
typedef struct {
    CandidateKind kind; /* whether an attack request or a defence request is performed */
    int net;
    Equals equals; /* none: nothing is offered */
} Offers;

/* Lets @order->worst ask @helpers: with the logic attack-request to capture one of its attackers,
 * and if it @wants_defence to defend or shield it. At equal nets a capture goes before a defence.
 */
void request_help(Order *order, AgentSet helpers, bool wants_defence, Offers *out_offers);

#define REQUEST_MAX_OFFERS 64 /* no agent has more actions */

/* All that @helper can offer, without what is disregarded or refused; returns how many they are. */
int request_list_offers(Order *order, int helper, bool wants_defence,
                        Offer out_offers[static REQUEST_MAX_OFFERS]);

/* Whether @action answers such a request, even if it is disregarded or refused; and the answer. */
bool request_answer(const Order *order, int action, bool wants_defence, Offer *out_offer);

/* MIND_OF_THESIS.remaining. */
int request_remaining(const Order *order, int action, Exposure *out_own);
