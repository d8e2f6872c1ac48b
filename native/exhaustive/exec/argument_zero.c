/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "argument_zero.h"

#include "pub_tool_libcbase.h"

#include "options.h"
#include "valgrind_internals.h"

/* The System V ABI's initial stack: the count of arguments, then the pointers to them. The new text ends where the old one
 * did, so that it joins the next argument, as programs that change their title expect. */
void hagstone_set_argument_zero(Addr stack) {
  const HChar *wanted = hagstone_options.argument_zero;
  if (!wanted || !*(const UWord *)stack) return;
  HChar **first = (HChar **)(stack + sizeof(UWord));
  const SizeT room = VG_(strlen)(*first), length = VG_(strlen)(wanted);
  /* A script's first argument is its interpreter, also natively. */
  if (VG_(strcmp)(*first, VG_(args_the_exename)) != 0 || length > room) return;
  *first += room - length;
  VG_(memcpy)(*first, wanted, length);
}
