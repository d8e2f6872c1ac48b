/**
 * For any bytes of a raw recording, analysis rejects it with one line or makes a profile that every view can read.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { openProfile } from '../profile/open_profile.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { exhaustive, mutate, otherTools, withChecksums } from '../raw/damaged_recordings.testing.ts'
import { renderReport } from '../report/render_report.testing.ts'
import { REPORT_VIEWS } from '../report/text/report_text.ts'
import { analyzeRecording } from './analyze_recording.ts'
import { long } from '../../scripts/test/long.ts'

for (const [rounds, options] of [
  [50, {}],
  [150, long],
] as const)
  it.each([
    ['samplers', otherTools],
    ['the exhaustive engine', exhaustive],
  ])(`makes readable profiles of ${rounds} damaged recordings of %s`, options, async (_, recording) => {
    const random = new SeededRandom(23)
    const directory = temporaryDirectory()
    const output = join(directory, 'out.hagstone')
    const original = recording().bytes()
    let analysed = 0
    for (let round = 0; round < rounds; round++) {
      writeFileSync(join(directory, 'process-1-1.hagraw'), withChecksums(mutate(original, random)))
      try {
        await analyzeRecording(directory, output, { symbols: null })
      } catch (error) {
        expect(error).toBeInstanceOf(RpcError)
        expect((error as RpcError).message).not.toContain('\n')
        continue
      }
      const { profile, close } = openProfile(output)
      for (const view of REPORT_VIEWS) for (const format of ['text', 'csv', 'json'] as const) renderReport(profile, { view, format, top: 10, width: 80 })
      close()
      analysed++
    }
    expect(analysed).toBeGreaterThan(rounds / 2)
  })
