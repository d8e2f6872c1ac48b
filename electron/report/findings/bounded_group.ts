/** What a finding's remedy can save at most: all of the code around the accesses, whole calls, or the accesses alone (docs/metrics.md, Findings). */
import type { ChargedPlaces } from '../../../shared/findings/charged_places.ts'
import type { LineStores } from '../../../shared/findings/access_part.ts'
import { wastesEarlier } from '../../../shared/findings/tool_findings.ts'
import type { FunctionCost, WasteCost, WasteCosts } from '../../../shared/findings/waste_cost.ts'
import { wastedSide } from '../../../shared/findings/wording/cause_facts.ts'
import { TOOLS, type ProfileTables } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'
import type { Cause } from './cause.ts'
import type { CostedGroup } from './costed_group.ts'
import type { CausedGroup } from './describe_finding.ts'
import { sparedCalls } from './spared_calls.ts'

/**
 * In unoptimized code, all of its functions are at stake. If the loop is needed without the accesses, at most their
 * share of it is at stake; if whole calls go away, everything they do.
 */
export function bounded({ group, cause }: CausedGroup, profile: ProfileTables, places: ChargedPlaces, costs: WasteCosts): CausedGroup {
  const { cost } = group
  const ofFunctions = (): FunctionCost | null => {
    const { pairs } = profile
    return costs.ofFunctionsAround(group.pairs.map((pair) => (wastesEarlier(TOOLS[pairs.tool[pair]!]!) ? pairs.source : pairs.target)[pair]!))
  }
  if (cause.class === 'unoptimised-code' && cause.tool !== 'reuse-distance' && cost.share !== null) {
    const whole = ofFunctions()
    if (whole !== null) {
      const { functions, lines: _, ...spent } = whole
      return { cause: { ...cause, wholeFunctions: functions }, group: { ...group, cost: { ...cost, ...spent } } }
    }
  }
  const copied = cause.copies === null || cost.share === null ? null : costs.ofCalls(cause.copies.calls)
  if (copied !== null) return { cause, group: { ...group, cost: { ...cost, ...copied } } }
  const calls = cost.share === null ? null : sparedCalls(cause, group, profile, places)
  const spared = calls === null || calls.rows.size === 0 ? null : costs.ofCalls(calls.rows, calls.kept)
  if (spared !== null && spared.share! > cost.share!)
    return { cause: { ...cause, sparedCall: calls!.name, keepsFirst: calls!.kept.size > 0 }, group: { ...group, cost: { ...cost, ...spared } } }
  // The loop that copies the elements does nothing else that is needed then.
  if (copiesByLoop(cause) && cost.ofUnits !== null && cost.wasted > 0) {
    const { interval, ofUnits, wasted } = cost
    const whole = interval === null ? null : ([interval[0] / wasted, Math.min(1, interval[1] / wasted)] as [number, number])
    return { cause: { ...cause, sparesLoop: true }, group: { ...group, cost: { ...cost, share: ofUnits, interval: whole } } }
  }
  // Its tests and its assignments are one loop then.
  if (cause.statement !== null && cost.share !== null) {
    const whole = costs.ofLines(profile.files.indexOf(wastedSide(cause.facts).file ?? ''), ...cause.statement)
    if (whole !== null && whole.share! >= cost.share) return { cause, group: { ...group, cost: { ...cost, ...whole } } }
  }
  const part = cause.accessPart
  if (part === null || cost.share === null) return { group, cause }
  if (part.ofLine !== undefined) {
    const whole = profile.run.engine === 'exhaustive' ? null : ofFunctions()
    return whole === null ? { group, cause: { ...cause, accessPart: null } } : ofLine(group, cause, part.ofLine, whole)
  }
  const { cost: whole, costedTool } = wastedSide(cause.facts).through === null ? ofOwnCode(group, cause.tool, profile, places, costs) : group
  return {
    cause,
    group: {
      ...group,
      costedTool,
      cost: {
        ...whole,
        share: whole.share! * part.share,
        interval: whole.interval === null ? null : [whole.interval[0] * part.share, whole.interval[1] * part.share],
      },
    },
  }
}

/** The part is that of a loop of the program: it is no part of what the library's functions spend that the loop calls, such as memset(). */
function ofOwnCode(
  group: CostedGroup,
  tool: Tool,
  { pairs }: ProfileTables,
  { inLibrary }: ChargedPlaces,
  costs: WasteCosts,
): Pick<CostedGroup, 'cost' | 'costedTool'> {
  const side = wastesEarlier(tool) ? pairs.source : pairs.target
  const own = group.pairs.filter((pair) => TOOLS[pairs.tool[pair]!] === tool && inLibrary[side[pair]!] === 0)
  return own.length === 0 || own.length === group.pairs.length ? group : { cost: costs.of(tool, own), costedTool: tool }
}

/** The program's own loop moves elements to larger memory. */
function copiesByLoop({ class: name, facts }: Cause): boolean {
  return name === 'growth-copy' && facts.byHand === true && wastedSide(facts).through === null
}

/**
 * The time of a line that initializes memory is mostly that of the memory, for which the next access waits instead: its stores count as
 * instructions of their function, if that is less.
 */
function ofLine(group: CostedGroup, cause: Cause, { line, stores, instructions }: LineStores, whole: FunctionCost): CausedGroup {
  const { cost } = group
  const all = [...instructions].reduce((sum, [each, count]) => sum + (each === line || whole.lines.has(each) ? count : 0), 0)
  const part = Math.min(1, stores / all)
  const share = whole.share! * part * cost.wasted
  if (share >= cost.share!) return { group, cause: { ...cause, accessPart: null } }
  const scale = share / cost.share!
  const interval: WasteCost['interval'] = cost.interval === null ? null : [cost.interval[0] * scale, cost.interval[1] * scale]
  return {
    cause: { ...cause, accessPart: { ...cause.accessPart!, share: part } },
    group: { ...group, cost: { ...cost, ofUnits: whole.share, share, interval } },
  }
}
