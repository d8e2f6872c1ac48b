/** The study's goals, and whether they were met: computed, not claimed. */
import type { LiveEstimate, ToolValidation, Validation } from '../../shared/validation.ts'
import { median } from '../bench/statistics.ts'
import type { ProgramResults } from './results.ts'

/** One number of one program, as a goal judges it. */
export interface Judged {
  program: string
  tool: string
  value: number
  /** For missed pairs: the least probability that a sampler without error misses as many with as many traps (shared/metrics/statistics/rank_agreement.ts). */
  byChance?: number
}

export interface Goal {
  name: string
  /** The goal, as text. */
  wanted: string
  /** The result, as text; null: nothing was measured. */
  found: string | null
  met: boolean | null
  /** The furthest off, the worst first. */
  worst: Judged[]
}

/** The least period that the goals speak of. */
const leastPeriod = 10_000

/** The estimates of one period that the requested settings give, at the smallest period of at least 10,000. */
export function asked({ estimates }: ToolValidation): ToolValidation['estimates'][number] | null {
  const registers = estimates[0]?.settings.registers
  const eligible = estimates.filter(
    ({ variation, settings }) => (variation === null || variation === 'period') && settings.registers === registers && settings.period >= leastPeriod,
  )
  return eligible.toSorted((a, b) => a.settings.period - b.settings.period)[0] ?? null
}

/** Mean over the seeds of how far the estimate is from the ground truth, in points. */
export function virtualDifferences(programs: ProgramResults[]): Judged[] {
  return ofTools(programs, 'accuracy', (tool) => asked(tool)?.summary?.absoluteDifference ?? null)
}

/** The sampler's estimate beside the ground truth that its clock should find, in points. */
function liveDifferences(programs: ProgramResults[]): Judged[] {
  return ofTools(programs, 'accuracy', ({ live }) => absolute(live?.difference))
}

function reweightedDifferences(programs: ProgramResults[]): Judged[] {
  return ofTools(programs, 'accuracy', ({ live }) => absolute(live?.reweighted?.difference))
}

/** S of RDX, mean over the seeds. */
function similarities(programs: ProgramResults[], axis: 'time' | 'stack'): Judged[] {
  return ofTools(programs, 'reuse', (tool) => asked(tool)?.reuse?.[axis].s ?? null)
}

/** Pairs of the ground truth's first three that the estimate's first five lack: of the worst seed. */
function missedByVirtual(programs: ProgramResults[]): Judged[] {
  return ofTools(programs, 'accuracy', (tool) => missedLeaders((asked(tool)?.runs ?? []).map(({ ranks }) => ranks)))
}

function missedByLive(programs: ProgramResults[]): Judged[] {
  return ofTools(programs, 'accuracy', ({ live }) => missedLeaders([live?.reweighted?.ranks]))
}

/** The judgement of the worst of several estimates. */
function missedLeaders(estimates: Array<LiveEstimate['ranks']>): Omit<Judged, 'program' | 'tool'> | null {
  const known = estimates.flatMap((ranks) => ranks?.leaders ?? [])
  return known.length === 0
    ? null
    : { value: Math.max(...known.map(({ pairs, found }) => pairs - found)), byChance: Math.min(...known.map(({ byChance }) => byChance ?? 1)) }
}

function absolute(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Math.abs(value)
}

function ofTools(
  programs: ProgramResults[],
  section: 'accuracy' | 'reuse',
  valueOf: (tool: ToolValidation) => number | Omit<Judged, 'program' | 'tool'> | null,
): Judged[] {
  return programs.flatMap(({ name, sections }) => {
    const validation: Validation | undefined = sections[section]?.result
    return (validation?.tools ?? []).flatMap((tool) => {
      const value = valueOf(tool)
      return value === null ? [] : [{ program: name, tool: tool.tool, ...(typeof value === 'number' ? { value } : value) }]
    })
  })
}

const shownWorst = 3

/** Less probable than this is no chance. */
const significance = 0.05

function largestFirst(values: Judged[]): Judged[] {
  return values.toSorted((a, b) => b.value - a.value)
}

function pointsGoal(name: string, values: Judged[], most: { median: number; worst: number }): Goal {
  const wanted = `median at most ${most.median} points, worst at most ${most.worst}`
  if (values.length === 0) return { name, wanted, found: null, met: null, worst: [] }
  const middle = median(values.map(({ value }) => value))
  const sorted = largestFirst(values)
  const worst = sorted[0]!.value
  return {
    name,
    wanted,
    found: `median ${middle.toFixed(2)}, worst ${worst.toFixed(2)}`,
    met: middle <= most.median && worst <= most.worst,
    worst: sorted.slice(0, shownWorst),
  }
}

function similarityGoal(name: string, values: Judged[], least: number): Goal {
  const wanted = `median at least ${least}`
  if (values.length === 0) return { name, wanted, found: null, met: null, worst: [] }
  const middle = median(values.map(({ value }) => value))
  return { name, wanted, found: `median ${middle.toFixed(3)}`, met: middle >= least, worst: largestFirst(values).toReversed().slice(0, shownWorst) }
}

function leadersGoal(name: string, values: Judged[]): Goal {
  const wanted = 'none missed'
  if (values.length === 0) return { name, wanted, found: null, met: null, worst: [] }
  const missing = values.filter(({ value }) => value > 0)
  const beyond = missing.filter(({ byChance = 1 }) => byChance < significance)
  return {
    name,
    wanted,
    found:
      missing.length === 0
        ? 'none missed'
        : `some missed in ${missing.length} of ${values.length} program and tool combinations, in ${beyond.length} of these more than chance does`,
    met: missing.length === 0,
    worst: missing.toSorted((a, b) => (a.byChance ?? 1) - (b.byChance ?? 1) || b.value - a.value).slice(0, shownWorst),
  }
}

export function judge(programs: ProgramResults[]): Goal[] {
  const virtual = virtualDifferences(programs)
  const names: Record<string, string> = { 'dead-stores': 'D', 'silent-stores': 'R', 'redundant-loads': 'L' }
  return [
    ...Object.entries(names).map(([tool, letter]) =>
      pointsGoal(
        `Virtual PMU, ${letter} (${tool})`,
        virtual.filter((judged) => judged.tool === tool),
        { median: 2, worst: 5 },
      ),
    ),
    similarityGoal('Virtual PMU, S of time distances', similarities(programs, 'time'), 0.97),
    similarityGoal('Virtual PMU, S of stack distances', similarities(programs, 'stack'), 0.95),
    pointsGoal('Real sampler, compared with the ground truth weighted by its samples', liveDifferences(programs), { median: 3, worst: 8 }),
    pointsGoal('Real sampler, reweighted, compared with the ground truth', reweightedDifferences(programs), { median: 3, worst: 8 }),
    leadersGoal('The ground truth’s first three pairs among the virtual PMU’s first five, every seed', missedByVirtual(programs)),
    leadersGoal('The ground truth’s first three pairs among the reweighted sampler’s first five', missedByLive(programs)),
  ]
}
