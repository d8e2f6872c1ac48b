/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A tree of calls that makes pairs: each call stores, in a calling context of its own, the value that the previous
 * call stored and that was not read; and it loads the same value as that call. So each two successive calls are a pair of
 * dead stores, one of silent stores and one of redundant loads (tree_pairs.h). */
enum { TREE_DEPTH = 12 };

static int stored, loaded;

__attribute__((noinline, noclone)) static void descend(int depth) {
  __asm__ volatile("at_store: movl $1, %0" : "=m"(stored));
  __asm__ volatile("at_load: movl %0, %%eax" : : "m"(loaded) : "eax");
  if (depth == TREE_DEPTH) return;
  descend(depth + 1);
  descend(depth + 1);
}
