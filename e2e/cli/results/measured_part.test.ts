/** If most of the CPU time leads to no sample, figures state their whole, and name the module that is missing. */
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { partText } from '../../../shared/outcome.ts'
import { hagstone } from '../../support/hagstone.ts'
import { temporaryDirectory } from '../directory.ts'
import { compiled, recorded } from '../recorded.ts'

const path = temporaryDirectory()
const programs = resolve(import.meta.dirname, '../programs')

test('a library that works in registers has the CPU time, and none of the samples', async () => {
  const library = path('libregisters.so')
  execFileSync('gcc', ['-O2', '-g', '-shared', '-fPIC', '-o', library, resolve(programs, 'register_library.c')])
  const program = compiled('uses_registers', path('.'), 'gcc', ['-Wl,--no-as-needed', library, `-Wl,-rpath,${path('.')}`])
  const profile = path('registers.hagstone')
  const { report, result } = await recorded(profile, ['--tool', 'dead-stores', '--max-overhead', '0'], [program, '2'])
  const part = report.measured['dead-stores']!
  expect(part.module).toMatchObject({ name: 'libregisters.so', of: 'samples' })
  expect(part.module!.cpuShare).toBeGreaterThan(0.5)
  expect(part.module!.share).toBeLessThan(0.05)
  // Nothing is missing where there is nothing to measure.
  expect(part.little).toBe(false)
  expect(part.because).toBe('the code near the interrupts has no relevant access')
  expect(result.stderr).toContain(partText(part))
  const compared = await hagstone(['compare', profile, profile])
  expect(compared.status, compared.stderr).toBe(0)
  expect(compared.stdout.replaceAll(/\s+/g, ' ')).toMatch(/ old run: Only \S+ % was measured.* new run: Only \S+ % was measured/)
})
