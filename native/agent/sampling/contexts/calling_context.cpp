// SPDX-License-Identifier: MIT
#include "sampling/contexts/calling_context.h"

#include "parallel/logical_stack.h"
#include "sampling/contexts/regions.h"

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

uint32_t flag_of(UnwindEnd end) {
  return end == UnwindEnd::truncated ? HAGSTONE_CONTEXT_TRUNCATED
         : end == UnwindEnd::partial ? HAGSTONE_CONTEXT_PARTIAL
                                     : 0;
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
  created_root_ = no_context;
  known_frames_.forget();
  known_context_count_ = 0;
  frame_count_ = 0;
}

// Index of the first unwound frame above the access. The registers of a trap are those after the instruction: a call
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

// Frames of a region are below the code that began it, whichever thread created this one.
ContextId CallingContexts::root(const UnwindResult &result, ThreadRecorder &recorder) {
  const bool has_creator = creator_ && creator_->count && !result.is_of_other_thread;
  if (has_creator && created_root_) return created_root_;
  ContextId above = no_context;
  for (uint32_t i = has_creator ? creator_->count : 0; i-- > 0;) {
    const CreatorContext::Node &node = creator_->nodes[i];
    above = recorder.context({above, node.module, node.flags, node.offset});
    if (!above) break;
  }
  const uint32_t flag = above ? HAGSTONE_CONTEXT_CREATED : 0;
  const ContextId root = recorder.context({above, HAGSTONE_MODULE_THREAD_ROOT, flag, thread_index_});
  if (above) created_root_ = root;
  return root;
}

void CallingContexts::find_creator(const Registers &registers, const ModuleMapSnapshot &modules, OwnMemory &own_memory,
                                   CreatorContext &found) {
  // The root is behind them.
  constexpr unsigned most = CreatorContext::capacity - 1;
  UnwindStatistics statistics = {};
  const size_t capacity = depth_cap_ < most + 1 ? depth_cap_ : most + 1;
  const UnwindResult result = unwind_logically(registers, modules, own_memory, capacity, statistics);
  found.count = 0;
  for (size_t i = 1; i < result.frame_count; i++) {
    const CodeOffset code = offset_in(frames_[i].module, frames_[i].instruction);
    const uint32_t end_flag = i + 1 == result.frame_count ? flag_of(result.end) : 0;
    found.nodes[found.count++] = {code.module, frames_[i].flags | end_flag, code.offset};
  }
  const ThreadRegions &regions = thread_regions();
  for (uint32_t i = regions.depth; i-- > 0;)
    if (regions.ids[i] && found.count < most) found.nodes[found.count++] = {HAGSTONE_MODULE_REGION, 0, regions.ids[i]};
  const bool goes_on = creator_ && creator_->count && !result.is_of_other_thread &&
                       found.count + 1 + creator_->count <= CreatorContext::capacity;
  const uint32_t flag = goes_on ? HAGSTONE_CONTEXT_CREATED : 0;
  found.nodes[found.count++] = {HAGSTONE_MODULE_THREAD_ROOT, flag, thread_index_};
  for (uint32_t i = 0; goes_on && i < creator_->count; i++) found.nodes[found.count++] = creator_->nodes[i];
}

UnwindResult CallingContexts::unwind_logically(const Registers &registers, const ModuleMapSnapshot &modules,
                                               OwnMemory &own_memory, size_t capacity, UnwindStatistics &statistics) {
  const UnwindResult result = hagstone::unwind_logically(registers, modules, rules_, own_memory.reader(),
                                                         own_memory.current_reader(), frames_, capacity, statistics,
                                                         known_frames_);
  if (result.unchanged < known_context_count_) known_context_count_ = result.unchanged;
  return result;
}

ContextId CallingContexts::find(const AccessPlace &place, const Registers &registers, const ModuleMapSnapshot &modules,
                                OwnMemory &own_memory, ThreadRecorder &recorder) {
  UnwindStatistics statistics = {};
  const UnwindResult result = unwind_logically(registers, modules, own_memory, depth_cap_, statistics);
  count(result, statistics, recorder);
  uint32_t end_flag = flag_of(result.end);
  const size_t first = first_caller(place, modules, own_memory.reader(), result.frame_count);
  const ThreadRegions &regions = thread_regions();
  if (regions.depth) known_context_count_ = 0;
  const size_t callers = result.frame_count - first;
  const bool keeps = result.is_as_unwound && result.end == UnwindEnd::complete && !regions.depth;
  size_t known = known_context_count_ < callers ? known_context_count_ : callers;
  ContextId context = known ? known_contexts_[known - 1] : root(result, recorder);
  for (uint32_t i = 0; context && i < regions.depth; i++)
    if (regions.ids[i]) context = recorder.context({context, HAGSTONE_MODULE_REGION, 0, regions.ids[i]});
  for (size_t i = result.frame_count - known; context && i-- > first;) {
    const UnwindFrame &frame = frames_[i];
    CodeOffset code = offset_in(frame.module, frame.instruction);
    uint32_t flags = frame.flags | end_flag;
    // A frame reached by a return is at its return address, like every caller.
    if (i == 0) flags |= HAGSTONE_CONTEXT_RETURN_ADDRESS;
    context = recorder.context({context, code.module, flags, code.offset});
    end_flag = 0;
    if (keeps && context && known < callers && known < KnownFrames::capacity) known_contexts_[known++] = context;
  }
  known_context_count_ = keeps ? known : 0;
  frame_count_ = keeps ? result.frame_count : 0;
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

bool CallingContexts::leads_to(const FramePath &path) const {
  const size_t caller = path.return_count + 1;
  if (!path.known || !knows_callers() || caller >= frame_count_ || frame_count_ + path.call_count > depth_cap_)
    return false;
  for (size_t i = 1; i <= caller; i++)
    // A frame that a signal interrupted made no call.
    if (frames_[i].flags & HAGSTONE_CONTEXT_SIGNAL_FRAME) return false;
  for (size_t i = 0; i < path.return_count; i++) {
    const UnwindFrame &frame = frames_[i + 1];
    const FramePath::Place &place = path.returns[i];
    if (frame.instruction != place.instruction || frame.stack_pointer != place.stack_pointer) return false;
  }
  return path.highest_stack_pointer < frames_[caller].stack_pointer;
}

ContextId CallingContexts::find_along(const FramePath &path, uint64_t instruction, const ModuleMapSnapshot &modules,
                                      ThreadRecorder &recorder) {
  ContextId context = known_contexts_[frame_count_ - path.return_count - 2];
  for (size_t i = 0; context && i < path.call_count; i++) {
    const uint64_t return_address = path.calls[i].instruction;
    const CodeOffset code = offset_in(modules.find(return_address - 1), return_address);
    context = recorder.context({context, code.module, HAGSTONE_CONTEXT_RETURN_ADDRESS, code.offset});
  }
  if (!context) return no_context;
  const CodeOffset leaf = offset_in(modules.find(instruction), instruction);
  return recorder.context({context, leaf.module, 0, leaf.offset});
}

}  // namespace hagstone
