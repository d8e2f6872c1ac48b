import { expect, test } from 'vitest'
import { plannedPmus, specificationOf, type ValidationSettings } from './settings.ts'

const asked: ValidationSettings = {
  tools: ['dead-stores'],
  periods: [1009],
  registers: [4],
  reservoirs: ['registers', 'common', 'oldest', 'never'],
  attributions: ['proportional', 'none'],
  kernel: [false, true],
  skid: 0,
  seeds: 2,
  granularity: 'word',
}

test('the requested setting comes first, then each other choice by itself, every one with all seeds', () => {
  const planned = plannedPmus(asked)
  expect(planned.map(({ seed }) => seed)).toEqual([1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2])
  const settings = planned.filter(({ seed }) => seed === 1)
  expect(settings.map(({ variation }) => variation)).toEqual([null, 'reservoir', 'reservoir', 'reservoir', 'attribution', 'kernel'])
  expect(settings[0]!.settings).toEqual({
    tool: 'dead-stores',
    period: 1009,
    registers: 4,
    reservoir: 'registers',
    attribution: 'proportional',
    kernel: false,
    skid: 0,
  })
  for (const { settings: one, variation } of settings.slice(1)) {
    const different = Object.entries(one)
      .filter(([name, value]) => settings[0]!.settings[name as keyof typeof one] !== value)
      .map(([name]) => name)
    expect(different).toEqual([variation])
  }
})

test('curves take every period with every number of registers', () => {
  const curves = plannedPmus({
    ...asked,
    periods: [101, 1009],
    registers: [4, 1],
    reservoirs: ['registers'],
    attributions: ['proportional'],
    kernel: [false],
    seeds: 1,
  })
  expect(curves.map(({ settings, variation }) => [settings.registers, settings.period, variation])).toEqual([
    [4, 101, null],
    [4, 1009, 'period'],
    [1, 101, 'registers'],
    [1, 1009, 'registers'],
  ])
})

test('for reuse distances another period is tried, so that sparse samples show', () => {
  const periods = (settings: ValidationSettings) => new Set(plannedPmus(settings).map((pmu) => pmu.settings.period))
  expect(periods({ ...asked, tools: ['reuse-distance'] })).toEqual(new Set([1009, 252]))
  expect(periods({ ...asked, tools: ['reuse-distance'], periods: [500, 5000] })).toEqual(new Set([500, 5000]))
  expect(periods(asked)).toEqual(new Set([1009]))
  expect(periods({ ...asked, tools: ['reuse-distance'], skid: 125 })).toEqual(new Set([1009, 252]))
  expect(periods({ ...asked, tools: ['reuse-distance'], skid: 126 })).toEqual(new Set([1009, 4036]))
  expect(periods({ ...asked, tools: ['reuse-distance'], periods: [2] })).toEqual(new Set([2, 8]))
})

test('a PMU is passed to the engine by names and values', () => {
  const [pmu] = plannedPmus({ ...asked, kernel: [true], skid: 3 })
  expect(specificationOf(pmu!, 'line')).toBe(
    'tool=dead-stores,period=1009,registers=4,reservoir=registers,attribution=proportional,granularity=line,skid=3,kernel=yes,seed=1',
  )
})
