# Opens the file of a picture: format is svg or png, output its name. A picture is 400 wide
# for a column of print (84 mm), where its texts have 7 points, or 600 for a page (170 mm), where
# they have 10.

if (format eq 'svg') {
    set terminal svg size width,height noenhanced font 'DejaVu Sans,sans-serif,12' \
        background 'white'
} else {
    # Two dots for each of the SVG's. Fonts of 12 are here 16 dots high, there 12: 1.5 makes them 2.
    set terminal pngcairo size 2 * width,2 * height noenhanced font 'DejaVu Sans,12' \
        fontscale 1.5 linewidth 2 pointscale 2 background 'white'
}
set output output
