// SPDX-License-Identifier: MIT
// One thread, found at a safe place, is made to load the agent and to call its hagstone_attach; then it is let go. The
// agent asks the other threads from inside.
#include "attach.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "attach_refusal.h"
#include "common/agent_environment.h"
#include "common/tracer_protocol.h"
#include "elf_symbols.h"
#include "exit_status.h"
#include "interrupted_call.h"
#include "process_maps.h"
#include "process_status.h"
#include "remote_call.h"
#include "remote_memory.h"
#include "safe_place.h"

extern char **environ;

namespace hagstone {

namespace {

constexpr unsigned longest_search = 5'000;  // ms
constexpr unsigned pause_between = 2;       // ms
constexpr uint64_t stack_bytes = 1 << 20;

std::vector<pid_t> threads_of(pid_t process) {
  std::vector<pid_t> threads;
  DIR *directory = opendir(("/proc/" + std::to_string(process) + "/task").c_str());
  if (!directory) return threads;
  while (const dirent *entry = readdir(directory))
    if (entry->d_name[0] != '.') threads.push_back(atoi(entry->d_name));
  closedir(directory);
  return threads;
}

// A thread that was stopped, until it is let go.
class StoppedThread {
 public:
  // Empty reason: it is stopped at a place where nothing was being delivered.
  static std::optional<StoppedThread> stop(pid_t id, int &error) {
    if (ptrace(PTRACE_SEIZE, id, 0, PTRACE_O_TRACESYSGOOD) != 0) {
      error = errno;
      return {};
    }
    int status;
    ptrace(PTRACE_INTERRUPT, id, 0, 0);
    if (waitpid(id, &status, __WALL) != id || !WIFSTOPPED(status)) return {};
    const bool delivers = status >> 16 == 0;
    StoppedThread thread(id);
    if (delivers || WSTOPSIG(status) != SIGTRAP || !thread.leave_system_call()) {
      ptrace(PTRACE_DETACH, id, 0, delivers ? WSTOPSIG(status) : 0);
      return {};
    }
    return thread;
  }
  pid_t id() const { return id_; }
  const user_regs_struct &registers_at_stop() const { return at_stop_; }
  void let_go() const { ptrace(PTRACE_DETACH, id_, 0, 0); }

 private:
  explicit StoppedThread(pid_t id) : id_(id) {}

  // From now on the thread is before the system call that it was in.
  bool leave_system_call() {
    if (ptrace(PTRACE_GETREGS, id_, 0, &at_stop_) != 0) return false;
    const user_regs_struct registers = before_interrupted_call(at_stop_);
    return ptrace(PTRACE_SETREGS, id_, 0, &registers) == 0;
  }

  pid_t id_;
  user_regs_struct at_stop_ = {};
};

std::optional<StoppedThread> stop_at_safe_place(pid_t process, std::string &refusal) {
  const SafePlaces places(process);
  for (unsigned waited = 0; waited < longest_search; waited += pause_between) {
    int error = 0;
    for (pid_t id : threads_of(process)) {
      auto thread = StoppedThread::stop(id, error);
      if (!thread) continue;
      if (places.is_safe(id, thread->registers_at_stop())) return thread;
      thread->let_go();
    }
    if (error && error != ESRCH) {
      refusal = seize_refusal(process, error);
      return {};
    }
    usleep(pause_between * 1000);
  }
  refusal = process_status(process, "Pid").empty()
                ? "it has ended"
                : "no thread came to a place where a library can be loaded; try again";
  return {};
}

// Address in the process of something at an offset of a mapped file.
std::optional<uint64_t> address_of_offset(const std::vector<Mapping> &maps, const std::string &path, uint64_t offset) {
  for (const Mapping &mapping : maps)
    if (mapping.path == path && offset >= mapping.offset && offset - mapping.offset < mapping.end - mapping.start)
      return mapping.start + offset - mapping.offset;
  return {};
}

struct Loader {
  uint64_t system_call;  // instruction
  uint64_t open;         // dlopen
  uint64_t open_flags;
  uint64_t error;        // dlerror, 0: none
};

std::optional<Loader> find_loader(pid_t process) {
  constexpr uint64_t internal = 0x80000000;  // what __libc_dlopen_mode asks of its callers
  const std::vector<Mapping> maps = read_maps(process);
  Loader loader = {};
  for (const Mapping &mapping : maps) {
    const std::string name = mapping.name();
    const bool is_libc = name.rfind("libc.so", 0) == 0 || name.rfind("libc-2", 0) == 0;
    const bool is_libdl = name.rfind("libdl", 0) == 0;
    if (mapping.offset || (!is_libc && !is_libdl)) continue;
    const std::string path = "/proc/" + std::to_string(process) + "/root" + mapping.path;
    const auto address = [&](uint64_t value) { return value ? mapping.start + value : 0; };
    if (is_libc)
      loader.system_call = address_of_offset(maps, mapping.path, find_system_call(path)).value_or(0);
    if (const uint64_t found = find_function(path, "dlopen")) {
      loader.open = address(found);
      loader.open_flags = 0;
      loader.error = address(find_function(path, "dlerror"));
    } else if (const uint64_t old = is_libc && !loader.open ? find_function(path, "__libc_dlopen_mode") : 0) {
      loader.open = address(old);
      loader.open_flags = internal;
    }
  }
  if (!loader.system_call || !loader.open) return {};
  return loader;
}

const char *failure_text(int failure) {
  switch (failure) {
#define HAGSTONE_X(name, code, text) \
  case code: return text;
    HAGSTONE_FAILURES(HAGSTONE_X)
#undef HAGSTONE_X
    default: return "it is being recorded already";
  }
}

// The agent's settings, as main.cpp says where they come from.
std::vector<std::string> settings(const std::string &recording) {
  std::vector<std::string> variables = {HAGSTONE_ENVIRONMENT_RECORDING "=" + recording};
  for (char **variable = environ; *variable; variable++)
    if (!strncmp(*variable, "HAGSTONE_", 9) && strncmp(*variable, HAGSTONE_ENVIRONMENT_RECORDING "=", 19) != 0)
      variables.push_back(*variable);
  return variables;
}

class Injection {
 public:
  Injection(const StoppedThread &thread, const Loader &loader) : thread_(thread.id()), loader_(loader) {}

  // Empty: the process records.
  std::string load(const std::string &library, const std::string &recording) {
    const auto stack = map(stack_bytes);
    if (!stack) return "its memory is exhausted";
    stack_end_ = *stack + stack_bytes;
    const std::string refusal = load_on_stack(library, recording);
    remote_system_call(thread_, loader_.system_call, SYS_munmap, *stack, stack_bytes);
    return refusal;
  }

 private:
  std::optional<uint64_t> map(uint64_t bytes) {
    const auto address = remote_system_call(thread_, loader_.system_call, SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS, ~uint64_t{0}, 0);
    if (!address || (*address < 0 && *address > -4096)) return {};
    return static_cast<uint64_t>(*address);
  }

  std::optional<uint64_t> call(uint64_t function, uint64_t a = 0, uint64_t b = 0) {
    return remote_function_call(thread_, loader_.system_call, stack_end_, function, a, b);
  }

  std::string load_on_stack(const std::string &library, const std::string &recording) {
    const auto environment = write_environment(library, recording);
    if (!environment) return "its memory is exhausted";
    constexpr uint64_t now_and_for_ever = 0x1002;  // RTLD_NOW | RTLD_NODELETE
    const auto handle = call(loader_.open, path_, now_and_for_ever | loader_.open_flags);
    if (!handle) return "it ended while the agent was loaded";
    if (!*handle) return "its loader refused the agent: " + loader_message();
    const auto base = address_of_offset(read_maps(thread_), library, 0);
    const uint64_t function = find_function(library, HAGSTONE_ATTACH_FUNCTION);
    if (!base || !function) return "the agent's library is of another version; install hagstone anew";
    const auto failure = call(*base + function, *environment);
    if (!failure) return "it ended while recording began";
    return static_cast<int>(*failure) == 0 ? "" : failure_text(static_cast<int>(*failure));
  }

  std::string loader_message() {
    const auto message = loader_.error ? call(loader_.error) : std::optional<uint64_t>();
    return message && *message ? read_remote_text(thread_, *message, PATH_MAX) : "no reason given";
  }

  // Array of pointers, null pointer, texts, path of the library. Stays: the agent goes on reading it.
  std::optional<uint64_t> write_environment(const std::string &library, const std::string &recording) {
    const std::vector<std::string> variables = settings(recording);
    std::vector<uint64_t> pointers;
    std::string texts;
    for (const std::string &variable : variables) {
      pointers.push_back(texts.size());
      texts.append(variable).push_back('\0');
    }
    const uint64_t path = texts.size(), array_bytes = (pointers.size() + 1) * sizeof(uint64_t);
    texts.append(library).push_back('\0');
    const auto address = map(array_bytes + texts.size());
    if (!address) return {};
    for (uint64_t &pointer : pointers) pointer += *address + array_bytes;
    pointers.push_back(0);
    path_ = *address + array_bytes + path;
    const bool written = write_remote(thread_, *address, pointers.data(), array_bytes) &&
                         write_remote(thread_, *address + array_bytes, texts.data(), texts.size());
    return written ? address : std::nullopt;
  }

  pid_t thread_;
  Loader loader_;
  uint64_t stack_end_ = 0;
  uint64_t path_ = 0;
};

std::string attach_to(pid_t process, const std::string &library, const std::string &recording) {
  // By this name the agent knows whose tracing it can stand.
  prctl(PR_SET_NAME, HAGSTONE_TRACER_NAME);
  std::string refusal = attach_refusal(process);
  if (!refusal.empty()) return refusal;
  const auto loader = find_loader(process);
  if (!loader) return "its libc has no dlopen; start it with hagstone record instead of attaching";
  const auto thread = stop_at_safe_place(process, refusal);
  if (!thread) return refusal;
  // The thread could not go on by itself if this process were ended now.
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  refusal = Injection(*thread, *loader).load(library, recording);
  thread->let_go();
  return refusal;
}

}  // namespace

int attach(const char *process, const char *library, const char *recording) {
  char library_path[PATH_MAX], recording_path[PATH_MAX];
  char *end;
  const long number = strtol(process, &end, 10);
  std::string refusal;
  if (*end || number <= 0 || number > INT_MAX)
    refusal = "that is no process id";
  else if (!realpath(library, library_path))
    refusal = std::string(library) + ": " + strerror(errno);
  else if (!realpath(recording, recording_path))
    refusal = std::string(recording) + ": " + strerror(errno);
  else
    refusal = attach_to(process_of_thread(static_cast<pid_t>(number)), library_path, recording_path);
  if (refusal.empty()) return 0;
  fprintf(stderr, "hagstone: cannot attach to process %s: %s\n", process, refusal.c_str());
  return failure_status;
}

}  // namespace hagstone
