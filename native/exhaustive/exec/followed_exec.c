/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "followed_exec.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "resource_limits.h"
#include "exec_obstacles.h"
#include "options.h"
#include "program_path.h"
#include "recording/kernel.h"
#include "unrecorded.h"
#include "valgrind_internals.h"

enum { NO_DIRECTORY = -1 };

static Int directory = NO_DIRECTORY;

/* The exec in progress. Valgrind asks whether to follow it, checks the file, and calls the kernel, in this order. */
static struct {
  Bool runs;
  Bool followed;
  const HChar **arguments; /* the program's own */
  enum hagstone_link_kind link;
  HChar program[HAGSTONE_LONGEST_LINK];
} exec;

void hagstone_follow_execs(Int recording_directory) { directory = recording_directory; }

static Int executed_descriptor = -1;

void hagstone_name_executed_descriptor(int descriptor) { executed_descriptor = descriptor; }

/* Valgrind gives a file without a name the path that it once had. */
static Bool is_lost(const HChar *given) {
  struct vg_stat status;
  if (executed_descriptor < 0 || !sr_isError(VG_(stat)(given, &status))) return False;
  VG_(snprintf)(exec.program, sizeof exec.program, "/proc/self/fd/%d", executed_descriptor);
  return !sr_isError(VG_(stat)(exec.program, &status)) && VKI_S_ISREG(status.mode);
}

static void meet(const HChar *given, const HChar **own_arguments) {
  exec.arguments = own_arguments;
  if (is_lost(given)) {
    exec.link = HAGSTONE_LINK_ONLY;
    return;
  }
  exec.link = hagstone_resolve_program(given, exec.program);
  if (exec.link != HAGSTONE_LINK_NONE) return;
  exec.program[0] = 0;
  if (VG_(strlen)(given) < sizeof exec.program) VG_(strcpy)(exec.program, given);
}

static const HChar *obstacle(void) {
  if (exec.link == HAGSTONE_LINK_ONLY)
    return "its file has no name (it was deleted, made by memfd_create, or lies outside of its root directory)";
  if (directory == NO_DIRECTORY || !hagstone_kernel_may_write_directory()) return "its user may not write to the recording";
  return hagstone_exec_obstacle(exec.program);
}

Bool __real_vgPlain_should_we_trace_this_child(const HChar *program, const HChar **arguments);
Bool __wrap_vgPlain_should_we_trace_this_child(const HChar *program, const HChar **arguments);
Bool __wrap_vgPlain_should_we_trace_this_child(const HChar *program, const HChar **arguments) {
  meet(program, arguments);
  exec.followed = __real_vgPlain_should_we_trace_this_child(program, arguments) && !obstacle();
  return exec.followed;
}

SysRes __real_vgPlain_pre_exec_check(const HChar *program, Int *file, Bool may_change_identity);
SysRes __wrap_vgPlain_pre_exec_check(const HChar *program, Int *file, Bool may_change_identity);
/* Valgrind's check reads the file, which natively need not be allowed. */
SysRes __wrap_vgPlain_pre_exec_check(const HChar *program, Int *file, Bool may_change_identity) {
  const HChar *checked = exec.link == HAGSTONE_LINK_NONE ? program : exec.program;
  SysRes result = __real_vgPlain_pre_exec_check(checked, file, may_change_identity);
  if (sr_isError(result) && sr_Err(result) == VKI_EACCES && !exec.followed && hagstone_may_execute(checked))
    result = VG_(mk_SysRes_Success)(0);
  exec.runs = !sr_isError(result);
  return result;
}

enum { LONGEST_OPTION = 64, MOST_ARGUMENTS = 6 };

static Bool begins_with(const HChar *text, const HChar *start) {
  return VG_(strncmp)(text, start, VG_(strlen)(start)) == 0;
}

static UInt count_of(const HChar **list) {
  UInt count = 0;
  while (list && list[count]) count++;
  return count;
}

/* Options that the next process gets as descriptors, or must not get again. */
static Bool is_given_anew(const HChar *option) {
  return begins_with(option, "--log-file=") || begins_with(option, "--log-fd=") || begins_with(option, "--recording-fd=") ||
         begins_with(option, "--argv0=");
}

static const HChar *option_text(const HChar *name, const HChar *value) {
  const SizeT bytes = VG_(strlen)(name) + VG_(strlen)(value) + 1;
  HChar *text = VG_(malloc)("hagstone.exec", bytes);
  VG_(snprintf)(text, (Int)bytes, "%s%s", name, value);
  return text;
}

static const HChar *descriptor_option(const HChar *name, Int descriptor) {
  HChar number[LONGEST_OPTION];
  VG_(snprintf)(number, sizeof number, "%d", descriptor);
  return option_text(name, number);
}

/* Leading slashes make room for an argv[0] that is longer (argument_zero.c). */
static const HChar *with_room(const HChar *path, SizeT length) {
  const SizeT own = VG_(strlen)(path);
  if (path[0] != '/' || own >= length) return path;
  HChar *padded = VG_(malloc)("hagstone.exec", length + 1);
  VG_(memset)(padded, '/', length - own);
  VG_(strcpy)(padded + (length - own), path);
  return padded;
}

/* `given`: Valgrind's name, its options, the program's path and the program's other arguments. */
static const HChar **arguments_of_next(const HChar **given) {
  const UInt options = (UInt)(VG_(sizeXA)(VG_(args_for_valgrind)) - VG_(args_for_valgrind_noexecpass));
  const HChar **next = VG_(malloc)("hagstone.exec", (count_of(given) + MOST_ARGUMENTS) * sizeof *next);
  UInt count = 0;
  Bool has_log = False;
  next[count++] = given[0];
  for (UInt i = 1; i <= options; i++) {
    has_log |= begins_with(given[i], "--log-f");
    if (!is_given_anew(given[i])) next[count++] = given[i];
  }
  if (has_log && VG_(log_output_sink).fd >= 0) next[count++] = descriptor_option("--log-fd=", VG_(log_output_sink).fd);
  if (directory != NO_DIRECTORY) next[count++] = descriptor_option("--recording-fd=", directory);
  const HChar *own_name = exec.arguments ? exec.arguments[0] : NULL;
  const Bool is_renamed = own_name && VG_(strcmp)(own_name, exec.program) != 0;
  if (is_renamed) next[count++] = option_text("--argv0=", own_name);
  next[count++] = is_renamed ? with_room(exec.program, VG_(strlen)(own_name)) : exec.program;
  for (UInt i = options + 2; given[i]; i++) next[count++] = given[i];
  next[count] = NULL;
  return next;
}

void hagstone_close_inherited_log(void) {
  for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
    const HChar *option = *(const HChar **)VG_(indexXA)(VG_(args_for_valgrind), i);
    if (!begins_with(option, "--log-fd=")) continue;
    const Int inherited = (Int)VG_(strtoll10)(option + VG_(strlen)("--log-fd="), NULL);
    if (inherited > 2 && inherited != VG_(log_output_sink).fd) VG_(close)(inherited);
  }
}

static void pass_on_descriptors(int inherited) {
  if (directory != NO_DIRECTORY) hagstone_kernel_set_inherited(directory, inherited);
  if (VG_(log_output_sink).fd > 2) hagstone_kernel_set_inherited(VG_(log_output_sink).fd, inherited);
}

SysRes __real_vgPlain_do_syscall(UWord number, RegWord a, RegWord b, RegWord c, RegWord d, RegWord e, RegWord f, RegWord g,
                                 RegWord h);
SysRes __wrap_vgPlain_do_syscall(UWord number, RegWord a, RegWord b, RegWord c, RegWord d, RegWord e, RegWord f, RegWord g,
                                 RegWord h);

static SysRes execute(const HChar *path, const HChar **arguments, RegWord environment) {
  return __real_vgPlain_do_syscall(__NR_execve, (RegWord)path, (RegWord)arguments, environment, 0, 0, 0, 0, 0);
}

static SysRes run_next(const HChar *path, const HChar **arguments, RegWord environment) {
  if (!exec.followed) {
    const HChar *why = hagstone_options.follow_children ? obstacle() : NULL;
    if (why) hagstone_note_unrecorded(exec.program, why);
    hagstone_pass_on_descriptor_limits(False);
    return execute(exec.link == HAGSTONE_LINK_NONE ? path : exec.program, arguments, environment);
  }
  hagstone_pass_on_descriptor_limits(True);
  pass_on_descriptors(1);
  return execute(path, arguments_of_next(arguments), environment);
}

SysRes __wrap_vgPlain_do_syscall(UWord number, RegWord a, RegWord b, RegWord c, RegWord d, RegWord e, RegWord f, RegWord g,
                                 RegWord h) {
  if (number != __NR_execve || !exec.runs) return __real_vgPlain_do_syscall(number, a, b, c, d, e, f, g, h);
  exec.runs = False;
  const SysRes failed = run_next((const HChar *)a, (const HChar **)b, c);
  pass_on_descriptors(0);
  hagstone_take_back_descriptor_limits();
  return failed;
}
