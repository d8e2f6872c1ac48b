import { expect, test, vi } from 'vitest'
import type { AttachOptions } from '../../record/options.ts'
import { recordProcess } from './attach.ts'

const steps: string[] = []
const prepared = { process: { id: 1 } }
vi.mock('../../record/attach.ts', () => ({
  prepareAttachment: () => Promise.resolve(prepared),
  attach: () => Promise.resolve(steps.push('attached')),
}))
vi.mock('../../record/finishing/limit_watch.ts', () => ({ watchLimits: () => ({ reached: new Promise(() => {}), end: () => {} }) }))
vi.mock('../../record/program/running_process.ts', () => ({
  untilGone: () => Promise.resolve(steps.push('gone')),
}))

test('the analysis of a running process begins as soon as it is being recorded', async () => {
  const recorded = await recordProcess({ processId: 1 } as AttachOptions, '/', (begun) => {
    expect(begun).toBe(prepared)
    steps.push('begun')
  })
  expect(recorded).toBe(prepared)
  expect(steps).toEqual(['attached', 'begun', 'gone'])
})
