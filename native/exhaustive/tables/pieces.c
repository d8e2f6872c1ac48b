/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "pieces.h"

#include "exhaustive/measurement.h"
#include "common/raw_format.h"

enum { BLOCK_BYTES = 64 * 1024 };

void *hagstone_take_piece(struct hagstone_pieces *pieces) {
  if (pieces->unused) {
    void **piece = pieces->unused;
    pieces->unused = *piece;
    return piece;
  }
  if (pieces->left < pieces->bytes) {
    pieces->block = hagstone_memory(BLOCK_BYTES);
    pieces->left = pieces->block ? BLOCK_BYTES : 0;
    if (!pieces->block) {
      ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
      return 0;
    }
  }
  void *piece = pieces->block;
  pieces->block += pieces->bytes;
  pieces->left -= pieces->bytes;
  return piece;
}

void hagstone_give_back_piece(struct hagstone_pieces *pieces, void *piece) {
  *(void **)piece = pieces->unused;
  pieces->unused = piece;
}
