/** The sample programs of resources/samples, and the lines that hold their answers. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { nativeDirectories } from '../../electron/paths.ts'

const root = resolve(import.meta.dirname, '../..')

const sources = {
  rezeroed_array: 'rezeroed_array.c',
  four_pairs: 'four_pairs.c',
  three_two_one: 'three_two_one.c',
  long_distance: 'long_distance.c',
  all_used: 'all_used.c',
  threads: 'threads.c',
  recursion: 'recursion.c',
  tail_calls: 'tail_calls.c',
  inlined: 'inlined.cpp',
  work_array: 'work_array.f90',
  two_phases: 'two_phases.c',
  vector_sweep: 'vector_sweep.c',
  changing_waste: 'changing_waste.c',
  silent_stores: 'silent_stores.c',
  repeated_stores: 'repeated_stores.c',
  redundant_loads: 'redundant_loads.c',
  advice_classes: 'advice_classes.c',
  freed_blocks: 'freed_blocks.c',
  waiting_registers: 'waiting_registers.c',
  spinning: 'spinning.c',
  kernel_time: 'kernel_time.c',
  phases: 'phases.c',
  cyclic_sweep: 'cyclic_sweep.c',
  matrix_ijk: 'matrix_ijk.c',
  random_access: 'random_access.c',
  blocked_loop: 'blocked_loop.c',
  false_sharing: 'false_sharing.c',
  true_sharing: 'true_sharing.c',
  padded_counters: 'padded_counters.c',
  marked_values: 'marked_values.c',
  exhaustive_registers_O2: 'exhaustive_registers.c',
  'openmp/regions': 'openmp/regions.c',
  'openmp/regions_clang': 'openmp/regions.c',
  'openmp/sections': 'openmp/sections.cpp',
  'openmp/field': 'openmp/field.f90',
  'mpi/steps': 'mpi/steps.c',
  'mpi/steps_mpich': 'mpi/steps.c',
  'mpi/solver': 'mpi/solver.f90',
  'mpi/solver_mpich': 'mpi/solver.f90',
  'mpi/uneven': 'mpi/uneven.c',
  'mpi/uneven_mpich': 'mpi/uneven.c',
  'waiting/waits': 'waiting/waits.c',
  'waiting/imbalanced': 'waiting/imbalanced.c',
  'waiting/imbalanced_static': 'waiting/imbalanced.c',
  'waiting/imbalanced_clang': 'waiting/imbalanced.c',
  'waiting/tasks': 'waiting/tasks.cpp',
  'waiting/last_task': 'waiting/last_task.cpp',
  'waiting/turns': 'waiting/turns.cpp',
  'waiting/standard_waits': 'waiting/standard_waits.cpp',
  'waiting/standard_waits_libcxx': 'waiting/standard_waits.cpp',
  'waiting/stealing': 'waiting/stealing/stealing.rs',
  'threads_created/pool': 'threads_created/pool.c',
  'threads_created/tasks': 'threads_created/tasks.cpp',
  mesh_before: 'versions/before/mesh.c',
  mesh_after: 'versions/after/mesh.c',
} as const
export type Sample = keyof typeof sources

export function sampleSource(sample: Sample): string {
  return join(root, 'resources/samples', sources[sample])
}

/** The sample as set-up built it: with -O2 -g. */
export function sampleProgram(sample: Sample): string {
  return join(nativeDirectories()[0] ?? '', 'samples', sample)
}

/** Compiles a C sample from a copy of its source in `directory` and returns the program's path. */
export function buildCopy(sample: Sample, directory: string, options: string[]): string {
  mkdirSync(directory, { recursive: true })
  const source = join(directory, sources[sample])
  copyFileSync(sampleSource(sample), source)
  const program = join(directory, sample)
  execFileSync('gcc', ['-O2', ...options, '-o', program, source])
  return program
}

/** The source line with the remark "answer: MARK", as an editor shows it. */
export function sampleLine(sample: Sample, mark: string): { number: number; text: string } {
  const lines = readFileSync(sampleSource(sample), 'utf8').split('\n')
  const index = lines.findIndex((line) => line.endsWith(`answer: ${mark}`) || line.includes(`answer: ${mark} */`))
  if (index < 0) throw new Error(`${sampleSource(sample)} has no line with the answer ${mark}`)
  return { number: index + 1, text: lines[index]?.trim() ?? '' }
}
