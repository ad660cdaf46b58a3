# The same model, byte for byte, whatever the number of threads; another seed gives another.
toy 300 >d.csv
for threads in 1 2 3 8; do
    quietly labrbf fit d.csv -o m$threads.lab --quiet --support-max 40 --steps-grow 30 --steps-final 60 --threads $threads
done
cmp m1.lab m2.lab && cmp m1.lab m3.lab && cmp m1.lab m8.lab && echo 'the same with 1, 2, 3 and 8 threads'
quietly labrbf fit d.csv -o other.lab --quiet --support-max 40 --steps-grow 30 --steps-final 60 --seed 1
cmp -s m1.lab other.lab || echo 'another with another seed'
labrbf predict m1.lab d.csv --threads 1 >p1
labrbf predict m1.lab d.csv --threads 3 | cmp - p1 && echo 'the same predictions'
