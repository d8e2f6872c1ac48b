/** Results made up for tests only. */
import type { Estimate, ToolValidation, Validation, VirtualSettings } from '../../shared/validation.ts'
import type { ProgramResults, SectionName, SectionResults } from './results.ts'
import { toolNames } from './page/tables.ts'

const settings: VirtualSettings = {
  tool: 'dead-stores',
  period: 10_007,
  registers: 4,
  reservoir: 'registers',
  attribution: 'proportional',
  kernel: false,
  skid: 0,
}
const truth = 0.5

interface AccuracyChoice {
  /** Points by period. */
  differences?: Record<number, number>
  live?: { difference: number; reweighted: number }
  /** By seed. */
  leadersFound?: number[]
  /** Probability that as many pairs are missed by chance. */
  byChance?: number
}

export function accuracyResult({
  differences = { 10_007: 1 },
  live = { difference: 1, reweighted: 1 },
  leadersFound = [3],
  byChance,
}: AccuracyChoice): Validation {
  return validation(
    toolNames.map((tool): ToolValidation => ({
      tool,
      truth: { waste: 1, use: 1, fraction: truth, interleavedShare: 0, unaccountedShare: 0, pairs: [], reuse: null },
      live: {
        engine: 'software',
        driver: 'cpu-time',
        samples: 100,
        traps: 90,
        fraction: truth,
        ci95: [0.4, 0.6],
        driverWeightedTruth: truth,
        found: 1,
        difference: live.difference,
        reweighted: { fraction: truth, ci95: null, difference: live.reweighted, covered: 0.5, ranks: null },
        reuse: null,
        ranks: null,
      },
      estimates: Object.entries(differences).map(([period, difference], position): Estimate => ({
        settings: { ...settings, tool, period: Number(period) },
        variation: position === 0 ? null : 'period',
        reuse: null,
        summary: {
          mean: truth + difference / 100,
          deviation: 0,
          least: truth,
          greatest: truth + difference / 100,
          difference,
          absoluteDifference: difference,
          covered: 1,
          unaccountedShare: 0.1,
          partialShare: 0,
        },
        runs: leadersFound.map((found, seed) => ({
          seed: String(seed + 1),
          samples: 100,
          traps: 90,
          fraction: truth,
          ci95: [0.4, 0.6],
          difference,
          covered: true,
          reuse: null,
          blindShare: 0,
          unaccountedShare: 0.1,
          partialShare: 0,
          ranks: {
            pairs: 4,
            editDistance: 0,
            setDifference: 1,
            weightDifference: 0,
            leaders: { pairs: 3, found, ...(byChance === undefined ? {} : { byChance }) },
          },
        })),
      })),
    })),
  )
}

export function reuseResult(s: number): Validation {
  const similarity = { s, smoothed: s }
  const histogram = { unit: 'bytes' as const, bins: [], percentiles: [] }
  return validation([
    {
      tool: 'reuse-distance',
      live: null,
      truth: {
        waste: 0,
        use: 0,
        fraction: null,
        interleavedShare: 0,
        unaccountedShare: 0,
        pairs: [],
        reuse: { time: histogram, stack: histogram, stackFromTime: histogram, modelSimilarity: similarity },
      },
      estimates: [
        {
          settings: { ...settings, tool: 'reuse-distance' },
          variation: null,
          summary: null,
          reuse: { time: similarity, stack: similarity, timeCause: null, stackCause: s < 0.9 ? 'model' : null },
          runs: [
            {
              seed: '1',
              samples: 100,
              traps: 90,
              fraction: null,
              ci95: null,
              difference: null,
              covered: null,
              ranks: null,
              reuse: { time: similarity, stack: similarity },
              blindShare: 0,
              unaccountedShare: 0,
              partialShare: 0,
            },
          ],
        },
      ],
    },
  ])
}

function validation(tools: ToolValidation[]): Validation {
  return {
    schema: 'hagstone.validation/1',
    hagstoneVersion: '0',
    command: ['program'],
    workingDirectory: '/',
    startedAt: '2026-01-01T00:00:00Z',
    host: 'h',
    exit: { code: 0, signal: null },
    duration: 1,
    tolerance: 0.01,
    granularity: 'word',
    tools,
    notes: [],
  }
}

export function programResult(name: string, results: Partial<SectionResults>): ProgramResults {
  const kept = Object.entries(results).map(
    ([section, result]) => [section, { seconds: 0.5, rate: 1000, liveRuns: 10, machine: 'a machine', measuredAt: '2026-01-01T00:00:00Z', result }] as const,
  )
  return { name, version: '1-1', sections: Object.fromEntries(kept) as { [Name in SectionName]?: never } }
}
