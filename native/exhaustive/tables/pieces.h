/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Pieces of one size out of larger blocks; those given back are used again. */
#ifndef HAGSTONE_EXHAUSTIVE_PIECES_H
#define HAGSTONE_EXHAUSTIVE_PIECES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Starts as all zeros but for the first member, a multiple of 16: pieces are aligned to as many bytes. */
struct hagstone_pieces {
  uint64_t bytes; /* of a piece */
  void **unused;  /* each begins with the address of the next */
  uint8_t *block;
  uint64_t left;
};

/* Null: no memory, counted as dropped_pairs_full. Its contents are those it was given back with. */
void *hagstone_take_piece(struct hagstone_pieces *pieces);
void hagstone_give_back_piece(struct hagstone_pieces *pieces, void *piece);

#ifdef __cplusplus
}
#endif

#endif
