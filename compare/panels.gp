# The figures of fig-ratio and fig-sigma: four functions, one panel each, from data.csv (function, model, noise, level,
# repeats, mean and standard deviation of RSSE) to figure.svg. The variable `varied` is 'share' or 'sigma'.
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
set grid ytics lw 0.5 lc rgb "#dddddd"
set xlabel offset 0,0.4
set key top right samplen 2.2 spacing 1.15 font ",14" opaque noautotitle

level(f, m) = strcol(1) eq f && strcol(2) eq m ? scale * $4 : NaN
floor_of(n) = n / (1 + n)

set multiplot layout 2,2 margins 0.07,0.985,0.085,0.945 spacing 0.075,0.155
do for [panel = 1:4] {
    f = word("sin(x^3) f1 f2 f3", panel)
    n = panel == 1 ? 0.4 : 0.1
    set title "(".substr("abcd", panel, panel).")  ".word("sin(x^3) f_1 f_2 f_3", panel).sprintf(", noise %g", n)
    set ylabel panel % 2 == 1 ? "RSSE = 1 − R^2" : ""
    if (panel > 1) { unset key }
    plot floor_of(n) with lines lw 1.5 dt 2 lc rgb "#777777" title "noise in the test rows", \
         for [c = 1:curves] "data.csv" skip 1 using (level(f, word(models, c))):6:7 \
             with yerrorbars lw 1.2 pt mark[c] ps 0.55 lc rgb colour[c], \
         for [c = 1:curves] "data.csv" skip 1 using (level(f, word(models, c))):6 \
             with linespoints lw 2 pt mark[c] ps 0.55 lc rgb colour[c] title word(legend, c)
}
unset multiplot
