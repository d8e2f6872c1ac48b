// SPDX-License-Identifier: MIT
#include "sampling/armed_memory.h"

namespace hagstone {

constinit ArmedMemory armed_memory = {};

ArmedPlaces *ArmedMemory::claim() {
  for (uint32_t i = 0; i < most_threads; i++) {
    if (__atomic_exchange_n(&threads_[i].taken, 1u, __ATOMIC_ACQUIRE)) continue;
    uint32_t used = __atomic_load_n(&used_threads_, __ATOMIC_RELAXED);
    while (used <= i &&
           !__atomic_compare_exchange_n(&used_threads_, &used, i + 1, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
    return &threads_[i];
  }
  return nullptr;
}

void ArmedMemory::give_back(ArmedPlaces *places) {
  for (ArmedPlace &place : places->places) disarm(place);
  __atomic_store_n(&places->taken, 0u, __ATOMIC_RELEASE);
}

void ArmedMemory::reset() {
  for (uint32_t i = 0; i < used_threads_; i++) {
    for (ArmedPlace &place : threads_[i].places) place.start = 0;
    threads_[i].taken = 0;
  }
  // Not by disarming: a fork may have come between the steps of another thread's arming.
  for (uint32_t &count : on_page_) count = 0;
  armed_ = 0;
  used_threads_ = 0;
}

uint64_t ArmedMemory::arm(ArmedPlace &place, uint64_t start, uint64_t length) {
  disarm(place);
  const uint64_t generation = place.generation + 1;
  __atomic_store_n(&place.generation, generation, __ATOMIC_RELEASE);
  __atomic_store_n(&place.length, length, __ATOMIC_RELAXED);
  __atomic_fetch_add(&armed_on_page(start >> page_shift), 1u, __ATOMIC_RELAXED);
  __atomic_store_n(&place.start, start, __ATOMIC_RELEASE);
  __atomic_fetch_add(&armed_, 1u, __ATOMIC_RELAXED);
  return generation;
}

void ArmedMemory::disarm(ArmedPlace &place) {
  const uint64_t start = place.start;
  if (!start) return;
  // Released before the next arming's generation: a reader of that has read no start of this one with it.
  __atomic_store_n(&place.start, uint64_t{0}, __ATOMIC_SEQ_CST);
  __atomic_fetch_sub(&armed_on_page(start >> page_shift), 1u, __ATOMIC_RELAXED);
  __atomic_fetch_sub(&armed_, 1u, __ATOMIC_RELAXED);
}

void ArmedMemory::end(uint64_t start, uint64_t length) {
  const uint32_t used = __atomic_load_n(&used_threads_, __ATOMIC_ACQUIRE);
  for (uint32_t i = 0; i < used; i++)
    for (ArmedPlace &place : threads_[i].places) {
      const uint64_t generation = __atomic_load_n(&place.generation, __ATOMIC_ACQUIRE);
      const uint64_t armed = __atomic_load_n(&place.start, __ATOMIC_ACQUIRE);
      if (!armed || armed - start >= length) continue;
      const uint64_t armed_length = __atomic_load_n(&place.length, __ATOMIC_RELAXED);
      if (armed_length > length - (armed - start)) continue;
      // Armed again meanwhile, its memory belongs to another watch.
      if (__atomic_load_n(&place.generation, __ATOMIC_RELAXED) == generation)
        __atomic_store_n(&place.ended, generation, __ATOMIC_RELEASE);
    }
}

}  // namespace hagstone
