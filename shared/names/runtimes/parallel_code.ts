/** Names of code that compilers move out of functions for OpenMP, and of its runtimes. The place in the source tells such code, not the compiler’s name. */
import { normaliseFunctionName } from '../normalise.ts'

export type ParallelKind = 'parallel region' | 'task'

const NAME = /^(?:parallel region|task) at .+:\d+$/
/** GCC: `f._omp_fn.0`, demangled `f() [clone ._omp_fn.0]`; Clang: `.omp_outlined.`, `f.omp_outlined`, `.omp_task_entry.`. */
const OUTLINED = /\._omp_fn\.\d+\b|\.omp_outlined\b|\.omp_task_entry\b/
/** Clang calls the code itself from a function that unpacks its arguments. */
const UNPACKED = /\.omp_outlined[\w.]*_debug__/

/** @param file base name @param line of the directive */
export function parallelName(kind: ParallelKind, file: string, line: number): string {
  return `${kind} at ${file}:${line}`
}

export function isParallelName(name: string): boolean {
  return NAME.test(name)
}

/** Whether the compiler's name is that of such code. */
export function isOutlinedName(name: string): boolean {
  return OUTLINED.test(name)
}

export function isUnpackedName(name: string): boolean {
  return UNPACKED.test(name)
}

/** Whether the compiler's name says that it is a task. */
export function isTaskName(name: string): boolean {
  return name.includes('.omp_task_entry')
}

/** GCC gives regions and tasks the same kind of name. */
export function hasKindlessName(name: string): boolean {
  return name.includes('._omp_fn.')
}

/** The function whose code GCC's name of a region or task says that it is; null: the name does not tell. */
export function outlinedFrom(name: string): string | null {
  return /^(.+)\._omp_fn\.\d+$/.exec(name)?.[1] ?? null
}

/** A name for keys that hold across builds: without the line, which moves with the lines before it. */
export function parallelKey(name: string): string {
  return isParallelName(name) ? name.replace(/:\d+$/, '') : normaliseFunctionName(name)
}

/** Functions of libgomp and libomp, which programs may link in. */
const RUNTIME_FUNCTION = /^(?:GOMP_|GOACC_|g(?:omp|oacc)_|omp_|ompt_|__kmp|kmp_)\w*(?:[.@][\w.@]*)?$/
const RUNTIME_SOURCE = /\/libgomp\/|\/openmp\/runtime\/src\//

/** @param file path of its source; undefined: without debug information */
export function isRuntimeFunction(name: string, file: string | undefined): boolean {
  return RUNTIME_FUNCTION.test(name) && (file === undefined || RUNTIME_SOURCE.test(file))
}

/** The function of libgomp or libomp that its threads start with. */
export function isThreadOfRuntime(name: string): boolean {
  return /^(?:gomp_thread_start|__kmp_launch_worker)$/.test(name)
}

/** Path of the library that runs tasks of oneTBB, whose threads look for tasks until there are some. */
export const TASK_RUNTIME = /(?:^|\/)libtbb(?:_debug)?(?:-[\w.]+)?\.so(?:\.|$)/

/** Path of an OpenMP runtime, also with the hash in its name that Python packages give the libraries they bring along. */
export const PARALLEL_RUNTIME = /(?:^|\/)lib(?:gomp|omp|iomp5)(?:-[\w.]+)?\.so(?:\.|$)/
