/** The results of a loop, as lines for people. */
import type { TrialResult } from './loop.ts'
import type { Trial } from './trial.ts'
import { counted } from '../../shared/names/counted.ts'

export function summaryLines(trials: Trial[], results: TrialResult[]): string[] {
  return trials.flatMap(({ name, what, missing }) => {
    if (missing !== null) return [`${name}: skipped, ${missing}`]
    const mine = results.filter(({ trial }) => trial === name)
    if (mine.length === 0) return [`${name}: not reached`]
    const endings = new Map<string, number>()
    for (const { ended } of mine) endings.set(ended, (endings.get(ended) ?? 0) + 1)
    const found = mine.filter(({ findings }) => findings.length > 0).length
    return [
      `${name}: ${what}: ${counted(mine.length, 'time')}, ${found === 0 ? 'nothing' : found} wrong`,
      ...[...endings].sort(([, few], [, many]) => many - few).map(([ended, times]) => `  ${String(times).padStart(4)} × ${ended}`),
    ]
  })
}
