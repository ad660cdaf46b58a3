/*
 * Makes the corpus of the model reader: fuzz_make_models FOLDER writes the files of corpus/model there. They are made
 * of the golden model (tests/golden/golden.h), whole or in one place broken, and need nothing of the library. What a
 * fuzzer finds is added by hand, as found_NN.
 */
#include <math.h>
#include <stdio.h>

#include "../tests/golden/golden.h"

static const char *folder;

static void save(const char *name, const void *bytes, size_t size) {
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

/* Frees the image. */
static void save_image(const char *name, model_image image) {
    model_put_right(image.bytes, image.size);
    save(name, image.bytes, image.size);
    free(image.bytes);
}

/* ---- whole models */

static void whole_models(void) {
    save_image("golden", golden_image());
    save_image("smallest", golden_plain(1, 1, 0));
    save_image("two_features", golden_plain(2, 1, 1));
    save_image("wide", golden_plain(300, 2, 0));
    save_image("wide_targets", golden_plain(40, 40, 1));
    save_image("wide_targets_without_slopes", golden_plain(40, 40, 0));
    save_image("exponential_rank_root", golden_image_of(0, 1));
    save_image("gaussian_minmax_log", golden_image_of(1, 1));
    save_image("matern32_standard", golden_image_of(2, 1));
    save_image("matern52_second", golden_image_of(3, 1));
}

/* ---- one value changed */

typedef struct change {
    const char *name;
    size_t part; /* the model has this part alone */
    const char *tag;
    size_t word; /* of 8 bytes */
    uint64_t value;
} change;

static void changed_values(void) {
    const uint64_t nan = bits_of_f64(NAN), infinite = bits_of_f64(INFINITY),
                   largest = bits_of_f64(0x1.fffffffffffffp1023), smallest_number = 1, most = UINT64_MAX,
                   negative = bits_of_f64(-1), huge = UINT64_C(1) << 61;
    const change changes[] = {
        {"features_huge", 1, "MODL", 0, huge},
        {"features_none", 1, "MODL", 0, 0},
        {"targets_huge", 1, "MODL", 1, huge},
        {"targets_more", 1, "MODL", 1, 3},
        {"parts_more", 1, "MODL", 2, 2},
        {"parts_none", 1, "MODL", 2, 0},
        {"rows_none", 1, "MODL", 3, 0},
        {"steps_most", 1, "MODL", 5, most},
        {"stopped_unknown", 1, "MODL", 6, 5},
        {"supports_huge", 1, "HEAD", 0, huge},
        {"supports_none", 1, "HEAD", 0, 0},
        {"candidate_most", 1, "HEAD", 1, most},
        {"clips_2", 1, "HEAD", 3, 2},
        {"weight_nan", 1, "HEAD", 4, nan},
        {"weight_largest", 1, "HEAD", 4, largest},
        {"lambda_negative", 1, "HEAD", 5, negative},
        {"rcond_infinite", 1, "HEAD", 6, infinite},
        {"kernel_unknown", 1, "HEAD", 7, UINT64_C(0x0065646f63)},
        {"scaling_unknown", 1, "HEAD", 9, UINT64_C(0x0065646f63)},
        {"form_unknown", 1, "HEAD", 11, UINT64_C(0x0065646f63)},
        {"center_largest", 1, "SCAL", 0, largest},
        {"scale_zero", 1, "SCAL", 3, 0},
        {"scale_smallest", 1, "SCAL", 3, smallest_number},
        {"mean_nan", 1, "SCAL", 6, nan},
        {"range_upside_down", 1, "RANG", 0, largest},
        {"range_infinite", 1, "RANG", 3, infinite},
        {"knots_one", 0, "KNOT", 0, 1},
        {"knots_huge", 0, "KNOT", 0, huge},
        {"knots_nan", 0, "KNOT", 4, nan},
        {"knots_falling", 0, "KNOT", 4, bits_of_f64(-2)},
        {"places_falling", 0, "KNOT", 11, bits_of_f64(-2)},
        {"label_center_nan", 1, "LABL", 1, nan},
        {"label_scale_zero", 1, "LABL", 2, 0},
        {"label_scale_largest", 1, "LABL", 2, largest},
        {"label_range_upside_down", 1, "LABL", 3, largest},
        {"anchor_infinite", 1, "LABL", 5, infinite},
        {"anchor_largest", 1, "LABL", 5, largest},
        {"unit_none", 1, "LABL", 6, 0},
        {"unit_nan", 1, "LABL", 6, nan},
        {"unit_largest", 1, "LABL", 6, largest},
        {"unit_smallest", 1, "LABL", 6, smallest_number},
        {"unit_of_plain", 3, "LABL", 6, bits_of_f64(1)},
        {"row_beyond", 1, "SUPP", 0, GOLDEN_ROWS},
        {"support_largest", 1, "SUPP", 2, largest},
        {"bandwidth_negative", 1, "SUPP", 2 + 6, negative},
        {"bandwidth_largest", 1, "SUPP", 2 + 6, largest},
        {"matern_bandwidth_largest", 3, "SUPP", 1 + 3, largest},
        {"alpha_nan", 1, "SUPP", 2 + 12 + 4, nan},
        {"alpha_largest", 3, "SUPP", 1 + 6 + 2, largest},
        {"alpha2_infinite", 1, "ALP2", 0, infinite},
        {"slope_nan", 0, "LINE", 0, nan},
        {"slope_largest", 2, "LINE", 0, largest},
        {"trial_text_huge", 1, "TRIA", 3, huge},
        {"trial_text_none", 1, "TRIA", 3, 0},
        {"trial_r2_above_1", 1, "TRIA", 2, bits_of_f64(2)},
        {"held_out_none", 1, "HELD", 0, 0},
        {"held_out_steps", 1, "HELD", 1, most},
        {"held_out_infinite", 1, "HELD", 2, infinite},
        {"history_infinite", 1, "HIST", 2, infinite},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        model_image image = golden_image_of(changes[i].part, 1);
        size_t length;
        unsigned char *payload = model_section(image.bytes, image.size, changes[i].tag, &length);
        if (!payload || 8 * changes[i].word + 8 > length)
            exit(1);
        put_u64(payload + 8 * changes[i].word, changes[i].value);
        save_image(changes[i].name, image);
    }
}

/* ---- one section changed */

typedef struct replacement {
    const char *name, *tag, *new_tag;
    unsigned char flags;
    const char *payload;
    size_t length;
    int insert; /* before the section, which stays */
} replacement;

static void changed_sections(void) {
    static const char wrong[] = "kernel=cosine\n", unknown[] = "no_such_setting=1\nkernel=matern32\n";
    static const replacement changes[] = {
        {"section_unknown", "SETT", "NEW1", 0, "anything", 8, 1},
        {"section_unknown_required", "SETT", "NEW1", 1, "anything", 8, 1},
        {"section_unknown_in_part", "SCAL", "NEW1", 0, "anything", 8, 1},
        {"section_unknown_required_in_part", "SCAL", "NEW1", 1, "anything", 8, 1},
        {"section_flags", "SETT", "NEW1", 2, "anything", 8, 1},
        {"section_tag", "SETT", "new1", 0, "anything", 8, 1},
        {"section_twice", "HIST", "HIST", 0, "", 0, 1},
        {"section_twice_in_part", "RANG", "RANG", 0, "", 0, 1},
        {"part_empty", "PART", "PART", 1, "", 0, 0},
        {"part_empty_more", "PART", "PART", 1, "", 0, 1},
        {"part_of_bytes", "PART", "PART", 1, "anything at all", 15, 0},
        {"settings_none", "SETT", "SETT", 0, "", 0, 0},
        {"settings_wrong", "SETT", "SETT", 0, wrong, sizeof wrong - 1, 0},
        {"settings_unknown", "SETT", "SETT", 0, unknown, sizeof unknown - 1, 0},
        {"settings_open", "SETT", "SETT", 0, "kernel", 6, 0},
        {"head_short", "HEAD", "HEAD", 1, "short", 5, 0},
        {"scales_short", "SCAL", "SCAL", 1, "", 0, 0},
        {"names_open", "NAME", "NAME", 0, "a\0b\0c\0d\0e", 9, 0},
        {"names_few", "NAME", "NAME", 0, "a\0b\0", 4, 0},
        {"names_empty", "NAME", "NAME", 0, "\0\0\0\0", 5, 0},
        {"categories_open", "CATE", "CATE", 1, "a\0b\0c", 5, 0},
        {"categories_all", "CATE", "CATE", 1, "a\0b\0c\0", 6, 0},
        {"history_short", "HIST", "HIST", 0, "12345678", 8, 0},
        {"trials_none", "TRIA", "TRIA", 0, "", 0, 0},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        const replacement *to = &changes[i];
        model_image image = golden_image_of(1, 1);
        model_image section = model_one_section(to->new_tag, to->flags, to->payload, to->length);
        save_image(to->name, (to->insert ? model_insert : model_replace)(image.bytes, image.size, to->tag, &section));
        free(section.bytes);
        free(image.bytes);
    }
    static const char *const needed[] = {"MODL", "SETT", "PART", "HEAD", "SCAL",
                                         "RANG", "KNOT", "LABL", "SUPP", "NAME"};
    static const char *const optional[] = {"TRIA", "HELD", "HIST", "CATE", "LINE"};
    for (size_t i = 0; i < 15; i++) {
        model_image image = golden_image_of(0, 1);
        char name[64];
        (void)snprintf(name, sizeof name, "without_%s", i < 10 ? needed[i] : optional[i - 10]);
        save_image(name, model_replace(image.bytes, image.size, i < 10 ? needed[i] : optional[i - 10], NULL));
        free(image.bytes);
    }
}

/* ---- the envelope */

static void envelopes(void) {
    model_image image = golden_plain(1, 1, 0);
    static const char text[] = "x,y\n1,2\n";
    save("empty", "", 0);
    save("text", text, sizeof text - 1);
    save("magic_only", image.bytes, 8);
    save("header_only", image.bytes, MODEL_HEADER);
    save("cut", image.bytes, image.size - 40);
    image.bytes[image.size / 2] ^= 1;
    save("flipped", image.bytes, image.size);
    image.bytes[image.size / 2] ^= 1;
    image_put(&image, "trailing", 8);
    save("trailing", image.bytes, image.size);
    image.size -= 8;
    put_u64(image.bytes + MODEL_HEADER + 8, UINT64_MAX - 7);
    save("section_overrun", image.bytes, image.size);
    put_u64(image.bytes + MODEL_HEADER + 8, 56);
    put_u64(image.bytes + 8, 0);
    save("version_0", image.bytes, image.size);
    put_u64(image.bytes + 8, 2);
    save("version_2", image.bytes, image.size);
    free(image.bytes);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        (void)fprintf(stderr, "usage: fuzz_make_models FOLDER\n");
        return 2;
    }
    folder = argv[1];
    whole_models();
    changed_values();
    changed_sections();
    envelopes();
    return 0;
}
