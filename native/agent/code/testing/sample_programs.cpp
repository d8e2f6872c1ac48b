// SPDX-License-Identifier: MIT
#include "code/testing/sample_programs.h"

#include <alloca.h>
#include <math.h>
#include <regex.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace hagstone::testing {
namespace {

volatile uint64_t sink;

[[gnu::noinline]] uint64_t fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

void recursion() { sink = fibonacci(9); }

[[gnu::noinline]] uint64_t sum_on_stack(size_t count) {
  auto *numbers = static_cast<uint64_t *>(alloca(count * sizeof(uint64_t)));
  for (size_t i = 0; i < count; i++) numbers[i] = i * i;
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) sum += numbers[i];
  return sum;
}

[[gnu::noinline]] uint64_t realigned(uint64_t seed) {
  alignas(64) volatile uint64_t numbers[16];
  for (unsigned i = 0; i < 16; i++) numbers[i] = seed + i;
  return numbers[3] + sum_on_stack(static_cast<size_t>(seed));
}

[[gnu::noinline]] uint64_t realigned_with_alloca(size_t count) {
  alignas(64) volatile uint64_t numbers[8] = {};
  auto *more = static_cast<volatile uint64_t *>(alloca(count * sizeof(uint64_t)));
  for (size_t i = 0; i < count; i++) {
    numbers[i & 7] = i;
    more[i] = i;
  }
  return realigned(more[count - 1] + numbers[0] - 8 * (count / 9));
}

void moving_stacks() { sink = sum_on_stack(20) + realigned(7) + realigned_with_alloca(9); }

[[gnu::noinline, gnu::optimize("no-omit-frame-pointer")]] uint64_t with_frame_pointer(unsigned n) {
  return n == 0 ? 1 : with_frame_pointer(n - 1) + sum_on_stack(n);
}

[[gnu::noinline, gnu::optimize("O0")]] uint64_t unoptimised(unsigned a, unsigned b) {
  uint64_t total = 0;
  for (unsigned i = 0; i < a; i++)
    for (unsigned j = 0; j < b; j++)
      if ((i ^ j) & 1) total += i * j;
  return total;
}

void frame_pointers() { sink = with_frame_pointer(6) + unoptimised(7, 9); }

[[gnu::noinline]] uint64_t interpret(const uint8_t *program, size_t length) {
  uint64_t stack[8] = {}, accumulator = 0;
  for (size_t i = 0; i < length; i++) {
    switch (program[i]) {
      case 0: accumulator++; break;
      case 1: accumulator *= 3; break;
      case 2: stack[accumulator & 7] = accumulator; break;
      case 3: accumulator ^= stack[3]; break;
      case 4: accumulator += fibonacci(3); break;
      case 5: accumulator = __builtin_bswap64(accumulator); break;
      case 6: sink = accumulator; break;
      case 7: accumulator -= static_cast<uint64_t>(i); break;
      default: accumulator = ~accumulator; break;
    }
  }
  return accumulator;
}

void jump_tables() {
  uint8_t program[64];
  for (unsigned i = 0; i < sizeof program; i++) program[i] = static_cast<uint8_t>(i * 7 % 10);
  sink = interpret(program, sizeof program);
}

int descending(const void *left, const void *right) {
  return *static_cast<const int *>(right) - *static_cast<const int *>(left);
}

void library_calls() {
  int numbers[40];
  for (int i = 0; i < 40; i++) numbers[i] = i * 17 % 41;
  qsort(numbers, 40, sizeof numbers[0], descending);
  char text[200];
  snprintf(text, sizeof text, "%d %s %5.3f %lx %-8d|", numbers[0], "words", 3.14159, 0xdeadbeefl, numbers[39]);
  sink = static_cast<uint64_t>(strtod("1234.5678e-3", nullptr)) + strlen(text) + strtoul("4242", nullptr, 10);
  sink = static_cast<uint64_t>(sin(static_cast<double>(sink)) * 1000);
}

void memory_functions() {
  static char from[700], to[700];
  for (size_t length : {1u, 7u, 15u, 31u, 63u, 100u, 200u, 600u}) {
    memset(from, static_cast<int>(length), length);
    memcpy(to, from, length);
    memmove(to + 1, to, length);
    sink = static_cast<uint64_t>(memcmp(from, to, length)) + strlen(from);
    sink = reinterpret_cast<uint64_t>(memchr(to, 77, length));
  }
}

void repeated_strings() {
  static uint64_t from[24], to[24];
  for (uint64_t count = 1; count < 20; count += 3) {
    void *target = to;
    const void *source = from;
    uint64_t left = count;
    asm volatile("rep movsq" : "+D"(target), "+S"(source), "+c"(left)::"memory");
    target = to;
    left = count;
    asm volatile("rep stosl" : "+D"(target), "+c"(left) : "a"(count) : "memory");
    target = to;
    source = from;
    left = count;
    asm volatile("repe cmpsb" : "+D"(target), "+S"(source), "+c"(left)::"memory", "cc");
    target = to;
    left = count;
    asm volatile("repne scasb" : "+D"(target), "+c"(left) : "a"(0) : "memory", "cc");
    target = to + 20;
    source = from + 20;
    left = count;
    asm volatile("std; rep movsb; cld" : "+D"(target), "+S"(source), "+c"(left)::"memory");
    source = from;
    uint64_t loaded = 0;
    asm volatile("lodsq; lodsb" : "+S"(source), "+a"(loaded)::"memory");
    sink = loaded;
  }
}

// One of each rarer form of access and branch.
void rare_instructions() {
  static uint64_t cells[64];
  for (uint64_t i = 0; i < 12; i++) {
    asm volatile(
        "sub $256, %%rsp\n .cfi_adjust_cfa_offset 256\n"
        "enter $32, $0\n .cfi_adjust_cfa_offset 40\n .cfi_rel_offset rbp, 32\n"
        "mov %0, -8(%%rbp)\n"
        "push %0\n .cfi_adjust_cfa_offset 8\n push $-5\n .cfi_adjust_cfa_offset 8\n"
        "pushq (%1)\n .cfi_adjust_cfa_offset 8\n popq 8(%1)\n .cfi_adjust_cfa_offset -8\n"
        "pop %%r8\n .cfi_adjust_cfa_offset -8\n pop %%r9\n .cfi_adjust_cfa_offset -8\n"
        "pushf\n .cfi_adjust_cfa_offset 8\n popf\n .cfi_adjust_cfa_offset -8\n"
        "leave\n .cfi_adjust_cfa_offset -40\n .cfi_restore rbp\n"
        "add $256, %%rsp\n .cfi_adjust_cfa_offset -256\n"
        "mov %0, %%rax\n mov %1, %%rbx\n and $7, %%rax\n xlat\n"
        "xadd %%r8, 16(%1)\n lock incq 24(%1)\n cmpxchg %%r9, 32(%1)\n xchg %%r8, 40(%1)\n"
        "bts %%rax, 48(%1)\n bt %0, (%1)\n btc $3, 56(%1)\n"
        "adcq %0, 64(%1)\n sbb 72(%1), %%r8\n negq 80(%1)\n notb 88(%1)\n"
        "rolq $3, 96(%1)\n shlq $2, 96(%1)\n sarw 98(%1)\n"
        "movzbl 3(%1), %%r8d\n movsbq 5(%1), %%r9\n movslq 12(%1), %%r9\n movb %%ah, 9(%1)\n"
        "imul 16(%1), %%r8\n imul $77, 24(%1), %%r9\n mulq 32(%1)\n"
        "cmovzq 40(%1), %%r8\n setc 48(%1)\n cmpq $3, 56(%1)\n testl $1, 64(%1)\n"
        "cqo\n cdq\n cwde\n cdqe\n"
        "mov $3, %%ecx\n 1: addq $1, 104(%1)\n loop 1b\n jrcxz 2f\n nop\n 2:\n"
        "movups 112(%1), %%xmm0\n movups %%xmm0, 128(%1)\n movq %%xmm0, 144(%1)\n"
        "fxsave64 %2\n fldt 160(%1)\n fstpt 176(%1)\n"
        "prefetcht0 (%1)\n nopw 8(%1)\n lea 8(%1,%0,4), %%r8\n clflush 192(%1)\n"
        :
        : "r"(i), "r"(cells), "m"(*[] {
            alignas(16) static char area[512];
            return &area;
          }())
        : "rax", "rbx", "rcx", "rdx", "r8", "r9", "xmm0", "memory", "cc");
  }
}

[[gnu::noinline]] void thrower(int depth) {
  if (depth == 0) throw std::runtime_error("thrown");
  thrower(depth - 1);
  sink = static_cast<uint64_t>(depth);
}

void containers() {
  std::map<std::string, std::vector<int>> table;
  for (int i = 0; i < 12; i++) table["key" + std::to_string(i * 7 % 5)].push_back(i);
  for (auto &[key, values] : table) std::sort(values.begin(), values.end(), std::greater<>());
  sink = table.size();
}

void exceptions() {
  try {
    thrower(3);
  } catch (const std::exception &error) {
    sink = strlen(error.what());
  }
}

[[noreturn, gnu::noinline]] void throw_away(int value) { throw value; }

// Its last instruction is a call: the return address is outside of the function.
[[gnu::noinline]] void end_in_call(int value) { throw_away(value + 1); }

void calls_without_return() {
  try {
    end_in_call(3);
  } catch (const int value) {
    sink = static_cast<uint64_t>(value);
  }
}

// A function that is interrupted at its first instruction. The code before it has another frame.
asm(".p2align 4\n"
    ".cfi_startproc\n"
    ".cfi_def_cfa_offset 72\n"
    "ud2\n"
    ".cfi_endproc\n"
    "fault_at_once:\n"
    ".cfi_startproc\n"
    "mov (%rdi), %eax\n"
    "ret\n"
    ".cfi_endproc\n");
extern "C" void fault_at_once(const void *page) asm("fault_at_once");

constexpr size_t page_size = 4096;

void allow_access(int, siginfo_t *information, void *) { mprotect(information->si_addr, page_size, PROT_READ); }

void handle_signal(int signal) { sink = sum_on_stack(static_cast<size_t>(signal)); }

void signals() {
  struct sigaction action = {};
  action.sa_handler = handle_signal;
  sigaction(SIGUSR1, &action, nullptr);
  raise(SIGUSR1);
  action.sa_sigaction = allow_access;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
  fault_at_once(mmap(nullptr, page_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  sink = fibonacci(4);
}

// Code of the kernel's shared object.
void clocks() {
  timespec now;
  for (const clockid_t clock : {CLOCK_MONOTONIC, CLOCK_REALTIME, CLOCK_MONOTONIC_COARSE}) {
    clock_gettime(clock, &now);
    sink = static_cast<uint64_t>(now.tv_nsec);
  }
}

void regular_expressions() {
  regex_t pattern;
  if (regcomp(&pattern, "a(b|c)*d", REG_EXTENDED) != 0) return;
  sink = static_cast<uint64_t>(regexec(&pattern, "xxabcbcbd", 0, nullptr, 0));
  regfree(&pattern);
}

}  // namespace

const SampleProgram sample_programs[] = {
    {"recursion", recursion},
    {"moving_stacks", moving_stacks},
    {"frame_pointers", frame_pointers},
    {"jump_tables", jump_tables},
    {"library_calls", library_calls},
    {"memory_functions", memory_functions},
    {"repeated_strings", repeated_strings},
    {"rare_instructions", rare_instructions},
    {"containers", containers},
    {"exceptions", exceptions},
    {"calls_without_return", calls_without_return},
    {"signals", signals},
    {"clocks", clocks},
    {"regular_expressions", regular_expressions},
};
const unsigned sample_program_count = sizeof sample_programs / sizeof sample_programs[0];

}  // namespace hagstone::testing
