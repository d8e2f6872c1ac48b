import { expect, test } from 'vitest'
import type { DoctorReport } from '../../shared/rpc/host.ts'
import { KeptReport } from './kept_report.ts'

/** Answers in turn, an error as a rejection; the last one again and again. */
function examined(...answers: Array<DoctorReport['engine'] | Error>) {
  let examinations = 0
  const kept = new KeptReport(async () => {
    const answer = answers[Math.min(examinations++, answers.length - 1)]!
    if (answer instanceof Error) throw answer
    return { schema: 'hagstone.doctor/1', engine: answer, engineReason: `examination ${examinations}`, engines: [], checks: [] }
  })
  return { ask: async (client: number) => (await kept.for(client)).engineReason, examinations: () => examinations }
}

test('all windows share one check of the machine', async () => {
  const { ask, examinations } = examined('software')
  expect(await Promise.all([ask(1), ask(2)])).toEqual(['examination 1', 'examination 1'])
  expect(await ask(3)).toBe('examination 1')
  expect(examinations()).toBe(1)
})

test('a window that asks again gets a new one, which the others get when they ask again', async () => {
  const { ask, examinations } = examined('software')
  await ask(1)
  await ask(2)
  expect(await ask(1)).toBe('examination 2')
  expect(await ask(2)).toBe('examination 2')
  expect(await ask(2)).toBe('examination 3')
  expect(examinations()).toBe(3)
})

test('a report without an engine is kept for no other window', async () => {
  const { ask } = examined(null, 'software')
  expect(await ask(1)).toBe('examination 1')
  expect(await ask(2)).toBe('examination 2')
  expect(await ask(3)).toBe('examination 2')
})

test('a failed examination is tried again', async () => {
  const { ask } = examined(new Error('no process left'), 'software')
  await expect(ask(1)).rejects.toThrow('no process left')
  expect(await ask(2)).toBe('examination 2')
})
