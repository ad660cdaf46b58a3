#include "datasets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"
#include "stream.h"

#define UCI    "UCI Machine Learning Repository, "
#define UCI_AT "https://archive.ics.uci.edu/dataset/"

const dataset datasets[] = {
    {"tecator", 240, 122, "fat", 0, "tecator", "StatLib, tecator", "http://lib.stat.cmu.edu/datasets/tecator",
     "e722164c5ab25aa102657af18526a7c09d8ee3d2afa3ebe08e77607bba1e2213"},
    {"tecator_moisture", 240, 122, "moisture", 0, "tecator", "StatLib, tecator",
     "http://lib.stat.cmu.edu/datasets/tecator", "73823e87ba540bf96dd923f454bac625bc60ec8f387cf33a4321c684dc9570a0"},
    {"yacht", 308, 6, "residuary_resistance", 0, "yacht", UCI "Yacht Hydrodynamics", UCI_AT "243/yacht+hydrodynamics",
     "a767e2387c0db312c9bfb039bfdef76ac1b22d821f71ea0a4f0a695e67dac0fd"},
    {"airfoil", 1503, 5, "scaled_sound_pressure", 0, "airfoil", UCI "Airfoil Self-Noise",
     UCI_AT "291/airfoil+self+noise", "18f7de29f8b3d35e7e35d4fde36f57d03a442e95bdec314fdccc7db5b28456cb"},
    {"sml", 4137, 22, "Temperature_Comedor_Sensor", 0, "sml", UCI "SML2010", UCI_AT "274/sml2010",
     "db254d226fe6037754303635a4e66c685d56d420b608826558b36396f83fef8b"},
    {"sml_habitacion", 4137, 22, "Temperature_Habitacion_Sensor", 0, "sml", UCI "SML2010", UCI_AT "274/sml2010",
     "dd642d5799296e73317e4086d7c0f70ca2b72f54cc0b74d7c95113aa2141ab1c"},
    {"parkinson", 5875, 20, "total_UPDRS", 0, "parkinson", UCI "Parkinsons Telemonitoring",
     UCI_AT "189/parkinsons+telemonitoring", "9553ff7925a98e7ce40cca14f2a4bf9c8544202ce5df28b06f6c376122a37c72"},
    {"compactiv", 8192, 21, "usr", 6554, "compactiv", "DELVE, University of Toronto, comp-activ, prototask cpu",
     "https://www.cs.toronto.edu/~delve/data/comp-activ/desc.html",
     "39f6efb5e7390989e69bbbb297c9ab798a25944718ae4d31da68af881e422136"},
    {"electrical", 10000, 11, "stab", 0, "electrical", UCI "Electrical Grid Stability Simulated Data",
     UCI_AT "471/electrical+grid+stability+simulated+data",
     "2b3b0c1417bd82c26b049cfe5c0cb2cbf2d8c1646da7d1f4ca502976dc199cd1"},
    {"kc_house", 21613, 18, "price", 0, "kc_house", "Kaggle, House Sales in King County, USA",
     "https://www.kaggle.com/datasets/harlfoxem/housesalesprediction",
     "0659b46530ae8c1d8fd38ec976eb060a81a84e9ddfe5d1e46d7dd569ef51864d"},
    {"tomshardware", 28179, 96, "ND_mean", 0, "tomshardware", UCI "Buzz in social media, TomsHardware, regression",
     UCI_AT "248/buzz+in+social+media", "bb72ad8bcca37b60e6d5e9c37be5cd9bdc4725ad0a0070b862f658f9b19ae029"},
};
const size_t n_datasets = sizeof datasets / sizeof datasets[0];

const dataset *datasets_find(const char *name) {
    for (size_t i = 0; i < n_datasets; i++)
        if (strcmp(datasets[i].name, name) == 0)
            return &datasets[i];
    return NULL;
}

const char *datasets_folder(const char *option) {
    const char *folder = option ? option : getenv("LABRBF_DATA");
    return folder && *folder ? folder : NULL;
}

bool datasets_locate(const dataset *set, const char *folder, char path[DATASET_PATH]) {
    static const char *const endings[] = {".csv.gz", ".csv"};
    for (size_t i = 0; folder && i < sizeof endings / sizeof endings[0]; i++) {
        int length = snprintf(path, DATASET_PATH, "%s/%s%s", folder, set->name, endings[i]);
        if (length < DATASET_PATH && access(path, R_OK) == 0)
            return true;
    }
    return false;
}

static bool hash_text(const char *path, char text[SHA256_TEXT], io_error *error) {
    io_stream *stream;
    static char block[65536];
    size_t got;
    sha256 hash;
    sha256_begin(&hash);
    if (!io_stream_open(path, &stream, error))
        return false;
    bool ok;
    while ((ok = io_stream_read(stream, block, sizeof block, &got, error)) && got > 0)
        sha256_add(&hash, block, got);
    io_stream_close(stream);
    sha256_end(&hash, text);
    return ok;
}

static bool missing(const dataset *set, const char *folder, io_error *error) {
    char place[DATASET_PATH];
    if (folder)
        snprintf(place, sizeof place, "it is not in '%.500s'", folder);
    else
        snprintf(place, sizeof place, "no folder of data sets is given (--data DIR, or the variable LABRBF_DATA)");
    return io_fail(error,
                   "data set '%s': %s. It is public: %s, %s. Save it as %s.csv (or %s.csv.gz) in %s: a header line, "
                   "%zu features, the target '%s' last; docs/data-sets.md says exactly how",
                   set->name, place, set->source, set->address, set->name, set->name,
                   folder ? "that folder" : "a folder of your choice", set->features, set->target);
}

static bool check(const dataset *set, const char *path, io_error *error) {
    char text[SHA256_TEXT];
    if (!hash_text(path, text, error))
        return false;
    if (strcmp(text, set->sha256) == 0)
        return true;
    io_quote quote;
    return io_fail(error,
                   "%s is not the data set '%s': the SHA-256 of its text is %s, expected %s. To use it as it is, give "
                   "its path instead of the name",
                   io_quote_path(&quote, path), set->name, text, set->sha256);
}

bool datasets_read(const dataset *set, const char *folder, data *d, io_error *error) {
    char path[DATASET_PATH];
    bool misuse;
    *d = (data){0};
    if (!datasets_locate(set, folder, path))
        return missing(set, folder, error);
    if (!check(set, path, error) || !data_read(path, &(data_columns){.target = set->target}, d, &misuse, error))
        return false;
    snprintf(d->name, sizeof d->name, "%s", set->name);
    d->fixed_train_rows = set->fixed_train_rows;
    return true;
}
