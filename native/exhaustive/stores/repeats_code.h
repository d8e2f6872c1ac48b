/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The code that counts silent stores of floating-point numbers at their sites (site_repeats.h). */
#ifndef HAGSTONE_EXHAUSTIVE_REPEATS_CODE_H
#define HAGSTONE_EXHAUSTIVE_REPEATS_CODE_H

#include "exhaustive/translation/instrumentation.h"

/* Whether the access stores one number of this kind. */
Bool hagstone_counts_repeats(const struct hagstone_code_access *access);

/* The code's data about a store; all I64. */
struct hagstone_store_code {
  IRExpr *before;      /* the number that was there, as a bit pattern */
  IRExpr *now;         /* the number stored */
  IRExpr *earlier;     /* owner word of its first granule */
  IRExpr *owner;       /* owner word of a whole granule of its own */
  IRExpr *exceptional; /* not 0 if it is not to be counted here: other granules have other owners, bytes are unread */
};

/* Counts the store if its number surely repeats the one before within tolerance, and its pair is the site's latest.
 * Returns I1: it did. */
IRExpr *hagstone_emit_count_repeat(struct hagstone_translation *translation, const struct hagstone_code_access *access,
                                   const struct hagstone_store_code *store);

#endif
