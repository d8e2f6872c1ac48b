/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "repeated_answers.h"

#include <stddef.h>

#include "libvex_guest_amd64.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"

#include "exhaustive/exec/valgrind_internals.h"
#include "exhaustive/options.h"
#include "exhaustive/recording/kernel.h"

enum { EXIT_CANNOT_MEASURE = 125, NO_SYSTEM_CALL = 0xffffffff };

/* In the file in front of its bytes. */
struct answer {
  UInt system_call;
  UInt is_result;
  Addr address;
  SizeT bytes;
};

static Int file = -1;
static Bool keeps;

Bool hagstone_answers_are_repeated(void) { return file >= 0; }

const HChar *hagstone_start_answers(void) {
  const HChar *path = hagstone_options.kept_answers ? hagstone_options.kept_answers : hagstone_options.repeated_answers;
  if (!path) return 0;
  keeps = hagstone_options.kept_answers != 0;
  const Int opened = VG_(fd_open)(path, keeps ? VKI_O_CREAT | VKI_O_TRUNC | VKI_O_WRONLY : VKI_O_RDONLY, 0600);
  if (opened < 0) return "the file of the kernel's answers cannot be opened";
  file = hagstone_kernel_move_descriptor(opened, VG_(fd_hard_limit));
  return file < 0 ? "there is no descriptor for the kernel's answers" : 0;
}

static void give_up(const struct answer *answer) {
  VG_(fmsg)("system call %u (%lu bytes at 0x%lx) is not what the run did whose answers are repeated\n", answer->system_call,
            answer->bytes, answer->address);
  VG_(exit)(EXIT_CANNOT_MEASURE);
}

static void keep_bytes(const void *bytes, SizeT count) {
  for (SizeT done = 0; done < count;) {
    const Int written = VG_(write)(file, (const HChar *)bytes + done, (Int)(count - done));
    if (written > 0) {
      done += (SizeT)written;
      continue;
    }
    VG_(fmsg)("the kernel's answers cannot be written\n");
    VG_(exit)(EXIT_CANNOT_MEASURE);
  }
}

static Bool read_bytes(void *bytes, SizeT count) {
  for (SizeT done = 0; done < count;) {
    const Int taken = VG_(read)(file, (HChar *)bytes + done, (Int)(count - done));
    if (taken <= 0) return False;
    done += (SizeT)taken;
  }
  return True;
}

/* Keeps the answer, or puts the kept one into `memory`. */
static void repeat(const struct answer *answer, void *memory) {
  if (keeps) {
    keep_bytes(answer, sizeof *answer);
    keep_bytes(memory, answer->bytes);
    return;
  }
  struct answer kept;
  const Bool is_same = read_bytes(&kept, sizeof kept) && kept.system_call == answer->system_call &&
                       kept.is_result == answer->is_result && kept.address == answer->address &&
                       kept.bytes == answer->bytes;
  if (!is_same || !read_bytes(memory, answer->bytes)) give_up(answer);
}

void hagstone_repeat_stack(ThreadId thread) {
  if (file < 0) return;
  const Addr start = VG_(get_SP)(thread);
  const struct answer answer = {NO_SYSTEM_CALL, 0, start, VG_(thread_get_stack_max)(thread) + 1 - start};
  repeat(&answer, (void *)start);
}

void hagstone_repeat_write(UInt system_call, Addr address, SizeT bytes) {
  if (file < 0 || !bytes) return;
  const struct answer answer = {system_call, 0, address, bytes};
  repeat(&answer, (void *)address);
}

void hagstone_repeat_result(ThreadId thread, UInt system_call, SysRes result) {
  if (file < 0) return;
  ULong value = sr_isError(result) ? -(ULong)sr_Err(result) : sr_Res(result);
  const ULong own = value;
  const struct answer answer = {system_call, 1, 0, sizeof value};
  repeat(&answer, &value);
  if (value == own) return;
  VG_(set_shadow_regs_area)(thread, 0, offsetof(VexGuestAMD64State, guest_RAX), sizeof value, (const UChar *)&value);
}
