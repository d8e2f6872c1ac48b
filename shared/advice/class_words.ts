/** Titles and usual remedies of the classes of advice. */
import type { AdviceClass } from './advice.ts'

interface ClassWords {
  title: string
  /** One sentence; null where nothing is known to help. */
  remedy: string | null
}

export const CLASS_WORDS: Record<AdviceClass, ClassWords> = {
  'repeated-initialisation': {
    title: 'repeated initialisation',
    remedy: 'Initialise once and clear only the used elements, or none if every element is written before it is read.',
  },
  'overwritten-before-use': { title: 'overwritten before use', remedy: 'Drop the initialisation, or move it to the paths that read it.' },
  'unread-result': {
    title: 'result that is never read',
    remedy: 'Compute and store it only on the paths that read it, or once at the end where only the last one is read.',
  },
  'unread-stack-store': {
    title: 'stack store that is never read',
    remedy: 'Inline the call, or set the local variable only on the path that reads it, so that the compiler sees that the store is wasted.',
  },
  'memory-accumulator': {
    title: 'result kept in memory by a loop',
    remedy: 'Gather the result in a local variable and store it after the loop; where the compiler fears an alias, tell it with restrict.',
  },
  recomputation: { title: 'recomputation with unchanged input', remedy: 'Keep the result and compute it again only when an input has changed.' },
  'repeated-results': {
    title: 'same results stored again',
    remedy: 'Keep the results while the inputs stay the same, and stop an iteration once nothing changes.',
  },
  'redundant-copy': { title: 'copy of unchanged data', remedy: 'Copy only what has changed, or let both places share one object.' },
  'update-without-effect': { title: 'update without effect', remedy: 'Test the operand before the update, or leave elements out that do not change.' },
  'zeros-dominate': { title: 'zeros dominate', remedy: 'Skip zeros by a test, or keep only what is not zero (a sparse or compressed form).' },
  'uniform-data': { title: 'neighbours hold the same value', remedy: 'Compute once for a run of equal elements, or store the value once with a count.' },
  'growth-copy': { title: 'container grows step by step', remedy: 'Reserve the final size before the loop, or grow by a factor instead of by one element.' },
  'copied-object': {
    title: 'object that is copied',
    remedy: 'Where the copy is only read, take a reference instead; where the original is not needed any more, move it.',
  },
  'built-anew': {
    title: 'object built again',
    remedy: 'Keep the object between iterations and change only the part that differs, or pass a reference instead of a copy.',
  },
  'reference-count': {
    title: 'needless reference count',
    remedy: 'Pass a reference to the object where the callee does not keep it, or move the pointer where the caller no longer needs it.',
  },
  'repeated-call': { title: 'called again with the same arguments', remedy: 'Call it once before the loop, or keep the result until an argument changes.' },
  'repeated-lookup': {
    title: 'looked up twice',
    remedy: 'Keep the result of the first call (an iterator, a pointer, an entry) and use it instead of the second call.',
  },
  'required-access': { title: 'required by the program', remedy: null },
  'call-overhead': {
    title: 'call that could be inlined',
    remedy: 'Inline the function into its caller, or have one call do the work of many; across source files by link-time optimisation.',
  },
  'spill-and-reload': { title: 'spill and reload', remedy: 'Keep fewer values live in the loop: split it, or inline the call around which values are saved.' },
  'call-invariant-load': {
    title: 'loaded again by each call',
    remedy: 'Load it once outside of the loop that calls, and pass it along; inlining lets the compiler do so.',
  },
  'loop-invariant-load': {
    title: 'loop-invariant load',
    remedy: 'Read it into a local variable before the loop; where the compiler fears an alias, tell it with const or restrict.',
  },
  'aliased-reload': {
    title: 'loaded again after a store or call',
    remedy: 'Keep the value in a local variable across the store or call, if neither changes it; restrict or inlining tells the compiler so.',
  },
  'busy-waiting': {
    title: 'busy waiting',
    remedy:
      'The loads are no waste of their own: the thread waits for another one. Share the work out more evenly, have threads meet less often, or let them sleep while they wait.',
  },
  'table-lookup': {
    title: 'table lookup',
    remedy: 'The table itself is no waste: have fewer lookups (more done per lookup), or a smaller table that stays in the nearest cache.',
  },
  'interpreted-operation': {
    title: 'operation of an interpreter',
    remedy: 'Translate the operations once, join frequent sequences into one operation, or have one operation process many elements.',
  },
  'linear-search': { title: 'linear search', remedy: 'Sort and use binary search, index by a hash table, or remember where the last search ended.' },
  'chained-lookup': { title: 'chained lookup', remedy: 'Shorten the chains (more buckets, a better hash), or keep the keys together in an array.' },
  'stencil-reload': {
    title: 'stencil reload',
    remedy: 'Carry neighbours in local variables from one iteration to the next (scalar replacement), or unroll by the width of the stencil.',
  },
  'repeated-traversal': {
    title: 'unchanged data traversed again',
    remedy: 'Keep the result of the traversal until the data changes, or fuse the traversals (tile the loops) so that data is used while it is near.',
  },
  'poor-loop-order': { title: 'poor loop order', remedy: 'Exchange the loops, or transpose the data, so that the innermost loop walks along memory.' },
  'distant-reuse': {
    title: 'reuse beyond the cache',
    remedy: 'Tile the loop, or fuse the loops of both accesses, so that data is used again while the cache holds it.',
  },
  'false-sharing': {
    title: 'false sharing',
    remedy: 'Give each thread’s data a cache line of its own: align and pad to 64 bytes, or gather in local variables.',
  },
  'true-sharing': { title: 'true sharing', remedy: 'Give each thread a copy and join them at the end, or touch the shared one less often.' },
  'unoptimised-code': {
    title: 'code compiled without optimisation',
    remedy: 'Compile with -O2 -g and record again: these accesses are to variables that optimised code keeps in registers.',
  },
  'unchanged-store': { title: 'unchanged value stored again', remedy: 'Skip the work that produces the value when its inputs have not changed.' },
  'repeated-load': { title: 'unchanged value loaded again', remedy: 'Keep the value in a local variable.' },
  'near-reuse': { title: 'reuse within the caches', remedy: null },
}
