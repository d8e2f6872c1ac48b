// SPDX-License-Identifier: MIT
#include "walk.h"

#include "code/control_flow.h"
#include "code/emulation/flags.h"
#include "code/instruction.h"
#include "code/emulation/machine_state.h"
#include "code/memory_access.h"

namespace hagstone {

namespace {

// Other than by pushing, popping, calling or returning.
bool writes_stack_pointer(const Instruction &instruction) {
  for (unsigned i = 0; i < instruction.decoded.operand_count_visible; i++) {
    const ZydisDecodedOperand &operand = instruction.operands[i];
    if (operand.type == ZYDIS_OPERAND_TYPE_REGISTER && (operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) &&
        general_register(operand.reg.value) == register_rsp)
      return true;
  }
  return false;
}

// Whether a frame may end or begin here without a call or a return: longjmp, another stack.
bool leaves_stack(const Instruction &instruction) {
  if (!writes_stack_pointer(instruction)) return false;
  const ZydisDecodedOperand &source = instruction.operands[1];
  switch (instruction.decoded.mnemonic) {
    case ZYDIS_MNEMONIC_ADD:
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_AND: return false;
    case ZYDIS_MNEMONIC_LEA: return source.mem.base != ZYDIS_REGISTER_RSP && source.mem.base != ZYDIS_REGISTER_RBP;
    case ZYDIS_MNEMONIC_MOV: return source.type != ZYDIS_OPERAND_TYPE_REGISTER || source.reg.value != ZYDIS_REGISTER_RBP;
    default: return true;
  }
}

}  // namespace

void Walk::begin(WantedAccess wanted, WantedAccess trapping, unsigned skip, unsigned stop_budget, bool finds_callers) {
  wanted_ = wanted;
  trapping_ = trapping;
  finds_callers_ = finds_callers;
  active_ = true;
  wanted_seen_ = false;
  skip_ = skip;
  stop_budget_ = stop_budget;
  stops_ = 0;
  stops_avoided_ = 0;
  chosen_.valid = false;
  barren_.begin_walk(static_cast<uint8_t>(wanted));
}

// One call of Walk::advance: the path ahead from registers that are exact.
class WalkAdvance {
 public:
  WalkAdvance(Walk &walk, const Registers &registers, const ModuleMapSnapshot &modules, const MemoryReader &memory)
      : walk_(walk), start_(registers), modules_(modules), state_(registers, memory), place_(registers.instruction) {
    walk_.frames_ = {};
    walk_.frames_.highest_stack_pointer = registers.general[register_rsp];
  }

  WalkStep run() {
    if (walk_.stops_ != 0 && !is_where_expected()) return give_up(HAGSTONE_STATISTIC_dropped_walk_lost);
    if (walk_.chosen_.valid) return finish_chosen();
    if (walk_.stops_ == 0 && walk_.barren_.believe(place_)) return give_up(HAGSTONE_STATISTIC_dropped_barren);
    while (passed_ < max_path) {
      const uint64_t available = modules_.executable_bytes(place_);
      if (available == 0) return give_up(HAGSTONE_STATISTIC_dropped_code_unreadable);
      if (!decode(place_, available, instruction_)) return give_up(HAGSTONE_STATISTIC_dropped_undecodable);
      transfer_ = transfer_of(instruction_);
      if (transfer_ == Transfer::system_call) return give_up(HAGSTONE_STATISTIC_dropped_system_call);
      const bool narrow_count = is_repeated(instruction_) && instruction_.decoded.address_width != 64;
      if (transfer_ == Transfer::unfollowed || narrow_count) return give_up(HAGSTONE_STATISTIC_dropped_undecodable);
      WalkStep step;
      if (!pass_instruction(step)) return step;
    }
    return stop_at({place_, walk_.skip_, walk_.stops_avoided_, state_.general(register_rsp)});
  }

 private:
  static constexpr unsigned max_path = 256;
  static constexpr unsigned max_ranges = 64;

  struct Passed {
    uint64_t instruction;
    uint64_t skip;         // before it
    unsigned avoided;
    Value stack_pointer;
  };
  struct Range {
    uint64_t address;
    uint64_t length;
  };

  bool is_wanted(const MemoryAccess &access) const {
    return includes(walk_.wanted_, access.store ? WantedAccess::stores : WantedAccess::loads);
  }

  bool traps(const MemoryAccess &access) const {
    return includes(walk_.trapping_, access.store ? WantedAccess::stores : WantedAccess::loads);
  }

  // Continues after the instruction at place_; false if the advance ends here with `step`.
  bool pass_instruction(WalkStep &step) {
    walk_.barren_.pass(place_);
    const Passed here = {place_, walk_.skip_, walk_.stops_avoided_, state_.general(register_rsp)};
    path_[passed_] = here;
    accesses_ = memory_accesses(instruction_);
    const Value iterations = iteration_count();
    uint8_t wanted[4];
    uint64_t wanted_count = 0;
    for (uint8_t i = 0; i < accesses_.count; i++)
      if (is_wanted(accesses_.items[i])) wanted[wanted_count++] = i;
    if (wanted_count != 0 && !iterations.known) return step = stop_at(here), false;
    // A data-dependent repetition counts as one iteration: how many there are is known only afterwards.
    const uint64_t counted = is_conditionally_repeated(instruction_) && iterations.bits != 0 ? 1 : iterations.bits;
    if (wanted_count != 0 && counted != 0) {
      if (!walk_.wanted_seen_) walk_.barren_.refute();
      walk_.wanted_seen_ = true;
      if (walk_.skip_ / wanted_count < counted)
        return step = choose(here, wanted[walk_.skip_ % wanted_count], iterations, walk_.skip_ / wanted_count), false;
      walk_.skip_ -= counted * wanted_count;
    }
    note_ranges(iterations);
    const Value next = follow(instruction_, accesses_, state_);
    if (!next.known) {
      // Registers and flags are all known at the start of the path, so only memory can be missing there.
      if (passed_ == 0) return step = give_up(HAGSTONE_STATISTIC_dropped_address_unreadable), false;
      return step = stop_at(here), false;
    }
    if (passed_ != 0 && depends_on_state()) walk_.stops_avoided_++;
    note_frame(next.bits);
    passed_++;
    place_ = next.bits;
    return true;
  }

  // A frame that the thread has left never comes back, though the same function may.
  void note_frame(uint64_t next) {
    FramePath &frames = walk_.frames_;
    const Value stack_pointer = state_.general(register_rsp);
    if (!stack_pointer.known || leaves_stack(instruction_)) frames.known = false;
    if (transfer_ == Transfer::call) {
      depth_++;
      if (frames.call_count == FramePath::most_calls)
        frames.known = false;
      else
        frames.calls[frames.call_count++] = {instruction_.next(), stack_pointer.bits + 8};
    } else if (transfer_ == Transfer::ret) {
      if (depth_-- == 0) left_frame_ = true;
      note_return({next, stack_pointer.bits});
    }
    if (frames.call_count)
      frames.known = frames.known && stack_pointer.bits < frames.calls[frames.call_count - 1].stack_pointer;
    else if (stack_pointer.bits > frames.highest_stack_pointer)
      frames.highest_stack_pointer = stack_pointer.bits;
  }

  void note_return(const FramePath::Place &place) {
    FramePath &frames = walk_.frames_;
    if (frames.call_count) {
      const FramePath::Place &call = frames.calls[--frames.call_count];
      if (place.instruction != call.instruction || place.stack_pointer != call.stack_pointer) frames.known = false;
    } else if (frames.return_count == FramePath::most_returns) {
      frames.known = false;
    } else {
      frames.returns[frames.return_count++] = place;
      frames.highest_stack_pointer = 0;
    }
  }

  bool is_in_first_frame() const { return depth_ == 0 && !left_frame_; }

  bool depends_on_state() const {
    uint64_t target;
    return transfer_ == Transfer::conditional || transfer_ == Transfer::ret ||
           (transfer_ != Transfer::none && !direct_target(instruction_, target));
  }

  Value iteration_count() const { return is_repeated(instruction_) ? state_.general(register_rcx) : Value::of(1); }

  void note_ranges(const Value &iterations) {
    for (unsigned i = 0; i < accesses_.count; i++) {
      if (!traps(accesses_.items[i])) continue;
      uint64_t address;
      if (is_repeated(instruction_) || !state_.locate(accesses_.items[i], address) || range_count_ == max_ranges) {
        ranges_complete_ = ranges_complete_ && iterations.known && iterations.bits == 0;
        return;
      }
      ranges_[range_count_++] = {address, accesses_.items[i].length};
    }
  }

  bool touched_on_the_way(uint64_t address, uint64_t length) const {
    if (!ranges_complete_) return true;
    for (unsigned i = 0; i < range_count_; i++)
      if (address - ranges_[i].address < ranges_[i].length || ranges_[i].address - address < length) return true;
    return false;
  }

  // The access of number `form` of the instruction at place_, of its iteration number `iteration` where it is repeated, is the
  // sample.
  WalkStep choose(const Passed &here, uint8_t form, const Value &iterations, uint64_t iteration) {
    const MemoryAccess &access = accesses_.items[form];
    if (access.kind == MemoryAccess::unsupported) return give_up(HAGSTONE_STATISTIC_dropped_address_unsupported);
    Walk::Chosen chosen = {};
    chosen.form = form;
    chosen.access = {place_, 0, access.length, !access.store, access.store, false};
    chosen.address_known = chosen_address(access, iterations, iteration, chosen.access.address);
    if (access.kind == MemoryAccess::thread_relative && !is_watchable(access, chosen))
      return give_up(HAGSTONE_STATISTIC_dropped_address_forbidden);
    MachineState beyond = state_;
    const Value next = follow(instruction_, accesses_, beyond);
    const bool stop_possible = walk_.stops_ < walk_.stop_budget_;
    const bool foreseen = chosen.address_known && !touched_on_the_way(chosen.access.address, access.length);
    // The access's own trap costs as much as a stop, but the register for the stop need not be set, and the callers are
    // known from the interrupt.
    const bool finds_callers = walk_.finds_callers_ && walk_.stops_ == 0 && walk_.frames_.known;
    if (foreseen && next.known && (is_in_first_frame() || finds_callers)) return foresee(chosen.access, next, beyond);
    // After a read-modify-write the loaded value is gone.
    const bool stop_behind = next.known && stop_possible && !passed_before(next.bits) && !is_modified(access);
    if (stop_behind && (chosen.address_known || survives(access))) {
      chosen.valid = true;
      walk_.chosen_ = chosen;
      return ask_for_stop(next.bits, beyond.general(register_rsp));
    }
    return foreseen ? foresee(chosen.access, next, beyond) : stop_at(here);
  }

  // A thread's variables lie below its thread pointer, and its control block from there on (System V ABI, variant II).
  static bool is_watchable(const MemoryAccess &access, const Walk::Chosen &chosen) {
    const auto thread_pointer = reinterpret_cast<uint64_t>(__builtin_thread_pointer());
    return access.segment_fs && !(chosen.address_known && chosen.access.address >= thread_pointer);
  }

  // Whether `access` is the load of a read-modify-write.
  bool is_modified(const MemoryAccess &access) const {
    if (access.store) return false;
    for (unsigned i = 0; i < accesses_.count; i++) {
      const MemoryAccess &other = accesses_.items[i];
      if (other.store && other.kind == access.kind && other.base == access.base && other.index == access.index &&
          other.scale == access.scale && other.displacement == access.displacement)
        return true;
    }
    return false;
  }

  // For a repeated instruction at the start of the walk, the iteration is one of those about to run: always taking the
  // last one would let the last bytes of a block represent all of it. For cmps and scas it is the last one, which
  // depends on the data.
  bool chosen_address(const MemoryAccess &access, const Value &iterations, uint64_t iteration, uint64_t &address) const {
    if (!state_.locate(access, address)) return false;
    if (!is_repeated(instruction_)) return true;
    if (is_conditionally_repeated(instruction_) || !state_.knows_flags(flag_direction)) return false;
    const uint64_t distance = (iterates_over_own_bytes(iterations) ? iterations.bits - 1 : iteration) * access.length;
    address += state_.flags() & flag_direction ? -distance : distance;
    return true;
  }

  // Whether a later iteration may access the bytes of an earlier one, before anything can wait for that: a movs between ranges
  // that overlap.
  bool iterates_over_own_bytes(const Value &iterations) const {
    if (accesses_.count < 2) return false;
    uint64_t one, other;
    if (!state_.locate(accesses_.items[0], one) || !state_.locate(accesses_.items[1], other)) return true;
    const uint64_t span = iterations.bits * accesses_.items[0].length;
    return one - other < span || other - one < span;
  }

  // Whether the registers after the instruction still determine the address.
  bool survives(const MemoryAccess &access) const {
    KnownRegisters all = {};
    all.known = 0xffff;
    uint64_t address;
    return address_of(access, registers_before(instruction_, all, 0), address);
  }

  WalkStep finish_chosen() {
    Walk::Chosen &chosen = walk_.chosen_;
    chosen.valid = false;
    if (chosen.address_known) return finish(chosen.access);
    const uint64_t available = modules_.executable_bytes(chosen.access.instruction);
    if (available == 0 || !decode(chosen.access.instruction, available, instruction_))
      return give_up(HAGSTONE_STATISTIC_dropped_code_unreadable);
    const KnownRegisters before = registers_before(instruction_, all_known(start_), start_.flags);
    if (!address_of(memory_accesses(instruction_).items[chosen.form], before, chosen.access.address))
      return give_up(HAGSTONE_STATISTIC_dropped_address_unsupported);
    return finish(chosen.access);
  }

  // The access that the thread is about to make is the sample.
  WalkStep foresee(SampledAccess access, const Value &next, const MachineState &beyond) {
    const Value stack_pointer = beyond.general(register_rsp);
    access.pending = true;
    access.next = next.known ? next.bits : 0;
    access.next_stack_pointer = next.known && stack_pointer.known ? stack_pointer.bits : 0;
    access.in_same_frame = is_in_first_frame();
    return finish(access);
  }

  WalkStep finish(const SampledAccess &access) {
    walk_.active_ = false;
    return {WalkVerdict::sampled, 0, access, {}};
  }

  WalkStep give_up(hagstone_statistic cause) {
    walk_.active_ = false;
    return {WalkVerdict::given_up, 0, {}, cause};
  }

  // Number of the first time after the start that the path passed `address`, or passed_.
  unsigned first_pass(uint64_t address) const {
    unsigned i = 1;
    while (i < passed_ && path_[i].instruction != address) i++;
    return i < passed_ ? i : passed_;
  }
  bool passed_before(uint64_t address) const { return first_pass(address) < passed_ || is_current(address); }
  bool is_current(uint64_t address) const { return passed_ != 0 && address == place_; }

  // Stops the thread before the instruction at place_ runs. The breakpoint fires at the first pass, so if the path has
  // been there already, the walk is put back to that time.
  WalkStep stop_at(const Passed &here) {
    const unsigned first = first_pass(here.instruction);
    const Passed &there = first < passed_ ? path_[first] : here;
    walk_.skip_ = there.skip;
    walk_.stops_avoided_ = there.avoided;
    if (!walk_.wanted_seen_ && walk_.barren_.believe(place_)) return give_up(HAGSTONE_STATISTIC_dropped_barren);
    if (walk_.stops_ == walk_.stop_budget_) {
      if (!walk_.wanted_seen_) walk_.barren_.learn();
      return give_up(HAGSTONE_STATISTIC_dropped_stop_budget);
    }
    return ask_for_stop(there.instruction, there.stack_pointer);
  }

  WalkStep ask_for_stop(uint64_t place, const Value &stack_pointer) {
    walk_.stops_++;
    walk_.stop_ = place;
    walk_.stack_pointer_known_ = stack_pointer.known;
    walk_.stack_pointer_ = stack_pointer.bits;
    return {WalkVerdict::stop_at, place, {}, {}};
  }

  bool is_where_expected() const {
    return start_.instruction == walk_.stop_ &&
           (!walk_.stack_pointer_known_ || start_.general[register_rsp] == walk_.stack_pointer_);
  }

  Walk &walk_;
  const Registers &start_;
  const ModuleMapSnapshot &modules_;
  MachineState state_;
  uint64_t place_;
  Instruction instruction_;
  Transfer transfer_ = Transfer::none;
  MemoryAccesses accesses_ = {};
  Passed path_[max_path];
  unsigned passed_ = 0;
  Range ranges_[max_ranges];
  unsigned range_count_ = 0;
  bool ranges_complete_ = true;
  int depth_ = 0;  // calls in progress since the start of this advance
  bool left_frame_ = false;
};

WalkStep Walk::advance(const Registers &registers, const ModuleMapSnapshot &modules, const MemoryReader &memory) {
  return WalkAdvance(*this, registers, modules, memory).run();
}

}  // namespace hagstone
