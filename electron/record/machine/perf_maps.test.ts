import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepPerfMaps } from './perf_maps.ts'

let recording: string
let maps: string
beforeEach(() => {
  recording = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
  maps = join(recording, 'maps')
  mkdirSync(maps)
  for (const process of [12, 34]) writeFileSync(join(recording, `process-${process}-1.hagraw`), '')
})
afterEach(() => rmSync(recording, { recursive: true }))

const text = '7f0000001000 40 lambda\n'
const map = (process: number): string => join(maps, `perf-${process}.map`)
const kept = (process: number): string => join(recording, `perf-${process}.map`)

test('maps of recorded processes are kept, those of others are not', () => {
  writeFileSync(map(12), text)
  writeFileSync(map(56), text)
  expect(keepPerfMaps(recording, maps)).toEqual([])
  expect(readFileSync(kept(12), 'utf8')).toBe(text)
  expect(existsSync(kept(34))).toBe(false)
  expect(existsSync(kept(56))).toBe(false)
})

test('a symbolic link is not followed', () => {
  writeFileSync(join(maps, 'secret'), text)
  symlinkSync(join(maps, 'secret'), map(12))
  expect(keepPerfMaps(recording, maps)).toEqual([`${map(12)} is not used (ELOOP); code compiled at run time shows as addresses.`])
  expect(existsSync(kept(12))).toBe(false)
})

test('neither a directory nor a file beyond 64 MiB is read', () => {
  mkdirSync(map(12))
  writeFileSync(map(34), '')
  truncateSync(map(34), 64 * 2 ** 20 + 1)
  expect(keepPerfMaps(recording, maps)).toEqual([expect.stringContaining('no regular file'), expect.stringContaining('larger than 64 MiB')])
})

test.runIf(process.geteuid?.() === 0)("another user's file is not trusted", () => {
  writeFileSync(map(12), text)
  chownSync(map(12), 65_534, 65_534)
  expect(keepPerfMaps(recording, maps)).toEqual([expect.stringContaining("another user's file")])
})
