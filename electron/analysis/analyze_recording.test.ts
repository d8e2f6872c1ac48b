import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openProfile } from '../profile/open_profile.ts'
import { buildReport } from '../report/report.ts'
import { analyzeRecording } from './analyze_recording.ts'
import { recordingDirectory, solverRecording, SOLVER_SYMBOLS } from './recording.testing.ts'

describe('the road from a raw recording to a report', () => {
  it('keeps every number and name of a small recording', async () => {
    const directory = recordingDirectory({ 'process-100-1.hagraw': solverRecording() })
    const output = join(mkdtempSync(join(tmpdir(), 'hagstone-profile-')), 'solver.hagstone')
    const progress: number[] = []
    await analyzeRecording(directory, output, { symbols: SOLVER_SYMBOLS, onProgress: (share) => progress.push(share) })
    const opened = openProfile(output)
    const report = buildReport(opened.profile, { top: 10 })
    opened.close()

    expect(progress.at(-1)).toBe(1)
    expect(report.totals['dead-stores']).toMatchObject({ fraction: 0.9, traps: 100, waste: 90 * 10_000_019, use: 10 * 10_000_019, unaccounted: 5 * 10_000_019 })
    expect(report.pairs.map((pair) => [pair.relation, pair.shareOfTotal, pair.shareOfWaste, pair.traps])).toEqual([['KILLED_BY', 0.9, 1, 90], ['USED_BY', 0.1, null, 10]])
    const [pair] = report.pairs
    expect([...pair!.source, pair!.sourceLeaf].map((frame) => `${frame.inlined ? '~' : ''}${frame.function} ${frame.file}:${frame.line}`)).toEqual([
      'main /src/main.c:41', 'init /src/solver.c:117', '~set /src/set.h:5',
    ])
    expect(pair!.targetLeaf).toMatchObject({ function: 'fill', line: 131, address: '0x300', instruction: 'mov [rdi+300], rax' })
    expect(pair!.source[0]!.address).toBe('0x10f')
    expect(report.stats).toMatchObject({ samples: 105, traps: 100, censored: 2, blindSpot: { longest: 2, share: 3 / 105 }, dropped: { barren: 4 }, handlerShare: 0.005 })
    expect(report.threads).toEqual([{ process: 100, thread: 101, name: 'solver', cpuSeconds: 10, samples: 105, traps: 100, waste: 90 * 10_000_019, use: 10 * 10_000_019 }])
    expect(report.run).toMatchObject({ command: ['./solver', 'input.dat'], duration: 10, exit: { code: 0, state: 'finished' }, driver: 'cpu-time', unit: 'ns' })
    expect(report.notes.join('\n')).toMatch(/Time-weighted/)
    expect(report.notes.join('\n')).toMatch(/1\.0 % of the traps a random part/)
  })
})
