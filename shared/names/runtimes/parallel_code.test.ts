import { expect, it } from 'vitest'
import { functionText } from '../../findings/wording/cause_facts.ts'
import { shortFunctionName } from '../../findings/wording/short_names.ts'
import { isOutlinedName, isParallelName, isRuntimeFunction, isTaskName, isUnpackedName, parallelKey, parallelName } from './parallel_code.ts'

it.each(['f._omp_fn.0', 'f(int) [clone ._omp_fn.12]', '.omp_outlined.', '.omp_outlined..7', 'f.omp_outlined', '.omp_outlined._debug__', '.omp_task_entry.'])(
  '%s is code of a region or task',
  (name) => {
    expect(isOutlinedName(name)).toBe(true)
  },
)

it.each(['main', 'omp_fn', 'f._omp_cpyfn.3', 'omp_outlined', '.omp.reduction.reduction_func'])('%s is none', (name) => {
  expect(isOutlinedName(name)).toBe(false)
})

it('knows what Clang says by its names', () => {
  expect(['.omp_task_entry.', '.omp_outlined.'].map(isTaskName)).toEqual([true, false])
  expect(['.omp_outlined._debug__.5', 'f.omp_outlined_debug__', '.omp_outlined..5'].map(isUnpackedName)).toEqual([true, true, false])
})

it('names a region by the place of its directive, and people call it so', () => {
  const name = parallelName('parallel region', 'omp.c', 6)
  expect(name).toBe('parallel region at omp.c:6')
  expect([isParallelName(name), isParallelName('task at my file.c:10'), isParallelName('parallel region at omp.c')]).toEqual([true, true, false])
  expect(shortFunctionName(name)).toBe(name)
  expect(functionText(name)).toBe('the parallel region at omp.c:6')
})

it('takes no code without a name for the runtime, whatever its program is called', () => {
  expect(
    ['omp_get_wtime', 'GOMP_parallel@@GOMP_4.0', 'gomp_team_barrier_wait_end.constprop.0', '__kmp_fork_call'].map((name) => isRuntimeFunction(name, undefined)),
  ).toEqual([true, true, true, true])
  expect(['omp_solver+0x1363', 'kmp_bench+0x40', 'omp_stencil<double>::sweep(int)'].map((name) => isRuntimeFunction(name, undefined))).toEqual([
    false,
    false,
    false,
  ])
  expect(isRuntimeFunction('omp_sweep', '/home/ada/sweep.c')).toBe(false)
})

it('keeps a key that holds when lines move', () => {
  expect(parallelKey('task at omp.c:10')).toBe(parallelKey('task at omp.c:12'))
  expect(parallelKey('kernel.constprop.0')).toBe('kernel')
})
