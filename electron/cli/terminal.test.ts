import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { harmless } from './terminal.ts'

test('removes control sequences that a terminal would obey', () => {
  expect(harmless('\u001b]0;title\u0007main\u009b2J\r x\r\n\ty é')).toBe('\ufffd]0;title\ufffdmain\ufffd2J\ufffd x\r\n\ty é')
})

test('stops making a result when its reader is gone', () => {
  // More than a pipe holds, so that the reader is gone before the end.
  const script = `import { printPieces } from '${new URL('terminal.ts', import.meta.url).href}'
    let made = 0
    printPieces((function* () { for (; made < 1_000_000; made++) yield 'x' })())
    console.error(made)`
  const { stderr } = spawnSync('/bin/sh', ['-c', '"$0" --input-type=module -e "$1" | true', process.execPath, script], { encoding: 'utf8' })
  expect(Number(stderr)).toBeLessThan(1_000_000)
  expect(stderr).toMatch(/^\d+\n$/)
})
