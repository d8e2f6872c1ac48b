import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'
import { loadSymbolsAddon } from '../../symbols/symbols_addon.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { readBuildId } from './build_id.ts'

const path = join(temporaryDirectory(), 'program')

test.each([process.execPath, '/bin/sh', '/lib64/ld-linux-x86-64.so.2'])('of %s is the one that the symbols have', (program) => {
  const module = loadSymbolsAddon().openModule(program)
  try {
    expect(readBuildId(program)).toBe(module.buildId === '' ? null : module.buildId)
  } finally {
    module.close()
  }
})

test('is that of one of the programs here', () => {
  expect(readBuildId('/bin/sh')).toMatch(/^[0-9a-f]{40}$/)
})

test('invalid or truncated files have none', () => {
  expect(readBuildId('/nowhere')).toBeNull()
  expect(readBuildId('/')).toBeNull()
  writeFileSync(path, 'text')
  expect(readBuildId(path)).toBeNull()
  writeFileSync(path, readFileSync('/bin/sh').subarray(0, 100))
  expect(readBuildId(path)).toBeNull()
})

test('damaged headers and notes are read without a fault', () => {
  copyFileSync('/bin/sh', path)
  const original = readFileSync(path).subarray(0, 4096)
  const random = new SeededRandom(1)
  for (let round = 0; round < 300; round++) {
    const damaged = Buffer.from(original)
    for (let change = 0; change < 8; change++) damaged[4 + random.nextBelow(1020)] = random.nextBelow(256)
    writeFileSync(path, damaged)
    expect(readBuildId(path) ?? '').toMatch(/^[0-9a-f]*$/)
  }
})
