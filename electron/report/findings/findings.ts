/** The findings of a profile (docs/metrics.md, Findings): the problem, its cost and the remedy, each cause once. */
import type { AdviceClass } from '../../../shared/advice/advice.ts'
import { ChargedPlaces } from '../../../shared/findings/charged_places.ts'
import type { Finding, Findings, LeftOut, LeftOutReason, PairFinding } from '../../../shared/findings/finding.ts'
import { groupPairs, type WastedAmount } from '../../../shared/findings/group_pairs.ts'
import { hasFindings } from '../../../shared/findings/tool_findings.ts'
import { gatherWaits } from '../../../shared/findings/waits/gather_waits.ts'
import { waitCaveat } from '../../../shared/findings/waits/wait_words.ts'
import { WasteCosts } from '../../../shared/findings/waste_cost.ts'
import { runCost, type RunCost } from '../../../shared/metrics/run_cost.ts'
import { totalsByTool, type TotalsByTool } from '../../../shared/metrics/totals.ts'
import { counted } from '../../../shared/names/counted.ts'
import { baseName } from '../../../shared/profile/frames.ts'
import { isWasteful, RELATIONS, TOOLS, type Profile, type ProfileTables } from '../../../shared/profile/profile.ts'
import { partOf, rowProgress, UNOBSERVED, type Progress } from '../../../shared/progress.ts'
import type { Tool } from '../../../shared/run.ts'
import { bounded } from './bounded_group.ts'
import { byGroup, groupOf, isEstablished, LEAST_SHARE } from './order_findings.ts'
import { CauseGatherer, WITHOUT_CAUSE, type Cause } from './cause.ts'
import { coverageOf, type CoveredAs } from './coverage.ts'
import { gatherAlike } from './gather_alike.ts'
import { FindingWriter, observationsOf, type CausedGroup } from './describe_finding.ts'
import type { LineText } from './line_texts.ts'
import { mergedGroups } from './merge_groups.ts'
import { modulesWithoutLines } from './missing_lines.ts'
import { scheduleOf } from './schedule.ts'
import { missCosts, type MissCosts } from './miss_costs.ts'
import { byRank, costedGroup, joined, rank, withoutPairs, type CostedGroup } from './costed_group.ts'

export interface FindingOptions {
  /** Source lines by the profile's name of the file; absent: findings name data only by debug information. */
  lineText?: LineText
  /** At most this many findings; absent: 100. */
  top?: number
  /** Share of the run below which none is listed; absent: LEAST_SHARE. One program of a run of several has less of it. */
  least?: number
  progress?: Progress
  /** Of the same profile; absent: they are gathered. */
  gathered?: GatheredPairs
}

/** Everything that reads all pairs and no source line: findings with other lines can share it. */
export interface GatheredPairs {
  places: ChargedPlaces
  cost: RunCost | null
  misses: MissCosts | null
  wasted: WastedAmount
  totals: Float64Array
  costs: WasteCosts
  /** By rank. */
  costed: readonly CostedGroup[]
  leftOut: ReadonlyMap<LeftOutReason, readonly number[]>
}

/** More are not read. */
export const MOST_FINDINGS = 100
/** Groups that are gathered with their pairs, and those that rules read. */
const MOST_GROUPS = 1000
const MOST_CLASSIFIED = 1000

/** Libraries with threads of their own that one line names. */
const MOST_LIBRARIES = 3

const LEFT_OUT_TEXTS: Record<Exclude<LeftOutReason, 'small'>, string> = {
  'loader-and-startup': 'the dynamic loader and program start-up',
  calls:
    'calls: return addresses, saved registers, arguments on the stack, jumps through the linkage table, the stack guard, and what Fortran passes by address or in a descriptor',
  allocator: 'bookkeeping of the memory allocator; fewer allocations make less of it',
  waiting: 'locks, and waiting for other threads',
  required: 'accesses that must happen: volatile and atomic variables, erased secrets, variable argument lists, constants of the compiler and of libraries',
  library: 'the inner work of library functions: what one call accesses again, their stack frames, formatting by stdio; fewer calls make less of it',
  'library-threads': 'code of libraries that no function of your program called, such as their own threads',
  'needed-again': 'data that other work needs again: another function, another call, or a computation with new operands',
  chance: 'values that came near the old ones by chance, within the tolerance, and flags, of which half are equal by chance',
}

/** The largest findings, and the data to report what any smaller number of them leaves out. */
export interface RankedFindings extends Findings {
  /**
   * All groups of one cause, in their order, with the data to sum up smaller ones: the shares, and whether the group is
   * large enough for a finding.
   */
  ranked: Array<[share: number, shareOfRun: number | null, isLarge: boolean]>
}

/** Without the stored disassembly, rules know less. @throws RpcError bad-file: the stored disassembly is damaged */
export function findingsOf(profile: ProfileTables & Partial<Pick<Profile, 'codeAt'>>, options: FindingOptions = {}): Findings {
  return largestFindings(findingsWithPairs(profile, options).findings, options.top ?? MOST_FINDINGS)
}

/** @param top at most the number requested when they were ranked */
export function largestFindings(
  { measure, ranked, findings, leftOut, coverage, waits, waitCaveat, toolsWithout, withoutLines }: RankedFindings,
  top: number,
): Findings {
  let large = 0
  const small = ranked.filter(([, , isLarge]) => !isLarge || large++ >= top)
  return {
    measure,
    findings: findings.slice(0, top),
    leftOut: [...leftOut, ...smallLine(small)],
    ...(coverage === undefined ? {} : { coverage }),
    ...(waits === undefined ? {} : { waits }),
    ...(waitCaveat === undefined ? {} : { waitCaveat }),
    ...(toolsWithout === undefined ? {} : { toolsWithout }),
    ...(withoutLines === undefined ? {} : { withoutLines }),
  }
}

export interface FindingsWithPairs {
  /** The omitted part excludes the small ones. */
  findings: RankedFindings
  /** Null: the pair is no waste, or its finding is too small for the list. */
  ofPair(pair: number): PairFinding | null
}

/** @throws what the progress throws */
export function gatherPairs(profile: ProfileTables, progress = UNOBSERVED): GatheredPairs {
  const places = new ChargedPlaces(profile)
  progress.reached(0.2)
  const measured = runCost(profile)
  const cost = measured !== null && measured.amount > 0 ? measured : null
  const misses = missCosts(profile)
  const wasted = wastedAmounts(profile, misses)
  const totals = toolTotals(profile, wasted, totalsByTool(profile))
  const { groups, leftOut } = groupPairs(profile, places, wasted, totals, MOST_GROUPS, partOf(progress, 0.2, 1))
  const costs = new WasteCosts(profile, places, cost, wasted)
  const costed = groups.map((group) => costedGroup(group, profile, costs)).sort(byRank)
  return { places, cost, misses, wasted, totals, costs, costed, leftOut }
}

/** Without the stored disassembly, rules know less. @throws RpcError bad-file: the stored disassembly is damaged; what the progress throws */
export function findingsWithPairs(
  profile: ProfileTables & Partial<Pick<Profile, 'codeAt'>>,
  { lineText = () => null, top = MOST_FINDINGS, least = LEAST_SHARE, progress = UNOBSERVED, gathered: known }: FindingOptions = {},
): FindingsWithPairs {
  const { places, cost, misses, wasted, totals, costs, costed, leftOut } = known ?? gatherPairs(profile, partOf(progress, 0, 0.5))
  const gatherer = new CauseGatherer(profile, places, lineText, wasted)
  const left = new Map(Array.from(leftOut, ([reason, own]) => [reason, [...own]]))
  const caused: CausedGroup[] = []
  const classified = rowProgress(partOf(progress, 0.5, 0.9), Math.min(costed.length, MOST_CLASSIFIED), 1)
  for (const [at, all] of costed.slice(0, MOST_CLASSIFIED).entries()) {
    classified(at)
    const required = gatherer.requiredAmong(all)
    if (required.length > 0) addTo(left, 'required', required)
    const group = required.length === 0 ? all : withoutPairs(all, new Set(required), profile, places, wasted, totals, costs)
    const cause = gatherer.of(group)
    const reason = leftOutBy(cause)
    if (reason === null) caused.push({ group, cause })
    else addTo(left, reason, group.pairs)
  }
  const join = (groups: readonly CostedGroup[]): CostedGroup => joined(groups, profile, places, totals, costs)
  const merged = mergedGroups(caused.sort((a, b) => byRank(a.group, b.group)))
    .map(({ groups, cause }): CausedGroup => ({ group: groups.length === 1 ? groups[0]! : join(groups), cause }))
    .map((each) => bounded(each, profile, places, costs))
  const isLarge = (group: CostedGroup): boolean => rank(group) >= least
  const gathered = gatherAlike(merged, ({ group }) => isLarge(group), join).map((each) =>
    each.cause.facts.alike === undefined ? each : bounded(each, profile, places, costs),
  )
  const standingOf = ({ group, cause }: CausedGroup) => ({
    ...cause,
    isEstablished: isEstablished(group.cost.interval, observationsOf(group)),
    isLarge: isLarge(group),
  })
  const standings = gathered.map(standingOf)
  const groups = new Map(standings.map(groupOf(standings)).map((group, at) => [gathered[at]!, group]))
  const ordered = gathered.sort((a, b) => byGroup(groups.get(a)!, groups.get(b)!) || byRank(a.group, b.group))
  const large = ordered.filter(({ group }) => isLarge(group)).slice(0, top)
  const writer = new FindingWriter(profile, { places, costs, lineText, misses, measure: cost?.measure ?? null })
  const waits = gatherWaits(profile, places, cost, (file, line) => scheduleOf(lineText(file, line)))
  const caveat = waits.length === 0 ? null : waitCaveat(cost!, profile.counters)
  const listed = withDistinctIds(large.map((each) => writer.finding(each, groups.get(each)!)))
  const coveredAs = (each: CausedGroup): CoveredAs =>
    WITHOUT_CAUSE.has(each.cause.class) ? 'unexplained' : writer.sureness(each) === 'observed' ? 'observed' : 'claimed'
  const parts = [
    ...ordered.filter(({ group }) => isLarge(group)).map((each) => [coveredAs(each), each.group.pairs] as const),
    ...[...left.values()].map((own) => ['unavoidable', own] as const),
  ]
  const toolsWithout = profile.run.tools.filter((tool) => !hasFindings(tool))
  const withoutLines = modulesWithoutLines(
    large.map(({ group }) => group),
    profile,
    places,
  )
  const coverage = coverageOf(profile, parts, wasted, totals, costs)
  return {
    findings: {
      measure: cost?.measure ?? null,
      findings: listed,
      leftOut: leftOutLines(left, profile, wasted, totals, costs),
      ...(coverage === null ? {} : { coverage }),
      ...(waits.length > 0 ? { waits } : {}),
      ...(caveat === null ? {} : { waitCaveat: caveat }),
      ...(toolsWithout.length > 0 ? { toolsWithout } : {}),
      ...(withoutLines.length > 0 ? { withoutLines } : {}),
      ranked: [
        ...ordered.map(({ group }): RankedFindings['ranked'][number] => [group.share, group.cost.share, isLarge(group)]),
        ...costed.slice(MOST_CLASSIFIED).map((group): RankedFindings['ranked'][number] => [group.share, group.cost.share, false]),
      ],
    },
    ofPair: pairIndex(
      profile.pairs.length,
      listed,
      large.map(({ group }) => group.pairs),
      left,
    ),
  }
}

function addTo(left: Map<LeftOutReason, number[]>, reason: LeftOutReason, pairs: readonly number[]): void {
  const known = left.get(reason)
  if (known === undefined) left.set(reason, [...pairs])
  else for (const pair of pairs) known.push(pair)
}

/** By pair, in four bytes each: a profile has millions, and the groups with their pairs are not kept. */
function pairIndex(
  length: number,
  findings: readonly Finding[],
  pairsOfFindings: ReadonlyArray<readonly number[]>,
  left: ReadonlyMap<LeftOutReason, readonly number[]>,
): FindingsWithPairs['ofPair'] {
  const reasons = [...left.keys()]
  // A finding's rank; below zero the number of a reason; 0: neither.
  const found = new Int32Array(length)
  pairsOfFindings.forEach((own, index) => own.forEach((pair) => (found[pair] = index + 1)))
  reasons.forEach((reason, index) => left.get(reason)!.forEach((pair) => (found[pair] = -1 - index)))
  return (pair) => {
    const number = found[pair] ?? 0
    if (number === 0) return null
    if (number > 0) {
      const { id, title, sureness, cause, remedy, change, evidence } = findings[number - 1]!
      return { kind: 'listed', rank: number, finding: { id, title, sureness, cause, remedy, change, evidence } }
    }
    const reason = reasons[-1 - number]!
    return { kind: 'left-out', reason, text: LEFT_OUT_TEXTS[reason as Exclude<LeftOutReason, 'small'>] }
  }
}

/** How much of a pair is wasted, in the tool's unit; of reuse the modelled cycles that it waits for memory. */
function wastedAmounts({ pairs }: ProfileTables, misses: MissCosts | null): WastedAmount {
  const wasteful = Uint8Array.from(RELATIONS, (relation) => (isWasteful(relation) ? 1 : 0))
  const reuse = TOOLS.indexOf('reuse-distance')
  const { relation, amount, tool } = pairs
  return (pair) => {
    if (wasteful[relation[pair]!] === 1) return amount[pair]!
    return misses !== null && tool[pair] === reuse ? amount[pair]! * misses.cycles(pair) : 0
  }
}

/** By position in TOOLS: what shares are of. */
function toolTotals({ pairs, run }: ProfileTables, wasted: WastedAmount, totals: TotalsByTool): Float64Array {
  const sums = Float64Array.from(TOOLS, (tool) => (totals[tool] === undefined ? 0 : totals[tool].waste + totals[tool].use))
  if (!run.tools.includes('reuse-distance')) return sums
  const reuse = TOOLS.indexOf('reuse-distance')
  sums[reuse] = 0
  for (let pair = 0; pair < pairs.length; pair++) if (pairs.tool[pair] === reuse) sums[reuse]! += wasted(pair)
  return sums
}

function leftOutBy({ class: name, isRequired, leftOut }: Cause): LeftOutReason | null {
  if (isRequired) return 'required'
  if (leftOut !== null) return leftOut
  const reasons: Partial<Record<AdviceClass, LeftOutReason>> = { 'call-overhead': 'calls', 'busy-waiting': 'waiting', 'required-access': 'required' }
  return reasons[name] ?? null
}

function leftOutLines(
  left: ReadonlyMap<LeftOutReason, number[]>,
  profile: ProfileTables,
  wasted: WastedAmount,
  totals: Float64Array,
  costs: WasteCosts,
): LeftOut[] {
  return [...left]
    .map(([reason, pairs]): LeftOut => {
      const byTool = new Map<Tool, number[]>()
      for (const pair of pairs) {
        const tool = TOOLS[profile.pairs.tool[pair]!]!
        const known = byTool.get(tool)
        if (known === undefined) byTool.set(tool, [pair])
        else known.push(pair)
      }
      const shares = [...byTool].map(([tool, own]) => own.reduce((sum, pair) => sum + wasted(pair), 0) / (totals[TOOLS.indexOf(tool)]! || 1))
      const ofRun = [...byTool].map(([tool, own]) => costs.shareOf(tool, own))
      return {
        reason,
        text: reason === 'library-threads' ? libraryThreadsText(pairs, profile, wasted) : LEFT_OUT_TEXTS[reason as Exclude<LeftOutReason, 'small'>],
        share: Math.max(...shares),
        shareOfRun: ofRun.some((share) => share === null) ? null : Math.max(...ofRun.map((share) => share!)),
      }
    })
    .sort((a, b) => (b.shareOfRun ?? b.share) - (a.shareOfRun ?? a.share))
}

/** With the names of the libraries, the one with the most waste first: the person may have built them. */
function libraryThreadsText(pairs: readonly number[], { pairs: { source }, nodes, functions, modules }: ProfileTables, wasted: WastedAmount): string {
  const amounts = new Map<string, number>()
  for (const pair of pairs) {
    const path = modules[functions[nodes.functionIndex[source[pair]!]!]?.module ?? -1]?.path
    if (path !== undefined) amounts.set(baseName(path), (amounts.get(baseName(path)) ?? 0) + wasted(pair))
  }
  const names = [...amounts].sort(([, a], [, b]) => b - a).map(([name]) => name)
  const listed = names.length > MOST_LIBRARIES ? [...names.slice(0, MOST_LIBRARIES), counted(names.length - MOST_LIBRARIES, 'other')] : names
  return `${LEFT_OUT_TEXTS['library-threads']} (${listed.join(', ')}). For findings there, load the library from a folder of your own, built with -g`
}

/** One line for all findings too small to list. */
function smallLine(groups: RankedFindings['ranked']): LeftOut[] {
  if (groups.length === 0) return []
  const sum = (column: 0 | 1): number =>
    Math.min(
      1,
      groups.reduce((total, group) => total + (group[column] ?? 0), 0),
    )
  return [
    {
      reason: 'small',
      text: counted(groups.length, 'smaller finding'),
      share: sum(0),
      shareOfRun: groups[0]![1] === null ? null : sum(1),
    },
  ]
}

function withDistinctIds(findings: Finding[]): Finding[] {
  const seen = new Map<string, number>()
  return findings.map((finding) => {
    const times = seen.get(finding.id) ?? 0
    seen.set(finding.id, times + 1)
    return times === 0 ? finding : { ...finding, id: `${finding.id.slice(0, -2)}${times.toString(16).padStart(2, '0')}` }
  })
}
