/** Recording directories for tests. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordingDescription } from '../../shared/recording.ts'
import { CONTEXT_RETURN_ADDRESS } from '../raw/raw_layout.ts'
import { RawFileBuilder } from '../raw/raw_writer.testing.ts'
import { fakeSymbols } from './symbols/symbols.testing.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'

export const DESCRIPTION: RecordingDescription = {
  schema: 'hagstone.recording/1',
  hagstoneVersion: '0.1.0',
  command: ['./solver', 'input.dat'],
  workingDirectory: '/home/user/solver',
  startedAt: '2026-11-20T10:00:00.000Z',
  host: 'laptop',
  kernel: '6.1.0',
  engine: 'software',
  engineReason: 'no PMU here',
  tools: ['dead-stores'],
  exit: { code: 0, signal: null, endedAt: '2026-11-20T10:00:10.000Z', stopped: false },
  notes: [],
}

export function recordingDirectory(files: Record<string, RawFileBuilder>, description: RecordingDescription | null = DESCRIPTION): string {
  const directory = temporaryDirectory()
  for (const [name, builder] of Object.entries(files)) builder.write(join(directory, name))
  if (description) writeFileSync(join(directory, 'recording.json'), JSON.stringify(description))
  return directory
}

/** The running test's own executable represents the recorded program, so that its file exists. */
export const PROGRAM = process.execPath

/** main calls init (line 41) and fill (line 44); init's store, inlined from set, is killed by fill's nine times in ten. */
export const SOLVER_SYMBOLS = fakeSymbols({
  [PROGRAM]: {
    frames: {
      0x10f: [{ name: 'main', file: '/src/main.c', line: 41, functionLine: 38 }],
      0x11f: [{ name: 'main', file: '/src/main.c', line: 44, functionLine: 38 }],
      0x200: [
        { name: 'init', file: '/src/solver.c', line: 117, functionLine: 110 },
        { name: 'set', file: '/src/set.h', line: 5, functionLine: 4, inlined: true },
      ],
      0x300: [{ name: 'fill', file: '/src/solver.c', line: 131, functionLine: 128 }],
    },
  },
})

export function solverRecording({ traps = 100 } = {}): RawFileBuilder {
  const file = new RawFileBuilder().module(1, PROGRAM).thread(1, 'solver').threadEnd(1, 10_000_000_000)
  const root = file.threadRoot(1, 1)
  const callInit = file.context(1, root, 1, 0x110, CONTEXT_RETURN_ADDRESS)
  const callFill = file.context(1, root, 1, 0x120, CONTEXT_RETURN_ADDRESS)
  const init = file.context(1, callInit, 1, 0x200)
  const fill = file.context(1, callFill, 1, 0x300)
  const dead = Math.round(traps * 0.9)
  const period = 10_000_019
  const killed = file.pair(1, init, fill, 1, { traps: dead, credit: dead, amount: dead * period })
  const used = file.pair(1, init, fill, 2, { traps: traps - dead, credit: traps - dead, amount: (traps - dead) * period, partial: 1 })
  for (let trap = 0; trap < traps; trap++) file.trap(1, 1_000_000_000 + trap * 100_000_000, trap % 10 === 9 ? used : killed)
  return file.watch(1, init, { sampled: traps + 5, accounted: traps, armed: traps + 2, bytes: (traps + 5) * 8 }).statistics(1, {
    samples: traps + 5,
    armed: traps + 2,
    traps,
    replaced: 1,
    unfinished: 1,
    blind_longest: 2,
    blind_samples: 3,
    cpu_time: 10_000_000_000,
    handler_time: 50_000_000,
    dropped_barren: 4,
    contexts: 5,
  })
}
