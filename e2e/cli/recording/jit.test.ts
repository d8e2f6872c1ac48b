/** Code compiled at run time has the names that its runtime wrote for perf. */
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../directory.ts'
import { compiled, recorded } from '../recorded.ts'

const path = temporaryDirectory()

test('a caller compiled at run time is named by /tmp/perf-PID.map', async () => {
  const { report, result } = await recorded(path('jit.hagstone'), ['--tool', 'dead-stores'], [compiled('jit', path('.'))])
  rmSync(result.stdout.trim())
  for (const context of [report.pairs[0]?.source, report.pairs[0]?.target]) {
    expect(context?.map((frame) => frame.function).slice(-3)).toEqual(['main', 'compiled_caller', 'work'])
  }
})
