/**
 * Raw recordings of any content: rejected with one line, or read within bounds and made into a profile that every view
 * can show.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyzeRecording } from '../analysis/analyze_recording.ts'
import { exhaustive, otherTools } from '../raw/damaged_recordings.testing.ts'
import { readLiveSnapshot } from '../raw/live/live_snapshot.ts'
import { LiveTrapLog } from '../raw/live/live_trap_log.ts'
import { readRawFile } from '../raw/raw_reader.ts'
import { refusedInOneLine } from './faults.testing.ts'
import { mutateRecording } from './raw_mutations.testing.ts'
import type { Subject } from './search.testing.ts'
import { namedValues, sampledStores } from './seeds.testing.ts'
import { showEverything } from './show_everything.testing.ts'

/** No record that becomes a row is shorter. */
const SMALLEST_RECORD = 16

/** @param directory for its files, empty */
export function rawReaderSubject(directory: string): Subject {
  const recording = join(directory, 'process-1-1.hagraw')
  const output = join(directory, 'out.hagstone')
  return {
    seeds: [sampledStores(), otherTools(), exhaustive(), namedValues()].map((file) => file.bytes()),
    mutate: mutateRecording,
    async run(input, thorough) {
      writeFileSync(recording, input)
      await refusedInOneLine(() => {
        const { writers } = readRawFile(recording)
        const rows = writers.reduce(
          (sum, { contexts, pairs, traps, reuses, censored, watches }) =>
            sum + contexts.length + pairs.length + traps.length + reuses.length + censored.length + watches.length,
          0,
        )
        if (rows * SMALLEST_RECORD > input.length) throw new Error(`${rows} rows of ${input.length} bytes`)
        if (readLiveSnapshot(directory, { trapLog: new LiveTrapLog() }).topPairs.length > 3) throw new Error('too many pairs')
      })
      if (!thorough) return
      const isMade = await refusedInOneLine(() => analyzeRecording(directory, output, { symbols: null }))
      // A profile made by the analysis is never rejected.
      if (isMade) showEverything(output)
    },
  }
}
