// SPDX-License-Identifier: GPL-2.0-or-later
#include <bit>
#include <random>
#include <sstream>

#include "listing.h"
#include "program.h"

namespace hagstone::register_truth {

namespace {

constexpr Element f32 = Element::f32, f64 = Element::f64;
constexpr unsigned rax = 0, rcx = 1, rdx = 2, rsp = 4, counter = 15;
constexpr uint64_t memory_start = truth::constants_start;
// Close to each other within and beyond 1 %; the x87 holds them exactly.
constexpr double numbers[] = {1.0, 1.00390625, 1.015625, 0.0, -0.0, 100.0, 101.0, -1.0, 2.5, 1.0};
constexpr uint64_t integers[] = {0, 1, 1, 2, 0xff, 0x100, 0x7f, 0x101, 0x0101010101010101, 0xffffffffffffffff};

const char* const names[16][4] = {
    {"al", "ax", "eax", "rax"},     {"cl", "cx", "ecx", "rcx"},     {"dl", "dx", "edx", "rdx"},
    {"bl", "bx", "ebx", "rbx"},     {"spl", "sp", "esp", "rsp"},    {"bpl", "bp", "ebp", "rbp"},
    {"sil", "si", "esi", "rsi"},    {"dil", "di", "edi", "rdi"},    {"r8b", "r8w", "r8d", "r8"},
    {"r9b", "r9w", "r9d", "r9"},    {"r10b", "r10w", "r10d", "r10"}, {"r11b", "r11w", "r11d", "r11"},
    {"r12b", "r12w", "r12d", "r12"}, {"r13b", "r13w", "r13d", "r13"}, {"r14b", "r14w", "r14d", "r14"},
    {"r15b", "r15w", "r15d", "r15"}};
const char* const high_names[] = {"ah", "ch", "dh", "bh"};

std::string name(unsigned number, unsigned bytes) {
  return std::string("%") + names[number][std::countr_zero(bytes)];
}
std::string suffix(unsigned bytes) { return bytes == 1 ? "b" : bytes == 2 ? "w" : bytes == 4 ? "l" : "q"; }

// A write of less than 4 bytes leaves the rest of the register; one of 4 bytes sets all of it.
Write general(unsigned number, unsigned bytes, bool loads = false) {
  return {File::general, static_cast<uint8_t>(number), 0, static_cast<uint8_t>(bytes), static_cast<uint8_t>(bytes == 4 ? 8 : bytes), Element::bytes, loads};
}
Write high_byte(unsigned number) { return {File::general, static_cast<uint8_t>(number), 1, 1, 1}; }
Write vector(unsigned number, unsigned bytes, unsigned set, Element element = Element::bytes, bool loads = false) {
  return {File::vector, static_cast<uint8_t>(number), 0, static_cast<uint8_t>(bytes), static_cast<uint8_t>(set), element, loads};
}
Write x87(unsigned from_top, bool loads = false) { return {File::x87, static_cast<uint8_t>(from_top), 0, 10, 10, Element::f80, loads}; }
Write mmx(unsigned number, unsigned bytes = 8, bool loads = false) { return {File::mmx, static_cast<uint8_t>(number), 0, static_cast<uint8_t>(bytes), 8, Element::bytes, loads}; }
Write stack_pointer() { return {File::general, rsp, 0, 8, 8, Element::bytes, false, true}; }

Operand in_general(uint8_t which, unsigned number, unsigned bytes) {
  return {which, File::general, {static_cast<uint8_t>(number)}, static_cast<uint8_t>(bytes)};
}

class Generator {
 public:
  Generator(uint64_t seed, uint32_t rounds) : random_(seed), rounds_(rounds) {}

  std::vector<Line> process(uint32_t programs) {
    label("_start");
    for (uint32_t i = 0; i < programs; i++) call("main_" + std::to_string(i));
    instruction("mov $231, %eax", {general(rax, 4)});
    instruction("xor %edi, %edi", {general(7, 4)});
    instruction("syscall", {}).flow = Flow::end;
    for (uint32_t i = 0; i < programs; i++) program(i);
    return std::move(lines_);
  }

 private:
  uint64_t below(uint64_t limit) { return random_() % limit; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename T, size_t n> T one_of(const T (&items)[n]) { return items[below(n)]; }
  unsigned reg() { return one_of({0u, 0u, 1u, 2u, 3u, 5u, 6u, 7u, 8u, 9u, 10u, 12u}); }
  // The x87 is at most two deep: its values, which Valgrind keeps as doubles, never lie in these.
  unsigned mm() { return static_cast<unsigned>(below(4)); }
  std::string mm_name(unsigned number) { return "%mm" + std::to_string(number); }
  unsigned xmm() { return static_cast<unsigned>(below(5)); }
  unsigned one_of(std::initializer_list<unsigned> items) { return items.begin()[below(items.size())]; }
  unsigned size() { return one_of({1u, 2u, 4u, 8u}); }
  std::string xmm_name(unsigned number) { return "%xmm" + std::to_string(number); }
  std::string ymm_name(unsigned number) { return "%ymm" + std::to_string(number); }
  std::string st(unsigned number) { return "%st(" + std::to_string(number) + ")"; }

  Line& instruction(const std::string& text, std::vector<Write> writes, std::vector<Access> accesses = {}) {
    lines_.push_back({text, true, std::move(writes), std::move(accesses)});
    lines_.back().begins_function = function_begins_;
    function_begins_ = false;
    return lines_.back();
  }
  void label(const std::string& text) { lines_.push_back({text + ":", false}); }
  void begin_function(const std::string& text) {
    lines_.push_back({".type " + text + ", @function", false});
    label(text);
    function_begins_ = true;
  }

  struct Memory {
    std::string text;
    int64_t address;
  };
  Memory memory(unsigned bytes) {
    const uint64_t offset = chance(60) ? below(4) * bytes : below(memory_bytes - bytes);
    return {std::to_string(memory_start + offset), static_cast<int64_t>(memory_start + offset)};
  }
  static Access load(const Memory& from, unsigned bytes, Element element = Element::bytes) { return {false, false, from.address, bytes, element}; }
  static Access store(const Memory& to, unsigned bytes, Element element = Element::bytes) { return {true, false, to.address, bytes, element}; }

  // One that is called through a pointer, for which the program must say where it ends.
  static std::string by_pointer(const std::string& function) { return function + "_by_pointer"; }

  void call(const std::string& target) {
    if (target.ends_with(by_pointer(""))) return call_by_pointer(target);
    instruction("call " + target, {stack_pointer()}, {{true, true, -8, 8}}).flow = Flow::call;
  }
  void call_by_pointer(const std::string& target) {
    const Memory place = memory(8);
    const unsigned by = reg();
    instruction("movabs $" + target + ", " + name(by, 8), {general(by, 8)});
    instruction("mov " + name(by, 8) + ", " + place.text, {}, {store(place, 8)});
    Line& line = instruction("call *" + place.text, {stack_pointer()}, {load(place, 8), {true, true, -8, 8}});
    line.flow = Flow::call;
    line.is_computed = true;
  }
  void leave() { instruction("ret", {stack_pointer()}, {{false, true, 0, 8}}).flow = Flow::leave; }
  void push(unsigned number) { instruction("push " + name(number, 8), {stack_pointer()}, {{true, true, -8, 8}}); }
  void pop(unsigned number) {
    instruction("pop " + name(number, 8), {general(number, 8, true), stack_pointer()}, {{false, true, 0, 8}});
  }

  void program(uint32_t number) {
    const uint32_t functions = static_cast<uint32_t>(below(3));
    const std::string own = "f" + std::to_string(number) + "_";
    std::vector<std::string> names;
    for (uint32_t i = 0; i < functions; i++) {
      const std::string function = own + std::to_string(i), chosen = chance(40) ? by_pointer(function) : function;
      begin_function(chosen);
      callable_ = i ? names[below(i)] : "";
      body(4 + below(10));
      leave();
      if (chosen != function) lines_.push_back({".size " + chosen + ", . - " + chosen, false});
      names.push_back(chosen);
    }
    callable_ = functions ? names.back() : "";
    begin_function("main_" + std::to_string(number));
    body(8 + below(16));
    if (rounds_ || chance(60)) loop();
    body(4 + below(8));
    leave();
  }

  void body(uint64_t count) {
    for (uint64_t i = 0; i < count; i++) one();
  }

  void loop() {
    const std::string again = "l" + std::to_string(next_label_++);
    const uint64_t rounds = rounds_ ? rounds_ : 1 + below(6);
    instruction("mov $" + std::to_string(rounds) + ", %r15d", {general(counter, 4)});
    label(again);
    if (rounds_) varying_value();
    else body(1 + below(6));
    instruction("dec %r15d", {general(counter, 4)});
    instruction("jnz " + again, {});
  }

  // A constant; values in turn, which share a table or fight for its entries, as those of the counter do; values that stay
  // for a while.
  void varying_value() {
    const unsigned constant = reg();
    instruction("mov $1, " + name(constant, 4), {general(constant, 4)});
    for (const char* operation : {"and $7, ", "and $15, ", "shr $8, ", "shr $10, "}) {
      const unsigned to = reg();
      instruction("mov %r15, " + name(to, 8), {general(to, 8)});
      instruction(operation + name(to, 8), {general(to, 8)});
      if (chance(80)) continue;
      const Memory place = memory(8);
      instruction("mov " + name(to, 8) + ", " + place.text, {}, {store(place, 8)});
    }
  }

  void one() {
    switch (below(13)) {
      case 0: case 1: case 2: return move();
      case 3: case 4: return integer();
      case 5: return odd_integer();
      case 6: return integer_memory();
      case 7: return vector_move();
      case 8: return vector_arithmetic();
      case 9: return vector_memory();
      case 10: return floating_stack();
      case 11: return mmx_group();
      default:
        if (chance(50) && !callable_.empty()) return call(callable_);
        if (chance(50)) {
          push(reg());
          return pop(reg());
        }
        return move();
    }
  }

  std::string immediate(unsigned bytes) {
    const uint64_t value = chance(20) ? std::bit_cast<uint64_t>(one_of(numbers)) : one_of(integers);
    return "$" + std::to_string(bytes == 8 ? value : value & ((UINT64_C(1) << 8 * bytes) - 1));
  }

  void move() {
    const unsigned to = reg(), from = reg(), bytes = size();
    if (chance(15)) {
      const unsigned high = static_cast<unsigned>(below(4));
      instruction("movb " + immediate(1) + ", %" + high_names[high], {high_byte(high)});
    } else if (chance(60)) {
      instruction((bytes == 8 ? "movabs " : "mov" + suffix(bytes) + " ") + immediate(bytes) + ", " + name(to, bytes), {general(to, bytes)});
    } else {
      instruction("mov " + name(from, bytes) + ", " + name(to, bytes), {general(to, bytes)});
    }
  }

  // Valgrind multiplies while it translates what it knows.
  void load_from_memory_or_not(unsigned to) {
    if (chance(50)) return;
    const Memory place = memory(8);
    instruction("mov " + place.text + ", " + name(to, 8), {general(to, 8, true)}, {load(place, 8)});
  }

  void integer() {
    static const char* const two[] = {"add", "sub", "xor", "and", "or", "imul"};
    static const char* const one_operand[] = {"inc", "dec", "neg", "not"};
    static const char* const shifts[] = {"shl", "sar", "rol", "shr"};
    const unsigned to = reg(), from = reg();
    unsigned bytes = size();
    const std::string destination = name(to, bytes);
    switch (below(5)) {
      case 0:
      case 1: {
        const std::string operation = one_of(two);
        if (operation == "imul" && bytes == 1) bytes = 4;
        if (operation == "imul") load_from_memory_or_not(from);
        if (operation == "imul" && chance(30)) return multiply_by_constant(to, from, bytes);
        Line& line = instruction(operation + " " + name(from, bytes) + ", " + name(to, bytes), {general(to, bytes)});
        if (operation == "imul") line.operands = {in_general(0, to, bytes), in_general(1, from, bytes)};
        return;
      }
      case 2: instruction(std::string(one_of(one_operand)) + " " + destination, {general(to, bytes)}); return;
      case 3:
        instruction(std::string(one_of(shifts)) + " $" + std::to_string(below(3)) + ", " + destination, {general(to, bytes)});
        return;
      default: instruction("xor " + name(to, 4) + ", " + name(to, 4), {general(to, 4)}); return;
    }
  }

  void multiply_by_constant(unsigned to, unsigned from, unsigned bytes) {
    static constexpr int64_t constants[] = {3, 100, -5};
    const int64_t constant = one_of(constants);
    Line& line = instruction("imul $" + std::to_string(constant) + ", " + name(from, bytes) + ", " + name(to, bytes), {general(to, bytes)});
    line.operands = {in_general(0, from, bytes), {1, File::general, {}, static_cast<uint8_t>(bytes), constant}};
  }

  void odd_integer() {
    const unsigned to = reg(), bytes = chance(50) ? 4 : 8;
    unsigned from = reg();
    switch (below(10)) {
      case 0: instruction("lea 1(" + name(from, 8) + "), " + name(to, bytes), {general(to, bytes)}); return;
      case 1: instruction("movzb" + suffix(bytes) + " " + name(from, 1) + ", " + name(to, bytes), {general(to, bytes)}); return;
      case 2: instruction("movsw" + suffix(bytes) + " " + name(from, 2) + ", " + name(to, bytes), {general(to, bytes)}); return;
      case 3:
        instruction("test $1, " + name(from, 1), {});
        instruction(std::string(chance(50) ? "cmovz " : "cmovnz ") + name(from, bytes) + ", " + name(to, bytes), {general(to, bytes)});
        return;
      case 4:
        instruction("test $1, " + name(from, 1), {});
        instruction("setz " + name(to, 1), {general(to, 1)});
        return;
      case 5:
        if (from == to) from = to == 3 ? 5 : 3;
        instruction("xchg " + name(from, bytes) + ", " + name(to, bytes), {general(from, bytes), general(to, bytes)});
        return;
      case 6: instruction("bswap " + name(to, bytes), {general(to, bytes)}); return;
      case 7: instruction(bytes == 4 ? "cltd" : "cqto", {general(rdx, bytes)}); return;
      case 8:
        load_from_memory_or_not(from);
        instruction("mul" + suffix(bytes) + " " + name(from, bytes), {general(rax, bytes), general(rdx, bytes)}).operands = {
            in_general(0, rax, bytes), in_general(1, from, bytes)};
        return;
      default:
        instruction("mov $7, %ecx", {general(rcx, 4)});
        instruction("xor %edx, %edx", {general(rdx, 4)});
        instruction("div" + suffix(bytes) + " " + name(rcx, bytes), {general(rax, bytes), general(rdx, bytes)}).operands = {
            {0, File::general, {rax, rdx}, static_cast<uint8_t>(bytes)}, in_general(1, rcx, bytes)};
        return;
    }
  }

  void integer_memory() {
    const unsigned to = reg(), bytes = size();
    const Memory place = memory(bytes);
    switch (below(5)) {
      case 0: instruction("mov " + place.text + ", " + name(to, bytes), {general(to, bytes, true)}, {load(place, bytes)}); return;
      case 1: instruction("movzbl " + place.text + ", " + name(to, 4), {general(to, 4, true)}, {load(place, 1)}); return;
      case 2: instruction("add " + place.text + ", " + name(to, bytes), {general(to, bytes)}, {load(place, bytes)}); return;
      case 3: instruction("mov " + name(to, bytes) + ", " + place.text, {}, {store(place, bytes)}); return;
      default:
        instruction("add" + suffix(bytes) + " " + name(to, bytes) + ", " + place.text, {}, {load(place, bytes), store(place, bytes)});
        return;
    }
  }

  // Into an xmm register by way of a general one.
  void set_number(unsigned to) {
    const unsigned by = reg();
    const double number = one_of(numbers);
    const bool single = chance(30);
    const uint64_t bits = single ? std::bit_cast<uint32_t>(static_cast<float>(number)) : std::bit_cast<uint64_t>(number);
    instruction("movabs $" + std::to_string(bits) + ", " + name(by, 8), {general(by, 8)});
    if (single) instruction("movd " + name(by, 4) + ", " + xmm_name(to), {vector(to, 4, 16)});
    else instruction("movq " + name(by, 8) + ", " + xmm_name(to), {vector(to, 8, 16)});
    if (chance(40)) instruction("pshufd $" + std::to_string(one_of({0u, 0x44u, 0xe4u})) + ", " + xmm_name(to) + ", " + xmm_name(to), {vector(to, 16, 16)});
  }

  void vector_move() {
    const unsigned to = xmm(), from = xmm();
    switch (below(8)) {
      case 0:
      case 1: return set_number(to);
      case 2: instruction("movaps " + xmm_name(from) + ", " + xmm_name(to), {vector(to, 16, 16, f32)}); return;
      case 3: instruction("movdqa " + xmm_name(from) + ", " + xmm_name(to), {vector(to, 16, 16)}); return;
      case 4: instruction("vmovapd " + ymm_name(from) + ", " + ymm_name(to), {vector(to, 32, 32, f64)}); return;
      case 5: instruction("vmovdqa " + xmm_name(from) + ", " + xmm_name(to), {vector(to, 16, 32)}); return;
      case 6: {
        const unsigned by = reg();
        instruction("movq " + xmm_name(from) + ", " + name(by, 8), {general(by, 8)});
        return;
      }
      default: instruction("pinsrw $1, " + name(reg(), 4) + ", " + xmm_name(to), {{File::vector, static_cast<uint8_t>(to), 2, 2, 2}}); return;
    }
  }

  void vector_arithmetic() {
    const unsigned to = xmm(), from = xmm(), other = xmm();
    const std::string two = xmm_name(from) + ", " + xmm_name(to), three = xmm_name(other) + ", " + two;
    const std::string wide = ymm_name(other) + ", " + ymm_name(from) + ", " + ymm_name(to);
    const auto operands = [&](uint8_t bytes) -> std::vector<Operand> {
      return {{0, File::vector, {static_cast<uint8_t>(to)}, bytes}, {1, File::vector, {static_cast<uint8_t>(from)}, bytes}};
    };
    switch (below(14)) {
      case 10: instruction("mulsd " + two, {vector(to, 8, 8, f64)}).operands = operands(8); return;
      case 11: instruction("divss " + two, {vector(to, 4, 4, f32)}).operands = operands(4); return;
      case 12: instruction("mulps " + two, {vector(to, 16, 16, f32)}).operands = operands(16); return;
      case 13: instruction("sqrtsd " + two, {vector(to, 8, 8, f64)}).operands = {{0, File::vector, {static_cast<uint8_t>(from)}, 8}}; return;
      case 0: instruction("minss " + two, {vector(to, 4, 4, f32)}); return;
      case 1: instruction("maxsd " + two, {vector(to, 8, 8, f64)}); return;
      case 2: instruction("minps " + two, {vector(to, 16, 16, f32)}); return;
      case 3: instruction("maxpd " + two, {vector(to, 16, 16, f64)}); return;
      case 4: instruction("pxor " + two, {vector(to, 16, 16)}); return;
      case 5: instruction("paddd " + two, {vector(to, 16, 16)}); return;
      case 6: instruction("vminpd " + wide, {vector(to, 32, 32, f64)}); return;
      case 7: instruction("vpor " + three, {vector(to, 16, 32)}); return;
      case 8: instruction("vpand " + wide, {vector(to, 32, 32)}); return;
      default: instruction("cvtsi2sdl " + name(reg(), 4) + ", " + xmm_name(to), {vector(to, 8, 8, f64)}); return;
    }
  }

  void vector_memory() {
    const unsigned to = xmm();
    const std::string x = xmm_name(to), y = ymm_name(to);
    switch (below(8)) {
      case 0: { const Memory m = memory(4); instruction("movss " + m.text + ", " + x, {vector(to, 4, 16, f32, true)}, {load(m, 4, f32)}); return; }
      case 1: { const Memory m = memory(8); instruction("movsd " + m.text + ", " + x, {vector(to, 8, 16, f64, true)}, {load(m, 8, f64)}); return; }
      case 2: { const Memory m = memory(16); instruction("movdqu " + m.text + ", " + x, {vector(to, 16, 16, Element::bytes, true)}, {load(m, 16)}); return; }
      case 3: { const Memory m = memory(32); instruction("vmovupd " + m.text + ", " + y, {vector(to, 32, 32, f64, true)}, {load(m, 32, f64)}); return; }
      case 4: { const Memory m = memory(8); instruction("movsd " + x + ", " + m.text, {}, {store(m, 8, f64)}); return; }
      case 5: { const Memory m = memory(16); instruction("movups " + x + ", " + m.text, {}, {store(m, 16, f32)}); return; }
      case 6: { const Memory m = memory(8); instruction("maxsd " + m.text + ", " + x, {vector(to, 8, 8, f64)}, {load(m, 8, f64)}); return; }
      default: { const Memory m = memory(4); instruction("vbroadcastss " + m.text + ", " + x, {vector(to, 16, 32, f32, true)}, {load(m, 4, f32)}); return; }
    }
  }

  void mmx_group() {
    for (uint64_t i = 1 + below(4); i > 0; i--) {
      const unsigned to = mm(), from = mm(), by = reg();
      const std::string two = mm_name(from) + ", " + mm_name(to);
      switch (below(10)) {
        case 0: instruction("movd " + name(by, 4) + ", " + mm_name(to), {mmx(to, 4)}); break;
        case 1: instruction("movq " + name(by, 8) + ", " + mm_name(to), {mmx(to)}); break;
        case 2: { const Memory m = memory(8); instruction("movq " + m.text + ", " + mm_name(to), {mmx(to, 8, true)}, {load(m, 8)}); break; }
        case 3: { const Memory m = memory(4); instruction("movd " + m.text + ", " + mm_name(to), {mmx(to, 4, true)}, {load(m, 4)}); break; }
        case 4: { const Memory m = memory(8); instruction("movq " + mm_name(from) + ", " + m.text, {}, {store(m, 8)}); break; }
        case 5: instruction("movd " + mm_name(from) + ", " + name(by, 4), {general(by, 4)}); break;
        case 6: instruction("movq " + two, {mmx(to)}); break;
        case 7:
          instruction("pmullw " + two, {mmx(to)}).operands = {{0, File::mmx, {static_cast<uint8_t>(to)}, 8}, {1, File::mmx, {static_cast<uint8_t>(from)}, 8}};
          break;
        case 8: instruction("pinsrw $1, " + name(by, 4) + ", " + mm_name(to), {{File::mmx, static_cast<uint8_t>(to), 2, 2, 2}}); break;
        default: instruction("paddw " + two, {mmx(to)}); break;
      }
    }
    instruction("emms", {});
  }

  // Leaves the stack as deep as it was. The values are exact in 53 bits, which Valgrind keeps.
  void floating_stack() {
    static const char* const constants[] = {"fld1", "fldz", "fld1"};
    const auto begin = [&] {
      if (chance(50)) {
        instruction(one_of(constants), {x87(0)});
      } else {
        const unsigned by = reg();
        const Memory place = memory(8);
        instruction("movabs $" + std::to_string(std::bit_cast<uint64_t>(one_of(numbers))) + ", " + name(by, 8), {general(by, 8)});
        instruction("mov " + name(by, 8) + ", " + place.text, {}, {store(place, 8)});
        instruction("fldl " + place.text, {x87(0, true)}, {load(place, 8, f64)});
      }
    };
    begin();
    begin();
    switch (below(5)) {
      case 0: instruction("fchs", {x87(0)}); break;
      case 1: instruction("fabs", {x87(0)}); break;
      case 2: instruction("fxch", {x87(0), x87(1)}); break;
      case 3: instruction("fadd %st(1), %st", {x87(0)}); break;
      default: instruction("fst %st(1)", {x87(1)}); break;
    }
    const Memory place = memory(8);
    instruction("fstpl " + place.text, {}, {store(place, 8, f64)});
    const Memory second = memory(8);
    instruction("fstpl " + second.text, {}, {store(second, 8, f64)});
  }

  std::mt19937_64 random_;
  uint32_t rounds_;
  std::vector<Line> lines_;
  std::string callable_;
  bool function_begins_ = false;
  uint32_t next_label_ = 0;
};

}  // namespace

std::vector<Line> generate(uint64_t seed, uint32_t programs, uint32_t rounds) { return Generator(seed, rounds).process(programs); }

std::string assembly_of(const std::vector<Line>& lines) {
  std::ostringstream text, places;
  text << ".globl _start\n.data\nmemory: .skip " << memory_bytes << "\n.text\n";
  uint32_t number = 0;
  for (const Line& line : lines) {
    if (line.is_instruction) {
      text << "p" << number << ": ";
      places << ".quad p" << number++ << "\n";
    }
    text << line.text << "\n";
  }
  text << ".section .places, \"a\"\n" << places.str();
  return text.str();
}

}  // namespace hagstone::register_truth
