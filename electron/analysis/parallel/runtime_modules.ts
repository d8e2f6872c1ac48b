/** The role of a module for code that runs in parallel. */
import { basename } from 'node:path'
import { PARALLEL_RUNTIME } from '../../../shared/names/runtimes/parallel_code.ts'

/**
 * `runtime`: OpenMP, whose frames between the program's are not the program's. `system`: libraries that runtimes call
 * for themselves.
 */
export type ModuleKind = 'runtime' | 'system' | 'program'

const SYSTEM = /^(?:ld-linux|ld-\d|lib(?:c|m|dl|rt|pthread|gcc_s|stdc\+\+|numa|hwloc|hagstone_agent)[-.]|\[vdso\])/

export function moduleKind(path: string): ModuleKind {
  const name = basename(path)
  if (PARALLEL_RUNTIME.test(path)) return 'runtime'
  return SYSTEM.test(name) ? 'system' : 'program'
}
