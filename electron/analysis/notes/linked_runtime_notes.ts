/**
 * Caveats of programs with a statically linked OpenMP runtime: the sampler cannot replace its functions from outside.
 */
import { basename } from 'node:path'
import { isThreadOfRuntime, PARALLEL_RUNTIME } from '../../../shared/names/runtimes/parallel_code.ts'
import type { ProfileFunction, ProfileModule } from '../../../shared/profile/profile.ts'

export function linkedRuntimeNotes(functions: readonly ProfileFunction[], modules: readonly ProfileModule[]): string[] {
  const found = new Map<string, string>()
  for (const { name, module } of functions) {
    const path = modules[module]?.path
    if (path !== undefined && isThreadOfRuntime(name) && !PARALLEL_RUNTIME.test(path)) found.set(basename(path), name)
  }
  return Array.from(
    found,
    ([program, start]) =>
      `${program}: the OpenMP runtime is linked in, so the work of its threads is below ${start}, not below the code that began the region. Link the shared runtime (no -static, no -Wl,-Bstatic) or record with --engine exhaustive.`,
  )
}
