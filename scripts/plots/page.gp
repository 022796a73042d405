# Opens the file of a picture: format is svg, png, pdf or tex, output its name. width and height are
# in units of 1/96 inch, the pixels of SVG. A picture is 400 wide for a column of print (84 mm), where
# its texts have 7 points, or 600 for a page (170 mm), where they have 10. size_mm, unless 0, is how
# wide it will be; all in it grows with that. dpi are the dots of PNG in an inch.

grown = size_mm > 0 ? size_mm / 25.4 * 96 / width : 1.
if (format eq 'svg') {
    set terminal svg size width * grown,height * grown noenhanced \
        font font_name.(font_name eq 'DejaVu Sans' ? ',sans-serif' : '').',12' fontscale grown \
        linewidth grown background 'white'
}
if (format eq 'png') {
    # Fonts of 12 are here 16 dots high at 96 dpi, there 12: 0.75 makes them alike.
    dots = grown * dpi / 96.
    set terminal pngcairo size dots * width,dots * height noenhanced font font_name.',12' \
        fontscale 0.75 * dots linewidth dots pointscale dots background 'white'
}
if (format eq 'pdf') {
    set terminal pdfcairo size (grown * width / 96.),(grown * height / 96.) noenhanced \
        font font_name.',12' fontscale 0.75 * grown linewidth 1.5 * grown pointscale 0.75 * grown \
        background 'white'
}
if (format eq 'tex') {
    set terminal cairolatex pdf size (grown * width / 96.),(grown * height / 96.) font ',9' fontscale grown linewidth 1.5 * grown pointscale 0.75 * grown
}
set output output
