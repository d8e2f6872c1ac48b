/** Executed instructions of exhaustive runs, beside what callgrind counts of the same program. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hagstone } from '../../support/hagstone.ts'
import { sampleProgram } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { reported } from '../recorded.ts'

const path = temporaryDirectory()

/** Own instructions by function: lines "fn=(1) name" begin a function, those after "calls=" belong to its callees. */
function callgrind(command: string[]): Map<string, number> {
  const output = path('callgrind.out')
  execFileSync('valgrind', ['--quiet', '--tool=callgrind', `--callgrind-out-file=${output}`, ...command])
  const names = new Map<string, string>()
  const own = new Map<string, number>()
  let current = ''
  let isCall = false
  for (const line of readFileSync(output, 'utf8').split('\n')) {
    const named = /^fn=(\(\d+\))(?: (.*))?$/.exec(line)
    if (named) {
      if (named[2] !== undefined) names.set(named[1]!, named[2])
      current = names.get(named[1]!) ?? ''
    } else if (line.startsWith('calls=')) isCall = true
    else if (/^[+*\d-]/.test(line)) {
      if (!isCall) own.set(current, (own.get(current) ?? 0) + Number(line.split(' ').at(-1)))
      isCall = false
    } else {
      const called = /^cfn=(\(\d+\)) (.*)$/.exec(line)
      if (called) names.set(called[1]!, called[2]!)
    }
  }
  return own
}

test('are as many as callgrind counts, of code with and without accesses', async () => {
  const command = [sampleProgram('spinning'), '20']
  const profile = path('spinning.hagstone')
  const { status, stderr } = await hagstone(['record', '--engine', 'exhaustive', '--tool', 'dead-stores', '--output', profile, '--', ...command])
  expect(status, stderr).toBe(0)
  const report = await reported(profile)
  const expected = callgrind(command)
  expect(expected.get('long_turn')).toBeGreaterThan(20 * 300_000)
  for (const name of ['long_turn', 'short_turn'])
    expect(report.functions!.find((own) => own.function === name)?.executed?.exclusive, name).toBe(expected.get(name))
  const all = [...expected.values()].reduce((sum, own) => sum + own, 0)
  // The dynamic loader does a little more or less work for each tool's own preloaded library.
  expect(Math.abs(report.executed!.instructions / all - 1)).toBeLessThan(0.01)
  expect(report.cpuTime).toBeNull()
})
