import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { page } from './page/page.ts'
import { studyPrograms } from './programs.ts'
import { latest, programResults, publish, publishedResults } from './published_results.ts'
import type { KeptResults } from './published_results.ts'
import { accuracyResult, reuseResult } from './testing_results.ts'

const kept = (machine: string, measuredAt: string, result: ReturnType<typeof reuseResult>) => ({
  circumstances: { version: '1-1', studySeconds: 0.5, studyRate: 1000, studyLiveRuns: 4 },
  machine,
  measuredAt,
  result,
})
const older: KeptResults = {
  bzip2: { accuracy: kept('old', '2026-01-01T00:00:00Z', accuracyResult({})), reuse: kept('old', '2026-01-01T00:00:00Z', reuseResult(0.5)) },
}
const newer: KeptResults = {
  bzip2: { reuse: kept('new', '2026-02-01T00:00:00Z', reuseResult(0.75)) },
  lua: { reuse: kept('new', '2026-02-01T00:00:00Z', reuseResult(1 / 3)) },
}

test('of each program and part the page has the latest measurement, with its machine', () => {
  for (const results of [latest(older, newer), latest(newer, older)]) {
    const text = page(programResults(results, ['lua', 'bzip2']))
    expect(text).toMatch(/\| lua \| 0\.333 .*\n\| bzip2 \| 0\.750 /)
    expect(text).toContain('| bzip2 | bzip2 1-1 |')
    expect(text).toMatch(/on (new; and on old|old; and on new), of 2 programs/)
    expect(text).toContain('## Fractions compared with the ground truth')
  }
})

test('published results are read again, to more digits than are shown', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hagstone-study-'))
  try {
    const path = join(directory, 'results.json.br')
    expect(publishedResults(path)).toEqual({})
    publish(newer, path)
    expect(publishedResults(path)['bzip2']).toEqual(newer['bzip2'])
    expect(publishedResults(path)['lua']?.reuse?.result).toMatchObject({ tools: [{ estimates: [{ reuse: { time: { s: 0.333333 } } }] }] })
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('the published results are of known programs, and name neither the person nor the place of the measurement', () => {
  const results = publishedResults()
  for (const name of Object.keys(results)) expect(studyPrograms.map((program) => program.name)).toContain(name)
  const text = JSON.stringify(results)
  expect(text).not.toMatch(/"(?:host|workingDirectory)":"[^"]/)
  expect(text).not.toMatch(/\/(?:home|root|tmp|work)\//)
  expect(text).not.toContain('undefined')
})
