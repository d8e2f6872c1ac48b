// SPDX-License-Identifier: MIT
#include "recording/context_tree.h"

namespace hagstone {

namespace {
// Above the bits that addresses use.
constexpr int flags_shift = 57;
}  // namespace

ContextId ContextTree::find_or_add(const ContextNode &node, Writer &writer) {
  HashIndex::Key key = {uint64_t{node.parent} << 32 | node.module, node.offset ^ uint64_t{node.flags} << flags_shift};
  if (ContextId known = index_.find(key)) return known;
  ContextId id = size_ + 1;
  hagstone_context record = {id, node.parent, node.module, node.flags, node.offset};
  // Recorded first: everything in the index must be in the file.
  if (!writer.append(HAGSTONE_RECORD_CONTEXT, {&record, sizeof record})) return no_context;
  size_ = id;
  if (!index_.insert(key, id)) return no_context;
  return id;
}

}  // namespace hagstone
