/** Groups of pairs with one cause although their lines differ: one small loop, one variable, one repeated line. */
import type { AdviceClass } from '../../../shared/advice/advice.ts'
import type { Cause } from './cause.ts'
import type { CostedGroup } from './costed_group.ts'

export interface MergedGroups {
  /** Heaviest first. */
  groups: CostedGroup[]
  /** Class of the heaviest, or of the heaviest whose class adds to the tool's own statement. */
  cause: Cause
}

/** Classes that add nothing to the tool's statement: they join any cause with the same data or text. */
const GENERAL: ReadonlySet<AdviceClass> = new Set<AdviceClass>(['unread-result', 'unchanged-store', 'repeated-load'])

/** @param caused heaviest first */
export function mergedGroups(caused: ReadonlyArray<{ group: CostedGroup; cause: Cause }>): MergedGroups[] {
  const merged: MergedGroups[] = []
  const byKey = new Map<string, MergedGroups>()
  for (const { group, cause } of caused) {
    const own = cause.mergeKeys.map((key) => `${cause.class}|${key}`)
    const shared = cause.sharedKeys.map((key) => `|${key}`)
    const change = (cause.changeKeys ?? []).map((key) => `change|${key}`)
    const isGeneral = GENERAL.has(cause.class)
    const isJoined = (each: MergedGroups | undefined): each is MergedGroups =>
      each !== undefined && (isGeneral || GENERAL.has(each.cause.class)) && each.cause.wastedAt === cause.wastedAt
    const known = [...own, ...change].map((key) => byKey.get(key)).find((each) => each !== undefined) ?? shared.map((key) => byKey.get(key)).find(isJoined)
    const target = known ?? { groups: [], cause }
    if (known === undefined) merged.push(target)
    // The more specific class decides.
    else if (GENERAL.has(target.cause.class) && !isGeneral) target.cause = { ...cause, pair: target.cause.pair }
    target.groups.push(group)
    for (const key of [...own, ...change, ...shared]) if (!byKey.has(key)) byKey.set(key, target)
  }
  return merged
}
