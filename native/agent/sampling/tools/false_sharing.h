// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SAMPLING_FALSE_SHARING_H
#define HAGSTONE_SAMPLING_FALSE_SHARING_H

namespace hagstone {

// In the child of a fork: what the parent's threads have published is nobody's here.
void forget_published_accesses();

}  // namespace hagstone

#endif
