/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sampled_threads.h"

#include "schedule.h"

enum { KINDS = 2, WORD_BYTES = 8 };

/* Hardware counts the program's accesses only; PMUs that see the kernel count its accesses as well. */
enum view { OF_PROGRAM = 0, WITH_KERNEL = 1, VIEWS = 2 };

struct access_clock {
  uint64_t counts[KINDS]; /* loads, stores */
  struct hagstone_schedule schedules[KINDS];
};

/* A PMU's counters in a thread. */
struct sampled_counters {
  uint64_t overflow[KINDS];  /* count of the last overflow, or of the next one before there was any */
  uint64_t reported[KINDS];  /* accesses added to the statistic so far */
};

struct sampled_thread {
  struct access_clock clocks[VIEWS];
  struct hagstone_watch_index index;
  struct hagstone_virtual_sampler *samplers; /* by PMU */
  struct sampled_counters *counters;         /* by PMU */
};

static struct hagstone_virtual_pmu *pmus;
static uint32_t pmu_count;
static int kernel_is_seen; /* by any of them */
static struct sampled_thread **threads; /* by index */
static uint32_t thread_capacity;
static uint64_t process_accesses;

void hagstone_sample_threads(struct hagstone_virtual_pmu *all, uint32_t count) {
  pmus = all;
  pmu_count = count;
  kernel_is_seen = 0;
  for (uint32_t pmu = 0; pmu < count; pmu++) kernel_is_seen |= all[pmu].specification.sees_kernel;
}

static enum view view_of(uint32_t pmu) { return pmus[pmu].specification.sees_kernel ? WITH_KERNEL : OF_PROGRAM; }

static struct hagstone_virtual_moment moment_of(const struct access_clock *clock) {
  return (struct hagstone_virtual_moment){clock->counts[0] + clock->counts[1], process_accesses};
}

/* ---- One piece of memory for each thread. ---- */

static uint64_t heap_bytes(void) { return pmu_count * sizeof(struct hagstone_due_sample); }

static uint64_t thread_bytes(void) {
  return sizeof(struct sampled_thread) + pmu_count * sizeof(struct hagstone_virtual_sampler) +
         pmu_count * sizeof(struct sampled_counters) + VIEWS * KINDS * heap_bytes();
}

static void set_next_sample(struct sampled_thread *thread, uint32_t pmu, uint32_t kind) {
  struct hagstone_virtual_sampler *sampler = &thread->samplers[pmu];
  const uint32_t skid = pmus[pmu].specification.skid;
  const uint64_t count = thread->counters[pmu].overflow[kind] +
                         (skid ? hagstone_random_below(&sampler->random, skid + 1ull) : 0);
  hagstone_schedule_add(&thread->clocks[view_of(pmu)].schedules[kind], (struct hagstone_due_sample){count, pmu});
}

/* The first period is a random part of one: with a whole one, threads that live no longer would never be sampled. */
static void start_counting(struct sampled_thread *thread, uint32_t pmu) {
  const struct hagstone_virtual_specification *specification = &pmus[pmu].specification;
  for (uint32_t kind = 0; kind < KINDS; kind++) {
    if (!hagstone_virtual_samples(specification, kind + 1)) continue;
    thread->counters[pmu].overflow[kind] = 1 + hagstone_random_below(&thread->samplers[pmu].random, specification->period);
    set_next_sample(thread, pmu, kind);
  }
}

static struct sampled_thread *open_thread(uint32_t number) {
  struct sampled_thread *thread = hagstone_memory(thread_bytes());
  if (!thread) return 0;
  thread->samplers = (struct hagstone_virtual_sampler *)(thread + 1);
  thread->counters = (struct sampled_counters *)(thread->samplers + pmu_count);
  struct hagstone_due_sample *heap = (struct hagstone_due_sample *)(thread->counters + pmu_count);
  for (uint32_t view = 0; view < VIEWS; view++)
    for (uint32_t kind = 0; kind < KINDS; kind++, heap += pmu_count) thread->clocks[view].schedules[kind].heap = heap;
  for (uint32_t pmu = 0; pmu < pmu_count; pmu++) {
    hagstone_open_sampler(&thread->samplers[pmu], &pmus[pmu], &thread->index, number);
    start_counting(thread, pmu);
  }
  return thread;
}

static int make_room(uint32_t number) {
  enum { first_capacity = 64 };
  uint32_t capacity = thread_capacity ? thread_capacity : first_capacity;
  while (capacity <= number) capacity *= 2;
  struct sampled_thread **larger = hagstone_memory(capacity * sizeof *larger);
  if (!larger) return 0;
  for (uint32_t i = 0; i < thread_capacity; i++) larger[i] = threads[i];
  if (threads) hagstone_give_back(threads, thread_capacity * sizeof *threads);
  threads = larger;
  thread_capacity = capacity;
  return 1;
}

static void count_for_all(enum hagstone_statistic statistic) {
  for (uint32_t pmu = 0; pmu < pmu_count; pmu++) ++*hagstone_recorder_statistic(&pmus[pmu].recorder, statistic);
}

/* Null: no memory, its accesses go unsampled. */
static struct sampled_thread *thread_of(uint32_t number) {
  if (number < thread_capacity && threads[number]) return threads[number];
  if (number >= thread_capacity && !make_room(number)) return 0;
  threads[number] = open_thread(number);
  if (!threads[number]) count_for_all(HAGSTONE_STATISTIC_threads_unwatched);
  return threads[number];
}

/* ---- Accesses. ---- */

static void report_accesses(struct sampled_thread *thread, uint32_t pmu) {
  for (uint32_t kind = 0; kind < KINDS; kind++) {
    if (!hagstone_virtual_samples(&pmus[pmu].specification, kind + 1)) continue;
    const uint64_t counted = thread->clocks[view_of(pmu)].counts[kind];
    *hagstone_recorder_statistic(&pmus[pmu].recorder, HAGSTONE_STATISTIC_accesses) += counted -
                                                                                      thread->counters[pmu].reported[kind];
    thread->counters[pmu].reported[kind] = counted;
  }
}

static void take_due_samples(struct sampled_thread *thread, struct access_clock *clock, uint32_t kind,
                             const struct hagstone_access *access) {
  const struct hagstone_virtual_moment moment = moment_of(clock);
  while (hagstone_schedule_next(&clock->schedules[kind]) == clock->counts[kind]) {
    const uint32_t pmu = hagstone_schedule_take(&clock->schedules[kind]).unit;
    report_accesses(thread, pmu);
    hagstone_take_sample(&thread->samplers[pmu], access, &moment);
    thread->counters[pmu].overflow[kind] += pmus[pmu].specification.period;
    set_next_sample(thread, pmu, kind);
  }
}

static void touch_watches(struct sampled_thread *thread, const struct hagstone_access *access, enum view least) {
  const uint64_t last = (access->address + access->bytes - 1) / WORD_BYTES;
  for (uint64_t word = access->address / WORD_BYTES; word <= last; word++) {
    struct hagstone_indexed_watch *next = *hagstone_watch_chain(&thread->index, word);
    while (next) {
      struct hagstone_virtual_watch *watch = (struct hagstone_virtual_watch *)next;
      next = next->next;
      if (watch->indexed.word != word || !hagstone_parts_overlap(access->address, access->bytes, watch->part)) continue;
      const enum view view = watch->sampler->pmu->specification.sees_kernel ? WITH_KERNEL : OF_PROGRAM;
      if (view < least) continue;
      const struct hagstone_virtual_moment moment = moment_of(&thread->clocks[view]);
      hagstone_touch_watch(watch, access, &moment);
    }
  }
}

/* Seen by the views from `least` on. */
static void take_access(struct sampled_thread *thread, const struct hagstone_access *access, enum view least) {
  const uint32_t kind = access->site->kind - 1u;
  for (uint32_t view = least; view < VIEWS; view++) thread->clocks[view].counts[kind]++;
  touch_watches(thread, access, least);
  for (uint32_t view = least; view < VIEWS; view++) {
    struct access_clock *clock = &thread->clocks[view];
    if (hagstone_schedule_next(&clock->schedules[kind]) == clock->counts[kind])
      take_due_samples(thread, clock, kind, access);
  }
}

void hagstone_sample_access(const struct hagstone_access *access) {
  struct sampled_thread *thread = thread_of(access->thread);
  if (!thread || !access->bytes) return;
  process_accesses++;
  take_access(thread, access, OF_PROGRAM);
}

void hagstone_sample_kernel_access(const struct hagstone_access *access) {
  struct sampled_thread *thread = kernel_is_seen ? thread_of(access->thread) : 0;
  if (!thread) return;
  const uint64_t end = access->address + access->bytes;
  struct hagstone_access word = *access;
  word.before = 0;
  while (word.address < end) {
    const uint64_t next = (word.address / WORD_BYTES + 1) * WORD_BYTES;
    word.bytes = (uint32_t)((next < end ? next : end) - word.address);
    take_access(thread, &word, WITH_KERNEL);
    word.address = next;
  }
}

/* ---- Ends. ---- */

static void end_watch(struct sampled_thread *thread, struct hagstone_virtual_watch *watch, uint64_t address,
                      uint64_t bytes) {
  const uint32_t pmu = (uint32_t)(watch->sampler - thread->samplers);
  const struct hagstone_virtual_moment moment = moment_of(&thread->clocks[view_of(pmu)]);
  hagstone_end_watched_memory(watch, address, bytes, &moment);
}

static void end_watches_of_words(struct sampled_thread *thread, uint64_t address, uint64_t bytes) {
  const uint64_t last = (address + bytes - 1) / WORD_BYTES;
  for (uint64_t word = address / WORD_BYTES; word <= last; word++) {
    struct hagstone_indexed_watch *next = *hagstone_watch_chain(&thread->index, word);
    while (next) {
      struct hagstone_virtual_watch *watch = (struct hagstone_virtual_watch *)next;
      next = next->next;
      if (watch->indexed.word == word) end_watch(thread, watch, address, bytes);
    }
  }
}

static void end_watches_of_all(struct sampled_thread *thread, uint64_t address, uint64_t bytes) {
  for (uint32_t pmu = 0; pmu < pmu_count; pmu++)
    for (uint32_t slot = 0; slot < pmus[pmu].specification.registers; slot++) {
      struct hagstone_virtual_watch *watch = &thread->samplers[pmu].watches[slot];
      if (watch->armed) end_watch(thread, watch, address, bytes);
    }
}

void hagstone_end_sampled_memory(uint64_t address, uint64_t bytes) {
  if (!bytes) return;
  const int is_small = bytes / WORD_BYTES <= pmu_count;
  for (uint32_t number = 0; number < thread_capacity; number++) {
    if (!threads[number]) continue;
    if (is_small)
      end_watches_of_words(threads[number], address, bytes);
    else
      end_watches_of_all(threads[number], address, bytes);
  }
}

static void give_up(struct sampled_thread *thread) {
  for (uint32_t pmu = 0; pmu < pmu_count; pmu++) {
    const struct hagstone_virtual_moment moment = moment_of(&thread->clocks[view_of(pmu)]);
    report_accesses(thread, pmu);
    hagstone_close_sampler(&thread->samplers[pmu], &moment);
  }
}

void hagstone_give_up_samples(void) {
  for (uint32_t number = 0; number < thread_capacity; number++)
    if (threads[number]) give_up(threads[number]);
}

void hagstone_end_sampled_thread(uint32_t number) {
  if (number >= thread_capacity || !threads[number]) return;
  give_up(threads[number]);
  hagstone_give_back(threads[number], thread_bytes());
  threads[number] = 0;
}

void hagstone_forget_sampled_threads(void) {
  for (uint32_t number = 0; number < thread_capacity; number++) {
    if (threads[number]) hagstone_give_back(threads[number], thread_bytes());
    threads[number] = 0;
  }
  process_accesses = 0;
}
