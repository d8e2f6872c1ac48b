/** What a module is to code that runs in parallel. */
import { basename } from 'node:path'

/** `runtime`: of OpenMP, whose frames between the program's are none of the program's. `system`: what runtimes call for themselves. */
export type ModuleKind = 'runtime' | 'system' | 'program'

/** With the hash in their names that Python packages give the libraries they bring along. */
const RUNTIME = /^lib(?:gomp|omp|iomp5)(?:-[\w.]+)?\.so(?:\.|$)/
const SYSTEM = /^(?:ld-linux|ld-\d|lib(?:c|m|dl|rt|pthread|gcc_s|stdc\+\+|numa|hwloc|hagstone_agent)[-.]|\[vdso\])/

export function moduleKind(path: string): ModuleKind {
  const name = basename(path)
  if (RUNTIME.test(name)) return 'runtime'
  return SYSTEM.test(name) ? 'system' : 'program'
}
