import { expect, it } from 'vitest'
import { MODULE_REGION } from '../raw/raw_layout.ts'
import type { RawProcess } from '../raw/raw_process.ts'
import { ContextMerger } from './merge/context_merger.ts'
import { nameRegions } from './regions.ts'

function processWith(...regions: Array<[id: number, name: string]>): RawProcess {
  return { modules: new Map(), regions: new Map(regions) } as unknown as RawProcess
}

it('are one row per name, however each process numbers them, and keep a number if the name was lost', () => {
  const merger = new ContextMerger()
  merger.process(processWith([1, 'solve'], [2, 'write']))
  merger.process(processWith([7, 'write']))
  const location = (process: number, id: number): number => merger.location({ process, module: MODULE_REGION, offset: id })
  const [solve, write, lost] = [location(0, 1), location(0, 2), location(0, 9)]
  expect(location(1, 7)).toBe(write)
  expect(location(1, 9)).toBe(lost)
  expect(nameRegions(merger.finish())).toEqual(
    new Map([
      [solve, 'region solve'],
      [write, 'region write'],
      [lost, 'region 9 (its name was lost)'],
    ]),
  )
})
