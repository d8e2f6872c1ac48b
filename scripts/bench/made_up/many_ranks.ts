/**
 * Makes up the recording of a parallel job: a directory of each rank in DIRECTORY, as its launcher leaves it.
 *
 *   node scripts/bench/made_up/many_ranks.ts DIRECTORY RANKS
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rankDirectory } from '../../../electron/analysis/recording_directory.ts'
import { hagstoneVersion } from '../../../electron/version.ts'
import type { RecordingDescription } from '../../../shared/recording.ts'
import { manyThreads } from './many_threads.ts'

const threadsOfRank = 8
const contextsOfThread = 200
const pairsOfThread = 50
/** Ranks of a job do the same work on other data: these are repeated. */
const differentRanks = 16

const description: RecordingDescription = {
  schema: 'hagstone.recording/1',
  hagstoneVersion: hagstoneVersion(),
  command: ['./program'],
  workingDirectory: '/',
  startedAt: '2026-11-20T10:00:00.000Z',
  host: 'node',
  kernel: '6.1.0',
  engine: 'software',
  engineReason: 'made up',
  tools: ['dead-stores'],
  exit: { code: 0, signal: null, endedAt: '2026-11-20T10:01:00.000Z', stopped: false },
  notes: [],
}

const [directory = '', ranks = '1'] = process.argv.slice(2)
for (let made = 0; made < differentRanks; made++) {
  const file = manyThreads(threadsOfRank, contextsOfThread, pairsOfThread, made)
  for (let rank = made; rank < Number(ranks); rank += differentRanks) {
    const own = join(directory, rankDirectory(rank))
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'recording.json'), JSON.stringify({ ...description, rankCount: Number(ranks) }))
    file.write(join(own, 'process-100-1.hagraw'))
  }
}
