/** Findings of two runs that are gone, smaller, larger or new, and the change of the run's CPU time (docs/comparing.md, Findings). */
import { mostChangedTool } from '../compare/most_changed_tool.ts'
import { unitOf } from '../names/unit_of.ts'
import { compareNumbers, type Estimate } from '../compare/numbers.ts'
import type { ComparedNumber, Side } from '../compare/compared_number.ts'
import { counted } from '../names/counted.ts'
import { parallelKey } from '../names/runtimes/parallel_code.ts'
import type { TotalsByTool } from '../metrics/totals.ts'
import type { RunDescription, Tool, Unit } from '../run.ts'
import type { Finding, Findings } from './finding.ts'
import { significant } from '../significant.ts'
import { wasteNoun } from './tool_findings.ts'

type FindingStatus = 'new' | 'larger' | 'smaller' | 'unchanged' | 'gone'

export interface ComparedFinding {
  status: FindingStatus
  /** Null in the run that has it not. */
  old: Finding | null
  new: Finding | null
  /** Seconds of CPU time at stake where both runs measured time, else the waste, in the unit of the runs. */
  amount: ComparedNumber
}

export interface ComparedFindings {
  /** One sentence about the change of the waste and of the CPU time, then the numbers of resolved and new findings. */
  verdict: string
  /** Unit of the amounts. */
  unit: 'seconds' | Unit
  /** Those that differ most first. */
  findings: ComparedFinding[]
}

export type WasteByTool = Partial<Record<Tool, ComparedNumber>>

type RunOfFindings = { run: Pick<RunDescription, 'targetCpuSeconds' | 'engine' | 'unit'>; totals: TotalsByTool; findings: Findings }

/** @param waste of each tool in both runs, in ns, as in the header of the comparison; none: the runs did not measure time */
export function compareFindings(runs: Record<Side, RunOfFindings>, waste: WasteByTool = {}): ComparedFindings {
  const unit = runs.old.findings.measure === 'cpu-time' && runs.new.findings.measure === 'cpu-time' ? 'seconds' : runs.new.run.unit
  const estimate = (side: Side, finding: Finding | null): Estimate => estimateOf(runs[side], finding, unit)
  const findings = matchFindings(runs.old.findings.findings, runs.new.findings.findings)
    .map(([old, recent]): ComparedFinding => {
      const amount = compareNumbers(estimate('old', old), estimate('new', recent), 1)
      return { status: statusOf(old, recent, amount), old, new: recent, amount }
    })
    .sort((a, b) => Math.abs(b.amount.change) - Math.abs(a.amount.change))
  return { verdict: verdictOf(runs, waste, findings), unit, findings }
}

/** Pairs of the same cause, whose lines may have moved, then findings of one run alone. */
export function matchFindings(old: readonly Finding[], recent: readonly Finding[]): Array<[Finding | null, Finding | null]> {
  const open = { old: new Set(old), new: new Set(recent) }
  const pairs: Array<[Finding | null, Finding | null]> = []
  // Lines within a function may have moved.
  for (const keyOf of [({ id }: Finding) => id, (finding: Finding) => `${finding.class} ${finding.data ?? ''} ${functionsOf(finding)}`, functionsOf]) {
    const byKey = new Map<string, Finding[]>()
    for (const finding of open.new) byKey.set(keyOf(finding), [...(byKey.get(keyOf(finding)) ?? []), finding])
    for (const finding of open.old) {
      const same = byKey.get(keyOf(finding))?.shift()
      if (same === undefined) continue
      pairs.push([finding, same])
      open.old.delete(finding)
      open.new.delete(same)
    }
  }
  return [...pairs, ...[...open.old].map((finding): [Finding, null] => [finding, null]), ...[...open.new].map((finding): [null, Finding] => [null, finding])]
}

function functionsOf({ tools, places }: Finding): string {
  return [tools[0], ...places.map((place) => parallelKey(place.function)).sort()].join(' ')
}

function estimateOf({ run, totals }: RunOfFindings, finding: Finding | null, unit: ComparedFindings['unit']): Estimate {
  const isExact = run.engine === 'exhaustive'
  if (finding === null) return { value: 0, exact: isExact, interval: isExact ? null : [0, 0] }
  if (unit !== 'seconds') {
    const { waste, use, reused } = totals[finding.tools[0]!] ?? { waste: 0, use: 0, reused: 0 }
    return { value: finding.share * (finding.tools[0] === 'reuse-distance' ? reused : waste + use), exact: isExact, interval: null }
  }
  const scaled = (share: number): number => share * run.targetCpuSeconds
  return {
    value: scaled(finding.shareOfRun ?? 0),
    exact: finding.interval === null,
    interval: finding.interval === null ? null : [scaled(finding.interval[0]), scaled(finding.interval[1])],
  }
}

/** Relative change of a counted amount that counts. */
const NOTICEABLE = 0.01

function statusOf(old: Finding | null, recent: Finding | null, { change, significance, old: before }: ComparedNumber): FindingStatus {
  const isChange = significance === 'noise' || significance === 'unknown' ? false : significance === 'significant' || Math.abs(change) > NOTICEABLE * before
  // A few observations in one run, and none in the other, may be chance.
  if ((old === null || recent === null) && (old ?? recent)!.fewObservations) return 'unchanged'
  if (!isChange)
    return old === null && recent !== null && significance === 'unknown' ? 'new' : recent === null && significance === 'unknown' ? 'gone' : 'unchanged'
  if (old === null) return 'new'
  if (recent === null) return 'gone'
  return change > 0 ? 'larger' : 'smaller'
}

function verdictOf({ old, new: recent }: Record<Side, RunOfFindings>, wasteByTool: WasteByTool, findings: readonly ComparedFinding[]): string {
  const [before, after] = [old.run.targetCpuSeconds, recent.run.targetCpuSeconds]
  const time =
    before > 0 && old.run.engine !== 'exhaustive' && recent.run.engine !== 'exhaustive'
      ? `the run takes ${spentText(after / before - 1)} (${secondsText(before)} → ${secondsText(after)}, one run each)`
      : null
  const waste = wasteText(wasteByTool)
  const parts = [waste, time].filter((part) => part !== null)
  const first = parts.length === 0 ? '' : `${parts.join('; ').replace(/^[a-z]/, (letter) => letter.toUpperCase())}. `
  const counts = (['gone', 'smaller', 'larger', 'new'] as const)
    .map((status) => [findings.filter((each) => each.status === status).length, status] as const)
    .filter(([count]) => count > 0)
  return `${first}${
    counts.length === 0
      ? 'No finding changed beyond the noise.'
      : `${counted(counts[0]![0], 'finding')} ${counts[0]![1]}${counts
          .slice(1)
          .map(([count, status]) => `, ${count} ${status}`)
          .join('')}.`
  }`
}

/**
 * "2.10 s of dead stores are gone (95 % CI 1.80–2.40 s)" of the tool whose waste certainly changed most; where no tool's did,
 * how much the one that seems to have changed most can have changed. Null: no tool's change can be estimated.
 */
function wasteText(wasteByTool: WasteByTool): string | null {
  const tool = mostChangedTool(wasteByTool)
  const words = tool === null ? null : wasteNoun(tool)
  if (tool === null || words === null) return null
  const { change, ci95, significance } = wasteByTool[tool]!
  const [noun, verb] = words
  if (significance === 'noise' && ci95) {
    const [less, more] = [-Math.min(0, ci95[0]), Math.max(0, ci95[1])].map(nanosecondsText)
    return `no change of ${noun} is shown: at most ${less} less or ${more} more (95 % CI)`
  }
  if (change === 0) return null
  const interval =
    ci95 === null
      ? ''
      : ` (95 % CI ${ci95
          .map(Math.abs)
          .sort((a, b) => a - b)
          .map(nanosecondsText)
          .join(' to ')})`
  return `${nanosecondsText(Math.abs(change))} of ${noun} ${verb} ${change < 0 ? 'gone' : 'new'}${interval}`
}

/** "25.0 % less CPU time" */
function spentText(relative: number): string {
  if (Math.abs(relative) < NOTICEABLE) return 'about as much CPU time as before'
  return `${(100 * Math.abs(relative)).toFixed(1)} % ${relative < 0 ? 'less' : 'more'} CPU time`
}

function nanosecondsText(nanoseconds: number): string {
  if (nanoseconds === 0) return secondsText(0)
  const [size, name] = unitOf(nanoseconds, 'ns')
  return `${significant(nanoseconds / size, 3)} ${name}`
}

function secondsText(seconds: number): string {
  return `${significant(seconds, 3)} s`
}
