// SPDX-License-Identifier: MIT
// The agent's file descriptors: high, close-on-exec, bounded in number, and known, so that a target that closes
// everything it does not know can be kept from closing them.
#ifndef HAGSTONE_BASE_OWN_DESCRIPTORS_H
#define HAGSTONE_BASE_OWN_DESCRIPTORS_H

namespace hagstone {

// Reads the limit on descriptors and sets the range aside. Once, before the first keep_descriptor.
void reserve_descriptor_range();

// Moves `descriptor` into the range, which moves down with the limit, and closes the original. Negative errno (original closed too) if the range is full.
int keep_descriptor(int descriptor);
// From now on `descriptor` is the agent's, at the number that it has. False if that is too high.
bool adopt_descriptor(int descriptor);
void close_own_descriptor(int descriptor);
bool is_own_descriptor(int descriptor);

// How many fit into the range.
int own_descriptor_room();
// All numbers of the agent's descriptors are lower; adopted and earlier ones may lie outside of the range.
constexpr int own_descriptor_end = 4096;
// The first of the agent's from `from` on, own_descriptor_end if there is none.
int next_own_descriptor(int from);

// In the child of a fork: closes all of them but `kept` (-1: all).
void close_own_descriptors_but(int kept);

}  // namespace hagstone

#endif
