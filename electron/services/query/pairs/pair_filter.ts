/** Finds the pairs that pass a filter. */
import { valueAt } from '../../../../shared/profile/columns/lazy_property.ts'
import { isSought, RELATIONS, TOOLS, type ProfileTables } from '../../../../shared/profile/profile.ts'
import { RowSet } from '../../../../shared/profile/columns/row_set.ts'
import { INSTRUCTION, LINE } from '../../../../shared/profile/tables.ts'
import { partOf, rowProgress, UNOBSERVED, type Progress } from '../../../../shared/progress.ts'
import type { PairFilter, PairPlace } from '../../../../shared/rpc/pairs.ts'
import type { PairAdvice } from '../../../report/advice/pair_advice.ts'
import { pairsAtDistance } from './distance_filter.ts'
import { pairGroupKeys } from './pair_groups.ts'
import { lineTest } from '../sources/line_test.ts'
import type { LoadedProfile } from '../loaded_profile.ts'
import { textTest } from '../sources/text_test.ts'
import { pairsDuring } from '../timeline.ts'

/** In larger trees the ends of few pairs are checked individually. */
const MOST_ROWS_PER_PAIR = 64

/** The place of an access: its function, and file and line if known. @param instruction row of kind INSTRUCTION */
export function accessPlace({ nodes, functions, files }: ProfileTables, instruction: number): { name: string; file: string | null; line: number | null } {
  const above = valueAt(nodes, 'parent', instruction)
  const described = functions[valueAt(nodes, 'functionIndex', instruction)]!
  if (valueAt(nodes, 'kind', above) === LINE) return { name: described.name, file: files[valueAt(nodes, 'file', above)]!, line: valueAt(nodes, 'line', above) }
  return { name: described.name, file: files[described.file] ?? null, line: null }
}

/** In the order of the table. */
export function filteredPairs(
  loaded: LoadedProfile,
  {
    wastefulOnly,
    search,
    regularExpression,
    side,
    tool = null,
    group = null,
    within = null,
    distance = null,
    during = null,
    advice: adviceGroup = null,
  }: PairFilter,
  advice: PairAdvice,
  progress = UNOBSERVED,
): Int32Array {
  const { pairs } = loaded.profile
  const { source, target, tool: tools, relation } = pairs
  const nodeFits = search === '' ? null : nodeTest(loaded.profile, search, regularExpression, partOf(progress, 0, 0.5))
  const inside = within === null ? null : nodesWithin(loaded, within)
  const keys = group === null ? null : pairGroupKeys(loaded.profile, group.by, advice)
  const atDistance = distance === null ? null : pairsAtDistance(loaded.profile, distance)
  const trapped = during === null ? null : pairsDuring(loaded.profile, during)
  const isWanted = RELATIONS.map(isSought)
  const wanted = tool === null ? null : TOOLS.indexOf(tool)
  const onSide = (which: PairFilter['side'], fits: (node: number) => boolean, pair: number): boolean =>
    (which !== 'target' && fits(source[pair]!)) || (which !== 'source' && fits(target[pair]!))
  const isInside = (node: number): boolean => inside![node] === 1
  const passes = (pair: number): boolean => {
    if (wanted !== null && tools[pair] !== wanted) return false
    if (wastefulOnly && !isWanted[relation[pair]!]) return false
    if (keys !== null && keys(pair) !== group!.key) return false
    if (atDistance !== null && atDistance[pair] === 0) return false
    if (trapped !== null && trapped[pair] === 0) return false
    if (adviceGroup !== null && advice.groupOf(pair) !== adviceGroup) return false
    if (inside !== null && !onSide(within!.side, isInside, pair)) return false
    return nodeFits === null || onSide(side, nodeFits, pair)
  }
  const rows = new Int32Array(pairs.length)
  let length = 0
  const reached = rowProgress(nodeFits === null ? progress : partOf(progress, 0.5, 1), pairs.length)
  for (let pair = 0; pair < pairs.length; pair++) {
    reached(pair)
    if (passes(pair)) rows[length++] = pair
  }
  return rows.slice(0, length)
}

/** Each name is tested once, however many accesses are there. */
function nodeTest(
  { nodes, pairs, functions, files }: ProfileTables,
  search: string,
  regularExpression: boolean,
  progress: Progress,
): (node: number) => boolean {
  const test = textTest(search, regularExpression)
  const lines = lineTest(files, test)
  const nameFits = Uint8Array.from(functions, ({ name }) => (test(name) ? 1 : 0))
  const fileOfFunction = Int32Array.from(functions, ({ file }) => file)
  const { kind, parent, functionIndex: functionOf, file, line } = nodes
  const fits = (node: number): boolean => {
    const functionIndex = functionOf[node]!
    if (nameFits[functionIndex] === 1) return true
    const above = parent[node]!
    return kind[above] === LINE ? lines.fits(file[above]!, line[above]!) : lines.files[fileOfFunction[functionIndex]!] === 1
  }
  if (pairs.length < nodes.length / MOST_ROWS_PER_PAIR) return fits
  // Sequential reading is many times faster than random access, which the ends of pairs need.
  const fitting = new RowSet(nodes.length)
  const reached = rowProgress(progress, nodes.length)
  for (let node = 1; node < nodes.length; node++) {
    reached(node)
    if (kind[node] === INSTRUCTION && fits(node)) fitting.add(node)
  }
  return (node) => fitting.has(node)
}

/** 1 for the rows that are part of the place. */
export function nodesWithin({ profile: { nodes, functions }, subtrees: { end } }: LoadedProfile, { node, functionName }: PairPlace): Uint8Array {
  const inside = new Uint8Array(nodes.length)
  if (node !== null && node < nodes.length) inside.fill(1, node, end[node])
  if (functionName === null) return inside
  const named = Uint8Array.from(functions, ({ name }) => (name === functionName ? 1 : 0))
  for (let row = 0; row < nodes.length; row++) if (named[nodes.functionIndex[row]!] && inside[row] === 0) inside.fill(1, row, end[row])
  return inside
}
