/*
 * labrbf: kernel regression with locally adaptive bandwidths (LAB RBF).
 *
 * A model is a weighted sum of parts, usually of one. A part is a small set of support points; each has its own
 * bandwidth vector, learnt from data:
 *
 *     K(t, x_i) = exp(-D), exp(-sqrt(D)) or a Matern kernel,   D = sum_m theta_im^2 (t_m - x_im)^2
 *     f_k(t)    = beta + s . t + sum_i alpha_i K(t, x_i)     of part k; s is the linear term, if there is one
 *     f(t)      = sum_k w_k f_k(t)                           each f_k in label units
 *
 * Rules that hold for every function here
 *   - Matrices are row-major and dense: row r of an n x m matrix starts at x + r * m. A row is a sample.
 *   - The library never prints and never exits; messages go to the log hook. Outside its handles it keeps the
 *     text of labrbf_last_error(), for each thread; a lock around calls of LAPACK, because Debian's serial OpenBLAS is
 *     not thread-safe; and the CPU quota of its container, read once.
 *   - A function that can fail returns a labrbf_status: 0 or positive is success, negative is failure. On failure
 *     labrbf_last_error() has the details, outputs of the call are NULL or untouched, and nothing is left to clean up.
 *   - Handles (settings, trainer, model) belong to the caller, who destroys them; destroy functions accept NULL.
 *   - Arrays passed in are read during the call only and never kept. Arrays passed out belong to the caller.
 *   - Thread rule: two threads may use two handles freely. One model may be read (every function that takes a
 *     `const labrbf_model *`) by any number of threads at once. A settings or trainer handle is for one thread at a
 *     time.
 *   - Same data, same settings, same seed: the same model, bit for bit, whatever the number of threads, on one machine
 *     and one build. Other types of processors may give slightly different models.
 */
#ifndef LABRBF_H
#define LABRBF_H

#include <stddef.h>
#include <stdint.h>

#include "labrbf_version.h"

#if defined(_WIN32)
#define LABRBF_API
#else
#define LABRBF_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------------------------
 * Status and messages
 * ------------------------------------------------------------------------------------------------------------- */

/* Every status with its text. Positive values tell why training is over; negative values are failures. */
#define LABRBF_STATUS_LIST(X)                                                                                          \
    X(LABRBF_OK, 0, "success")                                                                                         \
    X(LABRBF_DONE_TOLERANCE, 1, "training is done: every error is within the tolerance")                               \
    X(LABRBF_DONE_SUPPORTS, 2, "training is done: the largest number of supports is reached")                          \
    X(LABRBF_DONE_ROUNDS, 3, "training is done: the largest number of rounds is reached")                              \
    X(LABRBF_DONE_CANCELLED, 4, "training was stopped by the caller")                                                  \
    X(LABRBF_E_ARGUMENT, -1, "an argument is not valid")                                                               \
    X(LABRBF_E_SETTING, -2, "a setting is unknown or out of range")                                                    \
    X(LABRBF_E_DATA, -3, "the data cannot be used")                                                                    \
    X(LABRBF_E_MEMORY, -4, "out of memory")                                                                            \
    X(LABRBF_E_SINGULAR, -5, "the kernel system is singular and could not be repaired")                                \
    X(LABRBF_E_IO, -6, "a file could not be read or written")                                                          \
    X(LABRBF_E_FORMAT, -7, "the bytes are not a valid model")                                                          \
    X(LABRBF_E_VERSION, -8, "the model is of a format that this version of labrbf does not read")

typedef enum labrbf_status {
#define LABRBF_STATUS_ENUM(name, value, text) name = value,
    LABRBF_STATUS_LIST(LABRBF_STATUS_ENUM)
#undef LABRBF_STATUS_ENUM
} labrbf_status;

/* The version of the library that is running; compare with LABRBF_VERSION, the header's. Static storage. */
LABRBF_API const char *labrbf_version(void);

/* One line for a status. Static storage, never NULL. */
LABRBF_API const char *labrbf_status_text(labrbf_status status);

/* Details of the last failure on the calling thread ("" if there was none). Valid until the next failure on it. */
LABRBF_API const char *labrbf_last_error(void);

/* ---------------------------------------------------------------------------------------------------------------
 * Hooks: memory, messages, progress. Held by the handle they are given to, never global.
 * ------------------------------------------------------------------------------------------------------------- */

typedef enum labrbf_log_level { LABRBF_LOG_INFO = 0, LABRBF_LOG_WARNING = 1 } labrbf_log_level;

/* A candidate of the search, which chooses the settings that are auto on validation rows: a part of the training rows.
 * */
typedef struct labrbf_trial {
    char settings[320]; /* the searched ones, "kernel=exponential scaling=minmax ..."; "": there is no candidate */
    size_t n_support;
    size_t n_steps; /* gradient steps in total */
    double r2;      /* on the validation rows, the mean over targets; NaN before it is scored. Small tables have several
                       folds; a candidate that is much worse than others on the first is scored on that one only */
} labrbf_trial;

/* The search chooses the settings that are auto; then the model is trained. */
typedef enum labrbf_stage { LABRBF_STAGE_SEARCH = 0, LABRBF_STAGE_TRAIN = 1, LABRBF_STAGE_DONE = 2 } labrbf_stage;

/* Where training stands. All errors are squared errors of the labels scaled to [-1, 1], the paper's xi. */
typedef struct labrbf_training_info {
    size_t struct_size;    /* set by the caller to sizeof(labrbf_training_info) before asking */
    size_t n_support;      /* supports now */
    size_t support_max;    /* supports at most */
    size_t round;          /* growth rounds finished */
    size_t step;           /* gradient steps done */
    size_t step_limit;     /* gradient steps planned; tolerance and early stopping may end training sooner */
    double loss;           /* mean batch loss, averaged over recent steps; NaN before the first step */
    double max_error;      /* largest error of the last scan; NaN before the first scan */
    double fraction;       /* share of the planned work that is done, 0 to 1 */
    double lambda;         /* ridge parameter in use (larger than the setting if it had to be raised) */
    size_t missing_values; /* feature cells that were missing and replaced by the column mean */
    labrbf_stage stage;
    labrbf_trial trial; /* the current candidate, in stage SEARCH */
} labrbf_training_info;

/* A zeroed struct with struct_size set means: malloc, no messages, no progress. */
typedef struct labrbf_hooks {
    size_t struct_size; /* sizeof(labrbf_hooks) */

    /* Both or neither. `allocate` returns memory aligned as malloc's, or NULL. They must stay callable until the last
     * handle made with them is destroyed. Called only from threads that call the library, so from several at once if
     * several share a model. */
    void *(*allocate)(void *allocator_user, size_t bytes);
    void (*release)(void *allocator_user, void *block);
    void *allocator_user;

    /* Called from the thread that called the library, while the call lasts. `progress` is called after every gradient
     * step, in the search after every few steps; a non-zero return stops training with LABRBF_DONE_CANCELLED and keeps
     * the current model. */
    void (*log)(void *user, labrbf_log_level level, const char *message);
    int (*progress)(void *user, const labrbf_training_info *info);
    void *user;
} labrbf_hooks;

/* ---------------------------------------------------------------------------------------------------------------
 * Settings: one table of names, types, defaults, ranges and help texts; `labrbf fit --help` prints it.
 * ------------------------------------------------------------------------------------------------------------- */

typedef struct labrbf_settings labrbf_settings;

typedef enum labrbf_setting_type {
    LABRBF_SETTING_REAL = 0,  /* a number */
    LABRBF_SETTING_COUNT = 1, /* a whole number, not negative */
    LABRBF_SETTING_CHOICE = 2 /* one of a few words */
} labrbf_setting_type;

/* A row of the table. Strings are static. */
typedef struct labrbf_setting_info {
    const char *name; /* words joined by '_' */
    labrbf_setting_type type;
    const char *default_text;
    const char *paper_text; /* value in preset `paper` */
    double minimum;         /* smallest and largest value (REAL, COUNT) */
    double maximum;
    int allows_auto;     /* "auto" (0 as a number) lets the library choose */
    const char *choices; /* CHOICE: the words, separated by '|'; otherwise "" */
    const char *help;
    int searched; /* the search may choose it, see labrbf_trial */
} labrbf_setting_info;

/* Makes a settings handle with the default values. Codes: E_ARGUMENT, E_MEMORY. */
LABRBF_API labrbf_status labrbf_settings_create(labrbf_settings **settings);
LABRBF_API void labrbf_settings_destroy(labrbf_settings *settings);

/* Sets every setting to its value in a preset, "default" or "paper". Codes: E_ARGUMENT, E_SETTING. */
LABRBF_API labrbf_status labrbf_settings_preset(labrbf_settings *settings, const char *preset);

/* Sets one setting by name (words joined by '_' or '-') from text, as on the command line. The value is checked against
 * the table. Codes: E_ARGUMENT, E_SETTING; on failure the setting keeps its value. */
LABRBF_API labrbf_status labrbf_settings_set(labrbf_settings *settings, const char *name, const char *text);

/* Writes the value as text, always terminated, into text[0 .. capacity). Codes: E_ARGUMENT (also if it does not fit;
 * 64 bytes always suffice), E_SETTING. */
LABRBF_API labrbf_status labrbf_settings_get(const labrbf_settings *settings, const char *name, char *text,
                                             size_t capacity);

/* The table itself: number of settings, and row `index` of it. Codes: E_ARGUMENT. */
LABRBF_API size_t labrbf_settings_count(void);
LABRBF_API labrbf_status labrbf_settings_describe(size_t index, labrbf_setting_info *info);

/* ---------------------------------------------------------------------------------------------------------------
 * Training
 * ------------------------------------------------------------------------------------------------------------- */

typedef struct labrbf_model labrbf_model;
typedef struct labrbf_trainer labrbf_trainer;

/* Fits a model in one call: x is n_rows x n_features, y has n_rows labels. NaN in x means missing (replaced by the mean
 * of its column); infinite x and non-finite y are errors. settings and hooks may be NULL (defaults). Returns LABRBF_OK
 * or LABRBF_DONE_* (why training ended) with *model set. A cancelled fit also gives a model. Codes: E_ARGUMENT, E_DATA,
 * E_SETTING, E_MEMORY, E_SINGULAR. */
LABRBF_API labrbf_status labrbf_fit(const labrbf_settings *settings, const double *x, const double *y, size_t n_rows,
                                    size_t n_features, const labrbf_hooks *hooks, labrbf_model **model);

/* Training data. */
typedef struct labrbf_data {
    size_t struct_size; /* sizeof(labrbf_data) */
    size_t n_rows, n_features, n_targets;
    const double *x; /* n_rows x n_features */
    const double *y; /* n_rows x n_targets: the labels of a row side by side */

    /* NULL, or a weight for each row: finite, not negative, not all 0, with a finite sum. A row of weight 0 is ignored,
     * one of weight 2 counts as two equal rows; only ratios of weights matter. With weights, and always with
     * coefficients=rows or patience, equal rows are merged and rows are sorted: the order of rows changes only the row
     * numbers of the supports (of equal rows the first). With coefficients=supports, weights enter the batch loss, the
     * bias and the mean errors. */
    const double *weights;

    /* NULL, or a model to start from: of one part, with the same numbers of features and targets. Training starts with
     * its centres and bandwidths, converted to the scaling of the new data, and ignores support_init, support_rule and
     * sigma0. With scaling=rank the positions among the ranks are kept instead: either both models have scaling=rank
     * (auto takes that of the old one), or neither. support_max must not be smaller than its number of supports, and
     * members must be 1; auto complies. A support that lies on no row gets the number of the nearest row. */
    const labrbf_model *start;

    /* NULL, or n_rows marks, not 0 for the validation rows of the search; candidates are trained on the other rows, the
     * final model on all. Use it if rows belong together or are ordered in time. If a row is marked, so are all rows
     * equal to it; above 25,000 rows the search takes a sample of both kinds. Some of the rows with a positive weight
     * must be marked, but not all. NULL: about a fifth of the rows are drawn, in small tables several times.
     *
     * With the setting patience the marked rows, at least 10, are also held out for early stopping. If none are marked,
     * a fifth of the rows is drawn for that, and the search draws its validation rows from the others. */
    const unsigned char *validation;
} labrbf_data;

/* As labrbf_fit. Several targets share supports and bandwidths; each has its own coefficients and is scaled to [-1, 1]
 * by itself. Losses and errors are means over the targets. */
LABRBF_API labrbf_status labrbf_fit_data(const labrbf_settings *settings, const labrbf_data *data,
                                         const labrbf_hooks *hooks, labrbf_model **model);

/* The same by steps. Create copies the data and allocates all that the first candidates, or the first member, need.
 * Codes as labrbf_fit. */
LABRBF_API labrbf_status labrbf_trainer_create(const labrbf_settings *settings, const labrbf_data *data,
                                               const labrbf_hooks *hooks, labrbf_trainer **trainer);

/* One gradient step; at the end of a round also the error scan and growth; in the search up to eight steps of two
 * candidates, on two threads. It allocates only when it begins another candidate or member. Returns LABRBF_OK while
 * there is more to do, LABRBF_DONE_CANCELLED if the progress hook asks to stop (the next step goes on), another
 * LABRBF_DONE_* when training is over (again at every later call). After a failure the same step can be tried again.
 * Codes: E_ARGUMENT, E_MEMORY, E_SINGULAR. */
LABRBF_API labrbf_status labrbf_trainer_step(labrbf_trainer *trainer);

/* Steps until training is over, the progress hook asks to stop, or `seconds` have passed (INFINITY: no limit). After
 * LABRBF_DONE_CANCELLED, and after LABRBF_OK (time is up), call it again to continue. The result does not depend on
 * `seconds`. Codes: E_ARGUMENT (also if seconds is negative or NaN), E_MEMORY, E_SINGULAR. */
LABRBF_API labrbf_status labrbf_trainer_run(labrbf_trainer *trainer, double seconds);

/* For callers with a time limit; the library itself never looks at the clock.
 *
 * Settle ends the search: the best candidate so far is chosen (if none is scored yet: the current one), and training
 * begins. Without a search it does nothing. Shorten reduces the remaining steps to n_steps, or to what growth needs: it
 * cuts the final steps, over which rate_decay then lowers the rate, and skips members that would begin later. It never
 * adds steps. The model depends only on the steps after which these are called. Codes: E_ARGUMENT; settle also
 * E_MEMORY, E_SINGULAR. */
LABRBF_API labrbf_status labrbf_trainer_settle(labrbf_trainer *trainer);
LABRBF_API labrbf_status labrbf_trainer_shorten(labrbf_trainer *trainer, size_t n_steps);

/* Where training stands; set info->struct_size first. Codes: E_ARGUMENT. */
LABRBF_API labrbf_status labrbf_trainer_info(const labrbf_trainer *trainer, labrbf_training_info *info);

/* Makes a model of the trainer's current state, at any time; the trainer stays usable. With several members it is the
 * mean of those that are finished, each a part, or the first as it is. A member whose mean error is more than ten times
 * that of another is left out. With early stopping (setting patience) it is the best state so far by the held-out rows,
 * or the current one before they were first scored; its coefficients are fitted to all rows. If coefficients=rows is
 * not done, later steps then remember all rows instead of recent ones, which changes the end a little. Codes:
 * E_ARGUMENT, E_MEMORY, E_SINGULAR. */
LABRBF_API labrbf_status labrbf_trainer_take_model(labrbf_trainer *trainer, labrbf_model **model);
LABRBF_API void labrbf_trainer_destroy(labrbf_trainer *trainer);

/* ---------------------------------------------------------------------------------------------------------------
 * Models
 * ------------------------------------------------------------------------------------------------------------- */

/* Predicts n_rows rows of n_features values in the data's own units into out, which is n_rows x n_targets. NaN in x
 * means missing; infinite values are errors. Uses up to n_threads threads (0: one per core); allocates nothing with one
 * thread. Codes: E_ARGUMENT, E_DATA, E_MEMORY. */
LABRBF_API labrbf_status labrbf_model_predict(const labrbf_model *model, const double *x, size_t n_rows,
                                              size_t n_features, size_t n_threads, double *out);

/* The gradient of the prediction, d f / d x_m of n_rows rows, in label unit per feature unit:
 * out[n_rows x n_targets x n_features]. NaN in x means missing; infinite values are errors. Uses up to n_threads
 * threads (0: one per core), with the same bits for any number of them; allocates nothing with one thread. Codes:
 * E_ARGUMENT, E_DATA, E_MEMORY. It is the exact derivative of labrbf_model_predict, not a difference. Special cases:
 *   - A missing feature (NaN) has slope 0: it is always replaced by the mean.
 *   - Where clip_labels clips the prediction of a target, its slopes are 0.
 *   - The exponential kernel has a kink at its supports: on a support the slope is the mean of both sides (its own term
 *     is 0). The other kernels are smooth.
 *   - With scaling=rank the scaling is piecewise linear: on a knot the slope is that to the right (of larger values).
 *   - A feature that was constant in training has slope 0 at that value. Elsewhere the slope is that of f, which decays
 *     to the bias there without any data.
 *   - A feature made from a category gets the slope of f as if it could take every value between 0 and 1. */
LABRBF_API labrbf_status labrbf_model_gradient(const labrbf_model *model, const double *x, size_t n_rows,
                                               size_t n_features, size_t n_threads, double *out);

/* The features scaled as the supports of a part are (setting scaling), missing values replaced: out is n_rows x
 * n_features. Codes: E_ARGUMENT, E_DATA. */
LABRBF_API labrbf_status labrbf_model_scale(const labrbf_model *model, size_t part, const double *x, size_t n_rows,
                                            size_t n_features, double *out);

/* Prediction block after block: a predictor keeps its threads, works on one block while its caller fetches the next,
 * and can compute in single precision, somewhat faster. The model must outlive it. One thread uses a predictor at a
 * time; several predictors may share a model. Codes: E_ARGUMENT, E_MEMORY. */
typedef struct labrbf_predictor labrbf_predictor;
typedef enum labrbf_precision {
    LABRBF_DOUBLE = 0, /* the same bits as labrbf_model_predict */
    LABRBF_SINGLE = 1  /* within labrbf_predictor_bound of it */
} labrbf_precision;
LABRBF_API labrbf_status labrbf_predictor_create(const labrbf_model *model, labrbf_precision precision,
                                                 size_t n_threads, labrbf_predictor **predictor);
LABRBF_API void labrbf_predictor_destroy(labrbf_predictor *predictor);

/* Starts to predict; x and out, as in labrbf_model_predict, must stay valid until `wait` returns. Start waits for the
 * previous block. With one thread everything is computed in wait. Nothing is allocated. Codes: E_ARGUMENT, E_DATA. */
LABRBF_API labrbf_status labrbf_predictor_start(labrbf_predictor *predictor, const double *x, size_t n_rows,
                                                size_t n_features, double *out);
LABRBF_API labrbf_status labrbf_predictor_wait(labrbf_predictor *predictor);

/* A proven bound for the difference from labrbf_model_predict, in label units, for rows with features in the range of
 * the training rows: 0 in double precision. Usual differences are far smaller. NaN if predictor is NULL. */
LABRBF_API double labrbf_predictor_bound(const labrbf_predictor *predictor);

/* The second regressor of asymmetric KRR, f2(t) = K(X,t)^T (K(X,X) + lambda I)^-T y, of a part. It needs a bandwidth
 * vector for every query row: theta is n_rows x n_features, in scaled units (see LABRBF_BANDWIDTHS); out is n_rows x
 * n_targets. Codes: E_ARGUMENT (also with coefficients=rows: there is none), E_DATA. */
LABRBF_API labrbf_status labrbf_model_predict_second(const labrbf_model *model, size_t part, const double *x,
                                                     const double *theta, size_t n_rows, size_t n_features,
                                                     double *out);

/* Predicts with the regressor of a part that has the smaller residual on the supports (Theorem 2: e = lambda A^-1 y for
 * the first, r = lambda A^-T y for the second); *which (may be NULL) becomes 1 or 2. Codes: as above. */
LABRBF_API labrbf_status labrbf_model_predict_better(const labrbf_model *model, size_t part, const double *x,
                                                     const double *theta, size_t n_rows, size_t n_features, double *out,
                                                     int *which);

/* Writes the model to a file (a temporary file in the same folder, then renamed: the file is whole or untouched), and
 * reads one. The model keeps the hooks' allocator; hooks may be NULL. After E_IO, errno has the reason. Codes:
 * E_ARGUMENT, E_IO, E_MEMORY; load also E_FORMAT, E_VERSION. */
LABRBF_API labrbf_status labrbf_model_save(const labrbf_model *model, const char *path);
LABRBF_API labrbf_status labrbf_model_load(const char *path, const labrbf_hooks *hooks, labrbf_model **model);

/* The same bytes in memory. Serialize always sets *size to the size needed, and writes nothing if `bytes` is NULL.
 * Codes: E_ARGUMENT (capacity too small), E_MEMORY, E_FORMAT, E_VERSION. */
LABRBF_API labrbf_status labrbf_model_serialize(const labrbf_model *model, void *bytes, size_t capacity, size_t *size);
LABRBF_API labrbf_status labrbf_model_deserialize(const void *bytes, size_t size, const labrbf_hooks *hooks,
                                                  labrbf_model **model);
LABRBF_API void labrbf_model_destroy(labrbf_model *model);

typedef struct labrbf_model_info {
    size_t struct_size; /* set by the caller to sizeof(labrbf_model_info) before asking */
    size_t n_support;   /* of all parts together */
    size_t n_features;
    size_t n_rows;         /* rows it was trained on */
    size_t missing_values; /* feature cells that were missing in them */
    size_t n_rounds;       /* length of the history */
    size_t n_steps;        /* gradient steps */
    uint64_t seed;
    double lambda;        /* ridge parameter of the final system; with several parts the largest */
    double beta;          /* bias, in scaled label units; with several parts that of the first */
    double rcond;         /* reciprocal condition estimate of the final system; with several parts the smallest */
    double label_minimum; /* of the training labels; predictions are clipped to it if clip_labels is on */
    double label_maximum;
    labrbf_status stopped; /* LABRBF_DONE_*: why training ended */
    int has_names;         /* feature and target names are set */
    size_t n_targets;      /* beta and the range of labels above are those of the first target */
    size_t n_trials;       /* candidates of the search, see labrbf_model_trial; 0: there was no search */
    size_t bytes_single;   /* for prediction in single precision, as the setting max_bytes counts */
    size_t n_held_out;     /* distinct rows held out for early stopping (setting patience) */
    size_t n_steps_kept;   /* gradient steps up to the best state, which was kept; n_steps without early stopping */
    double held_out_error; /* mean squared error of these rows then, before coefficients were fitted to them, too; with
                              several members their mean; NaN if they were never scored */
    size_t n_parts;        /* see labrbf_model_part_info */
} labrbf_model_info;

/* Set info->struct_size first. Codes: E_ARGUMENT. */
LABRBF_API labrbf_status labrbf_model_info_get(const labrbf_model *model, labrbf_model_info *info);

/* A part of the model, 0 <= part < n_parts. */
typedef struct labrbf_part_info {
    size_t struct_size; /* set by the caller to sizeof(labrbf_part_info) before asking */
    double weight;
    size_t n_support;
    char kernel[32], scaling[32], label_form[32]; /* words of the settings of these names */
    int linear;                                   /* has a linear term */
    int has_second; /* has a second regressor: its coefficients are those of asymmetric KRR */
    double lambda;  /* as in labrbf_model_info */
    double rcond;
    size_t candidate; /* number of the trial that its settings come from, see labrbf_model_trial */
    size_t fold;      /* fold of the search, from 1, that it was not trained on; 0: trained on all rows */
} labrbf_part_info;

/* Set info->struct_size first. Codes: E_ARGUMENT. */
LABRBF_API labrbf_status labrbf_model_part_info(const labrbf_model *model, size_t part, labrbf_part_info *info);

/* The arrays of a part: S supports, M features, T targets. "scaled" is by the setting `scaling`: to [-1, 1] with minmax
 * and rank. With rank it is the position among the ranks of the training rows inside their range
 * (docs/model-format.md), and (x - center) / scale outside. */
typedef enum labrbf_array {
    LABRBF_SUPPORT_VECTORS = 0, /* S x M, scaled; rows of the training data unless center_rate moved them */
    LABRBF_BANDWIDTHS = 1,      /* S x M: theta >= 0, per scaled unit */
    LABRBF_COEFFICIENTS = 2,    /* S x T: alpha, scaled: A^-1 (y - beta), or by least squares (setting coefficients) */
    LABRBF_COEFFICIENTS_2 = 3,  /* S x T: A^-T (y - beta), scaled; only with a second regressor */
    LABRBF_SUPPORT_LABELS = 4,  /* S x T, scaled */
    LABRBF_FEATURE_CENTERS = 5, /* M: scaled = (x - center) / scale; with rank only outside the range */
    LABRBF_FEATURE_SCALES = 6,  /* M */
    LABRBF_FEATURE_MEANS = 7,   /* M: replace missing values; in data units */
    LABRBF_FEATURE_MINIMA = 8,  /* M: smallest and largest value in the training rows; in data units */
    LABRBF_FEATURE_MAXIMA = 9,  /* M */
    LABRBF_BIASES = 10,         /* T: beta, in scaled label units */
    LABRBF_LABEL_MINIMA = 11,   /* T: smallest and largest label in the training rows; in label units */
    LABRBF_LABEL_MAXIMA = 12,   /* T */
    LABRBF_SLOPES = 13,         /* T x M: of the linear term, scaled; 0 without one */
    LABRBF_LABEL_CENTERS = 14,  /* T: scaled label = (t - center) / scale, t being the transformed label */
    LABRBF_LABEL_SCALES = 15,   /* T */
    LABRBF_LABEL_ANCHORS = 16,  /* T: of the transform (setting label_form, docs/algorithm.md), in label units */
    LABRBF_LABEL_UNITS = 17     /* T; 0: this target is not transformed, t = y */
} labrbf_array;

/* Copies one of the arrays of a part into out[0 .. count); count must be its exact length. Codes: E_ARGUMENT. */
LABRBF_API labrbf_status labrbf_model_array(const labrbf_model *model, size_t part, labrbf_array which, double *out,
                                            size_t count);

/* Training row numbers (from 0) of the supports of a part, at which they started, into rows[0 .. count), count being
 * their number. Codes: E_ARGUMENT. */
LABRBF_API labrbf_status labrbf_model_support_rows(const labrbf_model *model, size_t part, size_t *rows, size_t count);

/* The value of a setting that the model was trained with, as labrbf_settings_get: what was auto has the chosen value
 * (except threads, and sigma0 if training began with a trained candidate or model). Training with these values gives
 * the same model; after a search (n_trials > 0) a similar one, since training then begins with the best candidate.
 * Codes: E_ARGUMENT, E_SETTING. */
LABRBF_API labrbf_status labrbf_model_setting(const labrbf_model *model, const char *name, char *text, size_t capacity);

/* One growth round of the training history, 0 <= index < n_rounds: those of the first member, then of the second, and
 * so on, each with its own supports and errors. Errors as in labrbf_training_info. Codes: E_ARGUMENT. */
typedef struct labrbf_round {
    size_t n_support;  /* supports during the round */
    size_t n_steps;    /* gradient steps in the round */
    double loss;       /* batch loss, mean over the round */
    double max_error;  /* error scan at its end */
    double mean_error; /* likewise */
} labrbf_round;
LABRBF_API labrbf_status labrbf_model_history(const labrbf_model *model, size_t index, labrbf_round *round);

/* A candidate of the search, 0 <= index < n_trials; number 0 was chosen. Codes: E_ARGUMENT. */
LABRBF_API labrbf_status labrbf_model_trial(const labrbf_model *model, size_t index, labrbf_trial *trial);

/* Sets the names of the n_features features and the n_targets targets; they are copied and saved with the model. Codes:
 * E_ARGUMENT, E_MEMORY. */
LABRBF_API labrbf_status labrbf_model_set_names(labrbf_model *model, const char *const *features,
                                                const char *const *targets);

/* NULL if there are no names or the index is out of range. Valid until the names are set again or the model destroyed.
 */
LABRBF_API const char *labrbf_model_feature_name(const labrbf_model *model, size_t index);
LABRBF_API const char *labrbf_model_target_name(const labrbf_model *model, size_t index);

/* Text columns: the library computes with numbers only, but a model can keep the categories that its features were made
 * from. A feature with a category is 1 in rows of that category and 0 elsewhere; the features of one column are
 * adjacent and share its name. Set takes n_features texts, which are copied; NULL or "" for a feature that is a number,
 * a NULL array for no categories. Names must be set first. Codes: E_ARGUMENT, E_MEMORY. */
LABRBF_API labrbf_status labrbf_model_set_categories(labrbf_model *model, const char *const *categories);
/* NULL if the feature is a number. Valid until the categories are set again or the model destroyed. */
LABRBF_API const char *labrbf_model_feature_category(const labrbf_model *model, size_t index);

/* ---------------------------------------------------------------------------------------------------------------
 * Scores
 * ------------------------------------------------------------------------------------------------------------- */

typedef struct labrbf_metrics {
    double r2;   /* 1 - rsse; NaN when the truth is constant */
    double rmse; /* root of the mean squared error */
    double mae;  /* mean absolute error */
    double rsse; /* sum of squared errors over the sum of squares of the truth about its mean; NaN when the truth is
                  * constant */
    size_t n;
} labrbf_metrics;

/* Of one target at a time. Codes: E_ARGUMENT (n = 0), E_DATA (a value is not finite). */
LABRBF_API labrbf_status labrbf_metrics_compute(const double *truth, const double *prediction, size_t n,
                                                labrbf_metrics *metrics);

/* ---------------------------------------------------------------------------------------------------------------
 * Asymmetric kernel ridge regression with your own kernel
 * ------------------------------------------------------------------------------------------------------------- */

/* Solves A = K + lambda I for an n x n kernel matrix K that need not be symmetric, K_ij = K(x_i, x_j):
 *   alpha1 = A^-1 y, alpha2 = A^-T y, residual1 = lambda alpha1 = y - K alpha1, residual2 = lambda alpha2.
 * Each output has n values and may be NULL. If A is singular to working precision, lambda is raised until it is not. */
typedef struct labrbf_akrr {
    double *alpha1;
    double *alpha2;
    double *residual1;
    double *residual2;
    double lambda; /* out: the lambda used */
    double rcond;  /* out: reciprocal condition estimate of A */
    int better;    /* out: 1 or 2, the regressor with the smaller residual */
} labrbf_akrr;

/* Allocates work for n x n values through the hooks (may be NULL). Codes: E_ARGUMENT, E_DATA, E_MEMORY, E_SINGULAR. */
LABRBF_API labrbf_status labrbf_akrr_solve(const double *k, const double *y, size_t n, double lambda,
                                           const labrbf_hooks *hooks, labrbf_akrr *result);

/* The LAB RBF kernel itself: out is n_rows x n_support, K(row, support) with the support's bandwidths (n_support x
 * n_features). `kernel` is a word of the setting of that name. No scaling is applied. Codes: E_ARGUMENT, E_SETTING. */
LABRBF_API labrbf_status labrbf_kernel_matrix(const char *kernel, const double *rows, size_t n_rows,
                                              const double *supports, const double *theta, size_t n_support,
                                              size_t n_features, double *out);

#ifdef __cplusplus
}
#endif

#endif
