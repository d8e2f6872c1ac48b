import { expect, test } from 'vitest'
import { lackingModule } from './lacking_module.ts'

interface Seen {
  interrupts: number
  samples: number
  traps: number
}

/** One function, with one instruction row, in each module. */
function profile(modules: Record<string, Seen>): Parameters<typeof lackingModule>[0] {
  const names = Object.keys(modules)
  const rows = Int32Array.from(names.keys())
  const of = (name: keyof Seen): Float64Array => Float64Array.from(names, (module) => modules[module]![name])
  return {
    modules: names.map((path) => ({ path: `/usr/lib/${path}`, buildId: '', note: null })),
    functions: names.map((_, module) => ({ name: 'f', linkageName: '', module, file: -1, line: -1 })),
    nodes: { length: names.length, functionIndex: rows },
    cpuTimes: { length: names.length, node: rows, interrupts: of('interrupts'), time: of('interrupts') },
    watches: { length: names.length, node: rows, samples: of('samples') },
    pairs: { length: names.length, source: rows, traps: of('traps') },
  } as unknown as Parameters<typeof lackingModule>[0]
}

test('the module with the CPU time and without the samples is named', () => {
  expect(lackingModule(profile({ 'libx264.so': { interrupts: 86, samples: 2, traps: 2 }, program: { interrupts: 14, samples: 98, traps: 98 } }))).toEqual({
    name: 'libx264.so',
    cpuShare: 0.86,
    share: 0.02,
    of: 'samples',
  })
})

test('so is one whose samples led to no observation', () => {
  expect(lackingModule(profile({ 'libx264.so': { interrupts: 86, samples: 86, traps: 2 }, program: { interrupts: 14, samples: 14, traps: 98 } }))).toEqual({
    name: 'libx264.so',
    cpuShare: 0.86,
    share: 0.02,
    of: 'observations',
  })
})

test('without any sample it is the one with most of the CPU time', () => {
  expect(lackingModule(profile({ 'libx264.so': { interrupts: 70, samples: 0, traps: 0 }, program: { interrupts: 30, samples: 0, traps: 0 } }))?.name).toBe(
    'libx264.so',
  )
})

test('none is named for a difference that may be chance, for a small one, or without places of interrupts', () => {
  expect(lackingModule(profile({ 'libx264.so': { interrupts: 3, samples: 1, traps: 1 }, program: { interrupts: 2, samples: 2, traps: 2 } }))).toBeNull()
  expect(
    lackingModule(profile({ 'libx264.so': { interrupts: 8600, samples: 7500, traps: 7500 }, program: { interrupts: 1400, samples: 2500, traps: 2500 } })),
  ).toBeNull()
  expect(lackingModule(profile({ 'libx264.so': { interrupts: 0, samples: 2, traps: 2 }, program: { interrupts: 0, samples: 98, traps: 98 } }))).toBeNull()
})
