// SPDX-License-Identifier: MIT
// The agent's file descriptors: high, close-on-exec, bounded in number, and known, so that a target that closes
// everything it does not know can be kept from closing them.
#ifndef HAGSTONE_BASE_OWN_DESCRIPTORS_H
#define HAGSTONE_BASE_OWN_DESCRIPTORS_H

namespace hagstone {

// Reads the limit on descriptors and sets the range aside. Once, before the first keep_descriptor.
void reserve_descriptor_range();

// Moves `descriptor` into the range and closes the original. Negative errno (original closed too) if the range is full.
int keep_descriptor(int descriptor);
void close_own_descriptor(int descriptor);
bool is_own_descriptor(int descriptor);

// The range [first, last]; every descriptor of the agent lies in it.
int first_own_descriptor();
int last_own_descriptor();

// In the child of a fork: closes all of them.
void close_all_own_descriptors();

}  // namespace hagstone

#endif
