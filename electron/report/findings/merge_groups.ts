/** Groups of pairs that are one cause although their lines differ: of one small loop, of one variable, of one repeated line. */
import type { Cause } from './cause.ts'
import type { CostedGroup } from './findings.ts'

export interface MergedGroups {
  /** Heaviest first. */
  groups: CostedGroup[]
  /** Of the heaviest. */
  cause: Cause
}

/** @param caused heaviest first */
export function mergedGroups(caused: ReadonlyArray<{ group: CostedGroup; cause: Cause }>): MergedGroups[] {
  const merged: MergedGroups[] = []
  const byKey = new Map<string, MergedGroups>()
  for (const { group, cause } of caused) {
    const keys = cause.mergeKeys.map((key) => `${group.approximate}|${cause.class}|${key}`)
    const known = keys.map((key) => byKey.get(key)).find((each) => each !== undefined)
    const target = known ?? { groups: [], cause }
    if (known === undefined) merged.push(target)
    target.groups.push(group)
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, target)
  }
  return merged
}
