import { expect, test } from 'vitest'
import { LOADED } from '../../../shared/profile/value_names.ts'
import { VALUE_TARGET } from '../../raw/raw_layout.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import { observedJumps } from './observed_targets.ts'

const PROGRAM = { path: '/bin/program', buildId: 'a' }
const LIBRARY = { path: '/lib/library.so', buildId: 'b' }
const UNLOADED = { path: '/lib/unloaded.so', buildId: 'c' }
const MODULES = [LIBRARY, PROGRAM, UNLOADED]

const base = 0x7f00_8000_0000

/** @param tables role, module, address of the instruction, its targets and their counts */
function process(tables: Array<[role: number, module: number, offset: number, targets: Array<[address: number, count: number]>]>): RawProcess {
  const entries = tables.flatMap(([, , , targets]) => targets)
  const starts = tables.map((_, row) => tables.slice(0, row).reduce((sum, [, , , targets]) => sum + targets.length, 0))
  const values = {
    tables: {
      length: tables.length,
      role: Uint8Array.from(tables, ([role]) => role),
      module: Uint32Array.from(tables, ([, module]) => module),
      offset: Float64Array.from(tables, ([, , offset]) => offset),
      start: Int32Array.of(...starts, entries.length),
    },
    entries: {
      low: Uint32Array.from(entries, ([address]) => address % 2 ** 32),
      high: Uint32Array.from(entries, ([address]) => Math.floor(address / 2 ** 32)),
      count: Float64Array.from(entries, ([, count]) => count),
    },
  }
  return {
    modules: new Map([
      [1, { index: 1, start: 0x40_0000, end: 0x40_1000, bias: 0, ...PROGRAM }],
      [2, { index: 2, start: base, end: base + 0x1000, bias: base, ...UNLOADED }],
      [3, { index: 3, start: base, end: base + 0x2000, bias: base - 0x100, ...LIBRARY }],
    ]),
    writers: [{ values: null }, { values }],
  } as unknown as RawProcess
}

test('jumps lead to the places of the module that was loaded last at their target', () => {
  const { length, module, address, targetModule, targetAddress, count } = observedJumps(
    [
      process([
        [
          VALUE_TARGET,
          1,
          0x40_0010,
          [
            [base + 0x20, 7],
            [0x40_0800, 2],
          ],
        ],
        [VALUE_TARGET, 3, 0x130, [[0x40_0800, 5]]],
      ]),
    ],
    MODULES,
  )
  expect(length).toBe(3)
  expect(Array.from(module, (row, at) => [row, address[at], targetModule[at], targetAddress[at], count[at]])).toEqual([
    [1, 0x40_0010, 0, 0x120, 7],
    [1, 0x40_0010, 1, 0x40_0800, 2],
    [0, 0x130, 1, 0x40_0800, 5],
  ])
})

test('other values, code of no module and targets in none are left out', () => {
  const { length } = observedJumps(
    [
      process([
        [LOADED, 1, 0x40_0010, [[base, 7]]],
        [VALUE_TARGET, 9, 0x40_0010, [[base, 7]]],
        [VALUE_TARGET, 1, 0x40_0010, [[base + 0x2000, 7]]],
      ]),
    ],
    MODULES,
  )
  expect(length).toBe(0)
})
