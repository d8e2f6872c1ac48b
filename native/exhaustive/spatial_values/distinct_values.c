/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "distinct_values.h"

#include "common/compare.h"
#include "../measurement.h"

static const uint8_t *element_at(const struct hagstone_elements *elements, uint64_t index) {
  return elements->first + (int64_t)index * elements->stride;
}

/* The bytes as the low-order part of a little-endian number. */
static uint64_t part_of(const uint8_t *bytes, uint32_t count) {
  uint64_t value = 0;
  while (count-- > 0) value = value << 8 | bytes[count];
  return value;
}

static int is_negative_zero(const struct hagstone_elements *elements, const uint8_t *value) {
  if (elements->element == HAGSTONE_ELEMENT_BYTES || value[elements->bytes - 1] != 0x80) return 0;
  for (uint32_t i = 0; i + 1 < elements->bytes; i++)
    if (value[i]) return 0;
  return 1;
}

/* Values as unsigned numbers of their bits: floating-point ones are then ordered by sign, then by magnitude. */
static int is_after(const struct hagstone_elements *elements, const uint8_t *left, const uint8_t *right) {
  if (is_negative_zero(elements, left)) return 0; /* as 0, the least of all */
  if (is_negative_zero(elements, right)) right = (const uint8_t *)"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
  for (uint32_t end = elements->bytes; end > 0;) {
    const uint32_t count = end < 8 ? end : 8;
    end -= count;
    const uint64_t a = part_of(left + end, count), b = part_of(right + end, count);
    if (a != b) return a > b;
  }
  return 0;
}

/* Merges two sorted runs of indices into `to`. */
static void merge(const struct hagstone_elements *elements, const uint32_t *from, uint64_t first, uint64_t middle,
                  uint64_t end, uint32_t *to) {
  uint64_t left = first, right = middle;
  for (uint64_t i = first; i < end; i++) {
    const int take_right = left == middle || (right < end && is_after(elements, element_at(elements, from[left]),
                                                                      element_at(elements, from[right])));
    to[i] = take_right ? from[right++] : from[left++];
  }
}

/* Sorts `indices` with the help of as much room at `other`; returns where they are then. */
static const uint32_t *sort(const struct hagstone_elements *elements, uint32_t *indices, uint32_t *other) {
  const uint64_t count = elements->count;
  for (uint64_t i = 0; i < count; i++) indices[i] = (uint32_t)i;
  for (uint64_t width = 1; width < count; width *= 2) {
    for (uint64_t first = 0; first < count; first += 2 * width) {
      const uint64_t middle = first + width < count ? first + width : count;
      const uint64_t end = middle + width < count ? middle + width : count;
      merge(elements, indices, first, middle, end, other);
    }
    uint32_t *sorted = other;
    other = indices;
    indices = sorted;
  }
  return indices;
}

static int is_equal(const struct hagstone_elements *elements, const uint8_t *base, const uint8_t *value) {
  if (elements->element != HAGSTONE_ELEMENT_BYTES)
    return hagstone_element_repeats(elements->element, base, value, elements->tolerance);
  for (uint32_t i = 0; i < elements->bytes; i++)
    if (base[i] != value[i]) return 0;
  return 1;
}

void hagstone_show_value(const struct hagstone_elements *elements, uint64_t index,
                         uint8_t shown[HAGSTONE_SPATIAL_VALUE_BYTES]) {
  const uint8_t *value = element_at(elements, index);
  for (uint32_t i = 0; i < HAGSTONE_SPATIAL_VALUE_BYTES; i++) shown[i] = i < elements->bytes ? value[i] : 0;
}

/* Enters a value that stands `count` times in the array, if it is among the commonest. */
static void enter(struct hagstone_distinct_values *result, const struct hagstone_elements *elements, uint64_t index,
                  uint64_t count) {
  uint32_t place = result->common_count;
  while (place > 0 && result->common[place - 1].count < count) place--;
  if (place == HAGSTONE_SPATIAL_VALUES) return;
  if (result->common_count < HAGSTONE_SPATIAL_VALUES) result->common_count++;
  for (uint32_t i = result->common_count - 1; i > place; i--) result->common[i] = result->common[i - 1];
  result->common[place].count = count;
  hagstone_show_value(elements, index, result->common[place].value);
}

int hagstone_find_distinct_values(const struct hagstone_elements *elements, struct hagstone_distinct_values *result) {
  const uint64_t bytes = 2 * elements->count * sizeof(uint32_t);
  uint32_t *indices = hagstone_memory(bytes);
  if (!indices) return 0;
  const uint32_t *sorted = sort(elements, indices, indices + elements->count);
  result->unique = result->common_count = 0;
  for (uint64_t first = 0, end; first < elements->count; first = end) {
    const uint8_t *base = element_at(elements, sorted[first]);
    for (end = first + 1; end < elements->count && is_equal(elements, base, element_at(elements, sorted[end])); end++) {
    }
    result->unique++;
    enter(result, elements, sorted[first], end - first);
  }
  hagstone_give_back(indices, bytes);
  return 1;
}
