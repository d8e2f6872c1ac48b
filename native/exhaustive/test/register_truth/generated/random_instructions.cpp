// SPDX-License-Identifier: GPL-2.0-or-later
#include "random_instructions.h"

namespace hagstone::register_truth {

namespace {

// Close to each other within and beyond 1 %; the x87 holds them exactly.
constexpr double numbers[] = {1.0, 1.00390625, 1.015625, 0.0, -0.0, 100.0, 101.0, -1.0, 2.5, 1.0};
constexpr uint64_t integers[] = {0, 1, 1, 2, 0xff, 0x100, 0x7f, 0x101, 0x0101010101010101, 0xffffffffffffffff};

unsigned size_of(LineWriter &writer) { return writer.one_of({1u, 2u, 4u, 8u}); }
// The x87 is at most two deep: its values, which Valgrind keeps as doubles, never lie in these.
unsigned mm(LineWriter &writer) { return static_cast<unsigned>(writer.below(4)); }
unsigned xmm(LineWriter &writer) { return static_cast<unsigned>(writer.below(5)); }
std::string mm_name(unsigned number) { return "%mm" + std::to_string(number); }
std::string xmm_name(unsigned number) { return "%xmm" + std::to_string(number); }
std::string ymm_name(unsigned number) { return "%ymm" + std::to_string(number); }

}  // namespace

void RandomInstructions::body(uint64_t count) {
  for (uint64_t i = 0; i < count; i++) one();
}

void RandomInstructions::one() {
  switch (below(13)) {
    case 0:
    case 1:
    case 2: return move();
    case 3:
    case 4: return integer();
    case 5: return odd_integer();
    case 6: return integer_memory();
    case 7: return vector_move();
    case 8: return vector_arithmetic();
    case 9: return vector_memory();
    case 10: return floating_stack();
    case 11: return mmx_group();
    default:
      if (chance(50) && !callable_.empty()) return writer_.call(callable_);
      if (chance(50)) {
        writer_.push(reg());
        return writer_.pop(reg());
      }
      return move();
  }
}

std::string RandomInstructions::immediate(unsigned bytes) {
  const uint64_t value = chance(20) ? std::bit_cast<uint64_t>(one_of(numbers)) : one_of(integers);
  return "$" + std::to_string(bytes == 8 ? value : value & ((UINT64_C(1) << 8 * bytes) - 1));
}

void RandomInstructions::move() {
  const unsigned to = reg(), from = reg(), bytes = size_of(writer_);
  if (chance(15)) {
    const unsigned high = static_cast<unsigned>(below(4));
    instruction("movb " + immediate(1) + ", %" + high_names[high], {high_byte(high)});
  } else if (chance(60)) {
    instruction((bytes == 8 ? "movabs " : "mov" + suffix(bytes) + " ") + immediate(bytes) + ", " + name(to, bytes),
                {general(to, bytes)});
  } else {
    instruction("mov " + name(from, bytes) + ", " + name(to, bytes), {general(to, bytes)});
  }
}

// Valgrind multiplies known values while it translates.
void RandomInstructions::load_from_memory_or_not(unsigned to) {
  if (chance(50)) return;
  const Memory place = memory(8);
  instruction("mov " + place.text + ", " + name(to, 8), {general(to, 8, true)}, {load(place, 8)});
}

void RandomInstructions::integer() {
  static const char *const two[] = {"add", "sub", "xor", "and", "or", "imul"};
  static const char *const one_operand[] = {"inc", "dec", "neg", "not"};
  static const char *const shifts[] = {"shl", "sar", "rol", "shr"};
  const unsigned to = reg(), from = reg();
  unsigned bytes = size_of(writer_);
  const std::string destination = name(to, bytes);
  switch (below(5)) {
    case 0:
    case 1: {
      const std::string operation = one_of(two);
      if (operation == "imul" && bytes == 1) bytes = 4;
      if (operation == "imul") load_from_memory_or_not(from);
      if (operation == "imul" && chance(30)) return multiply_by_constant(to, from, bytes);
      Line &line = instruction(operation + " " + name(from, bytes) + ", " + name(to, bytes), {general(to, bytes)});
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

void RandomInstructions::multiply_by_constant(unsigned to, unsigned from, unsigned bytes) {
  static constexpr int64_t constants[] = {3, 100, -5};
  const int64_t constant = one_of(constants);
  Line &line = instruction("imul $" + std::to_string(constant) + ", " + name(from, bytes) + ", " + name(to, bytes),
                           {general(to, bytes)});
  line.operands = {in_general(0, from, bytes), {1, File::general, {}, static_cast<uint8_t>(bytes), constant}};
}

void RandomInstructions::odd_integer() {
  const unsigned to = reg(), bytes = chance(50) ? 4 : 8;
  unsigned from = reg();
  switch (below(10)) {
    case 0: instruction("lea 1(" + name(from, 8) + "), " + name(to, bytes), {general(to, bytes)}); return;
    case 1:
      instruction("movzb" + suffix(bytes) + " " + name(from, 1) + ", " + name(to, bytes), {general(to, bytes)});
      return;
    case 2:
      instruction("movsw" + suffix(bytes) + " " + name(from, 2) + ", " + name(to, bytes), {general(to, bytes)});
      return;
    case 3:
      instruction("test $1, " + name(from, 1), {});
      instruction(std::string(chance(50) ? "cmovz " : "cmovnz ") + name(from, bytes) + ", " + name(to, bytes),
                  {general(to, bytes)});
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

void RandomInstructions::integer_memory() {
  const unsigned to = reg(), bytes = size_of(writer_);
  const Memory place = memory(bytes);
  switch (below(5)) {
    case 0:
      instruction("mov " + place.text + ", " + name(to, bytes), {general(to, bytes, true)}, {load(place, bytes)});
      return;
    case 1: instruction("movzbl " + place.text + ", " + name(to, 4), {general(to, 4, true)}, {load(place, 1)}); return;
    case 2: instruction("add " + place.text + ", " + name(to, bytes), {general(to, bytes)}, {load(place, bytes)}); return;
    case 3: instruction("mov " + name(to, bytes) + ", " + place.text, {}, {store(place, bytes)}); return;
    default:
      instruction("add" + suffix(bytes) + " " + name(to, bytes) + ", " + place.text, {},
                  {load(place, bytes), store(place, bytes)});
      return;
  }
}

// Into an xmm register by way of a general one.
void RandomInstructions::set_number(unsigned to) {
  const unsigned by = reg();
  const double number = one_of(numbers);
  const bool single = chance(30);
  const uint64_t bits = single ? std::bit_cast<uint32_t>(static_cast<float>(number)) : std::bit_cast<uint64_t>(number);
  instruction("movabs $" + std::to_string(bits) + ", " + name(by, 8), {general(by, 8)});
  if (single)
    instruction("movd " + name(by, 4) + ", " + xmm_name(to), {vector(to, 4, 16)});
  else
    instruction("movq " + name(by, 8) + ", " + xmm_name(to), {vector(to, 8, 16)});
  if (chance(40))
    instruction("pshufd $" + std::to_string(one_of({0u, 0x44u, 0xe4u})) + ", " + xmm_name(to) + ", " + xmm_name(to),
                {vector(to, 16, 16)});
}

void RandomInstructions::vector_move() {
  const unsigned to = xmm(writer_), from = xmm(writer_);
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
    default:
      instruction("pinsrw $1, " + name(reg(), 4) + ", " + xmm_name(to),
                  {{File::vector, static_cast<uint8_t>(to), 2, 2, 2}});
      return;
  }
}

void RandomInstructions::vector_arithmetic() {
  const unsigned to = xmm(writer_), from = xmm(writer_), other = xmm(writer_);
  const std::string two = xmm_name(from) + ", " + xmm_name(to), three = xmm_name(other) + ", " + two;
  const std::string wide = ymm_name(other) + ", " + ymm_name(from) + ", " + ymm_name(to);
  const auto operands = [&](uint8_t bytes) -> std::vector<Operand> {
    return {{0, File::vector, {static_cast<uint8_t>(to)}, bytes}, {1, File::vector, {static_cast<uint8_t>(from)}, bytes}};
  };
  switch (below(14)) {
    case 10: instruction("mulsd " + two, {vector(to, 8, 8, f64)}).operands = operands(8); return;
    case 11: instruction("divss " + two, {vector(to, 4, 4, f32)}).operands = operands(4); return;
    case 12: instruction("mulps " + two, {vector(to, 16, 16, f32)}).operands = operands(16); return;
    case 13:
      instruction("sqrtsd " + two, {vector(to, 8, 8, f64)}).operands = {{0, File::vector, {static_cast<uint8_t>(from)}, 8}};
      return;
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

void RandomInstructions::vector_memory() {
  const unsigned to = xmm(writer_);
  const std::string x = xmm_name(to), y = ymm_name(to);
  switch (below(8)) {
    case 0: {
      const Memory m = memory(4);
      instruction("movss " + m.text + ", " + x, {vector(to, 4, 16, f32, true)}, {load(m, 4, f32)});
      return;
    }
    case 1: {
      const Memory m = memory(8);
      instruction("movsd " + m.text + ", " + x, {vector(to, 8, 16, f64, true)}, {load(m, 8, f64)});
      return;
    }
    case 2: {
      const Memory m = memory(16);
      instruction("movdqu " + m.text + ", " + x, {vector(to, 16, 16, Element::bytes, true)}, {load(m, 16)});
      return;
    }
    case 3: {
      const Memory m = memory(32);
      instruction("vmovupd " + m.text + ", " + y, {vector(to, 32, 32, f64, true)}, {load(m, 32, f64)});
      return;
    }
    case 4: {
      const Memory m = memory(8);
      instruction("movsd " + x + ", " + m.text, {}, {store(m, 8, f64)});
      return;
    }
    case 5: {
      const Memory m = memory(16);
      instruction("movups " + x + ", " + m.text, {}, {store(m, 16, f32)});
      return;
    }
    case 6: {
      const Memory m = memory(8);
      instruction("maxsd " + m.text + ", " + x, {vector(to, 8, 8, f64)}, {load(m, 8, f64)});
      return;
    }
    default: {
      const Memory m = memory(4);
      instruction("vbroadcastss " + m.text + ", " + x, {vector(to, 16, 32, f32, true)}, {load(m, 4, f32)});
      return;
    }
  }
}

void RandomInstructions::mmx_group() {
  for (uint64_t i = 1 + below(4); i > 0; i--) {
    const unsigned to = mm(writer_), from = mm(writer_), by = reg();
    const std::string two = mm_name(from) + ", " + mm_name(to);
    switch (below(10)) {
      case 0: instruction("movd " + name(by, 4) + ", " + mm_name(to), {mmx(to, 4)}); break;
      case 1: instruction("movq " + name(by, 8) + ", " + mm_name(to), {mmx(to)}); break;
      case 2: {
        const Memory m = memory(8);
        instruction("movq " + m.text + ", " + mm_name(to), {mmx(to, 8, true)}, {load(m, 8)});
        break;
      }
      case 3: {
        const Memory m = memory(4);
        instruction("movd " + m.text + ", " + mm_name(to), {mmx(to, 4, true)}, {load(m, 4)});
        break;
      }
      case 4: {
        const Memory m = memory(8);
        instruction("movq " + mm_name(from) + ", " + m.text, {}, {store(m, 8)});
        break;
      }
      case 5: instruction("movd " + mm_name(from) + ", " + name(by, 4), {general(by, 4)}); break;
      case 6: instruction("movq " + two, {mmx(to)}); break;
      case 7:
        instruction("pmullw " + two, {mmx(to)}).operands = {{0, File::mmx, {static_cast<uint8_t>(to)}, 8},
                                                            {1, File::mmx, {static_cast<uint8_t>(from)}, 8}};
        break;
      case 8:
        instruction("pinsrw $1, " + name(by, 4) + ", " + mm_name(to), {{File::mmx, static_cast<uint8_t>(to), 2, 2, 2}});
        break;
      default: instruction("paddw " + two, {mmx(to)}); break;
    }
  }
  instruction("emms", {});
}

// Leaves the stack as deep as it was. The values are exact in 53 bits, which Valgrind keeps.
void RandomInstructions::floating_stack() {
  static const char *const constants[] = {"fld1", "fldz", "fld1"};
  const auto begin = [&] {
    if (chance(50)) {
      instruction(one_of(constants), {x87(0)});
    } else {
      const unsigned by = reg();
      const Memory place = memory(8);
      instruction("movabs $" + std::to_string(std::bit_cast<uint64_t>(one_of(numbers))) + ", " + name(by, 8),
                  {general(by, 8)});
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

}  // namespace hagstone::register_truth
