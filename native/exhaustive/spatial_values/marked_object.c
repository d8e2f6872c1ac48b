/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "marked_object.h"

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"

#include "common/raw_format.h"
#include "program/heap.h"
#include "objects/program_memory.h"

int hagstone_marked_object(uint64_t address, struct hagstone_data_object *object) {
  struct hagstone_heap_block block;
  struct hagstone_static_symbol symbol;
  if (hagstone_heap_block_around(address, &block)) {
    *object = (struct hagstone_data_object){
        .kind = HAGSTONE_OBJECT_HEAP, .context = block.context, .start = block.start, .bytes = block.bytes};
    return 1;
  }
  if (hagstone_static_symbol_at(address, &symbol)) {
    *object = (struct hagstone_data_object){.kind = HAGSTONE_OBJECT_STATIC,
                                            .module = symbol.module,
                                            .start = symbol.start,
                                            .bytes = symbol.bytes,
                                            .offset = symbol.offset,
                                            .name = symbol.name};
    return 1;
  }
  const NSegment *mapping = VG_(am_find_nsegment)(address);
  /* Heap memory that no known allocator has returned is no object, and neither is the whole heap. */
  if (!mapping || mapping->isCH || hagstone_is_in_module(address) || hagstone_is_in_stack(address) ||
      (mapping->kind != SkAnonC && mapping->kind != SkFileC && mapping->kind != SkShmC))
    return 0;
  *object = (struct hagstone_data_object){
      .kind = HAGSTONE_OBJECT_MAPPED, .start = mapping->start, .bytes = mapping->end - mapping->start + 1};
  return 1;
}
