// SPDX-License-Identifier: GPL-2.0-or-later
#include "generator.h"

#include <bit>
#include <random>

#include "descriptors.h"
#include "forms.h"

namespace hagstone::truth {

namespace {

// Values close to each other in every way that a comparison may take for equal or not: within and beyond 1 % (of the
// earlier or of the later value only), signs of zero, infinities, NaNs of the same and of other bits, small integers.
constexpr double numbers[] = {1.0, 1.004, 1.012, 0.0, -0.0, 100.0, 101.005, 100.99, -1.0, 1e300, 1e-310, 2.5};

class Generator {
 public:
  Generator(uint64_t seed, Kind kind) : random_(seed), kind_(kind) {}

  Process process(uint32_t programs) {
    process_.functions.emplace_back();
    for (double number : numbers) process_.constants.push_back(std::bit_cast<uint64_t>(number));
    process_.places = 2 + 2 * programs;
    for (uint32_t i = 0; i < programs; i++) process_.programs.push_back(program(i));
    return std::move(process_);
  }

 private:
  // Not std::uniform_int_distribution, whose numbers differ between libraries.
  uint64_t below(uint64_t limit) { return random_() % limit; }
  bool chance(unsigned percent) { return below(100) < percent; }
  uint32_t take_places(uint32_t count) {
    process_.places += count;
    return process_.places - count;
  }

  struct Block {
    uint32_t address;
    uint32_t bytes;
  };

  uint32_t program(uint32_t number) {
    arena_ = static_cast<uint32_t>(arenas_start + number * arena_bytes);
    blocks_ = {};
    mappings_ = {};
    callable_ = {};
    index_limit_ = 0;
    const bool threaded = chance(25) && process_.threads.size() + most_threads <= most_threads_of_process;
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
    // A function that calls itself may not end by a jump that begins anew with its depth.
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
      if (chance(8)) change_memory(body);
      else if (chance(8)) store_twice(body);
      else body.push_back(instruction(0, true));
      collect_or_not(body);
    }
    return body;
  }

  void collect_or_not(std::vector<Instruction>& body) {
    if (kind_ != Kind::collecting || !chance(20)) return;
    Instruction made = {Operation::collect};
    made.count = chance(60);
    body.insert(body.begin() + static_cast<ptrdiff_t>(below(body.size() + 1)), made);
  }

  // Two floating-point values to the same place, so that they are compared.
  void store_twice(std::vector<Instruction>& body) {
    const Operation operation = chance(30) ? Operation::x87_copy : Operation::vector_store;
    const auto forms = forms_of(operation);
    const Form* form = &forms[below(forms.size())];
    const Location place = location(form->bytes, form->aligned, false);
    for (int i = 0; i < 2; i++) {
      Instruction value = {Operation::set_vector};
      operands(value);
      if (chance(50)) value.immediate = value.immediate2 = not_finite();
      if (operation == Operation::vector_store) body.push_back(value);
      Instruction store = {operation};
      store.place = take_places(operation == Operation::x87_copy ? 2 : 1);
      operands(store);
      store.form = form;
      store.memory = place;
      store.reg = value.reg;
      body.push_back(store);
    }
  }

  // Allocations, mappings and their ends. Instructions go to what there is at the time.
  void change_memory(std::vector<Instruction>& body) {
    Instruction made = {};
    switch (below(4)) {
      case 0: {
        made.operation = Operation::allocate;
        // Two places for each program, so that blocks lie where freed ones did.
        const uint32_t slot = static_cast<uint32_t>(below(2));
        const auto address = static_cast<uint32_t>(heap_start + ((arena_ - arenas_start) / arena_bytes * 2 + slot) * 64);
        if (block_at(address)) return;
        made.count = static_cast<uint32_t>(8 + below(41));
        made.memory.address = address;
        made.place = take_places(2);
        blocks_.push_back({address, made.count});
        break;
      }
      case 1: {
        if (blocks_.empty()) return;
        made.operation = Operation::release;
        const size_t which = below(blocks_.size());
        made.memory.address = blocks_[which].address;
        made.place = take_places(2);
        blocks_.erase(blocks_.begin() + static_cast<ptrdiff_t>(which));
        break;
      }
      case 2:
        made.operation = Operation::map;
        made.memory.address = static_cast<uint32_t>(mappings_start + (arena_ - arenas_start) / arena_bytes * page_bytes);
        mappings_ = {{made.memory.address, 64}};
        break;
      default:
        if (mappings_.empty()) return;
        made.operation = Operation::unmap;
        made.memory.address = mappings_[0].address;
        mappings_ = {};
    }
    body.push_back(made);
  }
  bool block_at(uint32_t address) const {
    for (const Block& block : blocks_)
      if (block.address == address) return true;
    return false;
  }

  // Memory ends only before a thread has run its last segment: nobody waits for its end.
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
    Instruction made = {Operation::hand_over};
    made.callee = thread;
    body.push_back(made);
  }

  std::vector<Instruction> instructions(uint32_t count, uint32_t depth, bool calls) {
    std::vector<Instruction> made;
    for (uint32_t i = 0; i < count; i++) made.push_back(instruction(depth, calls));
    return made;
  }

  // Bytes that functions may touch: the arena; main also what it allocated.
  Location location(uint32_t bytes, bool aligned, bool indexed = true) {
    Block room = {arena_, static_cast<uint32_t>(arena_bytes)};
    // Half of the time the same few bytes, so that accesses meet.
    if (chance(50)) room.bytes = 48;
    if (!blocks_.empty() && chance(25)) room = blocks_[below(blocks_.size())];
    else if (!mappings_.empty() && chance(15)) room = mappings_[0];
    const uint32_t reach = indexed ? index_limit_ : 0;
    if (bytes + reach > room.bytes) room = {arena_, static_cast<uint32_t>(arena_bytes)};
    uint32_t offset = static_cast<uint32_t>(below(room.bytes - bytes - reach + 1));
    if (chance(60)) offset = offset / bytes * bytes;
    Location made = {room.address + offset, indexed && index_limit_ && chance(70)};
    if (aligned) {
      made.address = made.address / bytes * bytes;
      if (made.address < room.address) made.address += bytes;
      if (made.address + bytes > room.address + room.bytes) made.address = arena_;
      made.indexed = made.indexed && made.address + bytes + reach <= room.address + room.bytes && index_step_ % bytes == 0;
    }
    return made;
  }

  uint64_t integer() {
    static constexpr uint64_t values[] = {0, 1, 0xff, 0x100, 0x0101010101010101, 0x8000000000000000, 0xffffffffffffffff, 0x7f};
    return chance(80) ? values[below(std::size(values))] : random_();
  }

  // Infinities and NaNs as one f64 or two f32.
  uint64_t not_finite() {
    static constexpr uint64_t wide[] = {0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x7ff8000000000001};
    return chance(50) ? wide[below(std::size(wide))] : UINT64_C(0x100000001) * not_finite_single();
  }
  uint32_t not_finite_single() {
    static constexpr uint32_t values[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7fc00001};
    return values[below(std::size(values))];
  }

  // 8 bytes as one f64 or two f32.
  uint64_t floating() {
    if (chance(15)) return integer();
    if (chance(50)) {
      if (chance(15)) return not_finite();
      return std::bit_cast<uint64_t>(numbers[below(std::size(numbers))]);
    }
    uint64_t both = 0;
    for (int i = 0; i < 2; i++) {
      const uint32_t one = chance(15) ? not_finite_single()
                                      : std::bit_cast<uint32_t>(single(numbers[below(std::size(numbers))]));
      both = both << 32 | one;
    }
    return both;
  }
  static float single(double number) { return number > 1e30 ? 1e30F : static_cast<float>(number); }

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
                   {Operation::call_pointer, 3, 2}, {Operation::loop, 6, 0}, {Operation::odd_rounds, 4, 0},
                   {Operation::write_read, 2, 0}};
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
    index_limit_ = 0;
    return made;
  }

  void operands(Instruction& made) {
    if (const auto forms = forms_of(made.operation); !forms.empty()) made.form = &forms[below(forms.size())];
    const uint32_t bytes = made.form ? made.form->bytes : 8;
    made.reg = static_cast<uint8_t>(below(data_registers));
    made.other_reg = static_cast<uint8_t>(below(data_registers));
    switch (made.operation) {
      case Operation::set_register: made.immediate = chance(30) ? floating() : integer(); break;
      case Operation::set_vector:
        made.immediate = chance(70) ? floating() : integer();
        made.immediate2 = chance(50) ? made.immediate : floating();
        break;
      case Operation::store_immediate: {
        const uint64_t value = integer();
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
      case Operation::x87_copy: {
        // Constants that f32 holds as well: none that overflows or is denormal.
        static constexpr uint32_t of_any_size[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 11};
        made.count = of_any_size[below(std::size(of_any_size))];
        break;
      }
      case Operation::compare_exchange: made.reg = static_cast<uint8_t>(1 + below(data_registers - 1)); break;
      default: break;
    }
    if (made.operation != Operation::set_register && made.operation != Operation::set_vector) {
      made.memory = location(bytes, made.form && made.form->aligned);
      if (made.operation == Operation::push_memory) made.other = location(bytes, false);
    }
  }

  std::mt19937_64 random_;
  const Kind kind_;
  Process process_;
  uint32_t arena_ = 0;
  std::vector<Block> blocks_;
  std::vector<Block> mappings_;
  std::vector<uint32_t> callable_;
  uint32_t index_step_ = 0;
  uint32_t index_limit_ = 0;
};

}  // namespace

Process generate(uint64_t seed, uint32_t programs, Kind kind) {
  return Generator(seed, kind).process(programs);
}

}  // namespace hagstone::truth
