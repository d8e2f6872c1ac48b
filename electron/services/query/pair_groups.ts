/** Pairs that stand together: by the function, file or module of either side or of both, or by the data they are about. */
import { isUse, isWasteful, RELATIONS, type ProfileTables } from '../../../shared/profile/profile.ts'
import { LINE } from '../../../shared/profile/tables.ts'
import type { PairGroup, PairGroupColumn, PairGrouping } from '../../../shared/rpc/pairs.ts'
import { baseName } from '../../../shared/profile/frames.ts'
import { pairShares } from '../../report/report.ts'
import type { PairAdvice } from '../../report/advice/pair_advice.ts'
import type { LoadedProfile } from './loaded_profile.ts'

type Place = 'function' | 'file' | 'module'
type Side = 'source' | 'target'

const SIDES: Record<'source' | 'target' | 'both', readonly Side[]> = { source: ['source'], target: ['target'], both: ['source', 'target'] }
const collator = new Intl.Collator('en', { numeric: true })

/** Key of each pair's group: the same for pairs that stand together. */
export function pairGroupKeys(profile: ProfileTables, by: PairGrouping, advice: PairAdvice): (pair: number) => string {
  const { pairs } = profile
  if (by === 'object') return (pair) => String(pairs.object[pair])
  if (by === 'advice') return (pair) => advice.groupOf(pair)
  const { sides, place } = parts(by)
  return (pair) => sides.map((side) => placeIndex(profile, pairs[side][pair]!, place)).join(':')
}

/** @param rows pairs of one tool, the heaviest first within equal groups does not matter */
export function pairGroups(loaded: LoadedProfile, rows: Int32Array, by: PairGrouping, { column, descending }: { column: PairGroupColumn; descending: boolean }, advice: PairAdvice): PairGroup[] {
  const { profile, totals } = loaded
  const keyOf = pairGroupKeys(profile, by, advice)
  const groups = new Map<string, PairGroup>()
  for (const pair of rows) {
    const key = keyOf(pair)
    let group = groups.get(key)
    if (!group) groups.set(key, (group = { key, ...names(profile, pair, by, advice), pairs: 0, waste: 0, use: 0, traps: 0, shareOfWaste: null, shareOfTotal: 0, heaviest: pair }))
    const { waste, use, shareOfWaste, shareOfTotal } = pairShares(profile.pairs, pair, totals)
    group.pairs++
    group.waste += waste
    group.use += use
    group.traps += profile.pairs.traps[pair]!
    group.shareOfTotal += shareOfTotal
    if (shareOfWaste !== null) group.shareOfWaste = (group.shareOfWaste ?? 0) + shareOfWaste
    if (weight(profile, pair) > weight(profile, group.heaviest)) group.heaviest = pair
  }
  const direction = descending ? -1 : 1
  return [...groups.values()].sort((a, b) => direction * compare(a[column], b[column]))
}

/** Pairs of use never stand for a group that has others. */
function weight({ pairs }: ProfileTables, pair: number): number {
  const relation = RELATIONS[pairs.relation[pair]!]!
  return isUse(relation) && !isWasteful(relation) ? -1 / (1 + pairs.amount[pair]!) : pairs.amount[pair]!
}

function parts(by: Exclude<PairGrouping, 'object' | 'advice'>): { sides: readonly Side[]; place: Place } {
  const [side, place] = by.split('-') as [keyof typeof SIDES, Place]
  return { sides: SIDES[side], place }
}

/** −1 where it is not known. */
function placeIndex({ nodes, functions }: ProfileTables, instruction: number, place: Place): number {
  const functionIndex = nodes.functionIndex[instruction]!
  if (place === 'function') return functionIndex
  if (place === 'module') return functions[functionIndex]!.module
  const above = nodes.parent[instruction]!
  return nodes.kind[above] === LINE ? nodes.file[above]! : functions[functionIndex]!.file
}

function names(profile: ProfileTables, pair: number, by: PairGrouping, advice: PairAdvice): Pick<PairGroup, 'source' | 'target' | 'object' | 'advice'> {
  const { pairs, objects } = profile
  const none = { source: null, target: null, object: null, advice: null }
  if (by === 'object') return { ...none, object: objects[pairs.object[pair]!]?.name ?? '(no object known)' }
  if (by === 'advice') return { ...none, advice: advice.ofLargest(pair)?.title ?? '(smaller pairs, of use or not classified)' }
  const { sides, place } = parts(by)
  const name = (side: Side): string | null => (sides.includes(side) ? placeName(profile, placeIndex(profile, pairs[side][pair]!, place), place) : null)
  return { ...none, source: name('source'), target: name('target') }
}

function placeName({ functions, files, modules }: ProfileTables, index: number, place: Place): string {
  switch (place) {
    case 'function': return functions[index]!.name
    case 'file': return files[index] ?? '(file unknown)'
    case 'module': return modules[index] ? baseName(modules[index].path) : '(no module)'
  }
}

function compare(a: string | number | null, b: string | number | null): number {
  return typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) : Number(a) - Number(b)
}
