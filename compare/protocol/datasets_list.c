/* The data sets of the paper, and the variants that its text leaves open. */
#include "datasets.h"

#define UCI    "UCI Machine Learning Repository, "
#define UCI_AT "https://archive.ics.uci.edu/dataset/"

#define DELVE       "DELVE, University of Toronto, comp-activ, prototask cpu"
#define DELVE_AT    "https://www.cs.toronto.edu/~delve/data/comp-activ/desc.html"
#define COMPACTIV   "39f6efb5e7390989e69bbbb297c9ab798a25944718ae4d31da68af881e422136"
#define KC_HOUSE    "Kaggle, House Sales in King County, USA"
#define KC_HOUSE_AT "https://www.kaggle.com/datasets/harlfoxem/housesalesprediction"
#define KC_HOUSE_IS "0659b46530ae8c1d8fd38ec976eb060a81a84e9ddfe5d1e46d7dd569ef51864d"

const dataset datasets[] = {
    {"tecator", 240, 122, "fat", 0, "tecator", "StatLib, tecator", "http://lib.stat.cmu.edu/datasets/tecator",
     "e722164c5ab25aa102657af18526a7c09d8ee3d2afa3ebe08e77607bba1e2213", NULL, NULL},
    {"tecator_moisture", 240, 122, "moisture", 0, "tecator", "StatLib, tecator",
     "http://lib.stat.cmu.edu/datasets/tecator", "73823e87ba540bf96dd923f454bac625bc60ec8f387cf33a4321c684dc9570a0",
     NULL, NULL},
    {"yacht", 308, 6, "residuary_resistance", 0, "yacht", UCI "Yacht Hydrodynamics", UCI_AT "243/yacht+hydrodynamics",
     "a767e2387c0db312c9bfb039bfdef76ac1b22d821f71ea0a4f0a695e67dac0fd", NULL, NULL},
    {"airfoil", 1503, 5, "scaled_sound_pressure", 0, "airfoil", UCI "Airfoil Self-Noise",
     UCI_AT "291/airfoil+self+noise", "18f7de29f8b3d35e7e35d4fde36f57d03a442e95bdec314fdccc7db5b28456cb", NULL, NULL},
    {"sml", 4137, 22, "Temperature_Comedor_Sensor", 0, "sml", UCI "SML2010", UCI_AT "274/sml2010",
     "db254d226fe6037754303635a4e66c685d56d420b608826558b36396f83fef8b", NULL, NULL},
    {"sml_habitacion", 4137, 22, "Temperature_Habitacion_Sensor", 0, "sml", UCI "SML2010", UCI_AT "274/sml2010",
     "dd642d5799296e73317e4086d7c0f70ca2b72f54cc0b74d7c95113aa2141ab1c", NULL, NULL},
    {"parkinson", 5875, 20, "total_UPDRS", 0, "parkinson", UCI "Parkinsons Telemonitoring",
     UCI_AT "189/parkinsons+telemonitoring", "9553ff7925a98e7ce40cca14f2a4bf9c8544202ce5df28b06f6c376122a37c72", NULL,
     NULL},
    {"compactiv", 8192, 21, "usr", 6554, "compactiv", DELVE, DELVE_AT, COMPACTIV, NULL, NULL},
    {"compactiv_halves", 8192, 21, "usr", 4096, "compactiv", DELVE, DELVE_AT, COMPACTIV, "compactiv", NULL},
    {"compactiv_random", 8192, 21, "usr", 0, "compactiv", DELVE, DELVE_AT, COMPACTIV, "compactiv", NULL},
    {"electrical", 10000, 11, "stab", 0, "electrical", UCI "Electrical Grid Stability Simulated Data",
     UCI_AT "471/electrical+grid+stability+simulated+data",
     "2b3b0c1417bd82c26b049cfe5c0cb2cbf2d8c1646da7d1f4ca502976dc199cd1", NULL, NULL},
    {"kc_house", 21613, 18, "price", 0, "kc_house", KC_HOUSE, KC_HOUSE_AT, KC_HOUSE_IS, NULL, NULL},
    {"kc_house_place", 21613, 14, "price", 0, "kc_house", KC_HOUSE, KC_HOUSE_AT, KC_HOUSE_IS, "kc_house",
     "sqft_basement,zipcode,sqft_living15,sqft_lot15"},
    {"kc_house_noplace", 21613, 14, "price", 0, "kc_house", KC_HOUSE, KC_HOUSE_AT, KC_HOUSE_IS, "kc_house",
     "sqft_basement,zipcode,lat,long"},
    {"tomshardware", 28179, 96, "ND_mean", 0, "tomshardware", UCI "Buzz in social media, TomsHardware, regression",
     UCI_AT "248/buzz+in+social+media", "bb72ad8bcca37b60e6d5e9c37be5cd9bdc4725ad0a0070b862f658f9b19ae029", NULL, NULL},
};
const size_t n_datasets = sizeof datasets / sizeof datasets[0];
