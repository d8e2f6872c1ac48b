// SPDX-License-Identifier: MIT
// One thread, found at a safe place, is made to load the agent and to call its hagstone_attach, or at the end its
// hagstone_detach; then it is let go. The agent asks the other threads from inside.
#include "attach.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "attach_refusal.h"
#include "common/agent_environment.h"
#include "common/tracer_protocol.h"
#include "remote/elf_symbols.h"
#include "exit_status.h"
#include "remote/process_maps.h"
#include "remote/process_status.h"
#include "remote/remote_call.h"
#include "remote/remote_memory.h"
#include "remote/stopped_thread.h"

extern char **environ;

namespace hagstone {

namespace {

constexpr uint64_t stack_bytes = 1 << 20;

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
  constexpr uint64_t internal = 0x80000000;  // required by __libc_dlopen_mode
  const std::vector<Mapping> maps = read_maps(process);
  Loader loader = {};
  for (const Mapping &mapping : maps) {
    const std::string name = mapping.name();
    const bool is_libc = name.rfind("libc.so", 0) == 0 || name.rfind("libc-2", 0) == 0;
    const bool is_libdl = name.rfind("libdl", 0) == 0;
    if (mapping.offset || (!is_libc && !is_libdl)) continue;
    const std::string path = "/proc/" + std::to_string(process) + "/root" + mapping.path;
    const auto address = [&](uint64_t value) { return value ? mapping.start + value : 0; };
    if (is_libc) loader.system_call = address_of_offset(maps, mapping.path, find_system_call(path)).value_or(0);
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
    return on_own_stack([&] { return load_on_stack(library, recording); });
  }

  // Empty: the process does not record, or has no such library.
  std::string leave(const std::string &library) {
    const auto base = address_of_offset(read_maps(thread_), library, 0);
    if (!base) return "";
    const uint64_t function = find_function(library, HAGSTONE_DETACH_FUNCTION);
    if (!function) return other_version;
    return on_own_stack([&] { return call(*base + function) ? "" : "it ended meanwhile"; });
  }

 private:
  static constexpr const char *other_version = "the agent's library is of another version; install hagstone anew";

  template <typename Work>
  std::string on_own_stack(const Work &work) {
    const auto stack = map(stack_bytes);
    if (!stack) return "its memory is exhausted";
    stack_end_ = *stack + stack_bytes;
    const std::string refusal = work();
    remote_system_call(thread_, loader_.system_call, SYS_munmap, *stack, stack_bytes);
    return refusal;
  }

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
    if (!base || !function) return other_version;
    const auto failure = call(*base + function, *environment);
    if (!failure) return "it ended while recording began";
    return static_cast<int>(*failure) == 0 ? "" : failure_text(static_cast<int>(*failure));
  }

  std::string loader_message() {
    const auto message = loader_.error ? call(loader_.error) : std::optional<uint64_t>();
    return message && *message ? read_remote_text(thread_, *message, PATH_MAX) : "no reason given";
  }

  // Array of pointers, null pointer, texts, path of the library. Stays: the agent continues reading it.
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

// `work` gets the Injection and says why it failed.
template <typename Work>
std::string inject(pid_t process, const std::string &library, const Work &work) {
  // The agent recognises its own tracer by this name.
  prctl(PR_SET_NAME, HAGSTONE_TRACER_NAME);
  std::string refusal = attach_refusal(process, library);
  if (!refusal.empty()) return refusal;
  const auto loader = find_loader(process);
  if (!loader) return "its libc has no dlopen; start it with hagstone record instead of attaching";
  const auto thread = stop_at_safe_place(process, refusal);
  if (!thread) return refusal;
  // The thread could not go on by itself if this process were ended now.
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  Injection injection(*thread, *loader);
  refusal = work(injection);
  thread->let_go();
  return refusal;
}

// The process that a word names. Throws a std::string that says why there is none.
pid_t process_named(const char *word) {
  char *end;
  const long number = strtol(word, &end, 10);
  if (*end || number <= 0 || number > INT_MAX) throw std::string("that is no process id");
  return process_of_thread(static_cast<pid_t>(number));
}

std::string real_path(const char *path) {
  char real[PATH_MAX];
  if (!realpath(path, real)) throw std::string(path) + ": " + strerror(errno);
  return real;
}

// Exit status; `work` returns or throws why it failed.
template <typename Work>
int tell_refusal(const char *what, const char *process, const Work &work) {
  std::string refusal;
  try {
    refusal = work();
  } catch (const std::string &reason) {
    refusal = reason;
  }
  if (refusal.empty()) return 0;
  fprintf(stderr, "hagstone: cannot %s process %s: %s\n", what, process, refusal.c_str());
  return failure_status;
}

}  // namespace

int attach(const char *process, const char *library, const char *recording) {
  return tell_refusal("attach to", process, [&] {
    const pid_t id = process_named(process);
    const std::string agent = real_path(library), directory = real_path(recording);
    return inject(id, agent, [&](Injection &injection) { return injection.load(agent, directory); });
  });
}

int detach(const char *process, const char *library) {
  return tell_refusal("detach from", process, [&] {
    const pid_t id = process_named(process);
    const std::string agent = real_path(library);
    return inject(id, agent, [&](Injection &injection) { return injection.leave(agent); });
  });
}

}  // namespace hagstone
