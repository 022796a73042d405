/* The player `mcts`: Monte Carlo tree search by UCT, with a reward for each of three sides: who
 * moves follows the child with the highest upper bound of its own mean reward.
 *
 * A playout goes on as `greedy` plays from the first position that is new to the tree. It ends with
 * the game or after six plies. Rewards are 1000 to who takes a king, 0 to its owner and 500 to the
 * third; 500 to all in a draw; else 500 and 8 for each third of a pawn that a side leads by
 * (three_search.h), from 100 to 900. The most visited move is played, equal ones are drawn.
 * Repetitions and limits of plies are not foreseen. The tree is made anew for each move; of a
 * million playouts it takes some 200 megabytes.
 *
 * Sources: L. Kocsis and C. Szepesvari, Bandit based Monte-Carlo planning, ECML 2006; for more than
 * two sides N. R. Sturtevant, An analysis of UCT in multi-player games, CG 2008. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_MCTS;
