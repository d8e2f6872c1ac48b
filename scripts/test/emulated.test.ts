import { execFileSync, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { sampleProgram } from '../../e2e/support/samples.ts'
import { long } from './long.ts'

const script = resolve(import.meta.dirname, 'emulated.sh')

test('the emulated machine explains itself', () => {
  expect(execFileSync(script, ['--help'], { encoding: 'utf8' })).toMatch(/^Runs a command in an emulated machine, [^]*npm run test:emulated/)
  const ofWindows = resolve(import.meta.dirname, 'emulated_windows.sh')
  expect(execFileSync(ofWindows, ['--help'], { encoding: 'utf8' })).toMatch(/^Runs the window tests where this machine swallows [^]*-- \[--keep\]/)
})

test('samples in the emulated machine, and passes output and exit status on', { ...long, timeout: 900_000 }, (context) => {
  const command = `./hagstone record --tool dead-stores --output /tmp/emulated.hagstone -- ${sampleProgram('rezeroed_array')} 30000
    echo "recorded: $?"
    exit 7`
  const { status, stdout, stderr } = spawnSync(script, ['sh', '-c', command], { encoding: 'utf8' })
  if (status === 3) context.skip(stderr.trim())
  expect(stdout).toContain('KILLED_BY')
  expect(stdout).toContain('recorded: 0')
  expect(status).toBe(7)
})
