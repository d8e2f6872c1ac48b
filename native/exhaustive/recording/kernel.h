/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The exhaustive engine's own system calls: files and memory of the recording, clocks. By inline assembly, since a
 * Valgrind tool has no libc and Valgrind's own functions would tie the recording to it.
 * Results below 0 are negative errnos. Memory comes from where the kernel finds room, which is far above what
 * Valgrind's address space manager and the program use (both below 2^45), unless an address is given. */
#ifndef HAGSTONE_EXHAUSTIVE_KERNEL_H
#define HAGSTONE_EXHAUSTIVE_KERNEL_H

#include <stdint.h>

/* Zeroed; null if there is none. */
void *hagstone_kernel_map_memory(uint64_t bytes);
/* Zeroed memory for `bytes` of address space from `address` on (0: wherever there is room), which must be free; takes up
 * memory page by page as it is written. Returns its address, 0 when the kernel refuses. */
uint64_t hagstone_kernel_reserve(uint64_t address, uint64_t bytes);
void hagstone_kernel_unmap_memory(void *memory, uint64_t bytes);
/* Lets memory of hagstone_kernel_reserve, which otherwise takes single pages, take huge ones. */
void hagstone_kernel_allow_huge_pages(void *memory, uint64_t bytes);
/* Whether memory that is mapped for reading can be: not pages of a file that lie beyond its end. 1 also where the kernel
 * does not say. */
int hagstone_kernel_can_read(uint64_t address, uint64_t bytes);
/* Whether the page is in memory, or is kept in it for its file. 1 also where the kernel does not say. */
int hagstone_kernel_is_resident(uint64_t page);
/* Grows an array of `*bytes` bytes (at first null and 0) to at least `needed`; may move it, and the new part
 * is zero. 0 when there is no room: the array stays as it is. */
int hagstone_kernel_make_room(void **array, uint64_t *bytes, uint64_t needed);

/* From now on, relative paths are looked up in this directory, not in the working directory: the descriptor works
   under another root too, and needs no right to the directories above it. Other users' processes create files in it:
   no function below follows a symbolic link there, or waits for a pipe. */
void hagstone_kernel_use_directory(int descriptor);
/* A descriptor for that, which lists no files; not inherited by exec. */
int hagstone_kernel_open_directory(const char *path);
/* Whether files can be made there, with the rights that the process has now. */
int hagstone_kernel_may_write_directory(void);
/* Whether exec passes a descriptor on. */
void hagstone_kernel_set_inherited(int descriptor, int inherited);

/* Every user may read and write the file from now on. */
void hagstone_kernel_share_file(int descriptor);

/* Makes a file that did not exist, or opens one that does, for reading and writing; not inherited by exec. The owner of
 * hagstone_kernel_use_directory's directory can read files that another user makes. */
int hagstone_kernel_create_file(const char *path);
int hagstone_kernel_open_file(const char *path);
/* A file that all users may read and write; created if missing. */
int hagstone_kernel_open_or_create_for_all(const char *path);
int hagstone_kernel_open_to_read(const char *path);
void hagstone_kernel_close(int descriptor);
void hagstone_kernel_remove(const char *path);
/* 0 also if there is one already. All users may create files in a shared one, if they reach it. */
int hagstone_kernel_make_directory(const char *path);
int hagstone_kernel_make_shared_directory(const char *path);
/* A duplicate with a number from `lowest` on in place of `descriptor`, which is closed either way. */
int hagstone_kernel_move_descriptor(int descriptor, int lowest);

struct hagstone_file_identity {
  uint64_t device;
  uint64_t inode;
};
int hagstone_kernel_identify(int descriptor, struct hagstone_file_identity *identity);
/* Storage for the range, within the limit of file sizes (beyond it the kernel would kill the program). */
int hagstone_kernel_allocate(int descriptor, uint64_t offset, uint64_t bytes);
void hagstone_kernel_truncate(int descriptor, uint64_t bytes);

/* Shared with the file, and not with children of this process. Null: no room. */
void *hagstone_kernel_map_file(int descriptor, uint64_t offset, uint64_t bytes);
/* From the file's beginning on, and shared with children too. */
void *hagstone_kernel_map_inherited(int descriptor, uint64_t bytes);
/* Read only. */
const void *hagstone_kernel_map_to_read(int descriptor, uint64_t bytes);
/* Replaces a shared mapping by a private one of the same range of the file: the file no longer changes. */
int hagstone_kernel_make_private(void *mapped, int descriptor, uint64_t offset, uint64_t bytes);
/* Lets the kernel take pages of a shared mapping out of this process's memory until they are used again. */
void hagstone_kernel_release_pages(void *mapped, uint64_t bytes);

/* Whether writing to the descriptor, or reading from it, needs no waiting. */
int hagstone_kernel_is_ready(int descriptor, int to_write);

uint32_t hagstone_kernel_process(void);
uint32_t hagstone_kernel_parent_process(void);
uint64_t hagstone_kernel_monotonic_time(void); /* ns */
uint64_t hagstone_kernel_real_time(void);      /* ns since the epoch */

#endif
