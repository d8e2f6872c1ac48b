// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine_run.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "programs/assembled_program.h"
#include "programs/descriptors.h"
#include "programs/loops_text.h"
#include "raw_file.h"
#include "recorded_results.h"

namespace hagstone::truth {

namespace {

std::string list_of(const std::set<Tool> &tools) {
  static constexpr const char *names[] = {"dead-stores", "silent-stores", "redundant-loads", "reuse-distance",
                                          "spatial-loads"};
  std::string list;
  for (Tool tool : tools) list += (list.empty() ? "" : ",") + std::string(names[static_cast<int>(tool)]);
  return list;
}

// Leaves in a file where %rsp points to in a signal's handler.
std::string probe_text(const std::string &where) {
  const std::string signal = std::to_string(signal_number);
  return ".globl _start\n.text\n"
         "_start: mov $131, %eax; mov $stack, %edi; xor %esi, %esi; syscall\n"
         "mov $13, %eax; mov $" +
         signal +
         ", %edi; mov $action, %esi; xor %edx, %edx; mov $8, %r10d; syscall\n"
         "mov $39, %eax; syscall; mov %eax, %edi; mov $186, %eax; syscall; mov %eax, %esi\n"
         "mov $" +
         signal +
         ", %edx; mov $234, %eax; syscall\n"
         // O_WRONLY | O_CREAT
         "handler: mov %rsp, found; mov $2, %eax; mov $where, %edi; mov $0x41, %esi; mov $0600, %edx; syscall\n"
         "mov %eax, %edi; mov $1, %eax; mov $found, %esi; mov $8, %edx; syscall; mov $231, %eax; xor %edi, %edi; syscall\n"
         ".data\nfound: .quad 0\nwhere: .asciz \"" +
         where +
         "\"\n"
         // SA_RESTORER | SA_ONSTACK
         "action: .quad handler, 0xc000000, handler, 0\n"
         "stack: .quad " +
         std::to_string(signal_stacks_start) + ", 0, " + std::to_string(signal_stack_bytes) +
         "\n"
         ".bss\n.org " +
         std::to_string(signal_stacks_start - arenas_start) + "\n.skip " + std::to_string(signal_stack_bytes) +
         "\n"
         ".section .places, \"a\"\n.quad _start\n";
}

SignalFrame probed_frame() {
  char directory[] = "/tmp/hagstone-truth-XXXXXX";
  if (!mkdtemp(directory)) throw std::runtime_error("no directory could be made in /tmp");
  const std::string where = std::string(directory) + "/where";
  assemble(probe_text(where), directory, "probe");
  const std::string recording = run_engine(std::string(directory) + "/probe", directory, {Tool::dead_stores}, {});
  ContextTable contexts;
  SignalFrame frame;
  for (const auto &[access, count] : recorded_results(recording, contexts, {Tool::dead_stores}).accesses)
    if (const ContextNode &node = contexts[access.context];
        access.store && node.kind == NodeKind::system_call && node.value == 15)
      frame.bytes = count.bytes;
  uint64_t stack_pointer = 0;
  std::ifstream(where, std::ios::binary).read(reinterpret_cast<char *>(&stack_pointer), sizeof stack_pointer);
  frame.below_top = signal_stacks_start + signal_stack_bytes - stack_pointer;
  std::filesystem::remove_all(directory);
  if (!frame.bytes || frame.below_top < frame.bytes || frame.below_top > signal_stack_bytes)
    throw std::runtime_error("what a signal leaves on a stack is not known");
  return frame;
}

}  // namespace

SignalFrame signal_frame() {
  static const SignalFrame frame = probed_frame();
  return frame;
}

std::string run_engine(const std::string &program, const std::string &directory, const std::set<Tool> &tools,
                       const std::vector<std::string> &options) {
  std::vector<std::string> all = {"--measure=" + list_of(tools), "--granularities=byte,word,line"};
  all.insert(all.end(), options.begin(), options.end());
  return run_engine(program, directory, all);
}

std::string run_engine(const std::string &program, const std::string &directory, const std::vector<std::string> &options) {
  std::vector<std::string> words = {"valgrind", "--tool=hagstone", "--check-code=yes",
                                    "--quiet",  "--vgdb=no",       "--recording=" + directory};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(program);
  std::vector<char *> arguments;
  for (std::string &word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    setenv("VALGRIND_LIB", HAGSTONE_ENGINE_DIRECTORY, 1);
    if (make_descriptors()) execvp("valgrind", arguments.data());
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) throw std::runtime_error("no process could be made");
  if (status != 0) throw std::runtime_error(program + " under the engine ended with status " + std::to_string(status));
  const auto recordings = exhaustive::testing::raw_files_in(directory);
  if (recordings.size() != 1) throw std::runtime_error("there is not one recording in " + directory);
  return recordings[0];
}

void tell_scopes(const Process &process, const std::vector<uint64_t> &places, const std::string &program, ScopesTold scopes,
                 std::vector<std::string> &options) {
  const std::string loops = program + ".loops";
  std::ofstream(loops) << loops_text(process, places, program);
  options.push_back(scopes == ScopesTold::once ? "--scope=once" : "--scope=always");
  options.push_back("--loops=" + loops);
}

std::vector<std::string> with_windows(std::vector<std::string> options, uint64_t on, uint64_t off) {
  options.push_back("--window-on=" + std::to_string(on));
  options.push_back("--window-off=" + std::to_string(off));
  options.push_back("--vex-guest-max-insns=1");
  options.push_back("--vex-iropt-unroll-thresh=0");
  return options;
}

}  // namespace hagstone::truth
