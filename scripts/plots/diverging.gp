# Scores in per cent as two colours that the colour-blind tell apart, darker the farther from 50 %. The
# scale ends at OFF_max, the largest distance of a score from 50 %, to show small differences.
#
# Source: PuOr of Cynthia Brewer, https://colorbrewer2.org (2002).
span = OFF_max < 5 ? 5 : OFF_max > 25 ? 50 : 5 * ceil(OFF_max / 5.)
set cbrange [50 - span:50 + span]
set palette defined (0 '#2D004B', 1 '#542788', 2 '#8073AC', 3 '#B2ABD2', 4 '#D8DAEB', 5 '#F7F7F7', \
    6 '#FEE0B6', 7 '#FDB863', 8 '#E08214', 9 '#B35806', 10 '#7F3B08')
ink(score) = abs(score - 50) > 0.55 * span ? 0xFFFFFF : 0x000000
