/*
 * The tables exp-setting and exp-setting-2 (settings), exp-1 and exp-2 (R² and its standard deviation), exp-1-sv and
 * exp-2 (support vectors). The few things they leave open: LAB's support_max is the paper's count of support vectors,
 * its kernel that of equation (1); TL1 is max(rho M - |x - x'|_2, 0), the authors'
 * code, since the formula as printed gives R² far below zero; Falkon's kernel is the one of its two that comes closer
 * to the paper's R²: the Laplacian on airfoil, electrical and tomshardware, the Gaussian on the others.
 */
#include "paper_values.h"

#include <math.h>
#include <string.h>

/* clang-format off */
const paper_row paper[] = {
    /* the six small sets: method, set, settings, R², sd, support vectors */
    {"krr", "tecator", "sigma=1 lambda=0.01", 0.9586, 0.0071, NAN},
    {"krr", "yacht", "sigma=5 lambda=0.001", 0.9889, 0.0025, NAN},
    {"krr", "airfoil", "sigma=80 lambda=0.001", 0.8634, 0.0248, NAN},
    {"krr", "sml", "sigma=5 lambda=0.01", 0.9779, 0.0013, NAN},
    {"krr", "parkinson", "sigma=20 lambda=0.001", 0.8919, 0.0091, NAN},
    {"krr", "compactiv", "sigma=10 lambda=0.001", 0.9822, NAN, NAN},

    {"tl1", "tecator", "rho=98 lambda=0.001 norm=l2 scale=features", 0.9670, 0.0113, NAN},
    {"tl1", "yacht", "rho=6 lambda=0.001 norm=l2 scale=features", 0.9705, 0.0033, NAN},
    {"tl1", "airfoil", "rho=2.5 lambda=0.001 norm=l2 scale=features", 0.9464, 0.0065, NAN},
    {"tl1", "sml", "rho=22 lambda=0.1 norm=l2 scale=features", 0.9947, 0.0005, NAN},
    {"tl1", "parkinson", "rho=14 lambda=0.01 norm=l2 scale=features", 0.9475, 0.0034, NAN},
    {"tl1", "compactiv", "rho=15 lambda=0.001 norm=l2 scale=features", 0.9801, NAN, NAN},

    {"r-svr-mkl", "tecator", "C=1000 epsilon=0.001 rbf=100,50,10,1,0.1,0.01,0.001", 0.9711, 0.0212, 174.2},
    {"r-svr-mkl", "yacht", "C=1000 epsilon=0.001 rbf=100,50,10,1,0.1,0.01,0.001", 0.9945, 0.0008, 224.7},
    {"r-svr-mkl", "airfoil", "C=1 epsilon=0.01 rbf=100,50,10,1,0.1,0.01,0.001", 0.9201, 0.01099, 953.1},
    {"r-svr-mkl", "sml", "C=1000 epsilon=0.001 rbf=100,50,10,1,0.1,0.01,0.001", 0.9959, 0.0006, 2844},
    {"r-svr-mkl", "parkinson", "C=10 epsilon=0.01 rbf=100,50,10,1,0.1,0.01,0.001", 0.9032, 0.0122, 4047},
    {"r-svr-mkl", "compactiv", "C=1 epsilon=0.01 rbf=100,50,10,1,0.1,0.01,0.001", 0.9834, NAN, 1397},

    {"svr-mkl", "tecator", "C=1000 epsilon=0.01 rbf=100,1,0.1,0.001 laplace=100,1,0.1,0.001 poly=1,2,4,10", 0.9698, 0.0157, 160.7},
    {"svr-mkl", "yacht", "C=1000 epsilon=0.01 rbf=100,1,0.1,0.001 laplace=100,1,0.1,0.001 poly=1,2,4,10", 0.9957, 0.0022, 144.5},
    {"svr-mkl", "airfoil", "C=100 epsilon=0.01 rbf=100,1,0.1,0.001 laplace=100,1,0.1,0.001 poly=1,2,4,10", 0.9535, 0.0042, 1035},
    {"svr-mkl", "sml", "C=1000 epsilon=0.01 rbf=100,1,0.1,0.001 laplace=100,1,0.1,0.001 poly=1,2,4,10", 0.9970, 0.0006, 1424},
    {"svr-mkl", "parkinson", "C=1000 epsilon=0.01 rbf=100,1,0.1,0.001 laplace=100,1,0.1,0.001 poly=1,2,4,10", 0.9011, 0.0110, 3759},
    {"svr-mkl", "compactiv", "C=1000 epsilon=0.01 rbf=100,1,0.1,0.001 laplace=100,1,0.1,0.001 poly=1,2,4,10", 0.9829, NAN, 1423},

    {"falkon", "tecator", "lambda=1e-6 centers=100 sigma=10", 0.9769, 0.0086, 100},
    {"falkon", "yacht", "lambda=1e-7 centers=200 sigma=1", 0.9982, 0.0024, 200},
    {"falkon", "airfoil", "lambda=1e-6 centers=900 sigma=2 kernel=laplacian", 0.9377, 0.0067, 900},
    {"falkon", "sml", "lambda=1e-5 centers=2000 sigma=1", 0.9960, 0.0007, 2000},
    {"falkon", "parkinson", "lambda=1e-7 centers=4000 sigma=0.7", 0.9492, 0.0063, 4000},
    {"falkon", "compactiv", "lambda=1e-6 centers=1500 sigma=2.5", 0.9808, NAN, 1500},

    {"resnet", "tecator", "structure=2 width=500 rate=0.001 batch=32", 0.9841, 0.0067, NAN},
    {"resnet", "yacht", "structure=2 width=500 rate=0.001 batch=32", 0.9940, 0.0003, NAN},
    {"resnet", "airfoil", "structure=1 width=1000 rate=0.001 batch=128", 0.9538, 0.0066, NAN},
    {"resnet", "sml", "structure=1 width=1000 rate=0.001 batch=128", 0.9976, 0.0004, NAN},
    {"resnet", "parkinson", "structure=1 width=500 rate=0.001 batch=128", 0.9906, 0.0048, NAN},
    {"resnet", "compactiv", "structure=1 width=2000 rate=0.001 batch=128", 0.9836, NAN, NAN},

    {"wnn", "tecator", "width=800 rate=0.001 batch=32", 0.9875, 0.0044, NAN},
    {"wnn", "yacht", "width=500 rate=0.001 batch=32", 0.9924, 0.0025, NAN},
    {"wnn", "airfoil", "width=6000 rate=0.001 batch=128", 0.9128, 0.0089, NAN},
    {"wnn", "sml", "width=1500 rate=0.001 batch=128", 0.9926, 0.0008, NAN},
    {"wnn", "parkinson", "width=3000 rate=0.001 batch=128", 0.9139, 0.0055, NAN},
    {"wnn", "compactiv", "width=9000 rate=0.001 batch=128", 0.9817, NAN, NAN},

    {"lab-paper", "tecator", "rate=0.001 batch=16 sigma0=0.5 support_max=20", 0.9752, 0.0139, 20},
    {"lab-paper", "yacht", "rate=0.01 batch=128 sigma0=3 support_max=30", 0.9985, 0.0004, 30},
    {"lab-paper", "airfoil", "rate=0.01 batch=128 sigma0=10 support_max=200", 0.9608, 0.0079, 200},
    {"lab-paper", "sml", "rate=0.05 batch=128 sigma0=50 support_max=340", 0.9990, 0.00005, 340},
    {"lab-paper", "parkinson", "rate=0.001 batch=128 sigma0=30 support_max=110", 0.9950, 0.0009, 110},
    {"lab-paper", "compactiv", "rate=0.001 batch=128 sigma0=0.1 support_max=70", 0.9835, NAN, 70},

    /* the three large ones */
    {"falkon", "electrical", "lambda=1e-6 centers=3000 sigma=10 kernel=laplacian", 0.9532, 0.0025, 3000},
    {"falkon", "kc_house", "lambda=1e-6 centers=5000 sigma=5", 0.8640, 0.0145, 5000},
    {"falkon", "tomshardware", "lambda=1e-6 centers=3000 sigma=2 kernel=laplacian", 0.9001, 0.0143, 3000},

    {"resnet", "electrical", "structure=1 width=2000 rate=0.001 batch=256", 0.9705, 0.0025, NAN},
    {"resnet", "kc_house", "structure=1 width=2000 rate=0.001 batch=256", 0.8823, 0.0117, NAN},
    {"resnet", "tomshardware", "structure=1 width=3000 rate=0.001 batch=128", 0.9697, 0.0021, NAN},

    {"wnn", "electrical", "width=3000 rate=0.01 batch=256", 0.9617, 0.0027, NAN},
    {"wnn", "kc_house", "width=5000 rate=0.01 batch=128", 0.8501, 0.0194, NAN},
    {"wnn", "tomshardware", "width=3000 rate=0.01 batch=128", 0.9248, 0.0303, NAN},

    {"lab-paper", "electrical", "rate=0.001 batch=256 sigma0=0.1 support_max=300", 0.9642, 0.0021, 300},
    {"lab-paper", "kc_house", "rate=0.001 batch=256 sigma0=1 support_max=400", 0.8917, 0.0086, 400},
    {"lab-paper", "tomshardware", "rate=0.001 batch=256 sigma0=0.1 support_max=500", 0.9809, 0.0028, 500},
};
/* clang-format on */
const size_t n_paper = sizeof paper / sizeof paper[0];

const paper_row *paper_find(const char *method, const char *set) {
    for (size_t i = 0; i < n_paper; i++)
        if (strcmp(paper[i].method, method) == 0 && strcmp(paper[i].set, set) == 0)
            return &paper[i];
    return NULL;
}

bool paper_has_set(const char *set) {
    for (size_t i = 0; i < n_paper; i++)
        if (strcmp(paper[i].set, set) == 0)
            return true;
    return false;
}
