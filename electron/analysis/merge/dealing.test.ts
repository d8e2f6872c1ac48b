import { expect, it } from 'vitest'
import { TOOLS } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'
import { dealtSamples } from './dealing.ts'

const factors = (engine: 'software' | 'pebs' | 'exhaustive', names: Tool[]): Record<string, number> => {
  const dealt = dealtSamples({ engine, tools: names.map((name) => TOOLS.indexOf(name)) })
  return Object.fromEntries(names.map((name) => [name, dealt[TOOLS.indexOf(name)]!]))
}

it('gives each tool of the software engine an equal chance', () => {
  expect(factors('software', ['dead-stores'])).toEqual({ 'dead-stores': 1 })
  expect(factors('software', ['dead-stores', 'silent-stores', 'redundant-loads'])).toEqual({ 'dead-stores': 3, 'silent-stores': 3, 'redundant-loads': 3 })
})

it("deals a PMU's samples among the tools that want such accesses", () => {
  expect(factors('pebs', ['dead-stores', 'silent-stores', 'redundant-loads'])).toEqual({ 'dead-stores': 2, 'silent-stores': 2, 'redundant-loads': 1 })
  expect(factors('pebs', ['dead-stores', 'silent-stores', 'reuse-distance'])).toEqual({ 'dead-stores': 3, 'silent-stores': 3, 'reuse-distance': 2 })
})

it('deals nothing where every access is seen', () => {
  expect(factors('exhaustive', ['dead-stores', 'silent-stores'])).toEqual({ 'dead-stores': 1, 'silent-stores': 1 })
})
