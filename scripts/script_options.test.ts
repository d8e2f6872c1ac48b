import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { usageOf } from './script_options.ts'

const scripts = ['test/main.ts', 'test/repeat.ts', 'test/faults/main.ts', 'study/main.ts', 'reliability/main.ts']

function run(script: string, ...words: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [resolve(import.meta.dirname, script), ...words], { encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } })
}

test.each(scripts)('%s explains itself, and rejects a wrong option in one line', (script) => {
  const help = run(script, '--help')
  expect(help).toMatchObject({ status: 0, stderr: '' })
  expect(help.stdout).toBe(usageOf(readFileSync(resolve(import.meta.dirname, script), 'utf8')))
  expect(help.stdout.split('\n').length).toBeGreaterThan(3)
  expect(run(script, '--no-such-option')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown option '--no-such-option'; --help lists the options\n$/) as string,
  })
})

test('an option that would be lost is refused', () => {
  expect(run('test/faults/main.ts', '--list', '--only', 'a', '--only', 'b')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: "Option '--only' is given twice; --help lists the options\n",
  })
})
