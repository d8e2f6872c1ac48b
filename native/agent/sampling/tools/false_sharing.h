// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SAMPLING_FALSE_SHARING_H
#define HAGSTONE_SAMPLING_FALSE_SHARING_H

namespace hagstone {

// In the child of a fork: publications of the parent's threads do not apply here.
void forget_published_accesses();

}  // namespace hagstone

#endif
