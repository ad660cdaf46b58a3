"""Both SVR-MKL methods against scikit-learn's SVR on a precomputed kernel, with weights and kernels made by numpy."""
from types import SimpleNamespace

import numpy as np
from sklearn.svm import SVR

TOLERANCE = 1e-10


def rbf(a, b, sigma):
    squared = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    return np.exp(-sigma / a.shape[1] * squared)


def laplace(a, b, sigma):
    squared = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    return np.exp(-sigma / a.shape[1] * np.sqrt(squared))


def polynomial(a, b, degree):
    lengths = np.outer((a * a).sum(axis=1) + 1, (b * b).sum(axis=1) + 1)
    return (a @ b.T + 1) ** degree / np.sqrt(lengths) ** degree


KERNELS = {"rbf": rbf, "laplace": laplace, "poly": polynomial}


def expected(train, test, dictionary, c, epsilon, rounds):
    """Predictions by the definition: equal weights first, then a^T K_k a of the machine before, scaled to sum one."""
    x, y, t = train[:, :-1], train[:, -1], test[:, :-1]
    makers = [(KERNELS[family], value) for family, values in dictionary.items() for value in values]
    square = np.array([kernel(x, x, value) for kernel, value in makers])
    cross = np.array([kernel(t, x, value) for kernel, value in makers])
    weights = np.full(len(makers), 1 / len(makers))
    for round_number in range(rounds + 1):
        machine = SVR(kernel="precomputed", C=c, epsilon=epsilon, tol=TOLERANCE)
        machine.fit(np.tensordot(weights, square, axes=1), y)
        if round_number < rounds:
            a = np.zeros(len(y))
            a[machine.support_] = machine.dual_coef_[0]
            forms = np.array([a @ k @ a for k in square])
            weights = forms / forms.sum()
    return machine.predict(np.tensordot(weights, cross, axes=1))


def actual(probe, method, train, test, dictionary, c, epsilon, rounds):
    settings = {"C": c, "epsilon": epsilon, "rounds": rounds, "tolerance": TOLERANCE}
    settings.update({family: ",".join(repr(v) for v in values) for family, values in dictionary.items()})
    return probe(method, settings, SimpleNamespace(x=train[:, :-1], y=train[:, -1], test=test[:, :-1]))


def sample(rng, rows, columns):
    """A smooth function of points in the cube, with noise; the label is the last column."""
    x = rng.uniform(-1, 1, (rows, columns))
    y = np.sin(3 * x[:, 0]) * np.cos(x[:, 1]) + 0.5 * x[:, -1] ** 2 - 0.5 + 0.05 * rng.standard_normal(rows)
    return np.column_stack([x, y])


def cases(probe, rng):
    """Yields (name, largest difference of any prediction)."""
    small = {"rbf": [10, 1, 0.1]}
    full = {"rbf": [100, 1, 0.1, 0.001], "laplace": [100, 1, 0.1, 0.001], "poly": [1, 2, 4, 10]}
    for method, dictionary, columns, c, epsilon, rounds in (
        ("r-svr-mkl", {"rbf": [5]}, 2, 1, 0.1, 0),
        ("r-svr-mkl", small, 3, 10, 0.01, 1),
        ("r-svr-mkl", small, 3, 1, 0.1, 3),
        ("svr-mkl", full, 4, 1, 0.01, 0),
        ("svr-mkl", full, 4, 10, 0.05, 1),
        ("svr-mkl", {"rbf": [], "laplace": [3], "poly": [3]}, 2, 5, 0.02, 1),
    ):
        train, test = sample(rng, 150, columns), sample(rng, 60, columns)
        ours = actual(probe, method, train, test, dictionary, c, epsilon, rounds)
        theirs = expected(train, test, dictionary, c, epsilon, rounds)
        name = f"{method} C={c} epsilon={epsilon} rounds={rounds} kernels={sum(map(len, dictionary.values()))}"
        yield name, float(np.abs(ours - theirs).max())
