/* The player `async-patient`: it reasons about arrival. A piece goes only where no opponent can
 * arrive before it could be away again, or where what it would lose is won back. It moves off
 * before an opponent arrives that would kill it. It strikes where a moving piece will be, and comes
 * there after that piece.
 *
 * It is called every look_ms. What it decides takes effect think_ms later, and the arrival of its
 * own pieces is computed from then. At each call it sends off up to `commands` pieces, one after
 * the other: each time the movement with the highest mark, if that is above 0; it chooses at random
 * among equals. A strike that would come too early starts later; if its start is after the next
 * look, the piece waits for that look instead. A mark is the sum of these, in hundredths of a pawn:
 *
 *   + what is killed, at its value, times the chance that it is still there. That is 1 if the piece
 *     comes no later than the victim could be away, else the victim's time for a space over the
 *     time that it has had. A king that is not certain counts `uncertain_king`.
 *   + what is lost by staying, - what is lost by going there, - what is lost on the way.
 *   + the square and what the piece aims at from there, - those of where it stands, - `moving`.
 *
 * A victim is an opponent that stands on the space and is idle, or will be there until the piece
 * has come. An opponent whose path is seen is a victim on every space of it. A king or queen whose
 * path is hidden is a victim where it may stop; the chance is then shared among those spaces.
 *
 * What is lost on a space is the piece. If a friend that stands still can take there, it is the
 * piece less `taker` per cent of what takes it, as that may be gone before. The greatest loss
 * counts, over all opponents that can come there before the piece could be away again; of opponents
 * that are not seen to be under way to the space `coming` per cent of it. A piece is away when it
 * has arrived, the player has looked again, the decision has taken effect and the piece has entered
 * another space, if it has somewhere to go. On the way the whole piece is lost if an opponent whose
 * path is seen comes to its space while it is there, half of it at the instant of an entry, where
 * chance may decide, and `route` thousandths of it for opponents that could come but are idle or
 * have a hidden path.
 *
 * Squares are worth `centre` for each step from the nearest edge, not to kings and pawns; an
 * opponent king in reach is worth `king_in_reach`; pawns count 0, 2, 6, 12, 20 and 40 from their
 * second rank to the seventh, `pawns` per cent of that, and what they gain as a queen on the
 * eighth. What a piece leaves undefended when it goes does not count.
 *
 * The weights were tuned: experiments/specs/tune-async-patient.ini found them, from those that had
 * been chosen by hand, and results/summaries/tuning.txt has the check. Each is an option of the
 * player:
 *   commands=6           the most pieces that are sent off at a call (by hand: 4)
 *   moving=1             what a mark loses for moving at all (2)
 *   uncertain_king=2563  what a king counts that is not certain (2000)
 *   king_in_reach=38     what an opponent king in reach is worth (20)
 *   centre=9             each step from the nearest edge (4)
 *   pawns=216            per cent of what pawns count on their ranks (100)
 *   taker=40             per cent of the taker that a friend's cover brings back (50)
 *   coming=72            per cent of a loss to an opponent that is not seen to be coming (50)
 *   route=69             thousandths of a piece lost on the way to opponents that may come (125)
 *
 * Source: Asynchronous Chess, as in board/async_world.h, for the game: its agents are to reason
 *         about "the likelihood that their opponent will move in a specific amount of time, the
 *         cost and value of reasoning, the speed and movement of pieces". The player is ours. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_ASYNC_PATIENT;
