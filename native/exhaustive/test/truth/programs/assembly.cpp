// SPDX-License-Identifier: GPL-2.0-or-later
#include "assembly.h"

#include <sstream>

#include "descriptors.h"
#include "forms.h"
#include "hagstone.h"

namespace hagstone::truth {

namespace {

std::string text_of(const Location& memory) {
  return std::to_string(memory.address) + (memory.indexed ? "(%r13)" : "");
}

class Writer {
 public:
  explicit Writer(const Process& process) : process_(process) {}

  std::string process_text() {
    line(".globl _start, malloc, free, realloc");
    data();
    line(".text");
    // Named so that the engine takes them for an allocator: malloc's block is where its second argument says, realloc's
    // where its third does.
    line(".type malloc, @function\nmalloc: mov %rsi, %rax");
    place(process_.start_place, "ret");
    line(".size malloc, . - malloc\n.type free, @function\nfree:");
    place(process_.start_place + 1, "ret");
    line(".size free, . - free\n.type realloc, @function\nrealloc: mov %rdx, %rax");
    place(process_.start_place + 2, "ret");
    line(".size realloc, . - realloc");
    handler();
    for (uint32_t i = 1; i < process_.functions.size(); i++) function(i);
    for (uint32_t i = 0; i < process_.threads.size(); i++) thread(i);
    start();
    line(".section .marks, \"a\"");
    line("start_mark: .quad " + std::to_string(HAGSTONE_MARK_START) + ", 0, 0, 0, 0, 0");
    line("stop_mark: .quad " + std::to_string(HAGSTONE_MARK_STOP) + ", 0, 0, 0, 0, 0");
    line(".section .places, \"a\"");
    for (uint32_t i = 0; i < process_.places; i++) out_ << ".quad p" << i << "\n";
    return out_.str();
  }

 private:
  void line(const std::string& text) { out_ << text << "\n"; }
  void place(uint32_t number, const std::string& text) { out_ << "p" << number << ": " << text << "\n"; }
  // Where a call returns to.
  void return_place(uint32_t number) { out_ << "p" << number << ":\n"; }

  void object(const std::string& symbol, uint64_t bytes) {
    out_ << ".type " << symbol << ", @object\n" << symbol << ": .skip " << bytes << "\n.size " << symbol << ", " << bytes << "\n";
  }

  // In sections that Valgrind knows symbols of.
  void data() {
    line(".bss");
    for (uint32_t i = 0; i < process_.programs.size(); i++) object("arena_" + std::to_string(i), arena_bytes);
    line(".org " + std::to_string(stacks_start - arenas_start));
    object("stacks", signal_stacks_start - stacks_start + (process_.threads.size() + 2) * signal_stack_bytes);
    line(".data\n.type constants, @object\nconstants:");
    for (uint64_t constant : process_.constants) line(".quad " + std::to_string(constant));
    for (uint32_t i = 1; i < process_.functions.size(); i++) line(".quad f" + std::to_string(i));
    line(".size constants, . - constants\n.org " + std::to_string(action_start - constants_start));
    // SA_RESTORER | SA_ONSTACK
    line(".quad signal_handler, 0xc000000, signal_returns, 0");
    for (uint64_t i = 0; i <= process_.threads.size(); i++)
      line(".quad " + std::to_string(signal_stacks_start + i * signal_stack_bytes) + ", 0, " + std::to_string(signal_stack_bytes));
    line(".org " + std::to_string(setting_start - constants_start));
    line(timer_setting_text);
  }

  // The handler starts with the registers of the interrupted code, and its own arguments.
  void handler() {
    line("signal_handler: vzeroall");
    clear_registers();
    line("jmp *%r10");
    place(process_.start_place + 3, "signal_returns: mov $15, %eax; syscall");
  }
  void use_signal_stack(uint64_t thread) {
    if (process_.has_handler) system_call(131, {std::to_string(signal_stack_setting(thread)), "0"});
  }
  void raise(const Instruction& i) {
    line("mov $" + std::to_string(i.count) + ", %ebp; mov $f" + std::to_string(i.callee) + ", %r10d");
    line("mov $39, %eax; syscall; mov %eax, %edi; mov $186, %eax; syscall; mov %eax, %esi");
    line("mov $" + std::to_string(signal_number) + ", %edx; mov $234, %eax; syscall");
    return_place(i.place);
    clear_registers();
  }

  void function(uint32_t number) {
    const Function& function = process_.functions[number];
    out_ << ".type f" << number << ", @function\nf" << number << ":\n";
    place(function.place, "push %r15");
    place(function.place + 1, "push %r13");
    body(function.body);
    place(function.place + 2, "pop %r13");
    place(function.place + 3, "pop %r15");
    if (function.tail) line("jmp f" + std::to_string(function.tail));
    else place(function.place + 4, "ret");
    if (function.tail) line("p" + std::to_string(function.place + 4) + ":");
    out_ << ".size f" << number << ", . - f" << number << "\n";
  }

  void clear_registers() {
    line("mov %r12, %rax; mov %r12, %rcx; mov %r12, %rdx; mov %r12, %rsi; mov %r12, %rdi; mov %r12, %r8; mov %r12, %r9");
  }
  void system_call(int number, const std::vector<std::string>& arguments) {
    static constexpr const char* registers[] = {"%rdi", "%rsi", "%rdx", "%r10", "%r8", "%r9"};
    for (size_t i = 0; i < arguments.size(); i++) line("mov $" + arguments[i] + ", " + registers[i]);
    line("mov $" + std::to_string(number) + ", %eax; syscall");
  }
  // Same code as in hagstone.h: the address of the mark's numbers in %rax, then rotations that change nothing.
  void collect(bool starts) {
    line(std::string("mov $") + (starts ? "start_mark" : "stop_mark") + ", %eax; xor %edx, %edx");
    line("rolq $3, %rdi; rolq $13, %rdi; rolq $61, %rdi; rolq $51, %rdi; xchgq %rbx, %rbx");
    clear_registers();
  }
  // `expirations`: where the timer's go.
  void wait_for_turn(uint32_t slot, uint64_t expirations) {
    system_call(0, {std::to_string(timer_of(slot)), std::to_string(expirations), "8"});
  }
  void give_turn(uint32_t slot) { system_call(286, {std::to_string(timer_of(slot)), "0", std::to_string(setting_start), "0"}); }

  void thread(uint32_t number) {
    const ThreadCode& code = process_.threads[number];
    const uint64_t expirations = code.stack_top - stack_bytes;
    out_ << "t" << number << ": xor %ebx, %ebx; xor %ebp, %ebp; xor %r13d, %r13d; xor %r15d, %r15d\n";
    begin_sums();
    use_signal_stack(number + 1);
    system_call(3, {std::to_string(begun_write_end(number))});
    for (const auto& segment : code.segments) {
      wait_for_turn(code.slot, expirations);
      clear_registers();
      body(segment);
      give_turn(0);
    }
    system_call(60, {"0"});
  }

  void start() {
    line("_start: mov $" + std::to_string(stacks_start + stack_bytes) + ", %rsp");
    line("xor %ebx, %ebx; xor %ebp, %ebp; xor %r13d, %r13d; xor %r15d, %r15d");
    begin_sums();
    if (process_.has_handler)
      system_call(13, {std::to_string(signal_number), std::to_string(action_start), "0", "8"});
    use_signal_stack(0);
    map(heap_start, heap_bytes);
    for (uint32_t i = 0; i < process_.programs.size(); i++) {
      place(process_.start_place + places_of_library + 2 * i, "call f" + std::to_string(process_.programs[i]));
      return_place(process_.start_place + places_of_library + 1 + 2 * i);
    }
    system_call(231, {"0"});
  }

  void map(uint64_t address, uint64_t bytes) {
    system_call(9, {std::to_string(address), std::to_string(bytes), "3", "0x32", "-1", "0"});
    clear_registers();
  }

  void body(const std::vector<Instruction>& instructions) {
    for (const Instruction& instruction : instructions) one(instruction);
  }

  void around(const Instruction& i, const std::string& before, const std::string& after) {
    line(before);
    body(i.body);
    line(after);
  }

  std::string vector_name(const Instruction& i) const { return (i.form->bytes == 32 ? "%ymm" : "%xmm") + std::to_string(i.reg); }

  // Valgrind omits loads whose result is unused or does not depend on the loaded value. So all results go
  // into sums (%r14, %ymm14, the x87 stack), and it must not know operands: %r12 is 0 and added to constants.
  void use(unsigned data_register) { line(std::string("add ") + register_name(data_register, 8) + ", %r14"); }
  void begin_sums() { line("xor %r12d, %r12d; xor %r14d, %r14d; vzeroall; fldz"); }

  void arithmetic_load(const Instruction& i) {
    const std::string name = i.form->mnemonic, memory = text_of(i.memory);
    if (name[0] == 'f') {
      place(i.place, name + " " + memory);
      line("faddp %st, %st(1)");
      return;
    }
    if (name == "vfmadd231sd") {
      place(i.place, name + " " + memory + ", %xmm15, %xmm15");
    } else if (name[0] == 'v') {
      place(i.place, name + " " + memory + ", %ymm15, %ymm15");
    } else {
      place(i.place, name + " " + memory + ", %xmm15");
      if (name == "comisd" || name == "ucomiss") line("seta %r11b; add %r11, %r14");
    }
    line("vpaddq %ymm15, %ymm14, %ymm14");
  }

  void integer_load(const Instruction& i) {
    const std::string name = i.form->mnemonic, memory = text_of(i.memory);
    if (name.starts_with("test")) {
      place(i.place, name + " %r12" + (i.form->bytes == 1 ? "b, " : i.form->bytes == 4 ? "d, " : ", ") + memory);
      line("setne %r11b; add %r11, %r14");
      return;
    }
    const bool widens = name.starts_with("movs");
    const uint32_t bytes = widens ? 8 : i.form->bytes;
    place(i.place, name + " " + memory + ", %r11" + (bytes == 1 ? "b" : bytes == 2 ? "w" : bytes == 4 ? "d" : ""));
    if (name.starts_with("cmp")) line("setne %r11b");
    line("add %r11, %r14");
  }

  void string(const Instruction& i) {
    line("mov $" + std::to_string(i.memory.address) + ", %edi; mov $" + std::to_string(i.count) + ", %ecx; add %r12, %rcx");
    if (i.operation == Operation::string_move) line("mov $" + std::to_string(i.other.address) + ", %esi");
    place(i.place, std::string("rep ") + i.form->mnemonic);
    line("mov %r12, %rcx; mov %r12, %rsi; mov %r12, %rdi");
  }

  void call(const Instruction& i, const std::string& target) {
    place(i.place, "call " + target);
    return_place(i.place + 1);
  }

  // The setjmp(3) state lies on the stack, from %xmm12 on; %xmm13: how many more jumps until one jumps, 0: none does.
  void set_jump(const Instruction& i, const std::string& landing) {
    place(i.place, "pushq $" + landing);
    place(i.place + 1, "push %r13");
    place(i.place + 2, "push %r15");
    around(i, "movq %rsp, %xmm12; mov $" + std::to_string(i.count) + ", %r10d; movq %r10, %xmm13", "movq %r12, %xmm13");
    place(i.place + 3, "pop %r15");
    place(i.place + 4, "pop %r13");
    place(i.place + 5, "pop %r10");
    line("add %r10, %r14");
    place(i.place + 6, landing + ":");
  }
  void long_jump(const Instruction& i, const std::string& over) {
    line("movq %xmm13, %r10; test %r10, %r10; jz " + over + "; dec %r10; movq %r10, %xmm13; jnz " + over + "; movq %xmm12, %rsp");
    place(i.place, "pop %r15");
    place(i.place + 1, "pop %r13");
    place(i.place + 2, "pop %r10");
    line("jmp *%r10\n" + over + ":");
  }

  void one(const Instruction& i) {
    const std::string name = i.form ? i.form->mnemonic : "", memory = text_of(i.memory);
    const uint32_t bytes = i.form ? i.form->bytes : 8;
    const std::string reg = register_name(i.reg, bytes);
    const std::string local = std::to_string(next_label_);
    switch (i.operation) {
      case Operation::set_register: line("movabs $" + std::to_string(i.immediate) + ", " + reg + "; add %r12, " + reg); break;
      case Operation::set_vector: {
        const std::string number = std::to_string(i.reg);
        line("movabs $" + std::to_string(i.immediate) + ", %r10; add %r12, %r10; movq %r10, %xmm" + number);
        line("movabs $" + std::to_string(i.immediate2) + ", %r10; add %r12, %r10; pinsrq $1, %r10, %xmm" + number);
        line("vinsertf128 $1, %xmm" + number + ", %ymm" + number + ", %ymm" + number);
        break;
      }
      case Operation::load:
        place(i.place, name + " " + memory + ", " + register_name(i.reg, bytes < 4 ? 4 : bytes));
        use(i.reg);
        break;
      case Operation::store: place(i.place, name + " " + reg + ", " + memory); break;
      case Operation::store_immediate:
        place(i.place, name + " $" + std::to_string(static_cast<int32_t>(i.immediate)) + ", " + memory);
        break;
      case Operation::vector_load:
        place(i.place, name + " " + memory + ", " + vector_name(i));
        line("vpaddq %ymm" + std::to_string(i.reg) + ", %ymm14, %ymm14");
        break;
      case Operation::vector_store: place(i.place, name + " " + vector_name(i) + ", " + memory); break;
      case Operation::arithmetic_load: arithmetic_load(i); break;
      case Operation::integer_load: integer_load(i); break;
      case Operation::no_access: place(i.place, name + " " + memory + (name == "leaq" ? ", %r11" : "")); break;
      case Operation::modify: place(i.place, name + " " + (i.form->takes_register ? reg + ", " : "") + memory); break;
      case Operation::exchange: place(i.place, name + " " + reg + ", " + memory); break;
      case Operation::compare_exchange:
        place(i.place, std::string(bytes == 4 ? "movl " : "movq ") + memory + ", " + register_name(0, bytes));
        if (!i.immediate) line(std::string("not ") + register_name(0, bytes));
        place(i.place + 1, name + " " + reg + ", " + memory);
        break;
      case Operation::string_store:
      case Operation::string_move: string(i); break;
      case Operation::push_pop:
        around(i, "p" + std::to_string(i.place) + ": push " + reg,
               "p" + std::to_string(i.place + 1) + ": pop " + register_name(i.other_reg, 8));
        use(i.other_reg);
        break;
      case Operation::push_memory:
        place(i.place, "pushq " + memory);
        place(i.place + 1, "popq " + text_of(i.other));
        break;
      case Operation::x87_copy:
        place(i.place, "fldl " + std::to_string(constants_start + 8 * i.count));
        place(i.place + 1, name + " " + memory);
        break;
      case Operation::call:
        line("mov $" + std::to_string(i.count) + ", %ebp");
        call(i, "f" + std::to_string(i.callee));
        break;
      case Operation::call_pointer:
        line("mov $" + std::to_string(i.count) + ", %ebp");
        call(i, "*" + std::to_string(constants_start + 8 * (process_.constants.size() + i.callee - 1)));
        break;
      case Operation::recurse:
        next_label_++;
        line("dec %ebp; jle l" + local);
        call(i, "f" + std::to_string(i.callee));
        line("l" + local + ":");
        break;
      case Operation::loop:
        next_label_++;
        around(i, "mov $" + std::to_string(i.count) + ", %r15d; mov %r12, %r13\nl" + local + ": p" + std::to_string(i.place) + ":",
               "add $" + std::to_string(i.immediate) + ", %r13; dec %r15d; jnz l" + local);
        place(i.place + 1, "mov %r12, %r13");
        break;
      case Operation::inner_loop:
        next_label_++;
        around(i, "mov $" + std::to_string(i.count) + ", %r10d; movq %r10, %xmm10\nl" + local + ": p" + std::to_string(i.place) + ":",
               "movq %xmm10, %r10; dec %r10; movq %r10, %xmm10; jnz l" + local + "\np" + std::to_string(i.place + 1) + ":");
        break;
      case Operation::set_jump:
        next_label_++;
        set_jump(i, "l" + local);
        break;
      case Operation::long_jump:
        next_label_++;
        long_jump(i, "l" + local);
        break;
      case Operation::odd_rounds:
        next_label_++;
        around(i, "test $1, %r15b; jz l" + local, "l" + local + ":");
        break;
      case Operation::write_read:
        system_call(1, {std::to_string(pipe_write_end), std::to_string(i.memory.address), std::to_string(i.count)});
        system_call(0, {std::to_string(pipe_read_end), std::to_string(i.other.address), std::to_string(i.count)});
        clear_registers();
        break;
      case Operation::raise: raise(i); break;
      case Operation::allocate:
        line("mov $" + std::to_string(i.count) + ", %edi; mov $" + memory + ", %esi");
        call(i, "malloc");
        clear_registers();
        break;
      case Operation::release:
        line("mov $" + memory + ", %edi");
        call(i, "free");
        clear_registers();
        break;
      case Operation::reallocate:
        line("mov $" + memory + ", %edi; mov $" + std::to_string(i.count) + ", %esi; mov $" + text_of(i.other) + ", %edx");
        call(i, "realloc");
        clear_registers();
        break;
      case Operation::map: map(i.memory.address, i.count * page_bytes); break;
      case Operation::unmap:
        system_call(11, {memory, std::to_string(i.count * page_bytes)});
        clear_registers();
        break;
      case Operation::remap: {
        // MREMAP_MAYMOVE | MREMAP_FIXED, or neither
        const char* flags = i.other.address == i.memory.address ? "0" : "3";
        system_call(25, {memory, std::to_string(i.count * page_bytes), std::to_string(i.immediate * page_bytes), flags, text_of(i.other)});
        clear_registers();
        break;
      }
      case Operation::spawn:
        // CLONE_VM | FS | FILES | SIGHAND | THREAD | SYSVSEM
        system_call(56, {"0x50f00", std::to_string(process_.threads[i.callee].stack_top), "0", "0", "0"});
        line("test %eax, %eax; jz t" + std::to_string(i.callee));
        system_call(0, {std::to_string(begun_read_end(i.callee)), std::to_string(stacks_start), "8"});
        clear_registers();
        break;
      case Operation::collect: collect(i.count != 0); break;
      case Operation::hand_over:
        give_turn(process_.threads[i.callee].slot);
        wait_for_turn(0, stacks_start);
        clear_registers();
        break;
    }
  }

  const Process& process_;
  std::ostringstream out_;
  uint32_t next_label_ = 0;
};

}  // namespace

std::string assembly_of(const Process& process) { return Writer(process).process_text(); }

}  // namespace hagstone::truth
