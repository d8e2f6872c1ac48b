// SPDX-License-Identifier: MIT
// The calling contexts of one writer: every (parent, module, offset, flags) once, recorded when first seen.
#ifndef HAGSTONE_RECORDING_CONTEXT_TREE_H
#define HAGSTONE_RECORDING_CONTEXT_TREE_H

#include <stdint.h>

#include "base/hash_index.h"
#include "recording/writer.h"

namespace hagstone {

using ContextId = uint32_t;
inline constexpr ContextId no_context = 0;

struct ContextNode {
  ContextId parent;
  uint32_t module;
  uint32_t flags;
  uint64_t offset;
};

class ContextTree {
 public:
  // The node's id, recording it if it is new; no_context if there is no room.
  ContextId find_or_add(const ContextNode &node, Writer &writer);
  uint32_t size() const { return size_; }

 private:
  HashIndex index_;
  uint32_t size_ = 0;
};

}  // namespace hagstone

#endif
