/** A static program that the sampler is linked into. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { hagstone } from '../../support/hagstone.ts'
import { sampleSource } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { recorded, shareOfWaste } from '../recorded.ts'

const path = temporaryDirectory()

test('link-flags links it in; record gives the known answer; unrecorded it runs as ever', async () => {
  const flags = await hagstone(['link-flags'])
  expect(flags.status, flags.stderr).toBe(0)
  const [program, plain] = [path('rezeroed_array'), path('plain')]
  // A shell splits the flags as a makefile would.
  execFileSync('sh', ['-c', `gcc -O2 -g -static -o "$0" "$1" ${flags.stdout.trim()}`, program, sampleSource('rezeroed_array')])
  execFileSync('gcc', ['-O2', '-static', '-o', plain, sampleSource('rezeroed_array')])

  const { report, result } = await recorded(path('static.hagstone'), ['--tool', 'dead-stores'], [program, '60000'])
  expect(result.stderr).toContain(`hagstone: ${program} is statically linked: the sampler is part of it`)
  expect(shareOfWaste(report, 'rezeroed_array', 'dead store', 'killing store')).toBeGreaterThan(0.9)
  expect(execFileSync(program, ['100'], { encoding: 'utf8' })).toBe(execFileSync(plain, ['100'], { encoding: 'utf8' }))

  const refused = await hagstone(['record', '--output', path('never.hagstone'), '--', plain])
  expect(refused.status).toBe(125)
  expect(refused.stderr).toContain('link it with $(hagstone link-flags)')
})
