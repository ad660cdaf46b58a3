/* Tables and data sets for the tests of labrbf-compare table1 and its like: these lists are linked in place of its own.
 * The data are what the function `small` in tests/compare/table_cases writes. */
#include "paper/sheet.h"

const dataset datasets[] = {
    {"fifty", 50, 2, "y", 0, "fifty", "made up", "nowhere",
     "01f57a2b6b29cae54392649dc7f88f62fd67dfd14e683fbb15518303463547cc", NULL, NULL},
    {"sixty", 60, 2, "y", 48, "fifty", "made up", "nowhere",
     "836132a57ea4ce50a8b81b159c812a6aad86cb8a609876b1590b507ee696a5b7", NULL, NULL},
};
const size_t n_datasets = sizeof datasets / sizeof datasets[0];

const char *const sheet_sets[] = {"fifty", "sixty"};

/* clang-format off */
static const sheet_row near = {"near", "One neighbour", "neighbours", "k=1", NULL, false, {0.5, 0.3}};
static const sheet_row chosen = {"chosen", "Bias, chosen", "bias", "sign=plus", "bias=2,0", false, {0.1, 0.2}};
static const sheet_row slow = {"slow", "Dice", "dice", "", NULL, false, {61, 61}};
static const sheet_row full = {"full", "Dice, all of it", "dice", "", NULL, true, {61, 61}};
static const sheet_row sleeper = {"sleeper", "Sleeper", "trouble", "how=sleep below=2", NULL, true, {1, 1}};
static const sheet_row refuser = {"refuser", "Refuser", "trouble", "how=refuse below=0", NULL, true, {2, 2}};
/* clang-format on */

static const sheet_row *const quick_rows[] = {&near, &chosen, &slow, &full, NULL};
static const sheet_row *const size_rows[] = {&near, &chosen, NULL};
static const sheet_row *const odd_rows[] = {&near, &sleeper, &refuser, NULL};

const sheet sheets[] = {
    {"table1", "Quick methods", quick_rows, 0, 2, .r2 = true},
    {"table2", "Their size", size_rows, 0, 2, .size = true},
    {"table3", "Odd ones", odd_rows, 0, 1, .r2 = true, .size = true},
};
const size_t n_sheets = sizeof sheets / sizeof sheets[0];
