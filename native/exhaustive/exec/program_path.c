/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "program_path.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"

#include "valgrind_internals.h"

static Bool same_file(const HChar *left, const HChar *right) {
  struct vg_stat a, b;
  return !sr_isError(VG_(stat)(left, &a)) && !sr_isError(VG_(stat)(right, &b)) && a.dev == b.dev && a.ino == b.ino;
}

static Bool read_link(const HChar *link, HChar path[HAGSTONE_LONGEST_LINK]) {
  const SSizeT length = VG_(readlink)(link, path, HAGSTONE_LONGEST_LINK - 1);
  if (length <= 0) return False;
  path[length] = 0;
  return True;
}

/* Whether `text` is PREFIX, one component, and SUFFIX; puts the component into `middle`. */
static Bool lies_between(const HChar *text, const HChar *prefix, const HChar *suffix, HChar middle[32]) {
  const SizeT length = VG_(strlen)(prefix);
  UInt i = 0;
  if (VG_(strncmp)(text, prefix, length) != 0) return False;
  for (text += length; *text && *text != '/' && i < 31; text++) middle[i++] = *text;
  middle[i] = 0;
  return i > 0 && VG_(strcmp)(text, suffix) == 0;
}

/* The name of the process in /proc if `given` is its executable file. */
static Bool process_of(const HChar *given, HChar process[32]) {
  if (VG_(strcmp)(given, "/proc/thread-self/exe") == 0) {
    VG_(strcpy)(process, "self");
    return True;
  }
  return lies_between(given, "/proc/", "/exe", process);
}

static Bool is_descriptor(const HChar *given) {
  HChar number[32];
  HChar own[48];
  VG_(snprintf)(own, sizeof own, "/proc/%d/fd/", VG_(getpid)());
  return lies_between(given, "/proc/self/fd/", "", number) || lies_between(given, "/proc/thread-self/fd/", "", number) ||
         lies_between(given, "/dev/fd/", "", number) || lies_between(given, own, "", number);
}

enum hagstone_link_kind hagstone_resolve_program(const HChar *given, HChar path[HAGSTONE_LONGEST_LINK]) {
  HChar process[32];
  HChar link[64];
  if (process_of(given, process)) {
    /* Other processes below Valgrind keep their program under the same number. */
    if (!same_file(given, "/proc/self/exe")) return HAGSTONE_LINK_NONE;
    VG_(snprintf)(link, sizeof link, "/proc/%s/fd/%d", process, VG_(cl_exec_fd));
  } else if (is_descriptor(given)) {
    if (VG_(strlen)(given) >= sizeof link) return HAGSTONE_LINK_NONE;
    VG_(strcpy)(link, given);
  } else {
    return HAGSTONE_LINK_NONE;
  }
  struct vg_stat status;
  if (sr_isError(VG_(stat)(link, &status))) return HAGSTONE_LINK_NONE;
  if (read_link(link, path) && path[0] == '/' && same_file(path, link)) return HAGSTONE_LINK_RESOLVED;
  VG_(strcpy)(path, link);
  return HAGSTONE_LINK_ONLY;
}
