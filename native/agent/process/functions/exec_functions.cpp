// SPDX-License-Identifier: MIT
// Interposes exec and posix_spawn: adds the agent to the environment of the new program, and records in the file that
// the process image ended. Programs that cannot be recorded get their own recording with the reason.
//
// Runs in children of vfork and in signal handlers too: it writes to the stack only.
#include "exec_functions.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/system_call.h"
#include "base/text.h"
#include "process/agent.h"
#include "process/exec/child_environment.h"
#include "next_function.h"
#include "watch/tracer_registers.h"

extern "C" char **environ;

namespace hagstone {

namespace {

// Larger environments are put together in memory of the kernel, which a child of vfork leaves to its parent.
constexpr size_t most_stack_bytes = 48 << 10;

int (*next_execve)(const char *, char *const[], char *const[]) = nullptr;
int (*next_execvpe)(const char *, char *const[], char *const[]) = nullptr;
int (*next_fexecve)(int, char *const[], char *const[]) = nullptr;
int (*next_execveat)(int, const char *, char *const[], char *const[], int) = nullptr;
using Spawn = int(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const[],
                  char *const[]);
Spawn *next_posix_spawn = nullptr;
Spawn *next_posix_spawnp = nullptr;

bool follows_children() {
  const bool wanted = !kept_environment.empty() && agent.configuration.follow_children && !agent.confined;
  return wanted && agent.control.request() != HAGSTONE_CONTROL_STOP;
}

// In the child of a vfork the process continues in the parent: at_home() keeps it out of this.
void note_exec() {
  if (agent.at_home()) agent.process.file().finish(HAGSTONE_STATE_EXECUTED);
  // Children of vfork as well: they run here, and the tracer sees them. And where nothing is recorded: the kernel
  // withholds a program's privileges in whatever is traced.
  if (agent.reaches_tracer()) announce_exec();
}

// Finds `name` like the shell; `buffer` holds the result unless `name` is a path. nullptr if it does not exist.
const char *search(const char *name, char *buffer, size_t size) {
  if (!*name) return nullptr;
  for (const char *at = name; *at; at++)
    if (*at == '/') return name;
  const char *directories = getenv("PATH");
  if (!directories) directories = "/bin:/usr/bin";
  for (const char *start = directories;; start++) {
    const char *end = start;
    while (*end && *end != ':') end++;
    const size_t length = static_cast<size_t>(end - start);
    if (length + text_length(name) + 2 <= size) {
      for (size_t i = 0; i < length; i++) buffer[i] = start[i];
      buffer[length] = 0;
      TextBuilder(buffer + length, size - length).text(length ? "/" : "").text(name);
      if (call(SYS_faccessat, AT_FDCWD, buffer, X_OK) == 0) return buffer;
    }
    if (!*end) return nullptr;
    start = end;
  }
}

// A recording of the process that only contains the reason why there is no other.
class RefusedProgram {
 public:
  RefusedProgram(const ExecutedFile &file) : file_(file) {}
  void note(int process, int parent) {
    if (file_.obstacle == HAGSTONE_FAILURE_none) return;
    noted_ =
        agent.process.file().note_unable(agent.directory, file_.obstacle, process, parent, file_.path, name_, sizeof name_);
  }
  void take_back() const {
    if (noted_) agent.directory.remove(name_);
  }

 private:
  const ExecutedFile &file_;
  char name_[64];
  bool noted_ = false;
};

// Calls `use` with the environment for `file`. Once more with the given one, if the kernel finds the other too large.
template <typename Use>
__attribute__((noinline)) int with_agent(char *const given[], const ExecutedFile &file, Use use) {
  const ChildEnvironment environment(given, file);
  const size_t bytes = environment.bytes();
  if (!bytes) return use(given);
  void *mapped = bytes > most_stack_bytes ? map_pages(bytes) : nullptr;
  if (bytes > most_stack_bytes && !mapped) return use(given);
  const int result = use(environment.build(mapped ? mapped : __builtin_alloca(bytes)));
  if (mapped) unmap_pages(mapped, bytes);
  return result;
}

template <typename Execute>
int execute(int directory, const char *path, int flags, char *const given[], Execute libc) {
  if (!follows_children()) {
    note_exec();
    const int result = libc(given);
    if (agent.at_home()) agent.process.file().resume();
    return result;
  }
  const int error_before = errno;
  const ExecutedFile file = examine_executed_file(directory, path, flags);
  RefusedProgram refused(file);
  refused.note(current_process(), static_cast<int>(system_call(SYS_getppid)));
  note_exec();
  const int result = with_agent(given, file, [&](char *const environment[]) {
    errno = error_before;
    int failed = libc(environment);
    if (environment != given && errno == E2BIG) failed = libc(given);
    return failed;
  });
  refused.take_back();
  if (agent.at_home()) agent.process.file().resume();
  return result;
}

int execute_file(const char *path, char *const arguments[], char *const environment[]) {
  auto libc = next_function(next_execve, "execve");
  return execute(AT_FDCWD, path, 0, environment, [&](char *const given[]) { return libc(path, arguments, given); });
}

int execute_by_search(const char *file, char *const arguments[], char *const environment[]) {
  auto libc = next_function(next_execvpe, "execvpe");
  char buffer[512];
  const char *found = follows_children() ? search(file, buffer, sizeof buffer) : file;
  return execute(AT_FDCWD, found ? found : file, 0, environment,
                 [&](char *const given[]) { return libc(file, arguments, given); });
}

int execute_at(int directory, const char *path, char *const arguments[], char *const environment[], int flags) {
  auto libc = next_function(next_execveat, "execveat");
  return execute(directory, path, flags, environment,
                 [&](char *const given[]) { return libc(directory, path, arguments, given, flags); });
}

int spawn(Spawn *libc, pid_t *process, const char *name, const char *path, const posix_spawn_file_actions_t *actions,
          const posix_spawnattr_t *attributes, char *const arguments[], char *const given[]) {
  if (!follows_children()) return libc(process, name, actions, attributes, arguments, given);
  const ExecutedFile file = examine_executed_file(AT_FDCWD, path, 0);
  pid_t child = 0;
  pid_t *result = process ? process : &child;
  const int failure = with_agent(given, file, [&](char *const environment[]) {
    const int failed = libc(result, name, actions, attributes, arguments, environment);
    return failed == E2BIG && environment != given ? libc(result, name, actions, attributes, arguments, given) : failed;
  });
  if (!failure) RefusedProgram(file).note(*result, current_process());
  return failure;
}

// Number of arguments up to the terminating null pointer, `first` included.
size_t count_arguments(const char *first, va_list rest) {
  va_list walk;
  va_copy(walk, rest);
  size_t count = 0;
  for (const char *argument = first; argument; argument = va_arg(walk, const char *)) count++;
  va_end(walk);
  return count;
}

// Fills `arguments` (room for the null pointer too) and leaves `rest` after the null pointer.
void collect_arguments(char **arguments, const char *first, va_list rest) {
  for (const char *argument = first;; argument = va_arg(rest, const char *)) {
    *arguments++ = const_cast<char *>(argument);
    if (!argument) return;
  }
}

}  // namespace

long execute_by_number(const long arguments[6], bool at) {
  const auto text = [&](int index) { return reinterpret_cast<const char *>(arguments[index]); };
  const auto list = [&](int index) { return reinterpret_cast<char *const *>(arguments[index]); };
  if (!at) return execute_file(text(0), list(1), list(2));
  return execute_at(static_cast<int>(arguments[0]), text(1), list(2), list(3), static_cast<int>(arguments[4]));
}

}  // namespace hagstone

HAGSTONE_INTERPOSED int execve(const char *path, char *const arguments[], char *const environment[]) {
  return hagstone::execute_file(path, arguments, environment);
}
HAGSTONE_INTERPOSED int execv(const char *path, char *const arguments[]) {
  return hagstone::execute_file(path, arguments, environ);
}
HAGSTONE_INTERPOSED int execvpe(const char *file, char *const arguments[], char *const environment[]) {
  return hagstone::execute_by_search(file, arguments, environment);
}
HAGSTONE_INTERPOSED int execvp(const char *file, char *const arguments[]) {
  return hagstone::execute_by_search(file, arguments, environ);
}

HAGSTONE_INTERPOSED int fexecve(int descriptor, char *const arguments[], char *const environment[]) {
  using namespace hagstone;
  auto libc = next_function(next_fexecve, "fexecve");
  return execute(descriptor, "", AT_EMPTY_PATH, environment,
                 [&](char *const given[]) { return libc(descriptor, arguments, given); });
}
HAGSTONE_INTERPOSED int execveat(int directory, const char *path, char *const arguments[], char *const environment[],
                                 int flags) {
  return hagstone::execute_at(directory, path, arguments, environment, flags);
}

// The arguments of the variadic forms are on the caller's stack; so is the array, as in libc.
#define HAGSTONE_COLLECT(first) \
  va_list rest; \
  va_start(rest, first); \
  auto **arguments = \
      static_cast<char **>(__builtin_alloca((hagstone::count_arguments(first, rest) + 1) * sizeof(char *))); \
  hagstone::collect_arguments(arguments, first, rest)

HAGSTONE_INTERPOSED int execl(const char *path, const char *first, ...) {
  HAGSTONE_COLLECT(first);
  va_end(rest);
  return hagstone::execute_file(path, arguments, environ);
}
HAGSTONE_INTERPOSED int execlp(const char *file, const char *first, ...) {
  HAGSTONE_COLLECT(first);
  va_end(rest);
  return hagstone::execute_by_search(file, arguments, environ);
}
HAGSTONE_INTERPOSED int execle(const char *path, const char *first, ...) {
  HAGSTONE_COLLECT(first);
  auto *environment = va_arg(rest, char *const *);
  va_end(rest);
  return hagstone::execute_file(path, arguments, environment);
}

HAGSTONE_INTERPOSED int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                                    const posix_spawnattr_t *attributes, char *const arguments[],
                                    char *const environment[]) {
  using namespace hagstone;
  return spawn(next_function(next_posix_spawn, "posix_spawn"), process, path, path, actions, attributes, arguments,
               environment);
}
HAGSTONE_INTERPOSED int posix_spawnp(pid_t *process, const char *file, const posix_spawn_file_actions_t *actions,
                                     const posix_spawnattr_t *attributes, char *const arguments[],
                                     char *const environment[]) {
  using namespace hagstone;
  char buffer[512];
  const char *found = search(file, buffer, sizeof buffer);
  return spawn(next_function(next_posix_spawnp, "posix_spawnp"), process, file, found ? found : file, actions, attributes,
               arguments, environment);
}
