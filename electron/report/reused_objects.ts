/** Data objects with known reuses, the most often reused first. */
import { AXIS_TIME } from '../../shared/profile/tables.ts'
import { GRANULARITY_BYTES } from '../../shared/metrics/reuse/reuse_report.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import type { ReusedObject, ReusedObjectReport } from '../../shared/report.ts'
import { isCounted } from './exact_reuse_observations.ts'
import { readReuse, type ReuseQuestion } from './reuse_observations.ts'

/** Row in `objects` and the known numbers of its reuses. */
export interface ReusedObjectRow extends ReusedObject {
  object: number
}

/** Empty if the data of reuses was not recorded. */
export function reusedObjects(profile: ProfileTables): ReusedObjectRow[] {
  const { objects, modules } = profile
  const reuses = reusesOf(profile)
  const all = isCounted(profile) ? countedReuses(profile) : profile.reuses.length
  return objects
    .flatMap(({ name, module, kind, bytes }, object) =>
      reuses[object] === 0
        ? []
        : [
            {
              object,
              name,
              module: modules[module]?.path ?? null,
              reuses: reuses[object]!,
              share: reuses[object]! / all,
              ...(kind === null ? {} : { kind }),
              ...(bytes < 0 ? {} : { bytes }),
            },
          ],
    )
    .sort((a, b) => b.reuses - a.reuses || a.object - b.object)
}

/** The same with all distances, of the `top` first. */
export function reusedObjectReports(profile: ProfileTables, question: Omit<ReuseQuestion, 'pair' | 'object'>, top: number): ReusedObjectReport[] {
  return reusedObjects(profile)
    .slice(0, top)
    .map(({ object, ...described }) => ({ ...described, reuse: readReuse(profile, { ...question, pair: null, object }) }))
}

/** By object, at the run's granularity. */
function reusesOf(profile: ProfileTables): Float64Array {
  const sums = new Float64Array(profile.objects.length)
  if (!isCounted(profile)) {
    for (const object of profile.reuses.object) if (object >= 0) sums[object]!++
    return sums
  }
  const { object, axis, granularity, count } = profile.objectDistances
  const bytes = bytesOf(profile)
  for (let row = 0; row < object.length; row++) if (axis[row] === AXIS_TIME && granularity[row] === bytes) sums[object[row]!]! += count[row]!
  return sums
}

/** Counted reuses of the whole program. */
function countedReuses(profile: ProfileTables): number {
  const { pair, axis, granularity, count } = profile.distanceCounts
  const bytes = bytesOf(profile)
  let sum = 0
  for (let row = 0; row < pair.length && pair[row] === -1; row++) if (axis[row] === AXIS_TIME && granularity[row] === bytes) sum += count[row]!
  return sum
}

function bytesOf({ run }: ProfileTables): number {
  return run.granularity === undefined ? 0 : GRANULARITY_BYTES[run.granularity]
}
