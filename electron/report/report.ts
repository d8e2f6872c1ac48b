/** The report of a profile: shared/report.ts, what `hagstone report --json` prints. */
import { capitalized } from '../../shared/names/capitalized.ts'
import type { Advice } from '../../shared/advice/advice.ts'
import { runsReport } from '../../shared/metrics/statistics/run_noise.ts'
import { runCostTotal } from '../../shared/metrics/run_cost.ts'
import { FEWEST_TRAPS } from '../../shared/metrics/statistics/bootstrap.ts'
import { DEFAULT_BIN_COUNT } from '../../shared/metrics/reuse/reuse_report.ts'
import { DEFAULT_CONVERSION } from '../../shared/metrics/reuse/stack_distance.ts'
import { recordedOf } from '../../shared/metrics/recorded.ts'
import { threadTimes } from '../../shared/metrics/waiting.ts'
import { fraction, isExact, totalsByTool, type TotalsByTool } from '../../shared/metrics/totals.ts'
import { measuredParts, outcomeOf, type Recorded } from '../../shared/outcome.ts'
import { contextOf } from '../../shared/profile/frames.ts'
import { largestRows } from '../../shared/profile/columns/largest_rows.ts'
import { isSought, isUse, isWasteful, RELATIONS, TOOLS, type Profile, type ProfileTables } from '../../shared/profile/profile.ts'
import { registersReport } from '../../shared/registers.ts'
import type { PairFinding } from '../../shared/findings/finding.ts'
import type { FunctionReport, PairReport, Report, ThreadReport } from '../../shared/report.ts'
import { valueAt } from '../../shared/profile/columns/lazy_property.ts'
import { pairAdvice } from './advice/pair_advice.ts'
import { functionCosts, type FunctionCost } from './run_cost.ts'
import { findingsWithPairs, largestFindings, MOST_FINDINGS, type FindingOptions, type FindingsWithPairs, type RankedFindings } from './findings/findings.ts'
import { functionsSideBySide, placeOfFunction, type FunctionRow } from './flat.ts'
import { objectReports, withAssignments } from './objects.ts'
import { pairAncestor, pairFacts, pairThreads } from './pair_facts.ts'
import { rankReports } from './ranks.ts'
import { regionReports, spatialValuesReports } from './spatial_values.ts'
import { pairCounts, reportLimit, type PairCounts } from './left_out_rows.ts'
import { hasReuse, readReuse, type ReuseQuestion } from './reuse_observations.ts'
import { reusedObjectReports } from './reused_objects.ts'
import { valuesReport } from './values/values_report.ts'

export interface ReportOptions {
  /** At most this many pairs of each tool, the largest first, waste before use; and this many functions. */
  top: number
  /** How reuse distances are shown; absent: as the run says, by the default conversion, in RDX's bins. */
  reuse?: Partial<Omit<ReuseQuestion, 'pair' | 'object'>>
  /** Includes the table of functions; absent: without, for callers that make their own. */
  functions?: boolean
  /** Includes the findings; absent: without. */
  findings?: FindingOptions
  /**
   * The kept report of the same profile, with at least as many rows and findings; absent: everything is computed from
   * the profile.
   */
  kept?: ReportParts<PairReport[]>
}

/** The parts of a report that need tables of millions of rows. */
export interface ReportParts<Pairs extends Iterable<PairReport> = Iterable<PairReport>> {
  recorded: Recorded & Pick<Report, 'stats' | 'totals'>
  cost: Pick<Report, 'cpuTime' | 'executed'>
  counts: PairCounts
  /** Null if not requested. */
  findings: RankedFindings | null
  /** The largest pairs of each tool, in the order of the run's tools. */
  pairs: Pairs
  threads: ThreadReport[]
  ranks: Report['ranks']
  objects: Report['objects']
  regions: Report['regions']
  /** Null if not requested. */
  functions: FunctionPart | null
}

/** The first ones, up to this number. */
export interface FunctionPart {
  first: FunctionReport[]
  count: number
}

/** A compiler has half a million, whose JSON does not fit one text; the CSV has all. */
const MOST_VALUE_TABLES = 20_000

type Reported = ProfileTables & Partial<Pick<Profile, 'codeAt'>>

export function buildReport(profile: Reported, options: ReportOptions): Report {
  const report = writtenReport(profile, options)
  return { ...report, pairs: [...report.pairs] }
}

/** A report whose pairs are described on demand: those of a long run would fill the memory. */
export function writtenReport(
  profile: Reported,
  { top, reuse = {}, functions = false, findings, kept }: ReportOptions,
): Omit<Report, 'pairs'> & { pairs: Iterable<PairReport> } {
  const parts = kept ?? reportParts(profile, { top, functions, found: findings === undefined ? undefined : findingsWithPairs(profile, findings) })
  const { recorded, cost, counts } = parts
  const runs = runsReport(profile.run.runs)
  const listed = functions ? parts.functions : null
  return {
    schema: 'hagstone.report/2',
    run: profile.run,
    totals: recorded.totals,
    stats: recorded.stats,
    ...(runs === null ? {} : { runs }),
    ...outcomesOf({ ...recorded, run: profile.run }),
    ...cost,
    ...(findings === undefined || parts.findings === null ? {} : { findings: largestFindings(parts.findings, findings.top ?? MOST_FINDINGS) }),
    notes: profile.partial ? [sentence(profile.partial), ...profile.notes] : profile.notes,
    limit: reportLimit(profile, counts, top, listed?.count ?? 0, MOST_VALUE_TABLES),
    pairs: kept === undefined ? parts.pairs : firstOfEach(kept.pairs, top),
    threads: parts.threads,
    ranks: parts.ranks,
    reuse: hasReuse(profile) ? readReuse(profile, wholeProgram(profile, reuse)) : null,
    reusedObjects: hasReuse(profile) ? reusedObjectReports(profile, wholeProgram(profile, reuse), top) : [],
    objects: findings?.lineText === undefined ? parts.objects : withAssignments(parts.objects, findings.lineText),
    spatialValues: spatialValuesReports(profile),
    regions: parts.regions,
    registers: registersReport(profile.run.registers),
    values: valuesReport(profile, Math.min(top, MOST_VALUE_TABLES)),
    ...(listed === null ? {} : { functions: listed.first.slice(0, top) }),
  }
}

/** @param options of the report; its pairs are described on demand */
export function reportParts(
  profile: Reported,
  { top, functions = false, found }: { top: number; functions?: boolean; found?: FindingsWithPairs | undefined },
): ReportParts {
  const totals = totalsByTool(profile)
  return {
    recorded: recordedOf(profile, totals),
    cost: runCostReport(profile),
    counts: pairCounts(profile),
    findings: found?.findings ?? null,
    pairs: largestPairReports(profile, top, totals, found?.ofPair),
    threads: threadReports(profile),
    ranks: rankReports(profile),
    objects: objectReports(profile),
    regions: regionReports(profile),
    functions: functions ? functionPart(profile, totals) : null,
  }
}

export function functionPart(profile: ProfileTables, totals: TotalsByTool): FunctionPart {
  const first = functionReports(profile, totals)
  return { first, count: first.length }
}

/** At most this many of each tool. */
export function firstOfEach(pairs: readonly PairReport[], top: number): PairReport[] {
  const taken = new Map<string, number>()
  return pairs.filter(({ tool }) => {
    const before = taken.get(tool) ?? 0
    taken.set(tool, before + 1)
    return before < top
  })
}

function outcomesOf(recorded: Recorded): Pick<Report, 'outcomes' | 'measured'> {
  return { outcomes: Object.fromEntries(recorded.run.tools.map((tool) => [tool, outcomeOf(recorded, tool)])), measured: measuredParts(recorded) }
}

/** Each is described on demand. @param top at most this many of each tool */
export function* largestPairReports(profile: Reported, top: number, totals: TotalsByTool, ofPair?: FindingsWithPairs['ofPair']): Generator<PairReport> {
  const advice = pairAdvice(profile)
  for (const pair of largestPairs(profile, top)) yield buildPairReport(profile, pair, totals, advice?.ofLargest(pair), ofPair?.(pair))
}

function runCostReport(profile: ProfileTables): Pick<Report, 'cpuTime' | 'executed'> {
  const total = runCostTotal(profile)
  const waiting = total?.waiting === undefined ? {} : { waiting: total.waiting }
  return {
    cpuTime: total === null || total.interrupts === null ? null : { time: total.amount, interrupts: total.interrupts, ...waiting },
    executed: total?.measure === 'instructions' ? { instructions: total.amount, ...waiting } : null,
  }
}

/** Functions known to a tool, then those with a cost that no tool knows. */
function functionReports(profile: ProfileTables, totals: TotalsByTool): FunctionReport[] {
  const costs = functionCosts(profile)
  const described = ({ exclusive, inclusive, waiting, observations }: FunctionCost): Pick<FunctionReport, 'cpuTime' | 'executed'> =>
    profile.cpuTimes.length > 0
      ? { cpuTime: { exclusive, inclusive, interrupts: observations, ...(waiting > 0 ? { waiting } : {}) } }
      : { executed: { exclusive, inclusive, ...(waiting > 0 ? { waiting } : {}) } }
  const known = functionsSideBySide(profile, profile.run.tools, totals).map((row) => {
    const cost = costs.get(row.functionIndex)
    costs.delete(row.functionIndex)
    return { ...functionReport(row), ...(cost === undefined ? {} : described(cost)) }
  })
  return [
    ...known,
    ...[...costs].map(([functionIndex, cost]) => ({
      ...functionReport({ functionIndex, ...placeOfFunction(profile, functionIndex), tools: {} }),
      ...described(cost),
    })),
  ]
}

function functionReport({ name, file, line, module, tools }: FunctionRow): FunctionReport {
  const described = Object.entries(tools).map(([tool, numbers]) => [
    tool,
    {
      ...numbers,
      fractionExclusive: fraction(numbers.wasteExclusive, numbers.useExclusive),
      fractionInclusive: fraction(numbers.wasteInclusive, numbers.useInclusive),
    },
  ])
  return { function: name, file, line, module, tools: Object.fromEntries(described) as FunctionReport['tools'] }
}

export function threadReports(profile: ProfileTables): ThreadReport[] {
  const { threads, run } = profile
  const first = run.tools[0]
  const times = threadTimes(profile)
  return threads.map(({ cpuTime, coverage, ...thread }, row) => {
    const { all, waiting } = times?.[row] ?? { all: 0, waiting: 0 }
    const { waste, use } = (first && thread.tools[first]) ?? { waste: 0, use: 0 }
    return {
      ...thread,
      ...(coverage === null ? {} : { coverage }),
      cpuSeconds: Math.max(0, cpuTime) / 1e9,
      ...(all > 0 ? { waitingShare: waiting / all } : {}),
      traps: Object.values(thread.tools).reduce((sum, tool) => sum + tool.traps, 0),
      waste,
      use,
    }
  })
}

/**
 * Rows of the pair table: by tool as recorded, within each useful and waiting ones last, then by amount.
 * @param top at most this many of each tool
 */
export function largestPairs({ pairs, run }: ProfileTables, top = Infinity): number[] {
  // Each column is looked up once: a profile checks on each access whether it was read.
  const { amount, relation, tool: toolOf } = pairs
  const isOfSought = Uint8Array.from(RELATIONS, (name) => (isSought(name) ? 1 : 0))
  const sought = (pair: number): boolean => isOfSought[relation[pair]!] === 1
  return run.tools.flatMap((tool) => {
    const number = TOOLS.indexOf(tool)
    const largest = (isWanted: (pair: number) => boolean): number[] => largestRows(amount, top, (pair) => toolOf[pair] === number && isWanted(pair))
    return [...largest(sought), ...largest((pair) => !sought(pair))].slice(0, top)
  })
}

/** Numbers of one pair that every view of it shows. */
export interface PairNumbers {
  waste: number
  use: number
  shareOfWaste: number | null
  shareOfTotal: number
  ci95: [number, number] | null
  fewSamples: boolean
  exact: boolean
}

export function pairNumbers({ pairs, run }: ProfileTables, pair: number, totals: TotalsByTool): PairNumbers {
  const low = valueAt(pairs, 'intervalLow', pair)
  return {
    ...pairShares(pairs, pair, totals),
    ci95: Number.isNaN(low) ? null : [low, valueAt(pairs, 'intervalHigh', pair)],
    fewSamples: run.engine !== 'exhaustive' && pairs.traps[pair]! < FEWEST_TRAPS,
    exact: isExact(run) && totals[TOOLS[pairs.tool[pair]!]!]?.unpaired === undefined,
  }
}

/** The part of the numbers that sorting and adding up millions of pairs needs. */
export function pairShares(
  pairs: ProfileTables['pairs'],
  pair: number,
  totals: TotalsByTool,
): Pick<PairNumbers, 'waste' | 'use' | 'shareOfWaste' | 'shareOfTotal'> {
  const relation = RELATIONS[pairs.relation[pair]!]!
  const wasteful = isWasteful(relation)
  const ofUse = isUse(relation)
  const amount = pairs.amount[pair]!
  const total = totals[TOOLS[pairs.tool[pair]!]!]
  const whole = total ? (wasteful || ofUse ? total.waste + total.use : relation === 'WAITING' ? (total.waiting ?? 0) : total.reused) : 0
  return {
    waste: wasteful ? amount : 0,
    use: ofUse ? amount : 0,
    shareOfWaste: wasteful && total && total.waste > 0 ? amount / total.waste : null,
    shareOfTotal: whole > 0 ? amount / whole : 0,
  }
}

/** Reports of only these pairs, in this order, each made on demand. @param ofPair the finding of each */
export function* reportsOfPairs(profile: ProfileTables, pairs: Int32Array, ofPair: FindingsWithPairs['ofPair']): Generator<PairReport> {
  const totals = totalsByTool(profile)
  const advice = pairAdvice(profile)
  for (const pair of pairs) yield buildPairReport(profile, pair, totals, advice?.ofLargest(pair), ofPair(pair))
}

/**
 * @param totals of the profile, by tool @param advice absent: none is available @param finding absent: findings were
 * not gathered
 */
export function buildPairReport(profile: ProfileTables, pair: number, totals: TotalsByTool, advice?: Advice | null, finding?: PairFinding | null): PairReport {
  const { pairs } = profile
  const source = contextOf(profile, pairs.source[pair]!)
  const target = contextOf(profile, pairs.target[pair]!)
  const numbers = pairNumbers(profile, pair, totals)
  const relation = RELATIONS[pairs.relation[pair]!]!
  const tool = TOOLS[pairs.tool[pair]!]!
  const ancestor = pairAncestor(profile, pair)
  return {
    tool,
    relation,
    ...numbers,
    ...pairFacts(profile, pair),
    commonAncestor: ancestor,
    threads: pairThreads(profile, pair),
    instances: pairs.traps[pair]!,
    wastefulInstances: isWasteful(relation) ? pairs.traps[pair]! : 0,
    traps: pairs.traps[pair]!,
    source: [...source.frames, source.leaf],
    target: [...target.frames, target.leaf],
    ...(advice === undefined ? {} : { advice }),
    ...(finding === undefined ? {} : { finding }),
  }
}

export function wholeProgram({ run }: ProfileTables, question: ReportOptions['reuse']): ReuseQuestion {
  return { conversion: DEFAULT_CONVERSION, accessRate: run.accessRate, firstBin: null, binCount: DEFAULT_BIN_COUNT, ...question, pair: null, object: null }
}

export function sentence(words: string): string {
  return `${capitalized(words)}.`
}
