/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "exec_obstacles.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"

#include "valgrind_internals.h"

/* RLIMIT_FSIZE and RLIMIT_AS of getrlimit(2). */
enum { FILE_SIZE = 1, ADDRESS_SPACE = 9, SMALLEST_FILE_LIMIT = 1 << 20 };

Bool hagstone_may_execute(const HChar *program) {
  struct vg_stat status;
  Bool changes_identity = False;
  if (sr_isError(VG_(stat)(program, &status)) || !VKI_S_ISREG(status.mode)) return False;
  return VG_(check_executable)(&changes_identity, program, True) == 0;
}

Bool hagstone_may_write_files(void) {
  struct vki_rlimit limit;
  return VG_(getrlimit)(FILE_SIZE, &limit) != 0 || limit.rlim_cur >= SMALLEST_FILE_LIMIT;
}

static Bool has_address_space(void) {
  struct vki_rlimit limit;
  return VG_(getrlimit)(ADDRESS_SPACE, &limit) != 0 || limit.rlim_cur == ~0ul;
}

static Bool can_open(const HChar *path) {
  const SysRes opened = VG_(open)(path, VKI_O_RDONLY, 0);
  if (sr_isError(opened)) return False;
  VG_(close)((Int)sr_Res(opened));
  return True;
}

/* Valgrind's parts as the next process opens them: by path. */
static Bool reaches_valgrind(void) {
  HChar path[4096];
  if (!VG_(name_of_launcher) || VG_(access)(VG_(name_of_launcher), False, False, True) != 0) return False;
  VG_(snprintf)(path, sizeof path, "%s/hagstone-amd64-linux", VG_(libdir));
  if (VG_(access)(path, False, False, True) != 0) return False;
  VG_(snprintf)(path, sizeof path, "%s/vgpreload_core-amd64-linux.so", VG_(libdir));
  return can_open(path);
}

static Bool changes_identity(const HChar *program) {
  Bool changes = False;
  VG_(check_executable)(&changes, program, False);
  return changes;
}

enum file_kind { UNREADABLE, FOREIGN, KNOWN };

static enum file_kind kind_of(const HChar *program) {
  enum { CLASS = 4, IS_64_BIT = 2, MACHINE = 18, X86_64 = 62 };
  UChar start[20] = {0};
  const SysRes opened = VG_(open)(program, VKI_O_RDONLY, 0);
  if (sr_isError(opened)) return UNREADABLE;
  const Int file = (Int)sr_Res(opened);
  VG_(read)(file, start, sizeof start);
  VG_(close)(file);
  const Bool is_elf = start[0] == 0x7f && start[1] == 'E' && start[2] == 'L' && start[3] == 'F';
  return is_elf && (start[CLASS] != IS_64_BIT || start[MACHINE] != X86_64) ? FOREIGN : KNOWN;
}

const HChar *hagstone_exec_obstacle(const HChar *program) {
  if (!hagstone_may_execute(program)) return NULL;
  if (changes_identity(program)) return "it is set-user-ID, set-group-ID or has file capabilities";
  switch (kind_of(program)) {
    case UNREADABLE: return "its file may not be read";
    case FOREIGN: return "it is built for another processor than x86-64";
    case KNOWN: break;
  }
  if (!reaches_valgrind()) return "its user, or its root directory, has no access to Valgrind and the engine";
  if (!can_open("/proc/self/maps")) return "no /proc is mounted where it runs";
  if (VG_(access)(VG_(tmpdir)(), True, True, True) != 0) return "it has no directory for temporary files (TMPDIR or /tmp)";
  if (!hagstone_may_write_files()) return "its limit of file sizes (RLIMIT_FSIZE) is below 1 MiB";
  if (!has_address_space()) return "its address space is limited (RLIMIT_AS)";
  return NULL;
}
