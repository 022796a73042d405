/* The messages of agents as a recorder receives them. Without a recorder none is made.
 *
 * Source: thesis, figures 2.2a, 2.2b and 2.2c. */
#pragma once

#include "agents/request.h"

/* Of the master to @agent: to evaluate its position, or to ask the others for help. */
void send_order(const Order *order, int agent, bool may_ask);

/* Of @agent to the master: its threat, attackers and defenders, and @report, unless that is NULL.
 */
void send_report(const Order *order, int agent, const Report *report);

/* Of the agent of @action to the others, and an answer. */
void send_consult(const Order *order, int action);
void send_answer(const Order *order, int action, int agent, int loss, bool is_lost);

/* Of the most threatened agent to the others, an offer, and the best of them to the master. */
void send_request(const Order *order, bool wants_defence);
void send_offer(const Order *order, int helper, const Offer *offer, bool is_lost);
void send_solution(const Order *order, const Offers *offers);
