/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The raw file of one recording: created, grown by chunks of extents, mapped, ended. The content of the extents is
 * recording.c's. */
#ifndef HAGSTONE_EXHAUSTIVE_RECORDING_FILE_H
#define HAGSTONE_EXHAUSTIVE_RECORDING_FILE_H

#include <stdint.h>

#include "common/raw_format.h"
#include "exhaustive/recording/kernel.h"

#define HAGSTONE_LONGEST_PATH 4096u
/* Chunks grow with the file, so that these are enough for far more than any disk has. */
#define HAGSTONE_MOST_CHUNKS 8192u

/* Extents whose storage was allocated and mapped at once. */
struct hagstone_chunk {
  char *mapped;
  uint64_t offset; /* in the file */
  uint64_t bytes;
};

struct hagstone_recording_file {
  struct hagstone_header *header; /* null: not open */
  int active;
  int descriptor; /* negative: opened anew by its path when it is needed */
  struct hagstone_file_identity identity;
  char path[HAGSTONE_LONGEST_PATH];
  uint32_t chunk_count;
  uint64_t chunk_used; /* bytes of the last chunk in extents */
  struct hagstone_chunk chunks[HAGSTONE_MOST_CHUNKS];
  struct hagstone_extent **kept; /* in the order of the file */
  uint64_t kept_count;
  uint64_t kept_bytes; /* of memory for them */
};

/* 0 or a negative errno; see hagstone_recording_create. */
int hagstone_file_create(struct hagstone_recording_file *file, const char *directory, const struct hagstone_header *header,
                         int lowest_descriptor);

/* A new, empty, mapped extent; null once the recording has ended. */
struct hagstone_extent *hagstone_file_add_extent(struct hagstone_recording_file *file, enum hagstone_extent_kind kind,
                                                 uint32_t writer, uint32_t ordinal);

/* The extent that lies behind another one in the file; null: none. */
struct hagstone_extent *hagstone_file_next_extent(const struct hagstone_recording_file *file,
                                                  const struct hagstone_extent *extent);
/* The extent around an address. */
struct hagstone_extent *hagstone_file_extent_around(const struct hagstone_recording_file *file, const void *address);

/* hagstone_file_release leaves the latest extent in memory from now on. */
void hagstone_file_keep(struct hagstone_recording_file *file, struct hagstone_extent *extent);
/* Takes its pages out of this process's memory until they are used again. */
void hagstone_file_release(struct hagstone_recording_file *file);

void hagstone_file_finish(struct hagstone_recording_file *file, enum hagstone_state state);
void hagstone_file_resume(struct hagstone_recording_file *file);
/* In the child of a fork. */
void hagstone_file_forget(struct hagstone_recording_file *file);

#endif
