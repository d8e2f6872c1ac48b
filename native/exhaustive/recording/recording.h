/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writes raw recordings (native/common/raw_format.h) for the exhaustive engine. Freestanding C11; asks the kernel
 * directly (kernel.h), so that it works inside a Valgrind tool and outside of one in tests.
 *
 * Counters live in the file, mapped shared: when the process is killed, its counts are in the file. Storage is
 * allocated before it is mapped, so that counting never faults. When the file cannot grow the recording ends: its state
 * becomes OUT_OF_SPACE, nothing of the file changes any more, all functions that add something return 0, and counters
 * handed out before stay writable (in private memory), so that the program continues undisturbed.
 *
 * Several recordings may be open at once: the main one, which the services of measurement.h work on, and one for each
 * virtual PMU. Nothing here is called concurrently. */
#ifndef HAGSTONE_EXHAUSTIVE_RECORDING_H
#define HAGSTONE_EXHAUSTIVE_RECORDING_H

#include <stdint.h>

#include "common/raw_format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writers of a recording: modules and threads; everything else. */
enum hagstone_writer { HAGSTONE_WRITER_PROCESS = 0, HAGSTONE_WRITER_ACCESSES = 1 };

struct hagstone_recording; /* zeroed: not open */
extern struct hagstone_recording hagstone_main_recording;

/* Memory for another recording, closed; null if there is none. Never released. */
struct hagstone_recording *hagstone_recording_allocate(void);

/* Creates process-PID-STARTTIME.hagraw in `directory` (absolute; made if only its last part is missing) and lists it as
 * open. The caller sets in `header`: executable, engine, tools, windows, tolerance, rank, and other fields of the
 * measurement; version, sizes, identity, times, state and driver (accesses) are filled in here, and a reservoir and an
 * attribution that are 0 become `registers` and `none`. Modules known so far (modules.h) are recorded.
 * `lowest_descriptor`: file descriptors below belong to the program (Valgrind: vgPlain_fd_hard_limit); where none is
 * free above, the file is opened anew each time it grows. Returns 0, or the negative errno of the failure. */
int hagstone_recording_create(struct hagstone_recording *recording, const char *directory,
                              const struct hagstone_header *header, int lowest_descriptor);

/* Orderly ends; the first state stays. FINISHED: unused storage is given back and the file no longer changes. EXECUTED
 * continues counting, and resume takes it back when the exec failed. `all`: of every open recording. */
void hagstone_recording_finish(struct hagstone_recording *recording, enum hagstone_state state);
void hagstone_recording_resume(struct hagstone_recording *recording);
void hagstone_recording_finish_all(enum hagstone_state state);
void hagstone_recording_resume_all(void);

/* In the child of a fork, which inherits no mapping of the files: forgets all recordings. Counters handed out before
 * are gone. Modules stay known. Create afresh then. */
void hagstone_recording_forget_all(void);

/* Releases the file's pages from this process's memory until they are used again: for recordings whose counters change
   seldom.
 * Those of pair counts, which change all the time, stay. */
void hagstone_recording_release(struct hagstone_recording *recording);

/* Appends an immutable record of up to two parts, the first one's length a multiple of 4. Returns 0 when there is no
 * room or the record is longer than an extent. */
int hagstone_recording_append(struct hagstone_recording *recording, enum hagstone_writer writer, uint32_t record_type,
                              const void *first, uint32_t first_length, const void *second, uint32_t second_length);
/* The same in all open recordings. */
void hagstone_recording_append_to_all(enum hagstone_writer writer, uint32_t record_type, const void *first,
                                      uint32_t first_length, const void *second, uint32_t second_length);
/* Adds a counter record of HAGSTONE_WRITER_ACCESSES; returns its payload in the file, 8-byte aligned, to be updated in
 * place for as long as the process lives; null when there is no room. */
void *hagstone_recording_add_counter(struct hagstone_recording *recording, uint32_t record_type, const void *payload,
                                     uint32_t length);
/* Extents so far; 0 when it is not open. */
uint32_t hagstone_recording_extents(const struct hagstone_recording *recording);
/* In place; never null (an unused place if the recording is not open). */
uint64_t *hagstone_recording_statistic(struct hagstone_recording *recording, enum hagstone_statistic statistic);

/* Adds a context of HAGSTONE_WRITER_ACCESSES; the caller sees to it that none is added twice. Parent 0: thread roots.
 * Returns its id; 0 if there is no room or `parent` is unknown. */
uint32_t hagstone_recording_add_context(struct hagstone_recording *recording, uint32_t parent, uint32_t module,
                                        uint32_t flags, uint64_t offset);
/* Null if there is no such context. Valid until the next fork. */
const struct hagstone_context *hagstone_recording_context(const struct hagstone_recording *recording, uint32_t id);
/* Id in `recording` of the context that has the id `context` in `source`, added with its callers on first use. Always
 * the same `source` for one recording. 0 when there is no room. */
uint32_t hagstone_recording_copy_context(struct hagstone_recording *recording, const struct hagstone_recording *source,
                                         uint32_t context);

/* The accesses are followed by a uint16_t for each (raw_format.h). Returns the block's id; 0 when there is no room. */
uint32_t hagstone_recording_add_block(struct hagstone_recording *recording, uint32_t module, uint64_t offset,
                                      uint32_t instruction_count, const struct hagstone_block_access *accesses,
                                      uint32_t access_count);
/* Counter of a block in a context (0: in all together): increment `count` in place. Null when there is no room. */
struct hagstone_block_count *hagstone_recording_add_block_count(struct hagstone_recording *recording, uint32_t block,
                                                                uint32_t context);
struct hagstone_exact_pair *hagstone_recording_add_exact_pair(struct hagstone_recording *recording, uint32_t tool,
                                                              uint32_t relation, uint32_t flags, uint32_t watch,
                                                              uint32_t trap, uint32_t scope, uint32_t object);
/* Puts the pairs that were added after `first`, and that one itself, into the array: the one with an id greater by i at i, of
 * `room` at most. */
void hagstone_recording_exact_pairs_from(const struct hagstone_recording *recording,
                                         const struct hagstone_exact_pair *first, struct hagstone_exact_pair **pairs,
                                         uint32_t room);
/* Counts in place, of which that with `*index` is of the next exact pair that is added; null when there is no room. */
struct hagstone_pair_counts *hagstone_recording_counts_of_next_pair(struct hagstone_recording *recording, uint32_t *index);

/* Threads, in all open recordings. `index` from 1 in order of creation, 1 the main thread (in the child of a fork the
 * thread that forked). Times are taken here; `name` is up to 15 characters, null: none. */
void hagstone_record_thread(uint32_t index, uint32_t thread_id, uint32_t start_module, uint64_t start_offset,
                            const char *name);
/* `cpu_time`: ns. */
void hagstone_record_thread_end(uint32_t index, uint64_t cpu_time, const char *name);

#ifdef __cplusplus
}
#endif

#endif
