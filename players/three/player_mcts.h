/* The player `mcts`: Monte Carlo tree search by UCT, with a reward for each of three sides: the
 * side to move follows the child with the highest upper bound of its own mean reward.
 *
 * From the first position that is new to the tree a playout plays as `greedy` does. It ends with
 * the game or after six plies. The side that takes a king gets 1000, the owner of the king 0 and
 * the third side 500; in a draw all get 500. Otherwise each side gets 500 plus 8 for each third of
 * a pawn by which it leads (three_search.h), from 100 to 900. The most visited move is played, at
 * random among equal ones. Repetitions and limits of plies are not foreseen. The tree is made
 * anew for each move; of a million playouts it takes some 200 megabytes.
 *
 * Sources: L. Kocsis and C. Szepesvari, Bandit based Monte-Carlo planning, ECML 2006; for more than
 * two sides N. R. Sturtevant, An analysis of UCT in multi-player games, CG 2008. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_MCTS;
