/** The report behind a summary is the same whether it is made of an analysis or of the file that was written from it. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCreation } from '../../shared/profile/created_threads.ts'
import { anyProfile, eachSeed } from '../profile/any_profile/any_profile.testing.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { writeProfile } from '../profile/write_profile.ts'
import { analysedSummaryReport, openSummaryReport } from './summary_report.ts'

const path = join(temporaryDirectory(), 'any.hagstone')
const own = { has: () => true }

/** Sums over tools have another order. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, each: unknown) => (typeof each === 'number' ? Number(each.toPrecision(12)) : each)))
}

test('it is the same without reading the file', async () => {
  let created = 0
  await eachSeed(60, (seed) => {
    const { profile, code } = anyProfile(seed)
    writeProfile(path, profile, code)
    expect(rounded(analysedSummaryReport({ profile, code }, path, own))).toEqual(rounded(openSummaryReport(path, own)))
    if (profile.functions.some(isCreation)) created++
  })
  expect(created).toBeGreaterThan(5)
})
