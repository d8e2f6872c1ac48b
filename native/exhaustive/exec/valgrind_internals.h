/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Variables and functions of Valgrind that are not among its headers for tools, as Valgrind 3.18 to 3.24 have them. */
#ifndef HAGSTONE_VALGRIND_INTERNALS_H
#define HAGSTONE_VALGRIND_INTERNALS_H

#include "pub_tool_basics.h"
#include "pub_tool_xarray.h"

/* Where messages go. Valgrind has more fields behind these. */
struct hagstone_valgrind_sink {
  Int fd; /* negative: nowhere */
  Int type;
};
extern struct hagstone_valgrind_sink VG_(log_output_sink);

/* Descriptors from here on are Valgrind's own. */
extern Int VG_(fd_hard_limit);
/* The limit that the program sees. */
extern Int VG_(fd_soft_limit);
/* A descriptor of the program's file. */
extern Int VG_(cl_exec_fd);
/* Descriptor of a file that represents the program's /proc/self/cmdline; -1: none. */
extern Int VG_(cl_cmdline_fd);

/* Absolute path of the program `valgrind`. */
extern const HChar *VG_(name_of_launcher);
/* Valgrind's arguments (HChar *); the first ones are not for programs that this one starts. */
extern XArray *VG_(args_for_valgrind);
extern Int VG_(args_for_valgrind_noexecpass);
extern const HChar *VG_(args_the_exename);
/* Directory of the tool. */
extern const HChar *VG_(libdir);
extern const HChar *VG_(tmpdir)(void);

extern Int VG_(access)(const HChar *path, Bool to_read, Bool to_write, Bool to_execute); /* 0: allowed */
/* 0 if the file may be executed. */
extern Int VG_(check_executable)(Bool *changes_identity, const HChar *path, Bool may_change_identity);

extern SysRes VG_(mk_SysRes_Success)(UWord result);

#endif
