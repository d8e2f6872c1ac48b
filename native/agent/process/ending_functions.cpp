// SPDX-License-Identifier: MIT
// Says in the file how the process image ended: by exec, or by one of the exits that run no destructors.
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/system_call.h"
#include "process/agent.h"
#include "process/next_function.h"
#include "watch/tracer_registers.h"

extern "C" char **environ;

namespace hagstone {

namespace {

// In the child of a vfork the process goes on in the parent: at_home() keeps it out of this.
void note_end(hagstone_state state) {
  if (agent.at_home()) agent.process.file().finish(state);
}

void note_exec() {
  note_end(HAGSTONE_STATE_EXECUTED);
  // Children of vfork as well: they run here, and the tracer sees them.
  if (agent.recording && agent.transport == HAGSTONE_TRANSPORT_TRACER) announce_exec();
}

int exec_failed(int result) {
  if (agent.at_home()) agent.process.file().resume();
  return result;
}

int (*next_execve)(const char *, char *const[], char *const[]) = nullptr;
int (*next_execvpe)(const char *, char *const[], char *const[]) = nullptr;
int (*next_fexecve)(int, char *const[], char *const[]) = nullptr;
int (*next_execveat)(int, const char *, char *const[], char *const[], int) = nullptr;
void (*next_quick_exit)(int) = nullptr;

int execute(const char *path, char *const arguments[], char *const environment[]) {
  auto libc = next_function(next_execve, "execve");
  note_exec();
  return exec_failed(libc(path, arguments, environment));
}

int execute_by_search(const char *file, char *const arguments[], char *const environment[]) {
  auto libc = next_function(next_execvpe, "execvpe");
  note_exec();
  return exec_failed(libc(file, arguments, environment));
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

// Fills `arguments` (room for the null pointer too) and leaves `rest` behind the null pointer.
void collect_arguments(char **arguments, const char *first, va_list rest) {
  for (const char *argument = first;; argument = va_arg(rest, const char *)) {
    *arguments++ = const_cast<char *>(argument);
    if (!argument) return;
  }
}

[[noreturn]] void leave_at_once(int status) {
  note_end(HAGSTONE_STATE_FINISHED);
  for (;;) call(SYS_exit_group, status);
}

}  // namespace

}  // namespace hagstone

HAGSTONE_INTERPOSED int execve(const char *path, char *const arguments[], char *const environment[]) {
  return hagstone::execute(path, arguments, environment);
}
HAGSTONE_INTERPOSED int execv(const char *path, char *const arguments[]) {
  return hagstone::execute(path, arguments, environ);
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
  note_exec();
  return exec_failed(libc(descriptor, arguments, environment));
}
HAGSTONE_INTERPOSED int execveat(int directory, const char *path, char *const arguments[], char *const environment[],
                                 int flags) {
  using namespace hagstone;
  auto libc = next_function(next_execveat, "execveat");
  note_exec();
  return exec_failed(libc(directory, path, arguments, environment, flags));
}

// The arguments of the variadic forms are on the caller's stack; so is the array, as in libc.
#define HAGSTONE_COLLECT(first)                                                    \
  va_list rest;                                                                    \
  va_start(rest, first);                                                           \
  auto **arguments = static_cast<char **>(                                         \
      __builtin_alloca((hagstone::count_arguments(first, rest) + 1) * sizeof(char *))); \
  hagstone::collect_arguments(arguments, first, rest)

HAGSTONE_INTERPOSED int execl(const char *path, const char *first, ...) {
  HAGSTONE_COLLECT(first);
  va_end(rest);
  return hagstone::execute(path, arguments, environ);
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
  return hagstone::execute(path, arguments, environment);
}

HAGSTONE_INTERPOSED void _exit(int status) { hagstone::leave_at_once(status); }
HAGSTONE_INTERPOSED void _Exit(int status) { hagstone::leave_at_once(status); }
HAGSTONE_INTERPOSED void quick_exit(int status) {
  hagstone::note_end(HAGSTONE_STATE_FINISHED);
  hagstone::next_function(hagstone::next_quick_exit, "quick_exit")(status);
  __builtin_unreachable();
}
