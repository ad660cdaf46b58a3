# The figures of fig-ratio and fig-sigma: four functions, one panel each, from a table (function, model, noise, level,
# repeats, mean and standard deviation of RSSE) to figure.svg. `table` is its path, `varied` is 'share' or 'sigma0'.
set datafile separator ","
set terminal svg size 1080,800 font "Helvetica,16" enhanced background rgb "white"
set output "figure.svg"

# Okabe and Ito's colours, which colour-blind readers can tell apart; and other marks for other models.
array colour[3] = ["#0072B2", "#D55E00", "#009E73"]
array mark[3] = [7, 5, 9]
models = "'LAB RBF gaussian' 'LAB RBF exponential' 'RBF KRR'"
legend = "'LAB RBF, exp(−D)' 'LAB RBF, exp(−√D)' 'RBF KRR, σ fixed'"

if (varied eq 'share') {
    curves = 2
    scale = 100 # to percent
    set xrange [0:100]
    set xtics 20
    set xlabel "support data, % of the 200 training rows"
} else {
    curves = 3
    scale = 1
    set logscale x
    set xrange [4e-5:2.5e4]
    set xtics ("10^{−4}" 1e-4, "10^{−2}" 1e-2, "1" 1, "10^2" 1e2, "10^4" 1e4)
    set xlabel "initial bandwidth σ_0"
}
set xtics nomirror out
set ytics nomirror out
set yrange [0:*]
set border 3 lw 1.2
set grid ytics lt 1 lw 0.6 lc rgb "#dddddd"
set xlabel offset 0,0.3
set ylabel "RSSE = 1 − R^2,  mean ± sd" offset 1,0

# Points of a model on a function; the models stand a little beside each other, so that their bars can be told apart.
of(f, c) = strcol(1) eq f && strcol(2) eq word(models, c)
beside(x, c) = varied eq 'share' ? scale * x + 0.9 * (c - 1.5) : x * 1.12 ** (c - 2)
# Of one repeat there is no deviation.
sd(i) = valid(i) ? column(i) : 0

set multiplot layout 2,2 margins 0.09,0.985,0.095,0.885 spacing 0.095,0.17
unset key
do for [panel = 1:4] {
    f = word("sin(x^3) f1 f2 f3", panel)
    n = panel == 1 ? 0.4 : 0.1
    set title "(".substr("abcd", panel, panel).")  ".word("sin(x^3) f_1 f_2 f_3", panel).sprintf(", noise %g", n) offset 0,-0.4
    plot n / (1 + n) with lines lw 1.6 dt 2 lc rgb "#777777", \
         for [c = 1:curves] table skip 1 using (of(f, c) ? beside($4, c) : NaN):($6 - sd(7)):(0):(2 * sd(7)) \
             with vectors heads size screen 0.004,90 lw 1.3 lc rgb colour[c], \
         for [c = 1:curves] table skip 1 using (of(f, c) ? beside($4, c) : NaN):(of(f, c) ? $6 : NaN) \
             with linespoints lw 2 pt mark[c] ps 0.6 lc rgb colour[c]
}

# One legend above all: a panel of its own with nothing in it.
set lmargin at screen 0; set rmargin at screen 1; set tmargin at screen 0.99; set bmargin at screen 0.93
set key center center horizontal maxrows 1 samplen 2 width -3 Left reverse
unset logscale; set xrange [0:1]; set yrange [0:1]
unset border; unset tics; unset grid; unset title; unset xlabel; unset ylabel
plot for [c = 1:curves] NaN with linespoints lw 2 pt mark[c] ps 0.6 lc rgb colour[c] title word(legend, c), \
     NaN with lines lw 1.6 dt 2 lc rgb "#777777" title "noise of the test rows"
unset multiplot
