/** All that windows ask of an opened profile, with what must hold of the answers. */
import { requireSound } from '../../profile/any_profile/sound.testing.ts'
import type { Dice } from '../../profile/any_profile/dice.testing.ts'
import { CONVERSIONS } from '../../../shared/report.ts'
import { RpcError, type ProfileSummary } from '../../../shared/rpc/contract.ts'
import type { FlameGraph } from '../../../shared/rpc/charts.ts'
import type { PairFilter, PairGrouping } from '../../../shared/rpc/pairs.ts'
import type { Blame, Sort, TreeKind, TreeRow, TreeShape } from '../../../shared/rpc/trees.ts'
import type { Tool } from '../../../shared/tools.ts'
import { QueryEngine } from './query_engine.ts'
import type { WorkerMethod, WorkerMethods, WorkerParameters } from './query_protocol.ts'

const ALL = 2000
const ROUNDING = 1e-6
const PLACES = { mappings: [], folders: [] }
const EVERY_PAIR: PairFilter = { wastefulOnly: false, search: '', regularExpression: false, side: 'either' }
const GROUPINGS: PairGrouping[] = ['source-line', 'target-function', 'both-file', 'both-module', 'object', 'advice']
const COLUMNS = ['wasteInclusive', 'fractionExclusive', 'runCostInclusive', 'runCostWaiting', 'traps', 'name', 'formula'] as const

export type Ask = <M extends WorkerMethod>(method: M, parameters: WorkerParameters<M>, allowed?: RpcError['code']) => WorkerMethods[M]['result'] | null

/** Answers are sound; errors are none but the one that is allowed. */
export function asker(engine: QueryEngine): Ask {
  return (method, parameters, allowed) => {
    try {
      const answer = engine.answer(method, parameters)
      requireSound(answer, method)
      return answer
    } catch (error) {
      if (error instanceof RpcError && error.code === allowed) return null
      if (error instanceof Error) error.message = `${method} ${JSON.stringify(parameters)}: ${error.message}`
      throw error
    }
  }
}

/** @param functions their names @param dice chooses among shapes, which are too many to draw all */
export function askEverything(ask: Ask, path: string, functions: ReadonlySet<string>, dice: Dice): ProfileSummary {
  const summary = ask('profile.open', { path })!
  const { profile, run } = summary
  askFindings(ask, summary)
  for (const tool of run.tools) askOfTool(ask, summary, tool, functions, dice)
  askPairs(ask, summary, dice)
  const trace = ask('trace.summary', { profile })!
  const places = { profile, from: 0, to: Math.max(1, trace.end), firstLane: 0, lastLane: Math.max(1, trace.lanes.length), columns: 40, rows: 10 }
  for (const colour of ['function', 'region', 'waste'] as const) {
    const cells = ask('trace.cells', { ...places, depth: dice.upTo(4), colour }, 'not-found')
    if (cells === null && trace.lanes.length > 0) throw new Error('a trace has no cells')
  }
  trace.lanes.forEach((_, lane) => ask('trace.at', { profile, lane, time: dice.below(trace.end + 1) }))
  if (trace.lanes.length > 0) {
    const part = ask('trace.filter', { profile, from: trace.end * 0.2, to: trace.end * 0.7, ...(dice.once(2) ? { threads: [trace.lanes[0]!.thread] } : {}) })!
    askFindings(ask, part)
    for (const tool of part.run.tools) askOfTool(ask, part, tool, functions, dice)
    ask('profile.close', { profile: part.profile })
  }
  for (const table of ['pairs', 'flat', 'statistics', 'threads', 'objects', 'reuse', 'values'] as const)
    for (const format of ['csv', 'markdown'] as const)
      ask('tables.csv', { profile, table, format, places: PLACES }, table === 'reuse' || table === 'values' ? 'not-found' : undefined)
  ask('values.summary', { profile })
  for (const kind of ['loads', 'results', 'parameters'] as const) {
    ask('values.rows', {
      profile,
      filter: { kind, instructionClass: null, search: '', regularExpression: false },
      sort: { column: 'inv1', descending: true },
      start: 0,
      count: ALL,
    })
    for (const by of ['line', 'function'] as const) ask('values.groups', { profile, kind, by, start: 0, count: ALL })
  }
  const { objects } = ask('reuse.objects', { profile })!
  const question = { profile, conversion: dice.oneOf(CONVERSIONS), accessRate: null, firstBin: null, binCount: 16 }
  ask('reuse.read', { ...question, pair: null, object: null }, 'not-found')
  for (const { object } of objects.slice(0, 2)) ask('reuse.read', { ...question, pair: null, object })
  ask('objects.assigned', { profile, places: PLACES })
  ask('source.named', { profile })
  return summary
}

function askFindings(ask: Ask, { profile }: ProfileSummary): void {
  const { findings, coverage } = ask('findings.read', { profile, places: PLACES })!
  if (new Set(findings.map(({ id }) => id)).size !== findings.length) throw new Error('findings share a name')
  if (findings.some(({ title }) => title === '')) throw new Error('a finding has no title')
  if (coverage !== undefined) {
    const all = coverage.withRemedy + coverage.unavoidable + coverage.unexplained + coverage.small
    if (Math.abs(all - 1) > ROUNDING || coverage.claimed > coverage.withRemedy + ROUNDING)
      throw new Error(`the parts of all waste are ${JSON.stringify(coverage)}`)
  }
}

function askOfTool(ask: Ask, { profile, run, fileNames, threads }: ProfileSummary, tool: Tool, functions: ReadonlySet<string>, dice: Dice): void {
  for (const kind of ['top-down', 'bottom-up', 'flat'] as const) askTree(ask, profile, kind, tool, anyShape(dice, threads.length), dice)
  ask('pairs.heaviest', { profile, tool })
  ask('threads.distribution', { profile, tool, place: null })
  ask('timeline.read', { profile, tool, pair: null })
  for (const { name } of ask('functions.hot', { profile, tool, count: 5 })!) ask('functions.around', { profile, tool, name, most: 5 })
  for (const measure of ['waste', 'run-cost'] as const) {
    for (const inverted of [false, true]) {
      const graph = ask('flame.read', { profile, tool, measure, side: dice.oneOf(['source', 'target'] as const), inverted, around: null, narrowed: null })!
      requireBoxes(graph, `${tool} ${measure} ${inverted ? 'inverted' : ''}`)
      const names = graph.names.filter((name) => functions.has(name))
      if (names.length > 0) {
        const name = dice.oneOf(names)
        requireBoxes(
          ask('flame.read', { profile, tool, measure, side: 'source', inverted, around: name, narrowed: null })!,
          `${tool} ${measure} around ${name}`,
        )
      }
    }
  }
  for (const file of Object.keys(fileNames ?? {}).slice(0, 2)) ask('source.heat', { profile, file, tool })
  if (!run.tools.includes(tool)) throw new Error('a tool of no run')
}

function anyShape(dice: Dice, threads: number): TreeShape {
  return {
    ...(dice.once(3) ? { foldBelow: dice.oneOf([0.01, 0.3]) } : {}),
    ...(dice.once(3) ? { foldStartUp: true } : {}),
    ...(dice.once(3) ? { foldRecursion: true } : {}),
    ...(dice.once(3) ? { showCreators: true } : {}),
    ...(dice.once(3) ? { blame: dice.oneOf<Blame>(['earlier', 'later', 'ancestor', 'object']) } : {}),
    ...(dice.once(4) && threads > 0 ? { threads: [dice.below(threads)] } : {}),
    ...(dice.once(4)
      ? {
          transforms: [
            dice.oneOf([
              { kind: 'merge-function', name: 'fill' },
              { kind: 'drop-function', name: 'find' },
              { kind: 'collapse-recursion', name: 'main' },
              { kind: 'collapse-module', name: '/usr/bin/solver' },
              { kind: 'collapse-folder', name: '/src' },
            ] as const),
          ],
        }
      : {}),
  }
}

function askTree(ask: Ask, profile: number, kind: TreeKind, tool: Tool, shape: TreeShape, dice: Dice): void {
  const sort: Sort = { column: dice.oneOf(COLUMNS), descending: dice.once(2) }
  if (sort.column === 'formula') sort.formula = 'waste / use'
  const { view, rowCount } = ask('tree.create', { profile, kind, sort, tool, ...shape })!
  const { version } = ask('tree.rows', { view, start: 0, count: ALL })!
  if (rowCount > 0) ask('tree.expand', { view, version, index: 0, expanded: true, deep: true })
  const { rows } = ask('tree.rows', { view, start: 0, count: ALL })!
  requireTree(rows, `${kind} ${tool} ${JSON.stringify(shape)}`, kind)
  if (rows.length > 0) {
    ask('tree.copy', { view, index: dice.below(rows.length) })
    ask('tree.hotPath', { view, from: 0 })
    const { node } = dice.oneOf(rows)
    if (node !== undefined) ask('tree.reveal', { view, node, pair: null })
  }
  ask('tree.search', { view, text: 'fi', regularExpression: false })
  ask('tree.findMatch', { view, from: -1, direction: 1 })
  ask('tree.sort', { view, sort: { column: dice.oneOf(COLUMNS.slice(0, -1)), descending: true }, keep: rows[0]?.key ?? null })
  ask('tree.close', { view })
}

/** No row has more of its own than with what is below it, and no row less than one below it; children do not add up to more. */
function requireTree(rows: readonly TreeRow[], of: string, kind: TreeKind): void {
  const above: TreeRow[] = []
  const belowOf = new Map<TreeRow, number>()
  for (const row of rows) {
    const where = `${of}: ${row.label}`
    const { wasteInclusive, useInclusive, wasteExclusive, useExclusive } = row.metrics
    if (row.kind === 'link') continue
    if (isMore(wasteExclusive, wasteInclusive) || isMore(useExclusive, useInclusive)) throw new Error(`${where} has more of its own than in all`)
    if (row.runCost && (isMore(row.runCost.exclusive, row.runCost.inclusive) || isMore(row.runCost.waiting ?? 0, row.runCost.inclusive)))
      throw new Error(`${where} cost more of its own than in all`)
    above.length = row.depth
    const parent = above.at(-1)
    above[row.depth] = row
    if (parent === undefined || kind !== 'top-down') continue
    const sum = (belowOf.get(parent) ?? 0) + wasteInclusive
    belowOf.set(parent, sum)
    if (isMore(sum, parent.metrics.wasteInclusive)) throw new Error(`${where}: rows below ${parent.label} have ${sum} of its ${parent.metrics.wasteInclusive}`)
    if (row.runCost && parent.runCost && isMore(row.runCost.inclusive, parent.runCost.inclusive)) throw new Error(`${where} cost more than ${parent.label}`)
  }
}

function isMore(part: number, whole: number): boolean {
  return part > whole * (1 + ROUNDING) + ROUNDING
}

/** Boxes are within their parents, and side by side. */
function requireBoxes({ total, parent, start, amount }: FlameGraph, of: string): void {
  const ends = new Map<number, number>()
  parent.forEach((below, box) => {
    if (box === 0) return
    const end = start[box]! + amount[box]!
    const first = ends.get(below) ?? start[below]!
    if (isMore(first, start[box]! + total * ROUNDING) || isMore(end, start[below]! + amount[below]! + total * ROUNDING))
      throw new Error(`${of}: box ${box} leaves box ${below}`)
    ends.set(below, end)
  })
}

function askPairs(ask: Ask, { profile, pairCount, run }: ProfileSummary, dice: Dice): void {
  const columns = ['advice', 'distance', 'tool', 'object', 'waste', 'use', 'traps', 'shareOfWaste', 'shareOfTotal', 'source', 'target', 'relation'] as const
  const sort = { column: dice.oneOf(columns), descending: dice.once(2) }
  const { rows, rowCount } = ask('pairs.rows', { profile, filter: EVERY_PAIR, sort, start: 0, count: ALL })!
  if (rowCount !== pairCount || rows.length !== pairCount) throw new Error(`${rows.length} of ${pairCount} pairs are listed`)
  // Windows show pairs of one tool.
  const filter: PairFilter = { ...EVERY_PAIR, tool: dice.oneOf(run.tools) }
  const ofTool = rows.filter(({ tool }) => tool === filter.tool).length
  for (const by of GROUPINGS) {
    const groups = ask('pairs.groups', { profile, filter, by, sort: { column: 'waste', descending: true }, start: 0, count: ALL })!.rows
    const grouped = groups.reduce((sum, { pairs }) => sum + pairs, 0)
    if (grouped !== ofTool) throw new Error(`${grouped} of ${ofTool} pairs are in groups by ${by}`)
    for (const { key, pairs } of groups.slice(0, 3)) {
      const own = ask('pairs.rows', { profile, filter: { ...filter, group: { by, key } }, sort, start: 0, count: ALL })!.rowCount
      if (own !== pairs) throw new Error(`the group ${key} by ${by} has ${pairs} pairs, its filter ${own}`)
    }
  }
  for (let pair = 0; pair < Math.min(pairCount, 4); pair++) {
    const { source, target } = ask('pairs.details', { profile, pair })!
    ask('pairs.text', { profile, pair, places: PLACES })
    ask('findings.ofPair', { profile, pair, places: PLACES })
    ask('timeline.read', { profile, pair }, 'unable')
    ask('reuse.read', { profile, pair, object: null, conversion: dice.oneOf(CONVERSIONS), accessRate: 1e9, firstBin: null, binCount: 16 }, 'not-found')
    for (const { leaf, node, moduleIndices } of [source, target]) {
      ask('disassembly.read', { profile, moduleIndex: moduleIndices.at(-1)!, address: leaf.address })
      ask('values.at', { profile, moduleIndex: moduleIndices.at(-1)!, address: leaf.address })
      ask('threads.distribution', { profile, place: { side: 'either', node, functionName: null } })
      ask('pairs.rows', { profile, filter: { ...EVERY_PAIR, within: { side: 'either', node, functionName: null } }, sort, start: 0, count: ALL })
    }
  }
}
