// SPDX-License-Identifier: GPL-2.0-or-later
#include "generator.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "descriptors.h"
#include "forms.h"
#include "program_memory.h"
#include "random_values.h"

namespace hagstone::truth {

namespace {

class Generator {
 public:
  Generator(uint64_t seed, Kind kind) : random_(seed), kind_(kind), may_have_threads_(seed % 2 == 0) {}

  Process process(uint32_t programs) {
    process_.functions.emplace_back();
    process_.constants = floating_constants();
    process_.has_handler = kind_ == Kind::signalling;
    process_.places = places_of_library + 2 * programs;
    for (uint32_t i = 0; i < programs; i++) process_.programs.push_back(program(i));
    return std::move(process_);
  }

 private:
  uint64_t below(uint64_t limit) { return random_.below(limit); }
  bool chance(unsigned percent) { return random_.chance(percent); }
  uint32_t take_places(uint32_t count) {
    process_.places += count;
    return process_.places - count;
  }

  uint32_t program(uint32_t number) {
    memory_.emplace(random_, number);
    callable_ = {};
    index_limit_ = 0;
    const bool threaded = may_have_threads_ && chance(40) && process_.threads.size() + most_threads <= most_threads_of_process;
    const uint32_t functions = static_cast<uint32_t>(below(4));
    for (uint32_t i = 0; i < functions; i++) function();
    Function main;
    main.place = take_places(places_of_function);
    main.body = threaded ? threaded_main() : main_body(30);
    process_.functions.push_back(std::move(main));
    return static_cast<uint32_t>(process_.functions.size() - 1);
  }

  void function() {
    const auto number = static_cast<uint32_t>(process_.functions.size());
    Function function;
    function.place = take_places(places_of_function);
    const bool recursive = chance(25);
    function.body = instructions(static_cast<uint32_t>(2 + below(10)), 0, !recursive);
    collect_or_not(function.body);
    if (recursive) function.body.push_back(call(Operation::recurse, number));
    // A recursive function may not end by a jump that restarts its depth.
    if (!recursive && !callable_.empty() && chance(20)) function.tail = callable_[below(callable_.size())];
    process_.functions.push_back(std::move(function));
    callable_.push_back(number);
  }

  Instruction call(Operation operation, uint32_t callee) {
    Instruction made = {operation};
    made.callee = callee;
    made.count = static_cast<uint32_t>(1 + below(4));
    made.place = take_places(2);
    return made;
  }

  std::vector<Instruction> main_body(uint32_t count) {
    std::vector<Instruction> body;
    for (uint32_t i = 0; i < count; i++) {
      if (chance(10)) change_memory(body);
      else if (chance(8)) store_twice(body);
      else if (chance(8)) mix_sizes(body);
      else if (chance(8)) raise(body);
      else body.push_back(instruction(0, true));
      collect_or_not(body);
    }
    return body;
  }

  void change_memory(std::vector<Instruction>& body) {
    std::optional<Instruction> made = memory_->change();
    if (!made) return;
    const bool reallocates = made->operation == Operation::reallocate;
    if (made->operation == Operation::allocate || made->operation == Operation::release || reallocates)
      made->place = take_places(2);
    const bool remaps = made->operation == Operation::remap;
    // The same before and after, to distinguish continued memory from new memory: mappings are 0 where nothing stores.
    constexpr uint32_t untouched = page_bytes / 2;
    if (reallocates) load_byte(made->memory.address, body);
    if (remaps) load_byte(made->memory.address + untouched, body);
    body.push_back(*made);
    if (reallocates) load_byte(made->other.address, body);
    if (remaps) load_byte(made->other.address + (static_cast<uint32_t>(made->immediate) - 1) * page_bytes + untouched, body);
  }

  // Not in functions: a signal does not interrupt its own handler.
  void raise(std::vector<Instruction>& body) {
    if (kind_ != Kind::signalling || callable_.empty()) return;
    std::vector<Instruction>* into = &body;
    // In every round of a loop.
    if (chance(30)) {
      body.push_back(loop(true));
      into = &body.back().body;
    }
    Instruction made = {Operation::raise};
    made.callee = callable_[below(callable_.size())];
    made.count = random_.between(1, 4);
    made.place = take_places(1);
    into->push_back(made);
  }

  void load_byte(uint32_t address, std::vector<Instruction>& body) {
    Instruction load = {Operation::load};
    operands(load, &forms_of(Operation::load)[0]);
    load.memory = {address};
    load.place = take_places(1);
    body.push_back(load);
  }

  void collect_or_not(std::vector<Instruction>& body) {
    if (kind_ != Kind::collecting || !chance(20)) return;
    Instruction made = {Operation::collect};
    made.count = chance(60);
    body.insert(body.begin() + static_cast<ptrdiff_t>(below(body.size() + 1)), made);
  }

  // Two floating-point values to the same place, so that they are compared, and loaded there in between.
  void store_twice(std::vector<Instruction>& body) {
    const Operation operation = chance(30) ? Operation::x87_copy : Operation::vector_store;
    const auto forms = forms_of(operation);
    const Form* form = &forms[below(forms.size())];
    const Location place = location(form->bytes, form->aligned, false);
    const RandomValues::Neighbours values = random_.neighbours();
    const bool close = chance(60);
    for (int i = 0; i < 2; i++) {
      Instruction value = {Operation::set_vector};
      operands(value);
      if (close) value.immediate = value.immediate2 = i ? values.second : values.first;
      else if (chance(50)) value.immediate = value.immediate2 = random_.not_finite();
      if (operation == Operation::vector_store) body.push_back(value);
      Instruction store = {operation};
      store.place = take_places(operation == Operation::x87_copy ? 2 : 1);
      operands(store);
      store.form = form;
      store.memory = place;
      store.reg = value.reg;
      body.push_back(store);
      load_like(*form, place, body);
    }
  }

  void load_like(const Form& stored, Location place, std::vector<Instruction>& body) {
    std::vector<std::pair<Operation, const Form*>> alike;
    for (Operation operation : {Operation::vector_load, Operation::arithmetic_load})
      for (const Form& form : forms_of(operation))
        if (form.bytes == stored.bytes && form.element == stored.element && (!form.aligned || place.address % form.bytes == 0))
          alike.emplace_back(operation, &form);
    if (alike.empty() || chance(30)) return;
    const auto& [operation, form] = alike[below(alike.size())];
    Instruction load = {operation};
    load.place = take_places(1);
    operands(load);
    load.form = form;
    load.memory = place;
    body.push_back(load);
  }

  // Accesses of all sizes to the same few bytes, across all bounds of words.
  void mix_sizes(std::vector<Instruction>& body) {
    static constexpr uint32_t sizes[] = {1, 2, 4, 8, 16, 32};
    static constexpr Operation operations[] = {Operation::load, Operation::load, Operation::integer_load,
                                               Operation::vector_load, Operation::vector_load, Operation::arithmetic_load,
                                               Operation::store, Operation::store_immediate, Operation::vector_store};
    const Room room = memory_->narrow();
    const auto count = random_.between(3, 8);
    for (uint32_t made = 0; made < count;) {
      const uint32_t bytes = sizes[below(std::size(sizes))];
      const Operation operation = operations[below(std::size(operations))];
      std::vector<const Form*> forms;
      for (const Form& form : forms_of(operation))
        if (form.bytes == bytes) forms.push_back(&form);
      if (forms.empty() || bytes > room.bytes) continue;
      Instruction access = {operation};
      operands(access, forms[below(forms.size())]);
      access.memory = {static_cast<uint32_t>(room.address + below(room.bytes - bytes + 1))};
      if (access.form->aligned) access.memory = location(bytes, true, false);
      access.place = take_places(1);
      body.push_back(access);
      made++;
    }
  }

  // Memory ends only before a thread has run its last segment: its end is not waited for.
  std::vector<Instruction> threaded_main() {
    const auto count = static_cast<uint32_t>(1 + below(most_threads - 1));
    const auto first = static_cast<uint32_t>(process_.threads.size());
    std::vector<Instruction> body = main_body(4);
    for (uint32_t i = 0; i < count; i++) {
      process_.threads.push_back({{}, stacks_start + (first + i + 2) * stack_bytes, i + 1});
      Instruction spawn = {Operation::spawn};
      spawn.callee = first + i;
      body.push_back(spawn);
    }
    const uint32_t rounds = static_cast<uint32_t>(3 + below(8));
    for (uint32_t i = 0; i < rounds; i++) {
      hand_over(body, first + static_cast<uint32_t>(below(count)), static_cast<uint32_t>(1 + below(6)));
      for (Instruction& made : main_body(static_cast<uint32_t>(1 + below(5)))) body.push_back(std::move(made));
    }
    for (uint32_t i = 0; i < count; i++) hand_over(body, first + i, 3);
    for (uint32_t i = 0; i < 5; i++) body.push_back(instruction(0, true));
    return body;
  }

  void hand_over(std::vector<Instruction>& body, uint32_t thread, uint32_t instruction_count) {
    process_.threads[thread].segments.push_back(instructions(instruction_count, 0, true));
    collect_or_not(process_.threads[thread].segments.back());
    if (chance(30)) raise(process_.threads[thread].segments.back());
    Instruction made = {Operation::hand_over};
    made.callee = thread;
    body.push_back(made);
  }

  std::vector<Instruction> instructions(uint32_t count, uint32_t depth, bool calls) {
    std::vector<Instruction> made;
    for (uint32_t i = 0; i < count; i++) {
      if (chance(4)) mix_sizes(made);
      else made.push_back(instruction(depth, calls));
    }
    return made;
  }

  Location location(uint32_t bytes, bool aligned, bool indexed = true) {
    Room room = memory_->any();
    const uint32_t reach = indexed ? index_limit_ : 0;
    if (bytes + reach > room.bytes) room = memory_->arena();
    uint32_t offset = static_cast<uint32_t>(below(room.bytes - bytes - reach + 1));
    if (chance(60)) offset = offset / bytes * bytes;
    Location made = {room.address + offset, indexed && index_limit_ && chance(70)};
    if (aligned) {
      made.address = made.address / bytes * bytes;
      if (made.address < room.address) made.address += bytes;
      if (made.address + bytes > room.address + room.bytes) made.address = memory_->arena().address;
      made.indexed = made.indexed && made.address + bytes + reach <= room.address + room.bytes && index_step_ % bytes == 0;
    }
    return made;
  }

  Instruction instruction(uint32_t depth, bool calls) {
    static constexpr struct {
      Operation operation;
      unsigned weight;
      uint32_t places;
    } choices[] = {{Operation::set_register, 8, 0}, {Operation::set_vector, 8, 0}, {Operation::load, 12, 1},
                   {Operation::store, 16, 1}, {Operation::store_immediate, 6, 1}, {Operation::vector_load, 12, 1},
                   {Operation::vector_store, 16, 1}, {Operation::arithmetic_load, 8, 1}, {Operation::integer_load, 6, 1},
                   {Operation::modify, 8, 1}, {Operation::exchange, 3, 1}, {Operation::compare_exchange, 2, 2},
                   {Operation::string_store, 3, 1}, {Operation::string_move, 3, 1}, {Operation::push_pop, 4, 2},
                   {Operation::push_memory, 3, 2}, {Operation::x87_copy, 4, 2}, {Operation::call, 9, 2},
                   {Operation::call_pointer, 3, 2}, {Operation::loop, 6, 2}, {Operation::inner_loop, 5, 2},
                   {Operation::odd_rounds, 4, 0}, {Operation::set_jump, 3, 7}, {Operation::long_jump, 5, 3},
                   {Operation::write_read, 2, 0}, {Operation::no_access, 3, 1}};
    unsigned total = 0;
    for (const auto& choice : choices) total += choice.weight;
    auto chosen = static_cast<unsigned>(below(total));
    const auto* choice = choices;
    while (chosen >= choice->weight) chosen -= choice->weight, choice++;
    Instruction made = {choice->operation};
    switch (made.operation) {
      case Operation::call:
      case Operation::call_pointer:
        if (!calls || callable_.empty()) return instruction(depth, calls);
        return call(made.operation, callable_[below(callable_.size())]);
      case Operation::loop:
        return depth ? instruction(depth, calls) : loop(calls);
      case Operation::inner_loop:
        if (depth > 1) return instruction(depth, calls);
        made.count = random_.between(1, 3);
        made.body = instructions(random_.between(1, 3), 2, false);
        break;
      case Operation::set_jump:
        if (depth > 1) return instruction(depth, calls);
        made.count = random_.between(1, 3);
        made.body = instructions(random_.between(1, 4), 3, calls);
        break;
      case Operation::odd_rounds:
        if (depth != 1) return instruction(depth, calls);
        made.body = instructions(static_cast<uint32_t>(1 + below(3)), 2, false);
        return made;
      case Operation::push_pop: made.body = instructions(static_cast<uint32_t>(below(3)), 3, calls); break;
      default: break;
    }
    made.place = take_places(choice->places);
    operands(made);
    return made;
  }

  Instruction loop(bool calls) {
    Instruction made = {Operation::loop};
    static constexpr uint32_t steps[] = {0, 1, 4, 8, 8, 16};
    made.count = static_cast<uint32_t>(1 + below(5));
    index_step_ = steps[below(std::size(steps))];
    index_limit_ = index_step_ * (made.count - 1);
    made.immediate = index_step_;
    made.body = instructions(static_cast<uint32_t>(1 + below(5)), 1, calls && chance(50));
    made.place = take_places(2);
    index_limit_ = 0;
    return made;
  }

  // `form`: null for one by chance.
  void operands(Instruction& made, const Form* form = nullptr) {
    if (const auto forms = forms_of(made.operation); !forms.empty()) made.form = form ? form : &forms[below(forms.size())];
    const uint32_t bytes = made.form ? made.form->bytes : 8;
    made.reg = static_cast<uint8_t>(below(data_registers));
    made.other_reg = static_cast<uint8_t>(below(data_registers));
    switch (made.operation) {
      case Operation::set_register: made.immediate = chance(30) ? random_.floating() : random_.integer(); break;
      case Operation::set_vector:
        made.immediate = chance(70) ? random_.floating() : random_.integer();
        made.immediate2 = chance(50) ? made.immediate : random_.floating();
        break;
      case Operation::store_immediate: {
        const uint64_t value = random_.integer();
        made.immediate = bytes == 1 ? value & 0x7f : bytes == 2 ? value & 0x7fff : value & 0x7fffffff;
        break;
      }
      case Operation::string_store:
      case Operation::string_move:
        made.count = static_cast<uint32_t>(below(6));
        made.memory = location(std::max(1u, made.count * bytes), false, false);
        made.other = location(std::max(1u, made.count * bytes), false, false);
        return;
      case Operation::write_read:
        made.count = static_cast<uint32_t>(1 + below(40));
        made.memory = location(made.count, false, false);
        made.other = location(made.count, false, false);
        return;
      case Operation::x87_copy: made.count = constant_of_any_size(random_); break;
      case Operation::compare_exchange:
        made.reg = static_cast<uint8_t>(1 + below(data_registers - 1));
        made.immediate = chance(50);
        break;
      default: break;
    }
    if (made.operation != Operation::set_register && made.operation != Operation::set_vector) {
      made.memory = location(bytes, made.form && made.form->aligned);
      if (made.operation == Operation::push_memory) made.other = location(bytes, false);
    }
  }

  RandomValues random_;
  const Kind kind_;
  const bool may_have_threads_;
  Process process_;
  std::optional<ProgramMemory> memory_;  // of the program that is being made
  std::vector<uint32_t> callable_;
  uint32_t index_step_ = 0;
  uint32_t index_limit_ = 0;
};

}  // namespace

Process generate(uint64_t seed, uint32_t programs, Kind kind) {
  return Generator(seed, kind).process(programs);
}

}  // namespace hagstone::truth
