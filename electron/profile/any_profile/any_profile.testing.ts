/**
 * Draws profiles at random, of every engine and tool, as an analysis could have made them. A seed alone repeats a profile.
 * The tests that use it show that no view, text, or number of any profile is wrong in a way that a program can see.
 */
import type { FunctionCode, Profile, ProfileTables, ProfileThread } from '../../../shared/profile/profile.ts'
import { INSTRUCTION } from '../../../shared/profile/tables.ts'
import { NO_TRACE } from '../../../shared/profile/trace.ts'
import type { RunDescription } from '../../../shared/run.ts'
import { toolsOf, type Tool } from '../../../shared/tools.ts'
import { emptyTables, RUN } from '../profile_from_stacks.testing.ts'
import { anyContextTotals, anyIntervals, anyPairs, anyThreadShares, anyTimeline, anyWatches, type Setting } from './any_pairs.testing.ts'
import { anyObjects, anyRegisters, anyReuse, anySpatialValues, anyValues } from './any_tool_data.testing.ts'
import { anyTree, type DrawnTree } from './any_tree.testing.ts'
import { Dice } from './dice.testing.ts'

const MOST_INTERRUPTS = 2000
const MOST_TRACE_SAMPLES = 60
const NANOSECONDS = 1e9

export interface AnyProfile {
  profile: Profile
  code: FunctionCode[]
  /** No name is longer than a line, or has characters that terminals take for commands. */
  isPlain: boolean
}

/** Errors name the seed. @param count how many seeds, from 1 on, or from $HAGSTONE_FIRST_SEED on */
export async function eachSeed(count: number, act: (seed: number) => void | Promise<void>): Promise<void> {
  const first = Number(process.env['HAGSTONE_FIRST_SEED'] ?? 1)
  for (let seed = first; seed < first + count; seed++) {
    try {
      await act(seed)
    } catch (error) {
      if (error instanceof Error) error.message = `seed ${seed}: ${error.message}`
      throw error
    }
  }
}

/** @param kind draws only such runs */
export function anyProfile(seed: number, kind: 'sampled' | 'counted' | null = null): AnyProfile {
  const dice = new Dice(seed)
  const counted = kind === null ? dice.once(3) : kind === 'counted'
  const isFocused = dice.once(2)
  const tree = anyTree(dice, isFocused)
  const { accesses, code, isPlain, ...names } = tree
  const tools = anyTools(dice, counted, isFocused)
  const objects = anyObjects(dice, tree, counted)
  const engine = counted ? 'exhaustive' : isFocused ? 'software' : dice.oneOf(['software', 'software', 'pebs', 'ibs'] as const)
  const byClock = engine === 'software'
  const threadCount = dice.once(8) ? 0 : dice.upTo(5)
  const tellsWaiting = !dice.once(4)
  const setting: Setting = {
    tools,
    counted,
    unit: byClock ? 'ns' : 'bytes',
    period: counted ? 1 : dice.oneOf([1_000_003, 10_007]),
    threads: threadCount,
    objects: objects.length,
    nodes: tree.nodes,
    accesses,
    tellsWaiting,
  }
  const pairs = anyPairs(dice, setting)
  const cpuTimes = byClock ? anyCpuTimes(dice, accesses, tellsWaiting) : emptyTables().cpuTimes
  const contextTotals = anyContextTotals(dice, pairs, setting)
  const threads = anyThreads(dice, threadCount, tools)
  const tables: ProfileTables = {
    ...names,
    run: anyRun(dice, setting, engine, threads),
    partial: dice.once(8) ? 'the target was killed after 12 s; everything until then is recorded' : null,
    notes: dice.once(4) ? ['Some samples of <main> were lost: "why" is not known.'] : [],
    counters: anyCounters(dice),
    threads,
    intervals: anyIntervals(dice, pairs, setting),
    bootstrap: { seed: 1, replicates: 400 },
    ...(tree.instructions.length > 0 && dice.once(3) ? { accessedData: [[dice.below(tree.instructions.length), ['m->a', 'm->b']]] } : {}),
    objects,
    pairs,
    watches: anyWatches(dice, pairs, setting),
    cpuTimes,
    executed: counted ? anyExecuted(dice, tree, contextTotals, tellsWaiting) : emptyTables().executed,
    threadShares: anyThreadShares(dice, pairs, threadCount),
    ...anyReuse(dice, pairs, setting),
    contextTotals,
    spatialValues: anySpatialValues(dice, accesses, objects.length),
    ...anyValues(dice, tree, tools.includes('values')),
    ...anyTimeline(dice, pairs, setting),
    ...anyTrace(dice, cpuTimes, threadCount),
  }
  return {
    code,
    isPlain,
    profile: { ...tables, codeAt: (module, address) => code.find((own) => own.module === module && address >= own.low && address < own.high) ?? null },
  }
}

function anyTools(dice: Dice, counted: boolean, isFocused: boolean): Tool[] {
  const all = toolsOf(counted ? 'exhaustive' : 'sampling')
  if (isFocused || dice.once(3)) return counted ? all.filter((tool) => tool !== 'values') : ['dead-stores', 'silent-stores', 'redundant-loads']
  const some = dice.someOf(all)
  return some.length > 0 ? some : [dice.oneOf(all)]
}

function anyThreads(dice: Dice, count: number, tools: Tool[]): ProfileThread[] {
  const ranked = dice.once(3)
  return dice.list(count, (at) => ({
    rank: ranked ? at % 2 : null,
    process: 100 + (at % 2),
    thread: 200 + at,
    name: dice.oneOf(['solver', 'worker', '', 'a"b,<c>']),
    cpuTime: dice.oneOf([-1, 0, 1e6, 5e9]),
    coverage: dice.oneOf([null, 0, 0.5, 1]),
    samples: dice.below(1000),
    tools: Object.fromEntries(tools.filter(() => !dice.once(5)).map((tool) => [tool, { traps: dice.below(90), waste: dice.below(9e7), use: dice.below(9e7) }])),
  }))
}

function anyRun(
  dice: Dice,
  { tools, counted, unit, period, tellsWaiting }: Setting,
  engine: RunDescription['engine'],
  threads: ProfileThread[],
): RunDescription {
  const cpuSeconds = dice.oneOf([0, 0.001, 9.5, 9.5])
  const reuse = tools.includes('reuse-distance')
  return {
    ...RUN,
    command: dice.oneOf([
      ['./solver', 'input.dat'],
      ['/bin/sh', '-c', 'echo "a b" | sort'],
      ['./sol ver', ''],
    ]),
    engine,
    transport: counted ? null : 'sigtrap',
    tools,
    driver: unit === 'ns' ? 'cpu-time' : 'accesses',
    unit,
    period,
    duration: dice.oneOf([0, 0.002, 10]),
    targetCpuSeconds: cpuSeconds,
    exit: dice.oneOf<RunDescription['exit']>([
      { code: 0, signal: null, state: 'finished' },
      { code: 3, signal: null, state: 'finished' },
      { code: null, signal: 'SIGKILL', state: 'killed' },
      { code: null, signal: null, state: 'stopped' },
    ]),
    processes: new Set(threads.map(({ process }) => process)).size,
    threads: threads.length,
    ranks: [...new Set(threads.flatMap(({ rank }) => (rank === null ? [] : [rank])))].sort((a, b) => a - b),
    events: engine === 'pebs' ? ['mem_inst_retired.all_stores'] : [],
    stoppedBy: dice.once(8) ? '--duration 10 s' : null,
    accessRate: dice.once(3) ? 1e9 : null,
    caches: dice.once(3)
      ? []
      : [
          { level: 1, bytes: 32768 },
          { level: 2, bytes: 2 << 20 },
        ],
    ...(reuse && !counted ? { granularity: dice.oneOf(['byte', 'word', 'line'] as const), distanceUnit: unit === 'ns' ? 'cpu-time' : 'accesses' } : {}),
    ...(reuse && counted ? { granularity: 'word', granularities: ['word', 'line'], distanceUnit: 'accesses' } : {}),
    ...(tools.includes('registers') ? { registers: anyRegisters(dice) } : {}),
    ...(tools.includes('values')
      ? {
          values: {
            tableSize: 10,
            roles: ['loaded'],
            profile: dice.oneOf(['full', 'rising'] as const),
            backOff: 1500,
            constantBackOff: false,
            clearing: true,
            reference: false,
            instructions: 1000,
          },
        }
      : {}),
    ...(tellsWaiting ? { tellsWaiting: true } : {}),
    ...(counted && dice.once(6) ? { windows: { on: 1000, off: 9000, covered: 0.1 } } : {}),
    ...(!counted && dice.once(6) ? { early: { period: period / 10, time: 1e9 }, meanPeriod: period * 0.9, sampleWeights: { light: 0.1, heavy: 1.1 } } : {}),
    ...(dice.once(6) ? { energy: dice.oneOf([0, 12.5]) } : {}),
    ...(dice.once(6) ? { programOutput: { text: 'done <b>\n\u{1b}[0m', leftOut: dice.below(2) } } : {}),
    ...(dice.once(8) ? { unrecorded: [{ program: '/bin/true', processes: 2, why: 'it is statically linked', action: 'Use the exhaustive engine.' }] } : {}),
    ...(dice.once(8) ? { runs: dice.list(1 + dice.upTo(3), () => anyRunOfSeveral(dice, tools)) } : {}),
  }
}

function anyRunOfSeveral(dice: Dice, tools: Tool[]): NonNullable<RunDescription['runs']>[number] {
  const own = tools
    .filter((tool) => tool !== 'values' && !dice.once(4))
    .map((tool) => [tool, { waste: dice.below(1e9), use: dice.below(1e9), traps: dice.below(100) }])
  return { startedAt: RUN.startedAt, code: 0, signal: null, cpuSeconds: dice.oneOf([0, 9.5]), tools: Object.fromEntries(own) }
}

function anyCounters(dice: Dice): ProfileTables['counters'] {
  if (dice.once(6)) return []
  const values = {
    samples: dice.below(10_000),
    armed: dice.below(1000),
    traps: dice.below(1000),
    unfinished: dice.below(100),
    cpu_time: dice.oneOf([0, 9.5 * NANOSECONDS]),
    handler_time: dice.below(1e9),
  }
  const dropped = { dropped_no_access: dice.below(3) * 100, dropped_busy: dice.below(2) * 1000 }
  return Object.entries({ ...values, ...dropped }).map(([name, value]) => ({ name, value, description: `number of ${name}` }))
}

function anyCpuTimes(dice: Dice, accesses: number[], tellsWaiting: boolean): ProfileTables['cpuTimes'] {
  const rows = dice.once(10) ? [] : accesses.filter(() => !dice.once(4))
  const interrupts = Float64Array.from(rows, () => dice.amount(MOST_INTERRUPTS))
  // A clock may have passed no time between interrupts.
  const each = dice.once(20) ? 0 : 1e6
  return {
    length: rows.length,
    node: Int32Array.from(rows),
    interrupts,
    time: interrupts.map((count) => count * each),
    waits: Uint8Array.from(rows, () => (tellsWaiting && dice.once(4) ? 1 : 0)),
  }
}

/** Every counted access is of an instruction that was executed. */
function anyExecuted(dice: Dice, { nodes }: DrawnTree, totals: ProfileTables['contextTotals'], tellsWaiting: boolean): ProfileTables['executed'] {
  const least = new Map<number, number>()
  totals.node.forEach((node, row) => least.set(node, Math.max(least.get(node) ?? 0, totals.instances[row]!)))
  const rows = dice.once(10) ? [] : [...nodes.kind.keys()].filter((row) => row > 0 && (least.has(row) || (nodes.kind[row] !== INSTRUCTION && dice.once(4))))
  return {
    length: rows.length,
    node: Int32Array.from(rows),
    instructions: Float64Array.from(rows, (row) => (least.get(row) ?? 0) + dice.amount(1e9)),
    waits: Uint8Array.from(rows, () => (tellsWaiting && dice.once(5) ? 1 : 0)),
  }
}

function anyTrace(dice: Dice, { node, time }: ProfileTables['cpuTimes'], threads: number): Pick<ProfileTables, 'trace' | 'traceAxis'> {
  if (threads === 0 || node.length === 0 || dice.once(3)) return NO_TRACE
  const counts = dice.list(threads, () => dice.below(MOST_TRACE_SAMPLES))
  const firsts = [0]
  for (const count of counts) firsts.push(firsts.at(-1)! + count)
  const length = firsts.at(-1)!
  if (length === 0) return NO_TRACE
  const isTimed = time.some((each) => each > 0)
  return {
    traceAxis: { unit: 1000, end: (MOST_TRACE_SAMPLES + 1) * 1000 * 1000, firsts, stride: dice.once(6) ? 3 : 1 },
    trace: {
      length,
      step: Uint32Array.from({ length }, () => dice.upTo(1000)),
      node: Uint32Array.from({ length }, () => node[dice.below(node.length)]!),
      cpuTime: new Uint32Array(length).fill(isTimed ? 1000 : 0),
    },
  }
}

/** The same run without some of its pairs, and what sums or lists them. */
export function withoutPairs({ profile, ...drawn }: AnyProfile, keeps: (pair: number) => boolean): AnyProfile {
  const { pairs, threadShares, reuses, distanceCounts, timeline } = profile
  const kept = [...pairs.source.keys()].filter(keeps)
  const rowOf = new Map(kept.map((pair, row) => [pair, row]))
  return {
    ...drawn,
    profile: {
      ...profile,
      pairs: selected(pairs, kept),
      threadShares: ofPairs(threadShares, rowOf),
      reuses: ofPairs(reuses, rowOf),
      distanceCounts: ofPairs(distanceCounts, rowOf),
      timeline: ofPairs(timeline, rowOf),
    },
  }
}

type Column = Int32Array | Uint8Array | Float64Array

function selected<T extends object>(table: T, rows: readonly number[]): T {
  const columns = Object.entries(table).map(([name, column]) => [name, name === 'length' ? rows.length : pick(column as unknown as Column, rows)])
  return Object.fromEntries(columns) as T
}

function pick(column: Column, rows: readonly number[]): Column {
  const picked = column.slice(0, rows.length)
  rows.forEach((row, at) => (picked[at] = column[row]!))
  return picked
}

function ofPairs<T extends { length: number; pair: Int32Array }>(table: T, rowOf: ReadonlyMap<number, number>): T {
  const rows = [...table.pair.keys()].filter((row) => table.pair[row] === -1 || rowOf.has(table.pair[row]!))
  const own = selected(table, rows)
  return { ...own, pair: own.pair.map((pair) => (pair === -1 ? -1 : rowOf.get(pair)!)) }
}
