/*
 * labrbf: kernel regression with locally adaptive bandwidths (LAB RBF).
 *
 * A model is a weighted sum of parts, usually of one. A part is a small set of support points; each has its own
 * bandwidth vector, learnt from data:
 *
 *     K(t, x_i) = exp(-D) or exp(-sqrt(D)),   D = sum_m theta_im^2 (t_m - x_im)^2
 *     f_k(t)    = beta + s . t + sum_i alpha_i K(t, x_i)     of part k; s is the linear term, if there is one
 *     f(t)      = sum_k w_k f_k(t)                           each f_k in label units
 *
 * Rules that hold for every function here
 *   - Matrices are row-major and dense: row r of an n x m matrix starts at x + r * m. A row is a sample.
 *   - The library never prints, never exits and keeps no state outside its handles, but for one lock: calls of LAPACK
 *     take turns, because Debian's serial OpenBLAS cannot bear two at once. Messages go to the log hook.
 *   - A function that can fail returns a labrbf_status: 0 or positive is success, negative is failure. On failure
 *     labrbf_last_error() has the details, outputs of the call are NULL or untouched, and nothing is left to clean up.
 *   - Handles (settings, trainer, model) belong to the caller, who destroys them; destroy functions accept NULL.
 *   - Arrays passed in are read during the call only and never kept. Arrays passed out belong to the caller.
 *   - Thread rule: two threads may use two handles freely. One model may be read (every function that takes a
 *     `const labrbf_model *`) by any number of threads at once. A settings or trainer handle is for one thread at a
 *     time.
 *   - Same data, same settings, same seed: the same model, bit for bit, whatever the number of threads (on one machine
 *     and one build).
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
    X(LABRBF_E_VERSION, -8, "the model was written by a newer version of labrbf")

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

/* What was tried, or is being tried, on validation rows among the training rows to choose what the settings leave open
 * (auto). */
typedef struct labrbf_trial {
    char settings[320]; /* those that the search varies, "kernel=exponential scaling=minmax ...", in the order of the
                           table; "": nothing is being tried */
    size_t n_support;
    size_t n_steps; /* gradient steps, in all */
    double r2;      /* on the validation rows, the mean over targets; NaN before it has been scored. Small tables have
                       several folds; a trial that is much worse than others on the first was scored on that alone */
} labrbf_trial;

/* What a trainer does: it chooses what the settings leave open, then it trains. */
typedef enum labrbf_stage { LABRBF_STAGE_SEARCH = 0, LABRBF_STAGE_TRAIN = 1, LABRBF_STAGE_DONE = 2 } labrbf_stage;

/* Where training stands. All errors are squared errors of the labels scaled to [-1, 1], the paper's xi. */
typedef struct labrbf_training_info {
    size_t struct_size;    /* set by the caller to sizeof(labrbf_training_info) before asking */
    size_t n_support;      /* supports now */
    size_t support_max;    /* supports at most */
    size_t round;          /* growth rounds finished */
    size_t step;           /* gradient steps done */
    size_t step_limit;     /* gradient steps planned, if neither tolerance nor patience stops training earlier */
    double loss;           /* mean batch loss, averaged over recent steps; NaN before the first step */
    double max_error;      /* largest error of the last scan; NaN before the first scan */
    double fraction;       /* share of the planned arithmetic that is done, 0 to 1 */
    double lambda;         /* ridge parameter in use (larger than the setting if it had to be raised) */
    size_t missing_values; /* feature cells that were missing and replaced by the column mean */
    labrbf_stage stage;
    labrbf_trial trial; /* what is being tried, in the stage of the search */
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
     * step, in the search after every few of them; a non-zero return stops training with LABRBF_DONE_CANCELLED, keeping
     * the model as it then is. */
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
    int searched; /* the search may vary it, see labrbf_trial */
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

/* Training data with all there can be to it. */
typedef struct labrbf_data {
    size_t struct_size; /* sizeof(labrbf_data) */
    size_t n_rows, n_features, n_targets;
    const double *x; /* n_rows x n_features */
    const double *y; /* n_rows x n_targets: the labels of a row side by side */

    /* One for each row, finite, not negative, not all 0, and their sum finite; NULL: every row counts once. A row of
     * weight 0 is as if absent, one of weight 2 as if it stood there twice; only ratios of weights matter. With
     * weights, and always with coefficients=rows or patience, equal rows are made one and the order of rows does not
     * matter: the model is the same, but for the row numbers of its supports (of equal rows the first). With
     * coefficients=supports, weights count in the batch loss, the bias and the mean errors. */
    const double *weights;

    /* NULL, or a model of one part and as many features and targets, whose supports training starts from: their centres
     * and bandwidths (in the data's own units: the scaling is that of the new data), whatever support_init,
     * support_rule and sigma0 say. With scaling=rank they keep their positions among the ranks instead; the model must
     * have been trained with the same then, as auto sees to, and with the two other scalings it must not. It may not
     * have more supports than support_max; auto is at least as many, and there can be only one member. Row numbers of
     * supports that lie on no row are those of the nearest. */
    const labrbf_model *start;

    /* n_rows: not 0 for the rows that what the settings leave open is chosen by; training for the choice is on the
     * others, that of the model on all. For rows that belong together, or follow in time. Of equal rows all validate if
     * one does; of many rows (above 25,000) a sample of both kinds is used. Neither none nor all of the rows that count
     * may be marked. NULL: about a fifth of the rows are drawn, in small tables several times.
     *
     * With the setting patience the marked rows, at least 10, are also those that training holds out. If none are
     * marked, it draws a fifth of the rows first, and the search has its own among the others. */
    const unsigned char *validation;
} labrbf_data;

/* As labrbf_fit. Several targets share supports and bandwidths and have coefficients each; each label is scaled to
 * [-1, 1] by itself, and losses and errors are means over the targets. */
LABRBF_API labrbf_status labrbf_fit_data(const labrbf_settings *settings, const labrbf_data *data,
                                         const labrbf_hooks *hooks, labrbf_model **model);

/* The same by steps. Create copies (and scales) the data and allocates everything that training needs, for the largest
 * support set; later steps allocate nothing. Codes as labrbf_fit. */
LABRBF_API labrbf_status labrbf_trainer_create(const labrbf_settings *settings, const labrbf_data *data,
                                               const labrbf_hooks *hooks, labrbf_trainer **trainer);

/* One gradient step (and, at the end of a round, the error scan and growth). While settings are being chosen, up to
 * eight steps of two candidates, which two threads share. A step allocates only as one candidate, or one of several
 * members, follows another. Returns LABRBF_OK while there is more to do, LABRBF_DONE_* when training is over (again at
 * every later call), or E_SINGULAR. */
LABRBF_API labrbf_status labrbf_trainer_step(labrbf_trainer *trainer);

/* Steps until training is over, the progress hook asks to stop, or `seconds` have passed (INFINITY: no limit). After
 * LABRBF_DONE_CANCELLED, and after LABRBF_OK, which says that the time is over, it may be called again to go on. The
 * time is for callers with signals or windows to look after; what is learnt does not depend on it. Codes: E_ARGUMENT
 * (also if seconds is negative or NaN), E_SINGULAR. */
LABRBF_API labrbf_status labrbf_trainer_run(labrbf_trainer *trainer, double seconds);

/* For callers who look at a clock between two steps. The library itself decides nothing by the clock.
 *
 * Settle ends the search for what the settings leave open: the best of what has been tried so far is chosen (if nothing
 * has been scored yet: what is being tried, scored as it is), and training begins. Without a search it does nothing.
 * Shorten leaves at most n_steps to do, or as few more as growth takes: it is the final steps that are cut, and
 * rate_decay brings the rate down to its end along those that are left. Further members that n_steps does not reach are
 * left out. It never adds steps. What comes out depends on the steps after which these are called, and on nothing else.
 * Codes: E_ARGUMENT; settle also E_MEMORY, E_SINGULAR. */
LABRBF_API labrbf_status labrbf_trainer_settle(labrbf_trainer *trainer);
LABRBF_API labrbf_status labrbf_trainer_shorten(labrbf_trainer *trainer, size_t n_steps);

/* Where training stands; set info->struct_size first. Codes: E_ARGUMENT. */
LABRBF_API labrbf_status labrbf_trainer_info(const labrbf_trainer *trainer, labrbf_training_info *info);

/* Makes a model of the trainer's present state, at any time; the trainer stays usable. With several members (setting
 * members) it is the mean of those that are finished, each a part of the model; while the first is at work, that one as
 * it is. A member that ends with more than ten times the mean error of another is left out. With rows held out
 * (setting patience) it is the best of what they showed in the final steps so far, or the present state before they
 * were first looked at; its coefficients are fitted to all rows. Codes: E_ARGUMENT, E_MEMORY, E_SINGULAR. */
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

/* The slope of the prediction: d f / d x_m of n_rows rows, in the data's own units (label unit per feature unit), into
 * out[n_rows x n_targets x n_features]: with one target n_rows x n_features, with several the slopes of a row's first,
 * then those of its second. NaN in x means missing; infinite values are errors. Uses up to n_threads threads (0: one
 * per core), with the same bits for any number of them; allocates nothing with one thread. Codes: E_ARGUMENT, E_DATA,
 * E_MEMORY. It is the exact derivative of labrbf_model_predict, not a difference, with these choices:
 *   - A missing feature (NaN) has slope 0: its mean stands in for it, whatever it was.
 *   - Where clip_labels cuts the prediction of a target off, its slopes are 0.
 *   - The exponential kernel has a kink at its supports: a row on a support gets the mean of the slopes on its two
 *     sides (the support's own part is 0). The other kernels are smooth.
 *   - With scaling=rank the features go through a map of straight pieces: a row on the knot between two of them gets
 *     the slope of the one to the right (of larger values).
 *   - A feature that was constant in training has slope 0 at that value. Elsewhere the slope is that of f, which falls
 *     back to the bias there: no data stands behind it.
 *   - A feature made from a category gets the slope of f as if it could take every value between 0 and 1. */
LABRBF_API labrbf_status labrbf_model_gradient(const labrbf_model *model, const double *x, size_t n_rows,
                                               size_t n_features, size_t n_threads, double *out);

/* The features as the kernel of a part sees them, scaled as its supports are (setting scaling), missing values filled
 * in: out is n_rows x n_features. Codes: E_ARGUMENT, E_DATA. */
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

/* Begins to predict; x and out, as in labrbf_model_predict, must stay until `wait` has returned. Start waits for the
 * block before. With one thread all is computed in wait. Nothing is allocated. Codes: E_ARGUMENT, E_DATA. */
LABRBF_API labrbf_status labrbf_predictor_start(labrbf_predictor *predictor, const double *x, size_t n_rows,
                                                size_t n_features, double *out);
LABRBF_API labrbf_status labrbf_predictor_wait(labrbf_predictor *predictor);

/* How far a prediction can be from labrbf_model_predict's, in the label's own units, for rows whose features lie in the
 * range of the training rows: 0 in double precision. It is proved, not estimated, so the usual difference is far
 * smaller. NaN if predictor is NULL. */
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
 * reads one. The model keeps the hooks' allocator; hooks may be NULL. Codes: E_ARGUMENT, E_IO, E_MEMORY; load also
 * E_FORMAT, E_VERSION. */
LABRBF_API labrbf_status labrbf_model_save(const labrbf_model *model, const char *path);
LABRBF_API labrbf_status labrbf_model_load(const char *path, const labrbf_hooks *hooks, labrbf_model **model);

/* The same bytes in memory. Serialize writes nothing when `bytes` is NULL and always sets *size to the size needed.
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
    double label_minimum; /* of the training labels, own units; predictions are clipped to it if clip_labels is on */
    double label_maximum;
    labrbf_status stopped; /* LABRBF_DONE_*: why training ended */
    int has_names;         /* feature and target names are set */
    size_t n_targets;      /* beta and the range of labels above are those of the first, see LABRBF_BIASES */
    size_t n_trials;       /* what was tried on validation rows, see labrbf_model_trial; 0: nothing was left open */
    size_t bytes_single;   /* of the single-precision numbers that prediction needs, as the setting max_bytes counts */
    size_t n_held_out;     /* rows held out of training (setting patience), equal ones counted once; 0: none */
    size_t n_steps_kept;   /* gradient steps up to the best that they showed, which the model is; n_steps if it is the
                              last, or no rows were held out */
    double held_out_error; /* mean error of these rows then, before coefficients were fitted to them, too; with several
                              members the mean of theirs; NaN if they were never looked at */
    size_t n_parts;        /* see labrbf_model_part_info */
} labrbf_model_info;

/* Set info->struct_size first. Codes: E_ARGUMENT. */
LABRBF_API labrbf_status labrbf_model_info_get(const labrbf_model *model, labrbf_model_info *info);

/* One of the parts whose weighted sum the model is, 0 <= part < n_parts. */
typedef struct labrbf_part_info {
    size_t struct_size; /* set by the caller to sizeof(labrbf_part_info) before asking */
    double weight;
    size_t n_support;
    char kernel[32]; /* a word of the setting of this name */
    int linear;      /* with a linear term */
    int has_second;  /* with a second regressor: its coefficients are those of asymmetric KRR */
    double lambda;   /* as in labrbf_model_info */
    double rcond;
    size_t candidate; /* its settings are those of this trial, if there are any, see labrbf_model_trial */
    size_t fold;      /* of the search, counted from 1, that it has not seen; 0: it was trained on all rows */
} labrbf_part_info;

/* Set info->struct_size first. Codes: E_ARGUMENT. */
LABRBF_API labrbf_status labrbf_model_part_info(const labrbf_model *model, size_t part, labrbf_part_info *info);

/* What a part is made of. S supports, M features, T targets; "scaled" is the scale of the training rows that the
 * setting `scaling` says: [-1, 1] with minmax and rank. With rank it is a position among the ranks of the training rows
 * for values in their range (docs/model-format.md), and (x - center) / scale for others. */
typedef enum labrbf_array {
    LABRBF_SUPPORT_VECTORS = 0, /* S x M, scaled; on rows of the training data unless center_rate moved them */
    LABRBF_BANDWIDTHS = 1,      /* S x M: theta >= 0, per scaled unit */
    LABRBF_COEFFICIENTS = 2,    /* S x T: alpha, scaled: A^-1 (y - beta), or by least squares (setting coefficients) */
    LABRBF_COEFFICIENTS_2 = 3,  /* S x T: A^-T (y - beta), scaled; only with a second regressor */
    LABRBF_SUPPORT_LABELS = 4,  /* S x T, scaled */
    LABRBF_FEATURE_CENTERS = 5, /* M: scaled = (x - center) / scale; with rank only outside the range */
    LABRBF_FEATURE_SCALES = 6,  /* M */
    LABRBF_FEATURE_MEANS = 7,   /* M: what a missing value becomes, own units */
    LABRBF_FEATURE_MINIMA = 8,  /* M: smallest and largest value in the training rows, own units */
    LABRBF_FEATURE_MAXIMA = 9,  /* M */
    LABRBF_BIASES = 10,         /* T: beta, in scaled label units */
    LABRBF_LABEL_MINIMA = 11,   /* T: smallest and largest label in the training rows, own units */
    LABRBF_LABEL_MAXIMA = 12,   /* T */
    LABRBF_SLOPES = 13,         /* T x M: of the linear term, scaled; 0 without one */
    LABRBF_LABEL_CENTERS = 14,  /* T: scaled label = (t - center) / scale, t being the label in its form */
    LABRBF_LABEL_SCALES = 15,   /* T */
    LABRBF_LABEL_ANCHORS = 16,  /* T: of the form (setting label_form, docs/algorithm.md), in label units */
    LABRBF_LABEL_UNITS = 17     /* T; 0: the labels of this target are plain, t = y */
} labrbf_array;

/* Copies one of the arrays of a part into out[0 .. count); count must be its exact length. Codes: E_ARGUMENT. */
LABRBF_API labrbf_status labrbf_model_array(const labrbf_model *model, size_t part, labrbf_array which, double *out,
                                            size_t count);

/* Row numbers (from 0, in the training data) of the supports of a part, or of where they started, into rows[0 ..
 * count), count being their number. Codes: E_ARGUMENT. */
LABRBF_API labrbf_status labrbf_model_support_rows(const labrbf_model *model, size_t part, size_t *rows, size_t count);

/* The value of a setting as the model was trained with, as labrbf_settings_get: what was auto has the value that was
 * chosen (`threads` stays auto, and so does sigma0 if training began where a model was, after a search for one). Set by
 * hand, these values train the same model again, or, if they were searched for (n_trials > 0), one of the same kind:
 * after a search training begins where its best candidate was. Codes: E_ARGUMENT, E_SETTING. */
LABRBF_API labrbf_status labrbf_model_setting(const labrbf_model *model, const char *name, char *text, size_t capacity);

/* One growth round of the training history, 0 <= index < n_rounds: those of the first member, then of the second, and
 * so on; supports and errors are the member's own. Errors as in labrbf_training_info. Codes: E_ARGUMENT. */
typedef struct labrbf_round {
    size_t n_support;  /* supports during the round */
    size_t n_steps;    /* gradient steps in the round */
    double loss;       /* batch loss, mean over the round */
    double max_error;  /* error scan at its end */
    double mean_error; /* likewise */
} labrbf_round;
LABRBF_API labrbf_status labrbf_model_history(const labrbf_model *model, size_t index, labrbf_round *round);

/* One of the things that were tried to choose what the settings left open, 0 <= index < n_trials; number 0 was chosen.
 * Codes: E_ARGUMENT. */
LABRBF_API labrbf_status labrbf_model_trial(const labrbf_model *model, size_t index, labrbf_trial *trial);

/* Names that travel with the model: of its n_features features and its n_targets targets. Copied. Codes: E_ARGUMENT,
 * E_MEMORY. */
LABRBF_API labrbf_status labrbf_model_set_names(labrbf_model *model, const char *const *features,
                                                const char *const *targets);

/* NULL if there are no names or the index is out of range. Valid until the names are set again or the model destroyed.
 */
LABRBF_API const char *labrbf_model_feature_name(const labrbf_model *model, size_t index);
LABRBF_API const char *labrbf_model_target_name(const labrbf_model *model, size_t index);

/* Text columns: the library computes with numbers alone, but a model can carry how they were made from a table. A
 * feature with a category is 1 where the column of its name says so and 0 elsewhere; features of one column follow each
 * other and share its name. Set: n_features texts, copied, NULL or "" for a feature that is a number (an array that is
 * NULL: there are no categories); the names are set first. Codes: E_ARGUMENT, E_MEMORY. */
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
    double rsse; /* sum of squared errors over the truth's sum of squares about its mean; NaN when that is constant */
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
