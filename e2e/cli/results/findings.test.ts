/** The first finding of a program whose waste follows from its source, by both engines. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nativeDirectories } from '../../../electron/paths.ts'
import type { Finding } from '../../../shared/findings/finding.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import { temporaryDirectory } from '../directory.ts'
import { reported } from '../recorded.ts'

const path = temporaryDirectory()
const program = join(nativeDirectories()[0] ?? '', 'samples/advice/O2/zeroed_then_filled')

/** The memset that clear_cells becomes is charged to its caller: the call leaves no frame of clear_cells. */
const EXPECTED = {
  class: 'overwritten-before-use',
  tools: ['dead-stores'],
  places: [
    { role: 'earlier', inLibrary: 'memset() in libc.so.6' },
    { role: 'later', function: 'fill_cells' },
  ],
}

async function first(profile: string, options: string[], rounds: string): Promise<Finding> {
  const { status, stderr } = await hagstone(['record', '--tool', 'dead-stores', '--output', path(profile), ...options, '--', program, rounds])
  expect(status, stderr).toBe(0)
  const [finding] = (await reported(path(profile))).findings!.findings
  expect(stderr).toContain(finding!.title)
  return finding!
}

test('grid that is cleared, then filled, sampled', { timeout: 600_000 }, async () => {
  const finding = await first('sampled.hagstone', ['--rate', '500'], '60000')
  expect(finding).toMatchObject(EXPECTED)
  expect(finding.shareOfRun).toBeGreaterThan(0)
  expect(finding.interval![0]).toBeLessThan(finding.shareOfRun!)
})

test.skipIf(!exhaustiveEngineIsBuilt)('grid that is cleared, then filled, counted', { timeout: 600_000 }, async () => {
  const finding = await first('counted.hagstone', ['--engine', 'exhaustive'], '100')
  expect(finding).toMatchObject({ ...EXPECTED, interval: null })
  // Every cell is cleared and filled once in each round; the loader stores little beside that.
  expect(finding.share).toBeGreaterThan(0.49)
  expect(finding.share).toBeLessThan(0.51)
})
