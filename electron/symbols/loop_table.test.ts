/** The table of all loops agrees with the look-up of single addresses. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadSymbolsAddon } from './symbols_addon.ts'
import type { LoopTable } from './symbols_addon.ts'

const library = ['/lib/x86_64-linux-gnu/libc.so.6', '/lib64/libc.so.6', '/usr/lib/libc.so.6'].find(existsSync) ?? process.execPath

/** Headers of the loops around a row of code, outermost first. */
function headersAround(table: LoopTable, row: number): number[] {
  const headers: number[] = []
  for (let loop = table.loop[row]!; loop >= 0; loop = table.parent[loop]!) headers.unshift(table.header[loop]!)
  return headers
}

test('of a whole library', () => {
  const module = loadSymbolsAddon().openModule(library)
  const table = module.loopTable()
  expect(table.header.length).toBeGreaterThan(500)
  table.parent.forEach((parent, loop) => expect(parent).toBeLessThan(loop))
  for (let row = 0; row < table.low.length; row++) {
    expect(table.low[row]).toBeLessThan(table.high[row]!)
    if (row > 0) expect(table.low[row]).toBeGreaterThanOrEqual(table.high[row - 1]!)
  }
  for (const addresses of [table.low, table.high.map((high) => high - 1)]) {
    const found = module.loops(addresses)
    for (let row = 0; row < addresses.length; row++) {
      expect([...found.header.subarray(found.loopStart[row]!, found.loopStart[row + 1]!)]).toEqual(headersAround(table, row))
    }
  }
  module.close()
})
