/** Derives the reuse of a whole cache line from that of its parts (metrics.md section 4). */
import { Survival, survivalOf } from './survival.ts'
import type { DistanceSamples } from './survival.ts'

/** 8-byte chunks of a cache line besides the accessed one. */
const OTHER_CHUNKS = 7
/** Samples of either part that make a context's own distributions; contexts with fewer are taken together. */
const FEWEST_SAMPLES = 16
const TOGETHER = -1

/**
 * In each context the line is not touched for d if neither the accessed chunk is nor any of the others, taken as
 * independent and alike: S_line(d) = S_own(d) * S_other(d)^7. The program's is the mean over its contexts, by samples.
 * An access is taken for one of one line.
 */
export function lineSurvival(own: DistanceSamples, other: DistanceSamples): Survival {
  const groups = groupsOf(own, other)
  const total = groups.reduce((sum, { weight }) => sum + weight, 0)
  const steps = groups.flatMap((group) => [...stepsOf(group, 'own'), ...stepsOf(group, 'other')]).sort((a, b) => a.distance - b.distance)
  const distances: number[] = []
  const survival: number[] = []
  let height = total
  steps.forEach(({ group, part, distance, value }, i) => {
    height -= group.weight * productOf(group)
    group.now[part] = value
    height += group.weight * productOf(group)
    if (steps[i + 1]?.distance === distance) return
    distances.push(distance)
    // Sums of many small changes leave crumbs where nothing is left.
    survival.push(height > 1e-9 * total ? Math.min(height / total, survival.at(-1) ?? 1) : 0)
  })
  return new Survival(Float64Array.from(distances), Float64Array.from(survival))
}

interface Group {
  weight: number
  parts: { own: Survival; other: Survival }
  /** Heights of both functions at the distance that the sum has come to. */
  now: { own: number; other: number }
}
type Part = keyof Group['parts']

function productOf({ now }: Group): number {
  return now.own * now.other ** OTHER_CHUNKS
}

function stepsOf(group: Group, part: Part): Array<{ group: Group; part: Part; distance: number; value: number }> {
  const { distances, survival } = group.parts[part]
  return Array.from(distances, (distance, i) => ({ group, part, distance, value: survival[i]! }))
}

function groupsOf(own: DistanceSamples, other: DistanceSamples): Group[] {
  const [ownMembers, otherMembers] = [membersOf(own), membersOf(other)]
  const known = [...ownMembers.keys()].filter(
    (context) => sizeOf(ownMembers.get(context)) >= FEWEST_SAMPLES && sizeOf(otherMembers.get(context)) >= FEWEST_SAMPLES,
  )
  const groups = known.map((context) => groupOf(pickSamples(own, ownMembers.get(context)!), pickSamples(other, otherMembers.get(context)!)))
  const rest = groupOf(pickSamples(own, restOf(ownMembers, known)), pickSamples(other, restOf(otherMembers, known)))
  return rest.weight > 0 || groups.length === 0 ? [...groups, rest] : groups
}

function groupOf(own: DistanceSamples, other: DistanceSamples): Group {
  const weight = [own, other].reduce((sum, { weights, censoredWeights }) => sum + total(weights) + total(censoredWeights), 0)
  return { weight, parts: { own: survivalOf(own), other: survivalOf(other) }, now: { own: 1, other: 1 } }
}

interface Members {
  reuses: number[]
  censored: number[]
}

function sizeOf(members: Members | undefined): number {
  return members === undefined ? 0 : members.reuses.length + members.censored.length
}

function membersOf({ distances, contexts, censoredDistances, censoredContexts }: DistanceSamples): Map<number, Members> {
  const members = new Map<number, Members>()
  const of = (context: number): Members => {
    let found = members.get(context)
    if (found === undefined) members.set(context, (found = { reuses: [], censored: [] }))
    return found
  }
  distances.forEach((_, i) => of(contexts?.[i] ?? TOGETHER).reuses.push(i))
  censoredDistances.forEach((_, i) => of(censoredContexts?.[i] ?? TOGETHER).censored.push(i))
  return members
}

function restOf(members: Map<number, Members>, known: number[]): Members {
  const taken = new Set(known)
  const rest: Members = { reuses: [], censored: [] }
  for (const [context, { reuses, censored }] of members) {
    if (taken.has(context)) continue
    // No spread into push: a program has millions of reuses.
    rest.reuses = rest.reuses.concat(reuses)
    rest.censored = rest.censored.concat(censored)
  }
  return rest
}

function pickSamples(samples: DistanceSamples, { reuses, censored }: Members): DistanceSamples {
  const pick = (column: Float64Array, indices: number[]) => Float64Array.from(indices, (i) => column[i]!)
  return {
    distances: pick(samples.distances, reuses),
    weights: pick(samples.weights, reuses),
    times: pick(samples.times, reuses),
    censoredDistances: pick(samples.censoredDistances, censored),
    censoredWeights: pick(samples.censoredWeights, censored),
  }
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}
