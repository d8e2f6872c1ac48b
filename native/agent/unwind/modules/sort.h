// SPDX-License-Identifier: MIT
// Heap sort: in place, and no worse for the nearly sorted input that linkers leave.
#ifndef HAGSTONE_UNWIND_SORT_H
#define HAGSTONE_UNWIND_SORT_H

#include <stddef.h>

namespace hagstone {

template <typename Entry>
void sift_down(Entry *entries, size_t root, size_t count, bool (*less)(const Entry &, const Entry &)) {
  for (size_t child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && less(entries[child], entries[child + 1])) child++;
    if (!less(entries[root], entries[child])) return;
    const Entry swapped = entries[root];
    entries[root] = entries[child];
    entries[child] = swapped;
  }
}

template <typename Entry>
void sort_in_place(Entry *entries, size_t count, bool (*less)(const Entry &, const Entry &)) {
  for (size_t root = count / 2; root-- > 0;) sift_down(entries, root, count, less);
  for (size_t last = count; last-- > 1;) {
    const Entry greatest = entries[0];
    entries[0] = entries[last];
    entries[last] = greatest;
    sift_down(entries, 0, last, less);
  }
}

}  // namespace hagstone

#endif
