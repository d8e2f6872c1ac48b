// SPDX-License-Identifier: MIT
#include "sampling/calling_context.h"

#include "parallel/logical_stack.h"
#include "sampling/regions.h"

namespace hagstone {

namespace {

constexpr uint64_t longest_instruction = 15;

struct CodeOffset {
  uint32_t module;
  uint64_t offset;
};

CodeOffset offset_in(const Module *module, uint64_t instruction) {
  if (!module) return {HAGSTONE_MODULE_UNKNOWN, instruction};
  return {module->index, instruction - module->bias};
}

// ret, ret imm16, each also with a REP or BND prefix.
bool is_return(uint64_t instruction, const MemoryReader &memory) {
  uint8_t code[2];
  if (!memory(instruction, code, sizeof code)) return false;
  uint8_t opcode = code[0] == 0xf2 || code[0] == 0xf3 ? code[1] : code[0];
  return opcode == 0xc3 || opcode == 0xc2;
}

}  // namespace

void CallingContexts::open(UnwindFrame *frames, size_t depth_cap, uint32_t thread_index) {
  frames_ = frames;
  depth_cap_ = depth_cap;
  thread_index_ = thread_index;
}

// Which unwound frame is the first above the access. The registers of a trap are those after the instruction: a call
// has already entered its callee, and a return has left its function.
size_t CallingContexts::first_caller(const AccessPlace &place, const ModuleMapSnapshot &modules, const MemoryReader &memory,
                                     size_t frame_count) const {
  if (place.moment == AccessMoment::before || place.leaf_flags & HAGSTONE_CONTEXT_AFTER) return 1;
  uint64_t now = frames_[0].instruction;
  if (now > place.instruction && now - place.instruction <= longest_instruction) return 1;
  if (frame_count > 1) {
    uint64_t return_address = frames_[1].instruction;
    bool call_left_it = return_address > place.instruction && return_address - place.instruction <= longest_instruction;
    if (call_left_it && modules.find(place.instruction) == frames_[1].module) return 2;
  }
  return is_return(place.instruction, memory) ? 0 : 1;
}

void CallingContexts::count(const UnwindResult &result, const UnwindStatistics &statistics, ThreadRecorder &recorder) {
  recorder.statistic(HAGSTONE_STATISTIC_contexts)++;
  if (result.end == UnwindEnd::truncated) recorder.statistic(HAGSTONE_STATISTIC_contexts_truncated)++;
  if (result.end == UnwindEnd::partial) recorder.statistic(HAGSTONE_STATISTIC_contexts_partial)++;
  recorder.statistic(HAGSTONE_STATISTIC_frames_by_tables) += statistics.frames_by_tables;
  recorder.statistic(HAGSTONE_STATISTIC_frames_by_frame_pointer) += statistics.frames_by_frame_pointer;
}

ContextId CallingContexts::find(const AccessPlace &place, const Registers &registers, const ModuleMapSnapshot &modules,
                                OwnMemory &own_memory, ThreadRecorder &recorder) {
  UnwindStatistics statistics = {};
  const MemoryReader memory = own_memory.reader();
  const UnwindResult result =
      unwind_logically(registers, modules, rules_, memory, own_memory.current_reader(), frames_, depth_cap_, statistics);
  count(result, statistics, recorder);
  uint32_t end_flag = result.end == UnwindEnd::truncated ? HAGSTONE_CONTEXT_TRUNCATED
                      : result.end == UnwindEnd::partial ? HAGSTONE_CONTEXT_PARTIAL
                                                         : 0;
  size_t first = first_caller(place, modules, memory, result.frame_count);
  ContextId context = recorder.context({no_context, HAGSTONE_MODULE_THREAD_ROOT, 0, thread_index_});
  const ThreadRegions &regions = thread_regions();
  for (uint32_t i = 0; context && i < regions.depth; i++)
    if (regions.ids[i]) context = recorder.context({context, HAGSTONE_MODULE_REGION, 0, regions.ids[i]});
  for (size_t i = result.frame_count; context && i-- > first;) {
    const UnwindFrame &frame = frames_[i];
    CodeOffset code = offset_in(frame.module, frame.instruction);
    uint32_t flags = frame.flags | end_flag;
    // The frame that a return came back to stands at its return address, like every caller.
    if (i == 0) flags |= HAGSTONE_CONTEXT_RETURN_ADDRESS;
    context = recorder.context({context, code.module, flags, code.offset});
    end_flag = 0;
  }
  last_caller_ = context;
  last_end_flag_ = end_flag;
  if (!context) return no_context;
  CodeOffset leaf = offset_in(modules.find(place.instruction), place.instruction);
  return recorder.context({context, leaf.module, place.leaf_flags | end_flag, leaf.offset});
}

ContextId CallingContexts::find_beside(uint64_t instruction, const ModuleMapSnapshot &modules, ThreadRecorder &recorder) {
  if (!last_caller_) return no_context;
  CodeOffset leaf = offset_in(modules.find(instruction), instruction);
  return recorder.context({last_caller_, leaf.module, last_end_flag_, leaf.offset});
}

}  // namespace hagstone
