/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "exhaustive/recording/recording_file.h"

#include <asm/errno.h>

#include "exhaustive/recording/text.h"

#define SMALLEST_CHUNK (16u * HAGSTONE_EXTENT_SIZE)
#define LARGEST_CHUNK (4096u * HAGSTONE_EXTENT_SIZE)

static int same_file(int descriptor, const struct hagstone_file_identity *wanted) {
  struct hagstone_file_identity identity;
  return hagstone_kernel_identify(descriptor, &identity) == 0 && identity.device == wanted->device &&
         identity.inode == wanted->inode;
}

/* The kept descriptor, if the program has not given its number to a file of its own, or the file opened anew. Negative
 * if it is neither. */
static int borrow_descriptor(const struct hagstone_recording_file *file) {
  if (file->descriptor >= 0) return same_file(file->descriptor, &file->identity) ? file->descriptor : -EBADF;
  int descriptor = hagstone_kernel_open_file(file->path);
  if (descriptor < 0 || same_file(descriptor, &file->identity)) return descriptor;
  hagstone_kernel_close(descriptor);
  return -ENOENT;
}

static void return_descriptor(const struct hagstone_recording_file *file, int descriptor) {
  if (descriptor >= 0 && descriptor != file->descriptor) hagstone_kernel_close(descriptor);
}

static void write_path(struct hagstone_recording_file *file, const char *directory, uint64_t start_time) {
  char *end = file->path;
  const char *limit = file->path + sizeof file->path;
  end = hagstone_append_text(end, limit, directory);
  end = hagstone_append_text(end, limit, "/process-");
  end = hagstone_append_number(end, limit, hagstone_kernel_process());
  end = hagstone_append_text(end, limit, "-");
  end = hagstone_append_number(end, limit, start_time);
  hagstone_append_text(end, limit, HAGSTONE_RAW_SUFFIX);
}

static void write_header(struct hagstone_header *mapped, const struct hagstone_header *given, uint64_t start_time) {
  struct hagstone_header header = *given;
  header.magic = 0;
  header.version = HAGSTONE_RAW_VERSION;
  header.header_size = HAGSTONE_HEADER_SIZE;
  header.extent_size = HAGSTONE_EXTENT_SIZE;
  header.extent_count = 0;
  header.state = HAGSTONE_STATE_RUNNING;
  header.failure = 0;
  header.process_id = hagstone_kernel_process();
  header.parent_process_id = hagstone_kernel_parent_process();
  header.start_time = start_time;
  header.start_realtime = hagstone_kernel_real_time();
  header.end_time = 0;
  header.driver = HAGSTONE_DRIVER_ACCESSES;
  if (!header.reservoir) header.reservoir = HAGSTONE_RESERVOIR_REGISTERS;
  if (!header.attribution) header.attribution = HAGSTONE_ATTRIBUTION_NONE;
  *mapped = header;
  /* The magic last: a reader that finds it finds the rest. */
  __atomic_store_n(&mapped->magic, HAGSTONE_RAW_MAGIC, __ATOMIC_RELEASE);
}

int hagstone_file_create(struct hagstone_recording_file *file, const char *directory, const struct hagstone_header *header,
                         int lowest_descriptor) {
  uint64_t start_time = hagstone_kernel_monotonic_time();
  int failure = hagstone_kernel_make_shared_directory(directory);
  if (failure < 0) return failure;
  write_path(file, directory, start_time);
  int descriptor = hagstone_kernel_create_file(file->path);
  if (descriptor < 0) return descriptor;
  failure = hagstone_kernel_identify(descriptor, &file->identity);
  if (failure == 0) failure = hagstone_kernel_allocate(descriptor, 0, HAGSTONE_HEADER_SIZE);
  if (failure == 0) {
    file->header = hagstone_kernel_map_file(descriptor, 0, HAGSTONE_HEADER_SIZE);
    if (!file->header) failure = -ENOMEM;
  }
  if (failure < 0) {
    hagstone_kernel_close(descriptor);
    hagstone_kernel_remove(file->path);
    return failure;
  }
  if (lowest_descriptor >= 0) {
    file->descriptor = hagstone_kernel_move_descriptor(descriptor, lowest_descriptor);
  } else {
    /* It is opened again as it grows, by the process's user at that time; no other user gets into the directory. */
    hagstone_kernel_share_file(descriptor);
    hagstone_kernel_close(descriptor);
    file->descriptor = -1;
  }
  file->chunk_count = 0;
  file->chunk_used = 0;
  write_header(file->header, header, start_time);
  file->active = 1;
  return 0;
}

static uint64_t extents_end(const struct hagstone_recording_file *file) {
  return HAGSTONE_HEADER_SIZE + (uint64_t)file->header->extent_count * HAGSTONE_EXTENT_SIZE;
}

/* From now on counters change private memory only, and storage that was allocated in advance is given back. If the
 * kernel has no room for private mappings, counters go on changing the file: they are right, only later than its end. */
static void close_file(struct hagstone_recording_file *file) {
  file->active = 0;
  int descriptor = borrow_descriptor(file);
  if (descriptor < 0) return;
  for (uint32_t i = 0; i < file->chunk_count; i++) {
    const struct hagstone_chunk *chunk = &file->chunks[i];
    hagstone_kernel_make_private(chunk->mapped, descriptor, chunk->offset, chunk->bytes);
  }
  hagstone_kernel_truncate(descriptor, extents_end(file));
  hagstone_kernel_close(descriptor);
  file->descriptor = -1;
}

static void end(struct hagstone_recording_file *file, enum hagstone_state state) {
  if (file->header->state != HAGSTONE_STATE_RUNNING) return;
  file->header->end_time = hagstone_kernel_monotonic_time();
  __atomic_store_n(&file->header->state, (uint32_t)state, __ATOMIC_RELEASE);
}

static int add_chunk_of(struct hagstone_recording_file *file, int descriptor, uint64_t bytes) {
  uint64_t offset = extents_end(file);
  if (hagstone_kernel_allocate(descriptor, offset, bytes) < 0) return 0;
  char *mapped = hagstone_kernel_map_file(descriptor, offset, bytes);
  if (!mapped) return 0;
  file->chunks[file->chunk_count++] = (struct hagstone_chunk){mapped, offset, bytes};
  file->chunk_used = 0;
  return 1;
}

/* Half of the present size, so that few chunks make a large file; the smallest useful one if the disk is nearly full. */
static int add_chunk(struct hagstone_recording_file *file) {
  if (file->chunk_count == HAGSTONE_MOST_CHUNKS || file->header->extent_count > UINT32_MAX - LARGEST_CHUNK) return 0;
  int descriptor = borrow_descriptor(file);
  if (descriptor < 0) return 0;
  uint64_t extents = file->header->extent_count / 2;
  if (extents * HAGSTONE_EXTENT_SIZE < SMALLEST_CHUNK) extents = SMALLEST_CHUNK / HAGSTONE_EXTENT_SIZE;
  if (extents * HAGSTONE_EXTENT_SIZE > LARGEST_CHUNK) extents = LARGEST_CHUNK / HAGSTONE_EXTENT_SIZE;
  int added = 0;
  for (; extents && !added; extents /= 2) added = add_chunk_of(file, descriptor, extents * HAGSTONE_EXTENT_SIZE);
  return_descriptor(file, descriptor);
  return added;
}

struct hagstone_extent *hagstone_file_add_extent(struct hagstone_recording_file *file, enum hagstone_extent_kind kind,
                                                 uint32_t writer, uint32_t ordinal) {
  if (!file->active) return 0;
  int full = !file->chunk_count || file->chunk_used == file->chunks[file->chunk_count - 1].bytes;
  if (full && !add_chunk(file)) {
    end(file, HAGSTONE_STATE_OUT_OF_SPACE);
    close_file(file);
    return 0;
  }
  struct hagstone_extent *extent =
      (struct hagstone_extent *)(file->chunks[file->chunk_count - 1].mapped + file->chunk_used);
  extent->magic = HAGSTONE_EXTENT_MAGIC;
  extent->kind = kind;
  extent->writer = writer;
  extent->ordinal = ordinal;
  __atomic_store_n(&extent->used, (uint64_t)HAGSTONE_EXTENT_HEADER_SIZE, __ATOMIC_RELEASE);
  file->chunk_used += HAGSTONE_EXTENT_SIZE;
  __atomic_store_n(&file->header->extent_count, file->header->extent_count + 1, __ATOMIC_RELEASE);
  return extent;
}

static uint32_t chunk_around(const struct hagstone_recording_file *file, const char *address) {
  uint32_t i = 0;
  while (address < file->chunks[i].mapped || address >= file->chunks[i].mapped + file->chunks[i].bytes) i++;
  return i;
}

struct hagstone_extent *hagstone_file_extent_around(const struct hagstone_recording_file *file, const void *address) {
  const struct hagstone_chunk *chunk = &file->chunks[chunk_around(file, address)];
  const uint64_t within = (uint64_t)((const char *)address - chunk->mapped);
  return (struct hagstone_extent *)(chunk->mapped + within / HAGSTONE_EXTENT_SIZE * HAGSTONE_EXTENT_SIZE);
}

struct hagstone_extent *hagstone_file_next_extent(const struct hagstone_recording_file *file,
                                                  const struct hagstone_extent *extent) {
  const uint32_t i = chunk_around(file, (const char *)extent);
  char *const next = (char *)extent + HAGSTONE_EXTENT_SIZE;
  const int is_last = i + 1 == file->chunk_count;
  if (next < file->chunks[i].mapped + (is_last ? file->chunk_used : file->chunks[i].bytes))
    return (struct hagstone_extent *)next;
  return is_last ? 0 : (struct hagstone_extent *)file->chunks[i + 1].mapped;
}

void hagstone_file_keep(struct hagstone_recording_file *file, struct hagstone_extent *extent) {
  const uint64_t needed = (file->kept_count + 1) * sizeof *file->kept;
  /* Without memory for it, it only costs more time. */
  if (hagstone_kernel_make_room((void **)&file->kept, &file->kept_bytes, needed)) file->kept[file->kept_count++] = extent;
}

void hagstone_file_release(struct hagstone_recording_file *file) {
  if (!file->active) return; /* private memory has changed since */
  uint64_t next = 0;
  for (uint32_t i = 0; i < file->chunk_count; i++) {
    char *from = file->chunks[i].mapped, *const end = from + file->chunks[i].bytes;
    for (; next < file->kept_count && (char *)file->kept[next] >= from && (char *)file->kept[next] < end; next++) {
      hagstone_kernel_release_pages(from, (uint64_t)((char *)file->kept[next] - from));
      from = (char *)file->kept[next] + HAGSTONE_EXTENT_SIZE;
    }
    hagstone_kernel_release_pages(from, (uint64_t)(end - from));
  }
}

void hagstone_file_finish(struct hagstone_recording_file *file, enum hagstone_state state) {
  if (!file->active) return;
  end(file, state);
  if (state != HAGSTONE_STATE_EXECUTED) close_file(file);
}

void hagstone_file_resume(struct hagstone_recording_file *file) {
  if (!file->active || file->header->state != HAGSTONE_STATE_EXECUTED) return;
  __atomic_store_n(&file->header->state, (uint32_t)HAGSTONE_STATE_RUNNING, __ATOMIC_RELEASE);
  file->header->end_time = 0;
}

void hagstone_file_forget(struct hagstone_recording_file *file) {
  if (file->header && file->descriptor >= 0 && same_file(file->descriptor, &file->identity))
    hagstone_kernel_close(file->descriptor);
  file->header = 0;
  file->active = 0;
  file->descriptor = -1;
  file->kept_count = 0;
}
