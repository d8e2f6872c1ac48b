/** Checks that the tables of a profile are consistent, so that no view needs to check an index again. */
import { BUCKET_COUNT } from '../../shared/metrics/reuse/distance_bucket.ts'
import { subtreeEnds } from '../../shared/profile/tree/call_tree.ts'
import { contextSums, SUMMED, sumsByTool } from '../../shared/profile/tree/context_sums.ts'
import { RELATIONS, TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import { RowSet } from '../../shared/profile/columns/row_set.ts'
import type { RegionWork } from '../../shared/run.ts'
import { AXIS_FIRST, AXIS_TIME, INSTRUCTION, isFunctionRow, LINE, LOOP, NODE_KINDS, NOT_A_PARAMETER, ROOT } from '../../shared/profile/tables.ts'
import { VALUE_CLASSES, VALUE_ELEMENTS, VALUE_OPERATIONS, VALUE_ROLES } from '../../shared/profile/value_names.ts'
import { InvalidProfile } from './invalid_profile.ts'
import { checkOnceRead, checkValueAlone, checkValuesOnceRead, valueAt } from '../../shared/profile/columns/lazy_property.ts'

/**
 * Unread columns are checked when they are read.
 * @returns gives one past the last row of each subtree of the tree, for which it has to be read
 * @throws InvalidProfile
 */
export function validateTables(profile: ProfileTables): () => Int32Array {
  validateNames(profile)
  const subtreeEndsOnceRead = validateNodes(profile)
  const { nodes, pairs, watches, cpuTimes, executed, threadShares, reuses, censored, objects, threads, run, contextTotals, distanceCounts, objectDistances } =
    profile
  const isInstruction = (row: number): boolean =>
    isOfKind(
      row,
      nodes.length,
      (own) => valueAt(nodes, 'kind', own),
      (kind) => kind === INSTRUCTION,
    )
  let instructionsOnceRead: RowSet | null = null
  const instructionsOf = (): RowSet => (instructionsOnceRead ??= instructionRows(nodes))
  for (const side of ['source', 'target'] as const) {
    checkOnceRead(pairs, side, (column) => {
      const instructions = instructionsOf()
      require(all(column, (row) => inRange(row, 0, nodes.length) && instructions.has(row)), 'pairs')
    })
    checkValueAlone(pairs, side, (row) => require(isInstruction(row), 'pairs'))
  }
  checkOnceRead(pairs, 'tool', (column) => require(areBelow(column, TOOLS.length), 'pairs'))
  checkValueAlone(pairs, 'tool', (tool) => require(tool < TOOLS.length, 'pairs'))
  checkOnceRead(pairs, 'relation', (column) => require(areBelow(column, RELATIONS.length), 'pairs'))
  checkValueAlone(pairs, 'relation', (relation) => require(relation < RELATIONS.length, 'pairs'))
  for (const name of PAIR_AMOUNTS) {
    checkOnceRead(pairs, name, (column) => require(isAmounts(column), 'pairs'))
    checkValueAlone(pairs, name, (value) => require(value >= 0 && value < Infinity, 'pairs'))
  }
  checkValuesOnceRead(pairs, 'object', (object) => require(inRange(object, -1, objects.length), 'objects'))
  require(objects.every(({ allocation }) => allocation === -1 || isInstruction(allocation)), 'objects')
  checkByKind(nodes, pairs, 'scope', (row, _, kindOf) => require(row === -1 || isOfKind(row, nodes.length, kindOf, isLoopHolder), 'scopes'))
  checkValuesOnceRead(pairs, 'intervalHigh', (high) => require(Number.isNaN(high) || (high >= 0 && high <= 1), 'intervals'))
  checkValuesOnceRead(pairs, 'intervalLow', (low, row) => {
    const high = valueAt(pairs, 'intervalHigh', row)
    require(Number.isNaN(low) ? Number.isNaN(high) : low >= 0 && low <= high, 'intervals')
  })
  require(watches.node.every(isInstruction) && watches.tool.every((tool) => tool < TOOLS.length), 'watches')
  require([watches.samples, watches.accounted, watches.armed, watches.bytes].every(isAmounts), 'watches')
  checkOnceRead(cpuTimes, 'node', (column) => {
    const instructions = instructionsOf()
    let before = -1
    require(all(column, (row) => inRange(row, before + 1, nodes.length) && instructions.has((before = row))), 'CPU times')
  })
  for (const name of ['interrupts', 'time'] as const) checkOnceRead(cpuTimes, name, (column) => require(isAmounts(column), 'CPU times'))
  const isRegionOfThreads = (region: RegionWork): boolean =>
    region.function < profile.functions.length && region.threads.every(([thread]) => thread < threads.length)
  require(run.regionWork?.every(isRegionOfThreads) !== false, 'parallel regions')
  require(run.workOutsideRegions?.every(([thread]) => thread < threads.length) !== false, 'work outside of parallel regions')
  checkOnceRead(executed, 'node', (column) => {
    let before = -1
    require(all(column, (row) => {
      const isNext = inRange(row, before + 1, nodes.length)
      before = row
      return isNext
    }), 'executed instructions')
  })
  for (const table of [cpuTimes, executed]) checkOnceRead(table, 'waits', (column) => require(areBelow(column, 2), 'what waits'))
  checkOnceRead(executed, 'instructions', (column) => require(isAmounts(column), 'executed instructions'))
  require(isGrouped(threadShares.pair, pairs.length) && threadShares.thread.every((thread) => inRange(thread, 0, threads.length)), 'shares of threads')
  require([threadShares.amount, threadShares.traps].every(isAmounts), 'shares of threads')
  require(isGrouped(reuses.pair, pairs.length) && reuses.pair.every((pair) => TOOLS[pairs.tool[pair]!] === 'reuse-distance'), 'reuses')
  require([reuses.distance, reuses.weight, reuses.time].every(isAmounts) && reuses.distance.every((distance) => distance >= 1), 'reuses')
  require(censored.node.every(isInstruction) && [censored.distance, censored.weight, censored.time].every(isAmounts), 'censored samples')
  checkOnceRead(contextTotals, 'node', (column) => require(all(column, (row) => inRange(row, 0, nodes.length)), 'counted accesses'))
  checkOnceRead(contextTotals, 'tool', (column) => require(all(column, (tool) => tool < TOOLS.length), 'counted accesses'))
  for (const name of ['instances', ...SUMMED] as const) {
    checkOnceRead(contextTotals, name, (column) => {
      require(isAmounts(column), 'counted accesses')
      if (name !== 'instances')
        require(sumsByTool(contextTotals.tool, column).every((sum, tool) => sum === contextSums(contextTotals, tool)[name]), 'counted accesses')
    })
  }
  validateDistanceCounts(profile)
  validateObjectDistances(profile)
  require([reuses.object, censored.object].every((column) => column.every((object) => inRange(object, -1, objects.length))), 'reused objects')
  require(profile.spatialValues.every(({ node, object }) => (node === -1 || isInstruction(node)) && inRange(object, -1, objects.length)), 'marked values')
  validateValues(profile)
  validateTimeline(profile)
  validateTrace(profile)
  require(reuses.length + censored.length + distanceCounts.length + objectDistances.length === 0 ||
    (run.granularity !== undefined && run.distanceUnit !== undefined), 'reuses')
  return subtreeEndsOnceRead
}

const PAIR_AMOUNTS = [
  'amount',
  'traps',
  'credit',
  'bytes',
  'partial',
  'latency',
  'latencyCredit',
  'cacheMisses',
  'interleavedInstances',
  'interleavedBytes',
] as const

function validateDistanceCounts({ distanceCounts: { pair, axis, granularity, bucket, count }, pairs }: ProfileTables): void {
  const isOrdered = pair.every(
    (row, i) => inRange(row, i === 0 ? -1 : pair[i - 1]!, pairs.length) && (row === -1 || TOOLS[pairs.tool[row]!] === 'reuse-distance'),
  )
  require(isOrdered && areDistances(axis, granularity, bucket) && isAmounts(count), 'reuse distances')
}

function validateObjectDistances({ objectDistances: { object, axis, granularity, bucket, count }, objects }: ProfileTables): void {
  require(isGrouped(object, objects.length) && areDistances(axis, granularity, bucket) && isAmounts(count), 'reuse distances of objects')
}

function areDistances(axis: Uint8Array, granularity: Uint8Array, bucket: Int32Array): boolean {
  return (
    axis.every((axis) => axis >= AXIS_TIME && axis <= AXIS_FIRST) &&
    granularity.every((bytes) => GRANULARITY_BYTES.has(bytes)) &&
    bucket.every((bucket) => inRange(bucket, 0, BUCKET_COUNT))
  )
}

function validateValues(profile: ProfileTables): void {
  const { valueTables, valueEntries, valueNames, functions, files, run } = profile
  if (valueTables.length + valueEntries.length === 0) return
  const { instructions } = profile
  const { role, instructionClass, operation, element, bytes, slot, instruction, functionIndex, file, line, name, estimated } = valueTables
  const isNumbered = (column: Uint8Array, least: number, names: readonly string[]): boolean => column.every((value) => inRange(value, least, names.length + 1))
  require(isNumbered(role, 1, VALUE_ROLES) && isNumbered(instructionClass, 0, VALUE_CLASSES) && isNumbered(operation, 0, VALUE_OPERATIONS), 'kinds of values')
  require(element.every((value) => value < VALUE_ELEMENTS.length) &&
    bytes.every((value) => inRange(value, 1, 9)) &&
    slot.every((value) => inRange(value, 0, 0x10000)), 'kinds of values')
  require(instruction.every((row) => inRange(row, 0, instructions.length)) &&
    functionIndex.every((row) => inRange(row, 0, functions.length)), 'places of values')
  require(file.every((row) => inRange(row, -1, files.length)) &&
    line.every((value) => value >= -1) &&
    name.every((row) => inRange(row, NOT_A_PARAMETER, valueNames.length)), 'places of values')
  const { executions, profiled, repeats, zeros, retried, converged, increasing, decreasing } = valueTables
  require([executions, profiled, repeats, zeros, retried, converged, increasing, decreasing].every(isAmounts), 'counts of values')
  require(profiled.every(
    (count, row) => count <= executions[row]! && repeats[row]! <= count && zeros[row]! <= count && retried[row]! <= count,
  ), 'counts of values')
  require(estimated.every((value) => value === -1 || (value >= 0 && value <= 1)), 'estimates of values')
  require(isGrouped(valueEntries.table, valueTables.length) && isAmounts(valueEntries.count), 'values')
  require(valueEntries.symbol.every((row) => inRange(row, -1, valueNames.length)), 'values')
  require(run.values !== undefined, 'values')
}

function validateTimeline({ timeline: { tool, interval, pair, amount, accessed, traps }, timelineAxis, pairs }: ProfileTables): void {
  require(isGrouped(interval, timelineAxis.ends.length) && tool.every((value) => value < TOOLS.length), 'times')
  require(pair.every((row, i) => row === -1 || (inRange(row, 0, pairs.length) && pairs.tool[row] === tool[i])), 'times')
  require([amount, accessed, traps].every(isAmounts), 'times')
}

function validateTrace({ trace, traceAxis: { firsts }, threads, nodes }: ProfileTables): void {
  require(firsts.length === (trace.length === 0 ? 0 : threads.length + 1), 'trace')
  require(firsts.every((first, i) => (i === 0 ? first === 0 : first >= firsts[i - 1]!)) && (firsts.at(-1) ?? 0) === trace.length, 'trace')
  checkOnceRead(trace, 'node', (column) => {
    const instructions = instructionRows(nodes)
    require(all(column, (row) => row < nodes.length && instructions.has(row)), 'trace')
  })
}

const GRANULARITY_BYTES: ReadonlySet<number> = new Set([1, 8, 64])

/** Pairs in ascending order, so that those of one pair are neighbours. */
function isGrouped(pair: Int32Array, length: number): boolean {
  return pair.every((row, i) => inRange(row, i === 0 ? 0 : pair[i - 1]!, length))
}

function validateNames(profile: ProfileTables): void {
  const { modules, files, functions, objects, sourceSums } = profile
  require(sourceSums.every(({ file }) => file < files.length), 'sums of sources')
  require(functions.every((f) => f.module < modules.length && f.file < files.length), 'functions')
  checkOnceRead(profile, 'instructions', (instructions) => require(instructions.every((instruction) => instruction.module < modules.length), 'instructions'))
  require(objects.every((object) => object.module < modules.length), 'objects')
}

/** @returns see validateTables */
function validateNodes(profile: ProfileTables): () => Int32Array {
  const { nodes, files, functions } = profile
  const { length } = nodes
  let end: Int32Array | null = null
  checkOnceRead(nodes, 'parent', (parent) => {
    const ends = subtreeEnds(parent)
    require(ends !== null, 'tree')
    const { kind } = nodes
    for (let row = 1; row < length; row++) require(kind[row] !== LOOP || isLoopHolder(kind[parent[row]!]!), 'loops of the tree')
    end = ends
  })
  checkValueAlone(nodes, 'parent', (parent, row) => require(row === 0 ? parent === -1 : inRange(parent, 0, row), 'tree'))
  checkValuesOnceRead(nodes, 'kind', (kind, row) => require(row === 0 ? kind === ROOT : kind > ROOT && kind < NODE_KINDS.length, 'tree'))
  checkValuesOnceRead(nodes, 'functionIndex', (value, row) => require(row === 0 || inRange(value, 0, functions.length), 'functions of the tree'))
  checkByKind(nodes, nodes, 'file', (value, row, kindOf) => {
    require(row === 0 || inRange(value, -1, files.length), 'places of the tree')
    require(value >= 0 || kindOf(row) !== LINE, 'lines of the tree')
  })
  checkByKind(nodes, nodes, 'line', (value, row, kindOf) => {
    const kind = kindOf(row)
    require(row === 0 || value >= -1, 'places of the tree')
    require(kind !== LINE || value > 0, 'lines of the tree')
    require(kind !== LOOP || valueAt(nodes, 'file', row) >= 0 === value > 0, 'loops of the tree')
  })
  checkOnceRead(nodes, 'instruction', (column) => {
    const { instructions } = profile
    const { kind } = nodes
    for (let row = 1; row < length; row++)
      require(kind[row] === INSTRUCTION ? inRange(column[row]!, 0, instructions.length) : column[row] === -1, 'instructions of the tree')
  })
  checkValueAlone(nodes, 'instruction', (value, row) => {
    const isInstruction = valueAt(nodes, 'kind', row) === INSTRUCTION
    require(row === 0 || (isInstruction ? inRange(value, 0, profile.instructions.length) : value === -1), 'instructions of the tree')
  })
  checkValuesOnceRead(nodes, 'address', (address, row) => require(row === 0 || (address >= -1 && address < Infinity), 'addresses of the tree'))
  return () => {
    // Reading it checks it, and leaves its subtrees' ends.
    if (nodes.parent.length > 0 && end !== null) return end
    throw new InvalidProfile('its tree is empty')
  }
}

/**
 * checkValuesOnceRead for columns that depend on rows' kinds: for a whole column all kinds are read, for a value few.
 */
function checkByKind<T extends object>(
  nodes: ProfileTables['nodes'],
  holder: T,
  name: Parameters<typeof checkValueAlone<T>>[1],
  check: (value: number, row: number, kindOf: (row: number) => number) => void,
): void {
  checkOnceRead(holder, name, (column) => {
    const { kind } = nodes
    const kindOf = (row: number): number => kind[row]!
    const values = column as ArrayLike<number>
    for (let row = 0; row < values.length; row++) check(values[row]!, row, kindOf)
  })
  checkValueAlone(holder, name, (value, row) => check(value, row, (own) => valueAt(nodes, 'kind', own)))
}

/** Bits that fit the processor's caches; the kinds of ten million rows, in random order, do not. */
function instructionRows({ kind, length }: ProfileTables['nodes']): RowSet {
  const rows = new RowSet(length)
  for (let row = 0; row < length; row++) if (kind[row] === INSTRUCTION) rows.add(row)
  return rows
}

function isOfKind(row: number, length: number, kindOf: (row: number) => number, test: (kind: number) => boolean): boolean {
  return inRange(row, 0, length) && test(kindOf(row))
}

export function isLoopHolder(kind: number): boolean {
  return isFunctionRow(kind) || kind === LOOP
}

function inRange(value: number, least: number, end: number): boolean {
  return value >= least && value < end
}

/** Like every() of a typed array, in a fraction of its time. */
function all(column: ArrayLike<number>, test: (value: number) => boolean): boolean {
  for (let row = 0; row < column.length; row++) if (!test(column[row]!)) return false
  return true
}

/** Without a function call for each of millions of values. */
function isAmounts(column: Float64Array): boolean {
  for (let row = 0; row < column.length; row++) if (!(column[row]! >= 0 && column[row]! < Infinity)) return false
  return true
}

function areBelow(column: Uint8Array, end: number): boolean {
  for (let row = 0; row < column.length; row++) if (column[row]! >= end) return false
  return true
}

function require(condition: boolean, what: string): asserts condition {
  if (!condition) throw new InvalidProfile(`its ${what} contradict each other`)
}
