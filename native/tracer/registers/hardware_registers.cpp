// SPDX-License-Identifier: MIT
#include "hardware_registers.h"

#include <errno.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/user.h>

namespace hagstone {

namespace {

constexpr unsigned status_register = 6, control_register = 7;

size_t offset_of(unsigned number) { return offsetof(user, u_debugreg) + number * sizeof(user::u_debugreg[0]); }

int write_register(pid_t thread, unsigned number, uint64_t value) {
  return ptrace(PTRACE_POKEUSER, thread, offset_of(number), value) == 0 ? 0 : -errno;
}

// One register's bits of DR7: local enable, condition, length.
uint64_t control_bits(unsigned place, const hagstone_tracer_register &one) {
  if (one.on == HAGSTONE_TRACER_OFF) return 0;
  const uint64_t condition = one.on == HAGSTONE_TRACER_EXECUTION ? 0 : one.on == HAGSTONE_TRACER_WRITE ? 1 : 3;
  const uint64_t length = one.on == HAGSTONE_TRACER_EXECUTION || one.length == 1 ? 0
                          : one.length == 2                                      ? 1
                          : one.length == 8                                      ? 2
                                                                                 : 3;
  return uint64_t{1} << (2 * place) | (condition | length << 2) << (16 + 4 * place);
}

bool same(const hagstone_tracer_register &one, const hagstone_tracer_register &other) {
  if (one.on != other.on) return false;
  return one.on == HAGSTONE_TRACER_OFF || (one.address == other.address && one.length == other.length);
}

uint64_t control_word(const hagstone_tracer_register (&registers)[HardwareRegisters::count]) {
  uint64_t word = 0;
  for (unsigned place = 0; place < HardwareRegisters::count; place++) word |= control_bits(place, registers[place]);
  return word;
}

}  // namespace

int HardwareRegisters::set(pid_t thread, const hagstone_tracer_register (&wanted)[count]) {
  bool changed = false, moved = false;
  hagstone_tracer_register kept[count];
  for (unsigned place = 0; place < count; place++) {
    kept[place] = registers_[place];
    kept[place].tag = wanted[place].tag;
    if (same(registers_[place], wanted[place])) continue;
    changed = true;
    kept[place].on = HAGSTONE_TRACER_OFF;
    moved = moved || wanted[place].on != HAGSTONE_TRACER_OFF;
  }
  int failure = 0;
  // The kernel checks an address against the condition and length that are in force: off before it moves.
  if (changed) failure = write_register(thread, control_register, control_word(kept));
  for (unsigned place = 0; place < count && moved; place++) {
    if (wanted[place].on == HAGSTONE_TRACER_OFF || same(registers_[place], wanted[place])) continue;
    int refused = write_register(thread, place, wanted[place].address);
    const hagstone_tracer_register off = kept[place];
    if (!refused) {
      kept[place] = wanted[place];
      refused = write_register(thread, control_register, control_word(kept));
    }
    if (refused) {
      kept[place] = off;
      failure = refused;
    }
  }
  for (unsigned place = 0; place < count; place++) registers_[place] = kept[place];
  return failure;
}

void HardwareRegisters::clear(pid_t thread) {
  const hagstone_tracer_register none[count] = {};
  // Refused only by a thread that has ended.
  (void)set(thread, none);
}

void HardwareRegisters::clear_unknown(pid_t thread) { (void)write_register(thread, control_register, 0); }

void HardwareRegisters::turn_off(pid_t thread, unsigned place) {
  hagstone_tracer_register wanted[count];
  for (unsigned i = 0; i < count; i++) wanted[i] = registers_[i];
  wanted[place].on = HAGSTONE_TRACER_OFF;
  (void)set(thread, wanted);
}

int HardwareRegisters::find_available(pid_t thread, uint64_t address) {
  hagstone_tracer_register tried[count] = {};
  int available = 0;
  for (unsigned place = 0; place < count; place++) {
    tried[place] = {address, 0, HAGSTONE_TRACER_WRITE, 8};
    if (set(thread, tried) != 0) break;
    available++;
  }
  clear(thread);
  return available;
}

int HardwareRegisters::take_trap(pid_t thread) {
  errno = 0;
  const long status = ptrace(PTRACE_PEEKUSER, thread, offset_of(status_register), 0);
  constexpr long of_places = (1 << count) - 1;
  if (errno || !(status & of_places)) return -1;
  (void)write_register(thread, status_register, 0);
  for (unsigned place = 0; place < count; place++)
    if (registers_[place].on != HAGSTONE_TRACER_OFF && (status >> place & 1)) return static_cast<int>(place);
  return -1;
}

}  // namespace hagstone
