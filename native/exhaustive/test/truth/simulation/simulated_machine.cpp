// SPDX-License-Identifier: GPL-2.0-or-later
#include "simulated_machine.h"

#include <algorithm>

#include "../programs/computed_values.h"

namespace hagstone::truth {

void SimulatedMachine::record(EventKind kind, ContextId context, uint64_t address, uint64_t bytes, Element element,
                              const std::string &value, bool kernel) {
  trace_.events.push_back({.kind = kind,
                           .kernel = kernel,
                           .outside = !collecting_,
                           .element = element,
                           .thread = running_->index,
                           .context = context,
                           .address = address,
                           .bytes = bytes,
                           .value = value,
                           .scope = kernel ? scope_of_frame() : running_->scope});
}

// A system call's context does not tell where in the function it is.
ScopeId SimulatedMachine::scope_of_frame() const {
  ScopeId scope = running_->scope;
  while (trace_.scopes[scope].header) scope = trace_.scopes[scope].parent;
  return scope;
}

ContextId SimulatedMachine::at(uint32_t place) {
  return trace_.contexts.intern({running_->context, NodeKind::instruction, places_[place]});
}

std::string SimulatedMachine::load(uint32_t place, uint64_t address, uint64_t bytes, Element element) {
  std::string value = memory_.read(address, bytes);
  record(EventKind::load, at(place), address, bytes, element, value);
  return value;
}

void SimulatedMachine::store(uint32_t place, uint64_t address, const std::string &value, Element element) {
  memory_.write(address, value);
  record(EventKind::store, at(place), address, value.size(), element, value);
}

void SimulatedMachine::store_number(uint32_t place, uint64_t address, uint64_t value, uint32_t bytes) {
  store(place, address, bytes_of(value, bytes));
}

void SimulatedMachine::push(uint32_t place, uint64_t value) {
  running_->stack_pointer -= 8;
  store_number(place, running_->stack_pointer, value);
}

uint64_t SimulatedMachine::pop(uint32_t place) {
  const uint64_t value = number_of(load(place, running_->stack_pointer, 8));
  running_->stack_pointer += 8;
  return value;
}

ContextId SimulatedMachine::system_call(uint64_t number) {
  return trace_.contexts.intern({running_->context, NodeKind::system_call, number});
}

std::string SimulatedMachine::kernel_reads(uint64_t number, uint64_t address, uint64_t bytes) {
  const std::string value = memory_.read(address, bytes);
  record(EventKind::load, system_call(number), address, bytes, Element::bytes, value, true);
  return value;
}

void SimulatedMachine::kernel_writes(uint64_t number, uint64_t address, const std::string &value) {
  memory_.write(address, value);
  record(EventKind::store, system_call(number), address, value.size(), Element::bytes, value, true);
}

void SimulatedMachine::end(EventKind how, uint64_t address, uint64_t bytes) {
  record(how, 0, address, bytes, Element::bytes, "");
}

void SimulatedMachine::map(uint64_t address, uint64_t bytes) {
  unmap(address, bytes);
  record(EventKind::mapped, running_->context, address, bytes, Element::bytes, "");
  for (uint64_t page = address / page_bytes; page < (address + bytes) / page_bytes; page++)
    mapped_in_[page] = running_->context;
}

void SimulatedMachine::unmap(uint64_t address, uint64_t bytes) {
  end(EventKind::unmapped, address, bytes);
  memory_.clear(address, bytes);
  clear_registers();
}

void SimulatedMachine::remap(uint64_t from, uint64_t bytes, uint64_t to, uint64_t bytes_after) {
  const ContextId mapped_in = mapped_in_[from / page_bytes];
  for (uint64_t page = 0; page < bytes_after / page_bytes; page++) mapped_in_[to / page_bytes + page] = mapped_in;
  if (to != from) {
    memory_.copy(from, to, std::min(bytes, bytes_after));
    unmap(from, bytes);
    trace_.events.back().moved_to = to;
    record(EventKind::mapped, mapped_in, to, bytes_after, Element::bytes, "");
  } else if (bytes_after > bytes) {
    record(EventKind::grown, running_->context, from + bytes, bytes_after - bytes, Element::bytes, "");
  } else {
    unmap(from + bytes_after, bytes - bytes_after);
  }
  clear_registers();
}

void SimulatedMachine::clear_registers() {
  for (unsigned i = 0; i < data_registers; i++)
    if (i != 3) running_->registers[i] = 0;  // all but %rbx
}

}  // namespace hagstone::truth
