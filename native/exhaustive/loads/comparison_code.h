/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Whether a load repeats a value (common/compare.h), as code in the translation. */
#ifndef HAGSTONE_EXHAUSTIVE_COMPARISON_CODE_H
#define HAGSTONE_EXHAUSTIVE_COMPARISON_CODE_H

#include "exhaustive/translation/instrumentation.h"

enum { HAGSTONE_MOST_WORDS = 4 };

/* A value of 1, 2, 4 or 8 bytes as one integer of that size, or of more as words of 8. */
struct hagstone_code_words {
  IRExpr *words[HAGSTONE_MOST_WORDS];
  UInt count;
};

struct hagstone_code_comparison {
  IRExpr *repeated; /* 1 or 0, in 64 bits */
  IRExpr *unsure;   /* 0, or it is to be compared by hagstone_value_repeats; null: never */
};

/* `element` as in a site. */
struct hagstone_code_comparison hagstone_code_compare(struct hagstone_translation *translation, UInt element,
                                                      const struct hagstone_code_words *earlier,
                                                      const struct hagstone_code_words *later);

#endif
