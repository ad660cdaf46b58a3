# Four panels in the spirit of the paper's Figure 1, from the files that `toy` wrote.
#     gnuplot -e "folder='demo'" examples/toy.gp      writes demo/toy.svg
if (!exists("folder")) folder = "demo"
set datafile separator ","
set terminal svg size 1080,740 font "Helvetica,15" enhanced background rgb "white"
set output folder."/toy.svg"

# Okabe and Ito's colours, which colour-blind readers can tell apart.
truth = "#000000"; sample = "#999999"; fit = "#0072B2"; lab = "#D55E00"; support = "#009E73"

set xrange [0:2.5133]
set yrange [-1.6:2.7]
set xtics 0.5 nomirror out
set ytics -1,1,2 nomirror out
set border 3 lw 1.2
set key top left horizontal samplen 1.6 spacing 1.1 maxrows 1 font ",13"
set multiplot layout 2,2 margins 0.04,0.985,0.055,0.93 spacing 0.06,0.125

curves = folder."/curves.csv"
samples = folder."/samples.csv"
supports = folder."/supports.csv"

set title "(a)  sin(2x^3) and 200 noisy samples; 20 become supports"
plot samples skip 1 using 1:2 with points pt 7 ps 0.35 lc rgb sample title "samples", \
     curves skip 1 every 2 using 1:2 with lines lw 1.6 lc rgb truth title "signal", \
     supports skip 1 using 1:2 with points pt 7 ps 0.6 lc rgb support title "supports"

set title "(b)  one wide kernel: lost where the signal is fast"
plot curves skip 1 every 2 using 1:2 with lines lw 1.2 dt 2 lc rgb truth title "signal", \
     curves skip 1 every 2 using 1:3 with lines lw 2.2 lc rgb fit title "fit", \
     supports skip 1 using 1:2 with points pt 7 ps 0.6 lc rgb support title "supports"

set title "(c)  one narrow kernel: bumps where the signal is slow"
plot curves skip 1 every 2 using 1:2 with lines lw 1.2 dt 2 lc rgb truth title "signal", \
     curves skip 1 every 2 using 1:4 with lines lw 2.2 lc rgb fit title "fit", \
     supports skip 1 using 1:2 with points pt 7 ps 0.6 lc rgb support title "supports"

set title "(d)  LAB RBF: each support has learnt its own bandwidth"
plot curves skip 1 every 2 using 1:2 with lines lw 1.2 dt 2 lc rgb truth title "signal", \
     curves skip 1 every 2 using 1:5 with lines lw 2.2 lc rgb lab title "fit", \
     supports skip 1 using 1:2:4 with xerrorbars pt 7 ps 0.6 lw 1.4 lc rgb support title "supports, reach"

unset multiplot
