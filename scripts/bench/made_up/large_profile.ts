/** Profiles as large as those of compilers and clusters, made up: how the viewer fares with them is measured on these. */
import { writeProfile } from '../../../electron/profile/write_profile.ts'
import { emptyTables, RUN } from '../../../electron/profile/profile_from_stacks.testing.ts'
import { creationName } from '../../../shared/profile/created_threads.ts'
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'
import { RELATIONS, TOOLS, type ProfileTables } from '../../../shared/profile/profile.ts'
import { NO_TIMELINE } from '../../../shared/profile/timeline.ts'
import { NO_TRACE } from '../../../shared/profile/trace.ts'
import { FUNCTION, INSTRUCTION, LINE, type ContextTotalTable, type NodeTable, type PairTable } from '../../../shared/profile/tables.ts'
import type { Tool } from '../../../shared/run.ts'

const seed = 7
const modules = 20
const files = 2_000
const functions = 50_000
const instructions = 200_000
const deepest = 60
const creators = ['start_readers(int)', 'start_writers(int)']
/** Share of steps of the walk that call on rather than access memory. */
const callShare = 0.45

const tools: readonly Tool[] = ['dead-stores', 'silent-stores', 'redundant-loads']

/**
 * The tables that the exhaustive engine leaves with its default tools, which is the most that a profile holds: each tool has counted every instruction.
 * @param contexts rows of the calling-context tree @param pairs at random between its instructions, few of them heavy
 * @param home of the modules: those of the system have no findings @param isCounted executed instructions are known, too
 * @param hasCreators threads do everything, half of them created in one place and half in another
 */
export function writeLargeProfile(
  path: string,
  contexts: number,
  pairs: number,
  home = '/usr/lib',
  isCounted = false,
  traced: TracedRanks | null = null,
  hasCreators = false,
): void {
  const random = new SeededRandom(seed)
  const nodes = makeTree(contexts, random, hasCreators)
  writeProfile(
    path,
    {
      run: { ...RUN, command: ['./large', 'input'], threads: 1, engine: 'exhaustive', driver: 'accesses', unit: 'bytes', period: 0, tools: [...tools] },
      partial: null,
      notes: [],
      counters: [],
      threads: ranksOf(traced),
      intervals: [],
      objects: [],
      spatialValues: [],
      bootstrap: { seed, replicates: 0 },
      modules: Array.from({ length: modules }, (_, i) => ({ path: `${home}/library_${i}.so`, buildId: '', note: null })),
      files: Array.from({ length: files }, (_, i) => `/src/part_${i % 40}/file_${i}.cpp`),
      sourceSums: [],
      functions: [
        ...Array.from({ length: functions }, (_, i) => ({
          name: `namespace_${i % 97}::function_${i}(int)`,
          linkageName: '',
          module: i % modules,
          file: i % files,
          line: 1 + (i % 900),
        })),
        ...(hasCreators ? creators.map((name) => ({ name: creationName(name), linkageName: '', module: -1, file: -1, line: -1 })) : []),
      ],
      instructions: Array.from({ length: instructions }, (_, i) => ({ module: i % modules, address: 4096 + 4 * i, text: 'mov dword ptr [rax], ecx' })),
      nodes,
      pairs: makePairs(nodes, pairs, random),
      ...emptyTables(),
      executed: executedIn(nodes, isCounted ? random : null),
      contextTotals: countAccesses(nodes, random),
      ...NO_TIMELINE,
      ...(traced === null ? NO_TRACE : traceOf(traced, nodes, random)),
    } satisfies ProfileTables,
    [],
  )
}

/** This many ranks of one thread each, with this many samples each, one every this many ns. */
export interface TracedRanks {
  ranks: number
  samples: number
  period: number
}

function ranksOf(traced: TracedRanks | null): ProfileTables['threads'] {
  return Array.from({ length: traced?.ranks ?? 0 }, (_, rank) => ({
    rank,
    process: 1000 + rank,
    thread: 1000 + rank,
    name: 'large',
    cpuTime: traced!.samples * traced!.period,
    coverage: 1,
    samples: traced!.samples,
    tools: {},
  }))
}

/** Each rank stays near one place of the tree for some samples, and moves to another. */
function traceOf({ ranks, samples, period }: TracedRanks, { kind, length: rows }: NodeTable, random: SeededRandom): Pick<ProfileTables, 'trace' | 'traceAxis'> {
  const places = Int32Array.from({ length: rows }, (_, row) => row).filter((row) => kind[row] === INSTRUCTION)
  const length = ranks * samples
  const node = new Uint32Array(length)
  for (let row = 0, place = 0; row < length; row++) {
    if (random.nextBelow(50) === 0) place = random.nextBelow(places.length - 8)
    node[row] = places[place + random.nextBelow(8)]!
  }
  return {
    traceAxis: { unit: 1000, end: samples * period, firsts: Array.from({ length: ranks + 1 }, (_, rank) => rank * samples), stride: 1 },
    trace: {
      length,
      step: new Uint32Array(length).map(() => (period * (0.75 + random.nextBelow(500) / 1000)) / 1000),
      node,
      cpuTime: new Uint32Array(length).fill(period / 1000),
    },
  }
}

/** @param random null: none is known */
function executedIn({ length, kind }: NodeTable, random: SeededRandom | null): ProfileTables['executed'] {
  const node = random === null ? new Int32Array() : Int32Array.from({ length }, (_, row) => row).filter((row) => kind[row] === INSTRUCTION)
  return { length: node.length, node, instructions: Float64Array.from(node, () => 1 + random!.nextBelow(1000)), waits: new Uint8Array(node.length) }
}

/** A random walk through calls: down into a callee, or an access, after which some callers return. */
function makeTree(length: number, random: SeededRandom, hasCreators: boolean): NodeTable {
  const nodes: NodeTable = {
    length,
    parent: new Int32Array(length),
    kind: new Uint8Array(length),
    functionIndex: new Int32Array(length),
    file: new Int32Array(length),
    line: new Int32Array(length),
    address: new Float64Array(length),
    instruction: new Int32Array(length).fill(-1),
  }
  let next = 0
  const add = (parent: number, kind: number, functionIndex: number, instruction = -1): number => {
    const file = functionIndex < 0 || functionIndex >= functions ? -1 : functionIndex % files
    nodes.parent[next] = parent
    nodes.kind[next] = kind
    nodes.functionIndex[next] = functionIndex
    nodes.file[next] = kind === INSTRUCTION ? -1 : file
    nodes.line[next] = kind === INSTRUCTION || functionIndex < 0 ? -1 : 1 + random.nextBelow(2_000)
    nodes.address[next] = instruction < 0 ? 4096 + 4 * random.nextBelow(instructions) : 4096 + 4 * instruction
    nodes.instruction[next] = instruction
    return next++
  }
  const calls = [add(-1, 0, -1)]
  const createsAt = hasCreators ? creators.map((_, i) => (length * i) / creators.length) : []
  for (let created = 0; next < length;) {
    if (next >= (createsAt[created] ?? length)) {
      const thread = add(0, FUNCTION, functions + created++)
      calls.splice(0, calls.length, thread, add(thread, FUNCTION, 0))
    }
    const caller = calls.at(-1)!
    if (calls.length === 1 || (calls.length < deepest && random.nextUnit() < callShare) || next + 2 > length) {
      calls.push(add(caller, FUNCTION, random.nextBelow(functions)))
      continue
    }
    const functionIndex = nodes.functionIndex[caller]!
    const line = add(caller, LINE, functionIndex)
    add(line, INSTRUCTION, functionIndex, random.nextBelow(instructions))
    while (calls.length > 2 && random.nextUnit() < callShare) calls.pop()
  }
  return nodes
}

/** More than its pairs account for was accessed in each instruction; what else became of it is use, but for some that nothing undid by the end. */
function countAccesses(nodes: NodeTable, random: SeededRandom): ContextTotalTable {
  const accesses = Int32Array.from(nodes.kind.keys()).filter((row) => nodes.kind[row] === INSTRUCTION)
  const length = accesses.length * tools.length
  const zeros = (): Float64Array => new Float64Array(length)
  const totals: ContextTotalTable = {
    length,
    node: new Int32Array(length),
    tool: new Uint8Array(length),
    instances: zeros(),
    accessed: zeros(),
    use: zeros(),
    unfinished: zeros(),
    freed: zeros(),
    interleaved: zeros(),
    first: zeros(),
    waiting: zeros(),
  }
  for (let row = 0; row < length; row++) {
    totals.node[row] = accesses[Math.floor(row / tools.length)]!
    totals.tool[row] = TOOLS.indexOf(tools[row % tools.length]!)
    const instances = 1 + random.nextBelow(1000)
    totals.instances[row] = instances
    totals.use[row] = 8 * instances
    totals.unfinished[row] = random.nextBelow(64)
    totals.freed[row] = random.nextBelow(64)
    totals.first[row] = random.nextBelow(64)
    totals.accessed[row] = totals.use[row]! + totals.unfinished[row]! + totals.freed[row]!
  }
  return totals
}

function makePairs(nodes: NodeTable, length: number, random: SeededRandom): PairTable {
  const accesses = Int32Array.from(nodes.kind.keys()).filter((row) => nodes.kind[row] === INSTRUCTION)
  const access = (): number => accesses[random.nextBelow(accesses.length)]!
  const numbers = (value: (row: number) => number): Float64Array => Float64Array.from({ length }, (_, row) => value(row))
  const amount = numbers(() => Math.ceil(1 / (1e-7 + random.nextUnit())))
  const zeros = (): Float64Array => new Float64Array(length)
  const tool = Uint8Array.from({ length }, () => TOOLS.indexOf(tools[random.nextBelow(tools.length)]!))
  return {
    length,
    source: Int32Array.from({ length }, access),
    target: Int32Array.from({ length }, access),
    tool,
    relation: tool.map((own) => RELATIONS.indexOf(TOOLS[own] === 'dead-stores' ? 'KILLED_BY' : 'REDUNDANT_WITH')),
    flags: new Uint8Array(length),
    amount,
    traps: numbers((row) => Math.ceil(amount[row]! / 100)),
    credit: zeros(),
    bytes: zeros(),
    partial: zeros(),
    latency: zeros(),
    latencyCredit: zeros(),
    cacheMisses: zeros(),
    object: new Int32Array(length).fill(-1),
    scope: new Int32Array(length).fill(-1),
    interleavedInstances: zeros(),
    interleavedBytes: zeros(),
    intervalLow: new Float64Array(length).fill(Number.NaN),
    intervalHigh: new Float64Array(length).fill(Number.NaN),
  }
}
