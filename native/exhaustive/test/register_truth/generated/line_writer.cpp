// SPDX-License-Identifier: GPL-2.0-or-later
#include "line_writer.h"

namespace hagstone::register_truth {

Memory LineWriter::memory(unsigned bytes) {
  const uint64_t offset = chance(60) ? below(4) * bytes : below(memory_bytes - bytes);
  return {std::to_string(memory_start + offset), static_cast<int64_t>(memory_start + offset)};
}

Line &LineWriter::instruction(const std::string &text, std::vector<Write> writes, std::vector<Access> accesses) {
  lines_.push_back({text, true, std::move(writes), std::move(accesses)});
  lines_.back().begins_function = function_begins_;
  function_begins_ = false;
  return lines_.back();
}

void LineWriter::begin_function(const std::string &name) {
  directive(".type " + name + ", @function");
  label(name);
  function_begins_ = true;
}

void LineWriter::call(const std::string &target) {
  if (target.ends_with(by_pointer(""))) return call_by_pointer(target);
  instruction("call " + target, {stack_pointer()}, {{true, true, -8, 8}}).flow = Flow::call;
}

void LineWriter::call_by_pointer(const std::string &target) {
  const Memory place = memory(8);
  const unsigned by = reg();
  instruction("movabs $" + target + ", " + name(by, 8), {general(by, 8)});
  instruction("mov " + name(by, 8) + ", " + place.text, {}, {store(place, 8)});
  Line &line = instruction("call *" + place.text, {stack_pointer()}, {load(place, 8), {true, true, -8, 8}});
  line.flow = Flow::call;
  line.is_computed = true;
}

void LineWriter::leave() { instruction("ret", {stack_pointer()}, {{false, true, 0, 8}}).flow = Flow::leave; }

void LineWriter::push(unsigned number) { instruction("push " + name(number, 8), {stack_pointer()}, {{true, true, -8, 8}}); }

void LineWriter::pop(unsigned number) {
  instruction("pop " + name(number, 8), {general(number, 8, true), stack_pointer()}, {{false, true, 0, 8}});
}

void LineWriter::set(unsigned number, uint64_t value) {
  instruction("mov $" + std::to_string(value) + ", " + name(number, 4), {general(number, 4)});
}

Line &LineWriter::system_call(uint64_t number, std::initializer_list<uint64_t> arguments) {
  static constexpr unsigned of_the_kernel[] = {rdi, rsi, rdx, r10, r8};
  const unsigned *to = of_the_kernel;
  for (const uint64_t argument : arguments) set(*to++, argument);
  set(rax, number);
  // R11 is written as well, where the engine does not see it; no other instruction has to do with it.
  Line &line = instruction("syscall", {general(rcx, 8)});
  line.flow = Flow::system_call;
  return line;
}

}  // namespace hagstone::register_truth
