/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "argument_zero.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"

#include "options.h"
#include "recording/kernel.h"
#include "valgrind_internals.h"

/* The program's /proc/self/cmdline: Valgrind opens its own file in its place, named after the path. */
static void write_command_line(Word count, HChar **arguments) {
  const Int file = VG_(cl_cmdline_fd);
  if (file < 0 || VG_(lseek)(file, 0, VKI_SEEK_SET) != 0) return;
  Int bytes = 0;
  for (Word i = 0; i < count; i++) {
    const Int length = (Int)VG_(strlen)(arguments[i]) + 1;
    if (VG_(write)(file, arguments[i], length) != length) return;
    bytes += length;
  }
  hagstone_kernel_truncate(file, (uint64_t)bytes);
}

/* The System V ABI's initial stack: the count of arguments, then the pointers to them. The new text ends where the old one
 * did, so that it joins the next argument, as programs that change their title expect. */
void hagstone_set_argument_zero(Addr stack) {
  const HChar *wanted = hagstone_options.argument_zero;
  const Word count = *(const Word *)stack;
  if (!wanted || !count) return;
  HChar **first = (HChar **)(stack + sizeof(UWord));
  const SizeT room = VG_(strlen)(*first), length = VG_(strlen)(wanted);
  /* A script's first argument is its interpreter, also natively. */
  if (VG_(strcmp)(*first, VG_(args_the_exename)) != 0 || length > room) return;
  *first += room - length;
  VG_(memcpy)(*first, wanted, length);
  write_command_line(count, first);
}
