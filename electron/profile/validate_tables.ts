/** Checks that the tables of a profile fit together, so that no view needs to check an index again. */
import { BUCKET_COUNT } from '../../shared/metrics/reuse/distance_bucket.ts'
import { subtreeEnds } from '../../shared/profile/call_tree.ts'
import { RELATIONS, TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import { AXIS_FIRST, AXIS_TIME, FUNCTION, INLINED, INSTRUCTION, LINE, LOOP, NODE_KINDS, NOT_A_PARAMETER, ROOT } from '../../shared/profile/tables.ts'
import { VALUE_CLASSES, VALUE_ELEMENTS, VALUE_OPERATIONS, VALUE_ROLES } from '../../shared/profile/value_names.ts'
import { InvalidProfile } from './read_tables.ts'

/** @throws InvalidProfile */
export function validateTables(profile: ProfileTables): void {
  validateNames(profile)
  validateNodes(profile)
  const { nodes, pairs, watches, threadShares, reuses, censored, objects, threads, run, contextTotals, distanceCounts } = profile
  const isInstruction = (row: number): boolean => row >= 0 && row < nodes.length && nodes.kind[row] === INSTRUCTION
  require(pairs.source.every(isInstruction) && pairs.target.every(isInstruction), 'pairs')
  require(pairs.tool.every((tool) => tool < TOOLS.length) && pairs.relation.every((relation) => relation < RELATIONS.length), 'pairs')
  require([pairs.amount, pairs.traps, pairs.credit, pairs.bytes, pairs.partial, pairs.latency, pairs.latencyCredit, pairs.cacheMisses, pairs.interleavedInstances, pairs.interleavedBytes].every(isAmounts), 'pairs')
  require(pairs.object.every((object) => inRange(object, -1, objects.length)), 'objects')
  require(objects.every(({ allocation }) => allocation === -1 || isInstruction(allocation)), 'objects')
  require(pairs.scope.every((row) => row === -1 || (inRange(row, 0, nodes.length) && isLoopHolder(nodes.kind[row]!))), 'scopes')
  for (let row = 0; row < pairs.length; row++) {
    const low = pairs.intervalLow[row]!
    const high = pairs.intervalHigh[row]!
    require((Number.isNaN(low) && Number.isNaN(high)) || (low >= 0 && low <= high && high <= 1), 'intervals')
  }
  require(watches.node.every(isInstruction) && watches.tool.every((tool) => tool < TOOLS.length), 'watches')
  require([watches.samples, watches.accounted, watches.armed, watches.bytes].every(isAmounts), 'watches')
  require(isGrouped(threadShares.pair, pairs.length) && threadShares.thread.every((thread) => inRange(thread, 0, threads.length)), 'shares of threads')
  require([threadShares.amount, threadShares.traps].every(isAmounts), 'shares of threads')
  require(isGrouped(reuses.pair, pairs.length) && reuses.pair.every((pair) => TOOLS[pairs.tool[pair]!] === 'reuse-distance'), 'reuses')
  require([reuses.distance, reuses.weight, reuses.time].every(isAmounts) && reuses.distance.every((distance) => distance >= 1), 'reuses')
  require(censored.node.every(isInstruction) && [censored.distance, censored.weight, censored.time].every(isAmounts), 'censored samples')
  require(contextTotals.node.every((row) => inRange(row, 0, nodes.length)) && contextTotals.tool.every((tool) => tool < TOOLS.length), 'counted accesses')
  const { instances, accessed, use, unfinished, freed, interleaved, first } = contextTotals
  require([instances, accessed, use, unfinished, freed, interleaved, first].every(isAmounts), 'counted accesses')
  validateDistanceCounts(profile)
  require(profile.spatialValues.every(({ node, object }) => (node === -1 || isInstruction(node)) && inRange(object, -1, objects.length)), 'marked values')
  validateValues(profile)
  validateTimeline(profile)
  require((reuses.length + censored.length + distanceCounts.length === 0) || (run.granularity !== undefined && run.distanceUnit !== undefined), 'reuses')
}

function validateDistanceCounts({ distanceCounts: { pair, axis, granularity, bucket, count }, pairs }: ProfileTables): void {
  const isOrdered = pair.every((row, i) => inRange(row, i === 0 ? -1 : pair[i - 1]!, pairs.length) && (row === -1 || TOOLS[pairs.tool[row]!] === 'reuse-distance'))
  require(isOrdered && axis.every((axis) => axis >= AXIS_TIME && axis <= AXIS_FIRST) && granularity.every((bytes) => GRANULARITY_BYTES.has(bytes)), 'reuse distances')
  require(bucket.every((bucket) => inRange(bucket, 0, BUCKET_COUNT)) && isAmounts(count), 'reuse distances')
}

function validateValues({ valueTables, valueEntries, valueNames, instructions, functions, files, run }: ProfileTables): void {
  const { role, instructionClass, operation, element, bytes, slot, instruction, functionIndex, file, line, name, estimated } = valueTables
  const isNumbered = (column: Uint8Array, least: number, names: readonly string[]): boolean => column.every((value) => inRange(value, least, names.length + 1))
  require(isNumbered(role, 1, VALUE_ROLES) && isNumbered(instructionClass, 0, VALUE_CLASSES) && isNumbered(operation, 0, VALUE_OPERATIONS), 'kinds of values')
  require(element.every((value) => value < VALUE_ELEMENTS.length) && bytes.every((value) => inRange(value, 1, 9)) && slot.every((value) => inRange(value, 0, 0x10000)), 'kinds of values')
  require(instruction.every((row) => inRange(row, 0, instructions.length)) && functionIndex.every((row) => inRange(row, 0, functions.length)), 'places of values')
  require(file.every((row) => inRange(row, -1, files.length)) && line.every((value) => value >= -1) && name.every((row) => inRange(row, NOT_A_PARAMETER, valueNames.length)), 'places of values')
  const { executions, profiled, repeats, zeros, retried, converged, increasing, decreasing } = valueTables
  require([executions, profiled, repeats, zeros, retried, converged, increasing, decreasing].every(isAmounts), 'counts of values')
  require(profiled.every((count, row) => count <= executions[row]! && repeats[row]! <= count && zeros[row]! <= count && retried[row]! <= count), 'counts of values')
  require(estimated.every((value) => value === -1 || (value >= 0 && value <= 1)), 'estimates of values')
  require(isGrouped(valueEntries.table, valueTables.length) && isAmounts(valueEntries.count), 'values')
  require(valueEntries.symbol.every((row) => inRange(row, -1, valueNames.length)), 'values')
  require(valueTables.length === 0 || run.values !== undefined, 'values')
}

function validateTimeline({ timeline: { tool, interval, pair, amount, accessed, traps }, timelineAxis, pairs }: ProfileTables): void {
  require(isGrouped(interval, timelineAxis.ends.length) && tool.every((value) => value < TOOLS.length), 'times')
  require(pair.every((row, i) => row === -1 || (inRange(row, 0, pairs.length) && pairs.tool[row] === tool[i])), 'times')
  require([amount, accessed, traps].every(isAmounts), 'times')
}

const GRANULARITY_BYTES: ReadonlySet<number> = new Set([1, 8, 64])

/** Pairs in ascending order, so that those of one pair are neighbours. */
function isGrouped(pair: Int32Array, length: number): boolean {
  return pair.every((row, i) => inRange(row, i === 0 ? 0 : pair[i - 1]!, length))
}

function validateNames({ modules, files, functions, instructions, objects }: ProfileTables): void {
  require(functions.every((f) => f.module < modules.length && f.file < files.length), 'functions')
  require(instructions.every((instruction) => instruction.module < modules.length), 'instructions')
  require(objects.every((object) => object.module < modules.length), 'objects')
}

function validateNodes({ nodes, files, functions, instructions }: ProfileTables): void {
  require(subtreeEnds(nodes.parent) !== null && nodes.kind[0] === ROOT, 'tree')
  for (let row = 1; row < nodes.length; row++) {
    const kind = nodes.kind[row]!
    require(kind > ROOT && kind < NODE_KINDS.length, 'tree')
    require(inRange(nodes.functionIndex[row]!, 0, functions.length), 'functions of the tree')
    require(inRange(nodes.file[row]!, -1, files.length) && nodes.line[row]! >= -1, 'places of the tree')
    require(inRange(nodes.instruction[row]!, kind === INSTRUCTION ? 0 : -1, kind === INSTRUCTION ? instructions.length : 0), 'instructions of the tree')
    require(kind !== LINE || (nodes.file[row]! >= 0 && nodes.line[row]! > 0), 'lines of the tree')
    require(kind !== LOOP || (isLoopHolder(nodes.kind[nodes.parent[row]!]!) && nodes.file[row]! >= 0 === nodes.line[row]! > 0), 'loops of the tree')
    require(Number.isFinite(nodes.address[row]!) && nodes.address[row]! >= -1, 'addresses of the tree')
  }
}

function isLoopHolder(kind: number): boolean {
  return kind === FUNCTION || kind === INLINED || kind === LOOP
}

function inRange(value: number, least: number, end: number): boolean {
  return value >= least && value < end
}

function isAmounts(column: Float64Array): boolean {
  return column.every((value) => value >= 0 && value < Infinity)
}

function require(condition: boolean, what: string): void {
  if (!condition) throw new InvalidProfile(`its ${what} contradict each other`)
}
