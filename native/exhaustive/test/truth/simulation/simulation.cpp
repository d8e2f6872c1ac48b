// SPDX-License-Identifier: GPL-2.0-or-later
#include "simulation.h"

#include <cstring>
#include <optional>
#include <unordered_map>

#include "../programs/computed_values.h"
#include "../programs/descriptors.h"
#include "simulated_machine.h"

namespace hagstone::truth {

namespace {

// To the end of the innermost set_jump that is not over yet.
struct LongJump {};

class Simulation : SimulatedMachine {
 public:
  Simulation(const Process &process, const std::vector<uint64_t> &places, SignalFrame frame, Trace &trace)
      : SimulatedMachine(places, trace), process_(process), frame_(frame) {}

  void run() {
    SimulatedThread main;
    main.stack_pointer = stacks_start + stack_bytes;
    main.context = trace_.contexts.intern({0, NodeKind::thread, 1});
    main.scope = trace_.scopes.intern({0, main.context, 0});
    running_ = &main;
    write_constants();
    threads_.resize(process_.threads.size());
    if (process_.has_handler)
      for (uint64_t part : {0, 24, 8, 16}) kernel_reads(13, action_start + part, 8);
    use_signal_stack(0);
    map(heap_start, heap_bytes);
    for (uint32_t i = 0; i < process_.programs.size(); i++)
      call(process_.start_place + places_of_library + 2 * i, process_.programs[i], {});
  }

 private:
  void write_constants() {
    uint64_t address = constants_start;
    for (uint64_t constant : process_.constants) memory_.write(address, bytes_of(constant)), address += 8;
    for (uint32_t i = 1; i < process_.functions.size(); i++, address += 8)
      memory_.write(address, bytes_of(places_[process_.functions[i].place]));
    memory_.write(setting_start, bytes_of(timer_setting));
    for (uint64_t i = 0; i <= process_.threads.size(); i++) {
      memory_.write(signal_stack_setting(i), bytes_of(signal_stacks_start + i * signal_stack_bytes));
      memory_.write(signal_stack_setting(i) + 16, bytes_of(signal_stack_bytes));
    }
  }

  void use_signal_stack(uint64_t thread) {
    if (!process_.has_handler) return;
    const uint64_t setting = signal_stack_setting(thread);
    kernel_reads(131, setting, 8);
    kernel_reads(131, setting + 8, 4);  // an int, and nothing
    kernel_reads(131, setting + 16, 8);
    running_->signal_stack_end = signal_stacks_start + (thread + 1) * signal_stack_bytes;
  }
  void give_turn() { kernel_reads(286, setting_start, setting_bytes); }
  void take_turn(uint64_t expirations) { kernel_writes(0, expirations, bytes_of(timer_expirations)); }

  // `body`: the callee's actions in place of a generated function.
  template <typename Body>
  void call_with(uint32_t place, Body body) {
    push(place, places_[place + 1]);
    const ContextId caller = running_->context;
    const ScopeId scope = running_->scope;
    running_->context = trace_.contexts.intern({caller, NodeKind::call, places_[place + 1]});
    running_->scope = trace_.scopes.intern({scope, running_->context, 0});
    body();
    running_->context = caller;
    running_->scope = scope;
  }
  void call(uint32_t place, uint32_t function, std::optional<uint64_t> table) {
    if (table) load(place, *table, 8);
    call_with(place, [&] { enter(function); });
  }

  void enter(uint32_t number) {
    const Function &function = process_.functions[number];
    push(function.place, running_->rounds);
    push(function.place + 1, running_->index_register);
    body(function.body);
    running_->index_register = pop(function.place + 2);
    running_->rounds = pop(function.place + 3);
    // A function's calling context does not show the function that jumped to it.
    if (function.tail)
      enter(function.tail);
    else
      pop(function.place + 4);
  }

  // The handler's frame holds the registers, at least one of which differs from the last time.
  void raise(const Instruction &i) {
    SimulatedThread &thread = *running_;
    thread.depth = static_cast<int32_t>(i.count);
    const SimulatedThread interrupted = thread;
    thread.context = trace_.contexts.intern({thread.context, NodeKind::instruction, places_[i.place]});
    thread.scope = trace_.scopes.intern({thread.scope, thread.context, 0});
    thread.stack_pointer = thread.signal_stack_end - frame_.below_top;
    std::string left = bytes_of(places_[process_.start_place + 3]) + bytes_of(++signals_);
    left.resize(frame_.bytes);
    kernel_writes(15, thread.stack_pointer, left);
    thread.jumps_left = 0;
    for (std::string &vector : thread.vectors) vector.assign(32, 0);
    clear_registers();
    enter(i.callee);
    kernel_reads(15, thread.stack_pointer - 8, frame_.bytes);
    thread = interrupted;
    clear_registers();
  }

  void allocator_call(const Instruction &i, EventKind kind) {
    uint32_t place = process_.start_place;
    call_with(i.place, [&] {
      if (kind == EventKind::freed) end(kind, i.memory.address, blocks_[i.memory.address]), place++;
      pop(place);
      if (kind == EventKind::allocated) {
        blocks_[i.memory.address] = i.count;
        record(kind, running_->context, i.memory.address, i.count, Element::bytes, "");
      }
    });
    clear_registers();
  }

  void reallocate(const Instruction &i) {
    const uint64_t from = i.memory.address, to = i.other.address, bytes_before = blocks_[from];
    call_with(i.place, [&] {
      pop(process_.start_place + 2);
      if (to != from)
        end(EventKind::freed, from, bytes_before);
      else if (i.count < bytes_before)
        end(EventKind::freed, from + i.count, bytes_before - i.count);
      blocks_[to] = i.count;
      record(EventKind::allocated, running_->context, to, i.count, Element::bytes, "");
    });
    clear_registers();
  }

  // To stop collection is to end a window.
  void collect(bool starts) {
    if (collecting_ && !starts) end(EventKind::window_ends, 0, 0);
    collecting_ = starts;
    clear_registers();
  }

  // The thread's next segment, from its turn to that of the thread that runs.
  void run_segment(uint32_t number) {
    SimulatedThread *const other = running_;
    give_turn();
    running_ = &threads_[number];
    const ThreadCode &code = process_.threads[number];
    take_turn(code.stack_top - stack_bytes);
    clear_registers();
    body(code.segments[running_->next_segment++]);
    give_turn();
    running_ = other;
    take_turn(stacks_start);
  }

  void body(const std::vector<Instruction> &instructions) {
    for (const Instruction &instruction : instructions) one(instruction);
  }

  template <typename End>
  void loop(const Instruction &i, End end_round) {
    const ScopeId around = running_->scope;
    running_->scope = trace_.scopes.intern({around, trace_.scopes[around].frame, places_[i.place]});
    for (uint32_t round = 0; round < i.count; round++, end_round()) {
      record(EventKind::loop_header, running_->context, 0, 0, Element::bytes, "");
      body(i.body);
    }
    running_->scope = around;
  }

  void set_jump(const Instruction &i) {
    SimulatedThread &thread = *running_;
    push(i.place, places_[i.place + 6]);
    push(i.place + 1, thread.index_register);
    push(i.place + 2, thread.rounds);
    const ContextId context = thread.context;
    const ScopeId scope = thread.scope;
    thread.jump_stack_pointer = thread.stack_pointer;
    thread.jumps_left = i.count;
    try {
      body(i.body);
      thread.jumps_left = 0;
      restore(i.place + 3);
    } catch (const LongJump &) {
      thread.context = context;
      thread.scope = scope;
    }
  }
  void restore(uint32_t place) {
    running_->rounds = pop(place);
    running_->index_register = pop(place + 1);
    pop(place + 2);
  }
  void long_jump(const Instruction &i) {
    if (!running_->jumps_left || --running_->jumps_left) return;
    running_->stack_pointer = running_->jump_stack_pointer;
    restore(i.place);
    throw LongJump();
  }

  void string(const Instruction &i) {
    const uint32_t bytes = i.form->bytes;
    for (uint32_t round = 0; round < i.count; round++) {
      std::string value = bytes_of(running_->registers[0], bytes);
      if (i.operation == Operation::string_move) {
        value = load(i.place, i.other.address + round * bytes, bytes);
        trace_.events.back().again = round > 0;
      }
      store(i.place, i.memory.address + round * bytes, value);
      trace_.events.back().again = round > 0;
    }
    running_->registers[1] = running_->registers[4] = running_->registers[5] = 0;
  }

  void one(const Instruction &i) {
    SimulatedThread &thread = *running_;
    const uint64_t address = i.memory.address + (i.memory.indexed ? thread.index_register : 0);
    const uint64_t other = i.other.address + (i.other.indexed ? thread.index_register : 0);
    const uint32_t bytes = i.form ? i.form->bytes : 8;
    const Element element = i.form ? i.form->element : Element::bytes;
    uint64_t &reg = thread.registers[i.reg];
    switch (i.operation) {
      case Operation::set_register: reg = i.immediate; break;
      case Operation::set_vector:
        thread.vectors[i.reg] = bytes_of(i.immediate) + bytes_of(i.immediate2);
        thread.vectors[i.reg] += thread.vectors[i.reg];
        break;
      case Operation::load: reg = number_of(load(i.place, address, bytes)); break;
      case Operation::store: store_number(i.place, address, reg, bytes); break;
      case Operation::store_immediate:
        store_number(i.place, address, static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(i.immediate))),
                     bytes);
        break;
      case Operation::vector_load: {
        const std::string value = load(i.place, address, bytes, element);
        thread.vectors[i.reg] = vector_after(i.form->mnemonic, thread.vectors[i.reg], value);
        break;
      }
      case Operation::vector_store: store(i.place, address, thread.vectors[i.reg].substr(0, bytes), element); break;
      case Operation::arithmetic_load:
      case Operation::integer_load: load(i.place, address, bytes, element); break;
      case Operation::no_access:
        load(i.place, address, bytes);
        trace_.events.back().no_access = true;
        break;
      case Operation::modify: {
        const uint64_t old = number_of(load(i.place, address, bytes));
        trace_.events.back().of_modify = true;
        store_number(i.place, address, changed(i.form->change, old, reg), bytes);
        break;
      }
      case Operation::exchange: {
        const std::string old = load(i.place, address, bytes);
        trace_.events.back().of_modify = true;
        store_number(i.place, address, changed(i.form->change, number_of(old), reg), bytes);
        // Writing the low 4 bytes of a register clears the high ones.
        if (bytes >= 4)
          reg = number_of(old);
        else
          reg = (reg & ~UINT64_C(0xff)) | number_of(old);
        break;
      }
      case Operation::compare_exchange: {
        // A failed exchange writes the old value back (Intel's manual, CMPXCHG), and loads it into the register.
        const uint64_t old = thread.registers[0] = number_of(load(i.place, address, bytes));
        load(i.place + 1, address, bytes);
        trace_.events.back().of_modify = true;
        store_number(i.place + 1, address, i.immediate ? reg : old, bytes);
        trace_.events.back().of_failed_exchange = !i.immediate;
        break;
      }
      case Operation::string_store:
      case Operation::string_move: string(i); break;
      case Operation::push_pop:
        push(i.place, reg);
        body(i.body);
        thread.registers[i.other_reg] = pop(i.place + 1);
        break;
      case Operation::push_memory:
        push(i.place, number_of(load(i.place, address, 8)));
        store_number(i.place + 1, other, pop(i.place + 1));
        break;
      case Operation::x87_copy: {
        const std::string loaded = load(i.place, constants_start + 8 * i.count, 8, Element::f64);
        double value;
        std::memcpy(&value, loaded.data(), 8);
        const auto single = static_cast<float>(value);
        const auto extended = static_cast<long double>(value);
        store(i.place + 1, address, bytes == 4 ? bytes_of(single) : bytes == 8 ? loaded : bytes_of(extended, 10), element);
        break;
      }
      case Operation::call:
        thread.depth = static_cast<int32_t>(i.count);
        call(i.place, i.callee, {});
        break;
      case Operation::call_pointer:
        thread.depth = static_cast<int32_t>(i.count);
        call(i.place, i.callee, constants_start + 8 * (process_.constants.size() + i.callee - 1));
        break;
      case Operation::recurse:
        if (--thread.depth > 0) call(i.place, i.callee, {});
        break;
      case Operation::loop:
        thread.index_register = 0;
        thread.rounds = i.count;
        loop(i, [&] {
          thread.rounds--;
          thread.index_register += i.immediate;
        });
        thread.index_register = 0;
        break;
      case Operation::inner_loop: loop(i, [] {}); break;
      case Operation::set_jump: set_jump(i); break;
      case Operation::long_jump: long_jump(i); break;
      case Operation::odd_rounds:
        if (thread.rounds & 1) body(i.body);
        break;
      case Operation::write_read:
        kernel_writes(0, other, kernel_reads(1, address, i.count));
        clear_registers();
        break;
      case Operation::raise: raise(i); break;
      case Operation::allocate: allocator_call(i, EventKind::allocated); break;
      case Operation::release: allocator_call(i, EventKind::freed); break;
      case Operation::reallocate: reallocate(i); break;
      case Operation::map: map(address, i.count * page_bytes); break;
      case Operation::unmap: unmap(address, i.count * page_bytes); break;
      case Operation::remap: remap(address, i.count * page_bytes, other, i.immediate * page_bytes); break;
      case Operation::spawn: {
        SimulatedThread &spawned = threads_[i.callee];
        spawned.index = ++last_thread_;
        spawned.stack_pointer = process_.threads[i.callee].stack_top;
        spawned.context = trace_.contexts.intern({thread.context, NodeKind::thread, spawned.index});
        spawned.scope = trace_.scopes.intern({0, spawned.context, 0});
        clear_registers();
        SimulatedThread *const creator = running_;
        running_ = &spawned;
        use_signal_stack(i.callee + 1);
        running_ = creator;
        break;
      }
      case Operation::collect: collect(i.count != 0); break;
      case Operation::hand_over:
        run_segment(i.callee);
        clear_registers();
        break;
    }
  }

  const Process &process_;
  const SignalFrame frame_;
  uint64_t signals_ = 0;
  std::unordered_map<uint64_t, uint64_t> blocks_;
  std::vector<SimulatedThread> threads_;
  uint32_t last_thread_ = 1;
};

}  // namespace

Trace simulate(const Process &process, const std::vector<uint64_t> &places, SignalFrame frame) {
  Trace trace;
  for (uint32_t i = 0; i < process.programs.size(); i++)
    trace.statics.push_back({"arena_" + std::to_string(i), arenas_start + i * arena_bytes, arena_bytes});
  trace.statics.push_back(
      {"stacks", stacks_start, signal_stacks_start - stacks_start + (process.threads.size() + 2) * signal_stack_bytes});
  trace.statics.push_back({"constants", constants_start, 8 * (process.constants.size() + process.functions.size() - 1)});
  Simulation(process, places, frame, trace).run();
  return trace;
}

}  // namespace hagstone::truth
