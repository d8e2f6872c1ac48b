/** Draws pairs as either engine counts them, with all that sums them: threads' shares, watches, counted accesses, time lines. */
import { isSought, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../../../shared/profile/profile.ts'
import {
  isFunctionRow,
  LOOP,
  PAIR_APPROXIMATE,
  PAIR_CALLING_UNSURE,
  PAIR_LOADED,
  PAIR_OTHER_PART,
  PAIR_OVERLAP,
  type NodeTable,
  type PairTable,
} from '../../../shared/profile/tables.ts'
import { pathTo } from '../../../shared/profile/tree/call_tree.ts'
import type { Relation } from '../../../shared/profile/frame.ts'
import type { Tool } from '../../../shared/tools.ts'
import { timelineTable } from '../../analysis/merge/merge_timeline.ts'
import { totalsTable } from '../drawn_totals.testing.ts'
import type { Dice } from './dice.testing.ts'

const MOST_PAIRS = 10
const MOST_TRAPS = 300
const LENGTHS = [1, 4, 8, 16, 64]
/** Counted runs have no pairs of use. */
const RELATIONS_OF: Record<Exclude<Tool, 'values'>, { sampled: Relation[]; counted: Relation[]; flags: number[] }> = {
  'dead-stores': { sampled: ['KILLED_BY', 'USED_BY', 'WAITING'], counted: ['KILLED_BY', 'WAITING'], flags: [0, PAIR_CALLING_UNSURE] },
  'silent-stores': { sampled: ['REDUNDANT_WITH', 'CHANGED_BY', 'WAITING'], counted: ['REDUNDANT_WITH', 'WAITING'], flags: [0, PAIR_APPROXIMATE] },
  'redundant-loads': { sampled: ['REDUNDANT_WITH', 'CHANGED_BY', 'WAITING'], counted: ['REDUNDANT_WITH', 'WAITING'], flags: [0, PAIR_APPROXIMATE] },
  'reuse-distance': { sampled: ['REUSED_BY'], counted: ['REUSED_BY'], flags: [0, PAIR_OTHER_PART] },
  'false-sharing': { sampled: ['SHARED_WITH'], counted: [], flags: [0, PAIR_OVERLAP] },
  'spatial-loads': { sampled: [], counted: ['REDUNDANT_WITH'], flags: [0, PAIR_APPROXIMATE] },
  registers: { sampled: [], counted: ['REDUNDANT_WITH'], flags: [0, PAIR_APPROXIMATE, PAIR_LOADED] },
}
const WITH_OBJECTS: readonly Tool[] = ['false-sharing', 'spatial-loads', 'reuse-distance']

export interface Setting {
  tools: Tool[]
  counted: boolean
  unit: 'bytes' | 'ns'
  period: number
  threads: number
  objects: number
  nodes: NodeTable
  accesses: number[]
  tellsWaiting: boolean
}

export function anyPairs(dice: Dice, setting: Setting): PairTable {
  const { tools, counted, accesses, objects } = setting
  const paired = tools.filter((tool): tool is Exclude<Tool, 'values'> => tool !== 'values' && RELATIONS_OF[tool][counted ? 'counted' : 'sampled'].length > 0)
  const count = paired.length === 0 || dice.once(12) ? 0 : dice.upTo(MOST_PAIRS)
  const rows = new Map<string, ReturnType<typeof onePair>>()
  for (let at = 0; at < count; at++) {
    const tool = dice.oneOf(paired)
    const known = RELATIONS_OF[tool]
    const relations = known[counted ? 'counted' : 'sampled'].filter((each) => each !== 'WAITING' || (setting.tellsWaiting && dice.once(4)))
    const relation = dice.once(2) ? relations[0]! : dice.oneOf(relations)
    const pair = onePair(dice, setting, {
      source: dice.oneOf(accesses),
      target: dice.oneOf(accesses),
      tool: TOOLS.indexOf(tool),
      relation: RELATIONS.indexOf(relation),
      flags: dice.oneOf(known.flags),
      object: objects > 0 && WITH_OBJECTS.includes(tool) && !dice.once(3) ? dice.below(objects) : -1,
    })
    rows.set([pair.source, pair.target, pair.tool, pair.relation, pair.flags, pair.object, pair.scope].join(' '), pair)
  }
  return pairTable([...rows.values()], setting)
}

type Identity = Record<'source' | 'target' | 'tool' | 'relation' | 'flags' | 'object', number>

function onePair(dice: Dice, { counted, unit, period, tools, nodes }: Setting, identity: Identity) {
  const traps = counted ? dice.amount(1e9) : dice.once(4) ? 1 : dice.amount(MOST_TRAPS)
  const length = dice.oneOf(LENGTHS)
  const bytes = traps * length
  const known = dice.once(2) ? traps * dice.unit() : 0
  return {
    ...identity,
    traps,
    amount: counted ? bytes : traps * period * tools.length * (unit === 'bytes' ? length : 1),
    credit: traps,
    bytes,
    partial: counted ? 0 : dice.below(traps + 1),
    latency: counted ? 0 : known * 100,
    latencyCredit: counted ? 0 : known,
    cacheMisses: counted ? 0 : known * dice.unit(),
    interleavedInstances: counted && RELATIONS[identity.relation] !== 'REUSED_BY' && dice.once(3) ? dice.amount(1000) : 0,
    scope: counted && dice.once(2) ? commonHolder(nodes, identity.source, identity.target, dice) : -1,
  }
}

/** A loop or function above both. */
function commonHolder(nodes: NodeTable, source: number, target: number, dice: Dice): number {
  const above = new Set(pathTo((row) => nodes.parent[row]!, target))
  const shared = pathTo((row) => nodes.parent[row]!, source).filter((row) => above.has(row) && (nodes.kind[row] === LOOP || isFunctionRow(nodes.kind[row]!)))
  return shared.length === 0 ? -1 : dice.oneOf(shared)
}

function pairTable(rows: Array<ReturnType<typeof onePair>>, { counted, tools }: Setting): PairTable {
  const { length } = rows
  const column = (name: keyof ReturnType<typeof onePair>): Float64Array => Float64Array.from(rows, (row) => row[name])
  const [intervalLow, intervalHigh] = [new Float64Array(length).fill(Number.NaN), new Float64Array(length).fill(Number.NaN)]
  const amount = column('amount')
  if (!counted) {
    // Shares of sharing are of all decided samples, which the watches have.
    for (const tool of tools.filter((each) => each !== 'false-sharing').map((each) => TOOLS.indexOf(each))) {
      const own = rows.flatMap((row, at) => (row.tool === tool && RELATIONS[row.relation] !== 'WAITING' ? [at] : []))
      const all = own.reduce((sum, at) => sum + amount[at]!, 0)
      for (const at of own.filter((each) => rows[each]!.traps >= 10)) {
        intervalLow[at] = Math.max(0, (0.8 * amount[at]!) / all)
        intervalHigh[at] = Math.min(1, (1.2 * amount[at]!) / all)
      }
    }
  }
  return {
    length,
    source: Int32Array.from(rows, (row) => row.source),
    target: Int32Array.from(rows, (row) => row.target),
    tool: Uint8Array.from(rows, (row) => row.tool),
    relation: Uint8Array.from(rows, (row) => row.relation),
    flags: Uint8Array.from(rows, (row) => row.flags),
    amount,
    traps: column('traps'),
    credit: column('credit'),
    bytes: column('bytes'),
    partial: column('partial'),
    latency: column('latency'),
    latencyCredit: column('latencyCredit'),
    cacheMisses: column('cacheMisses'),
    object: Int32Array.from(rows, (row) => row.object),
    scope: Int32Array.from(rows, (row) => row.scope),
    interleavedInstances: column('interleavedInstances'),
    interleavedBytes: column('interleavedInstances').map((instances) => 8 * instances),
    intervalLow,
    intervalHigh,
  }
}

/** The pairs' numbers, dealt to threads. */
export function anyThreadShares(dice: Dice, pairs: PairTable, threads: number): ProfileTables['threadShares'] {
  const rows =
    threads === 0
      ? []
      : [...pairs.traps.keys()].flatMap((pair) => {
          const own = dice.once(2) ? [dice.below(threads)] : [...Array(threads).keys()]
          return own.map((thread) => ({ pair, thread, part: 1 / own.length }))
        })
  return {
    length: rows.length,
    pair: Int32Array.from(rows, ({ pair }) => pair),
    thread: Int32Array.from(rows, ({ thread }) => thread),
    amount: Float64Array.from(rows, ({ pair, part }) => pairs.amount[pair]! * part),
    traps: Float64Array.from(rows, ({ pair, part }) => pairs.traps[pair]! * part),
  }
}

/** Of sampled runs. */
export function anyWatches(dice: Dice, pairs: PairTable, { tools, accesses, counted }: Setting): ProfileTables['watches'] {
  const rows = counted
    ? []
    : tools.flatMap((tool) =>
        accesses.flatMap((node) => {
          const number = TOOLS.indexOf(tool)
          const traps = sumWhere(pairs, pairs.traps, (row) => pairs.source[row] === node && pairs.tool[row] === number)
          if (traps === 0 && !dice.once(3)) return []
          const accounted = traps + (dice.once(2) ? dice.below(20) : 0)
          const samples = accounted + (dice.once(2) ? dice.upTo(200) : dice.upTo(1))
          return [{ node, tool: number, samples, accounted, armed: accounted + dice.below(samples - accounted + 1), bytes: samples * 8 }]
        }),
      )
  return {
    length: rows.length,
    node: Int32Array.from(rows, ({ node }) => node),
    tool: Uint8Array.from(rows, ({ tool }) => tool),
    samples: Float64Array.from(rows, ({ samples }) => samples),
    accounted: Float64Array.from(rows, ({ accounted }) => accounted),
    armed: Float64Array.from(rows, ({ armed }) => armed),
    bytes: Float64Array.from(rows, ({ bytes }) => bytes),
  }
}

/** Of counted runs: accessed = all that the accesses became. */
export function anyContextTotals(dice: Dice, pairs: PairTable, { tools, accesses, counted, tellsWaiting }: Setting): ProfileTables['contextTotals'] {
  const some = (most: number): number => (dice.once(2) ? dice.amount(most) : 0)
  const rows = counted
    ? accesses.flatMap((node) =>
        tools
          .filter((tool) => tool !== 'values')
          .flatMap((name) => {
            const tool = TOOLS.indexOf(name)
            const own = (column: Float64Array): number =>
              sumWhere(pairs, column, (row) => pairs.source[row] === node && pairs.tool[row] === tool && !isUseless(pairs, row))
            const paired = own(pairs.amount)
            if (paired === 0 && !dice.once(2)) return []
            const parts = { use: some(1e9), unfinished: some(1e4), freed: some(1e4), interleaved: some(1e4), waiting: tellsWaiting ? some(1e6) : 0 }
            const accessed = paired + own(pairs.interleavedBytes) + Object.values(parts).reduce((sum, part) => sum + part, 0)
            if (accessed === 0) return []
            return [
              {
                node,
                tool,
                ...parts,
                accessed,
                instances: own(pairs.traps) + Math.ceil((accessed - paired) / 8),
                first: Math.floor(accessed * (dice.once(3) ? dice.unit() : 0)),
              },
            ]
          }),
      )
    : []
  return totalsTable(rows)
}

/** Reuses are no part of what accesses became. */
function isUseless(pairs: PairTable, row: number): boolean {
  const relation = RELATIONS[pairs.relation[row]!]!
  return !isWasteful(relation) && relation !== 'WAITING'
}

const MOST_INTERVALS = 12

export function anyTimeline(dice: Dice, pairs: PairTable, { tools, counted }: Setting): Pick<ProfileTables, 'timeline' | 'timelineAxis'> {
  const count = dice.once(3) ? 0 : dice.upTo(MOST_INTERVALS)
  const ends = dice.list(count, (at) => (at + 1) * 1e9)
  const rows = ends.flatMap((_, interval) =>
    counted
      ? tools
          .filter((tool) => tool !== 'values' && tool !== 'reuse-distance' && dice.once(2))
          .map((tool) => {
            const accessed = dice.amount(1e9)
            return { interval, tool: TOOLS.indexOf(tool), pair: -1, amount: Math.floor(accessed * dice.unit()), accessed, traps: 0 }
          })
      : [...pairs.traps.keys()]
          .filter(() => dice.once(2))
          .map((pair) => ({ interval, tool: pairs.tool[pair]!, pair, amount: pairs.amount[pair]! / count, accessed: 0, traps: pairs.traps[pair]! / count })),
  )
  return {
    timelineAxis: { unit: counted ? 'instructions' : 'ns', ends },
    timeline: timelineTable(rows),
  }
}

/** What the recording says of each tool's fraction: intervals that hold it, as the bootstrap gives them. */
export function anyIntervals(dice: Dice, pairs: PairTable, { tools, counted }: Setting): ProfileTables['intervals'] {
  if (counted) return []
  return tools.flatMap((tool) => {
    const number = TOOLS.indexOf(tool)
    const own = (wanted: (relation: Relation) => boolean): number =>
      sumWhere(pairs, pairs.amount, (row) => pairs.tool[row] === number && wanted(RELATIONS[pairs.relation[row]!]!))
    const [waste, all] = [own(isWasteful), own((relation) => isSought(relation) || relation.endsWith('ED_BY'))]
    if (tool === 'reuse-distance' || tool === 'false-sharing' || all === 0 || dice.once(4)) return []
    return [{ tool, low: 0.9 * (waste / all), high: Math.min(1, 1.1 * (waste / all)) }]
  })
}

function sumWhere({ length }: PairTable, column: Float64Array, isWanted: (row: number) => boolean): number {
  let sum = 0
  for (let row = 0; row < length; row++) if (isWanted(row)) sum += column[row]!
  return sum
}
