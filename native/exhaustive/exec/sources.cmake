# SPDX-License-Identifier: GPL-2.0-or-later
set(HAGSTONE_EXEC_SOURCES
  exec/argument_zero.c exec/exec_obstacles.c exec/followed_exec.c exec/program_path.c exec/resource_limits.c
  exec/unrecorded.c)
# The parts of Valgrind involved in an exec (followed_exec.c).
set(HAGSTONE_EXEC_WRAPPED should_we_trace_this_child pre_exec_check do_syscall)
