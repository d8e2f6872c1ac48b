/**
 * Draws a profile as a table of stacks, one pair per line:
 *
 *   main solver.c:41 > init solver.c:118   KILLED_BY   main solver.c:44 > fill solver.c:131   90
 *
 * Frames are outermost first: a function and the place that runs in it. "loop solver.c:40" after a frame is a loop in it. ~ marks an inlined function, ^ one called by a tail call, "(callers unknown)"
 * and the like represent lost callers, and module!function puts a function into another module. The last number is the
 * pair's amount; "90/5" says 5 traps (default: as many as the amount). "silent-stores:REDUNDANT_WITH" is a pair of another
 * tool than dead-stores.
 */
import { NameTables } from '../analysis/symbols/symbolise.ts'
import { TreeBuilder } from '../analysis/tree_builder.ts'
import { PairInterner } from '../../shared/profile/pair_interner.ts'
import { RELATIONS, TOOLS, type ProfileModule, type ProfileTables } from '../../shared/profile/profile.ts'
import { FUNCTION, INLINED, LINE, LOOP, TAIL_CALL, UNKNOWN, type ContextTotalTable, type PairTable } from '../../shared/profile/tables.ts'
import { NO_TIMELINE } from '../../shared/profile/timeline.ts'
import { NO_TRACE } from '../../shared/profile/trace.ts'
import type { RunDescription } from '../../shared/run.ts'

export const RUN: RunDescription = {
  command: ['./solver', 'input.dat'],
  workingDirectory: '/home/user/solver',
  engine: 'software',
  engineReason: 'no PMU here',
  transport: 'sigtrap',
  tools: ['dead-stores'],
  driver: 'cpu-time',
  unit: 'ns',
  period: 1_000_003,
  duration: 10,
  targetCpuSeconds: 9.5,
  startedAt: '2026-11-20T10:00:00.000Z',
  host: 'laptop',
  exit: { code: 0, signal: null, state: 'finished' },
  seed: '7',
  watchRegisters: 3,
  reservoir: 'registers',
  attribution: 'proportional',
  processes: 1,
  threads: 1,
  hagstoneVersion: '0.1.0',
  tolerance: 0.01,
  ranks: [],
  events: [],
  stoppedBy: null,
  accessRate: null,
  caches: [],
}

interface ParsedFrame {
  name: string
  module: string
  file: string | null
  line: number
  kind: number
}
interface DrawnPair {
  source: number
  target: number
  tool: number
  relation: number
  amount: number
  traps: number
}

export function profileFromStacks(table: string): ProfileTables {
  return new StackDrawer().draw(table)
}

type EmptyTables =
  | 'cpuTimes'
  | 'executed'
  | 'watches'
  | 'threadShares'
  | 'reuses'
  | 'censored'
  | 'contextTotals'
  | 'objectDistances'
  | 'distanceCounts'
  | 'valueTables'
  | 'valueEntries'
  | 'valueNames'

/** Of a profile that has pairs alone. */
export function emptyTables(): Pick<ProfileTables, EmptyTables> {
  const bytes = (): Uint8Array => new Uint8Array()
  const rows = (): Int32Array => new Int32Array()
  const counts = (): Float64Array => new Float64Array()
  return {
    cpuTimes: { length: 0, node: rows(), interrupts: counts(), time: counts(), waits: bytes() },
    executed: { length: 0, node: rows(), instructions: counts(), waits: bytes() },
    watches: {
      length: 0,
      node: rows(),
      tool: bytes(),
      samples: counts(),
      accounted: counts(),
      armed: counts(),
      bytes: counts(),
    },
    threadShares: { length: 0, pair: rows(), thread: rows(), amount: counts(), traps: counts() },
    reuses: {
      length: 0,
      pair: rows(),
      distance: counts(),
      weight: counts(),
      time: counts(),
      object: rows(),
    },
    censored: {
      length: 0,
      node: rows(),
      distance: counts(),
      weight: counts(),
      time: counts(),
      flags: bytes(),
      object: rows(),
    },
    contextTotals: noContextTotals(),
    objectDistances: {
      length: 0,
      object: rows(),
      axis: bytes(),
      granularity: bytes(),
      bucket: rows(),
      count: counts(),
    },
    distanceCounts: {
      length: 0,
      pair: rows(),
      axis: bytes(),
      granularity: bytes(),
      bucket: rows(),
      count: counts(),
    },
    valueTables: {
      length: 0,
      role: bytes(),
      instructionClass: bytes(),
      operation: bytes(),
      element: bytes(),
      bytes: bytes(),
      slot: rows(),
      flags: bytes(),
      instruction: rows(),
      functionIndex: rows(),
      file: rows(),
      line: rows(),
      name: rows(),
      executions: counts(),
      profiled: counts(),
      repeats: counts(),
      zeros: counts(),
      retried: counts(),
      converged: counts(),
      increasing: counts(),
      decreasing: counts(),
      estimated: counts(),
    },
    valueEntries: { length: 0, table: rows(), low: rows(), high: rows(), count: counts(), symbol: rows() },
    valueNames: [],
  }
}

class StackDrawer {
  readonly #names = new NameTables()
  readonly #builder = new TreeBuilder()
  readonly #modules: string[] = []
  readonly #instructions = new PairInterner()
  readonly #places = new Map<string, number>()

  draw(table: string): ProfileTables {
    const lines = table
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    const drawn = lines.map((line) => this.#pair(line))
    const recorded = TOOLS.filter((_, tool) => drawn.some((pair) => pair.tool === tool))
    const { nodes, rowOf } = this.#builder.finish()
    return {
      run: { ...RUN, tools: recorded.length > 0 ? recorded : RUN.tools },
      partial: null,
      notes: [],
      counters: [{ name: 'samples', value: 100, description: 'samples that ended at a wanted access' }],
      threads: [],
      intervals: [],
      bootstrap: { seed: 1, replicates: 400 },
      modules: this.#modules.map((path): ProfileModule => ({ path: path.startsWith('/') ? path : `/usr/bin/${path}`, buildId: '', note: null })),
      files: this.#names.files,
      sourceSums: [],
      functions: this.#names.functions,
      instructions: Array.from({ length: this.#instructions.length }, (_, row) => ({
        module: this.#instructions.first(row),
        address: 0x1000 + 4 * this.#instructions.second(row),
        text: `mov ${row}`,
      })),
      objects: [],
      nodes,
      pairs: pairTable(drawn, rowOf),
      spatialValues: [],
      ...emptyTables(),
      ...NO_TIMELINE,
      ...NO_TRACE,
    }
  }

  #pair(line: string): DrawnPair {
    const parts = new RegExp(`^(.*?)\\s+(?:(${TOOLS.join('|')}):)?(${RELATIONS.join('|')})\\s+(.*?)\\s+([\\d.]+)(?:/(\\d+))?$`).exec(line)
    if (!parts) throw new Error(`no pair in "${line}"`)
    const [, source, tool, relation, target, amount, traps] = parts
    return {
      source: this.#stack(source!),
      target: this.#stack(target!),
      tool: Math.max(
        0,
        TOOLS.findIndex((name) => name === tool),
      ),
      relation: RELATIONS.indexOf(relation as (typeof RELATIONS)[number]),
      amount: Number(amount),
      traps: Number(traps ?? amount),
    }
  }

  #stack(text: string): number {
    let node = TreeBuilder.root
    let call: { file: number; line: number; address: number } = { file: -1, line: -1, address: -1 }
    let frame: ParsedFrame = parseFrame('(nothing)')
    let functionIndex = -1
    for (const part of text.split('>').map((part) => part.trim())) {
      const loop = /^loop (\S+):(\d+)$/.exec(part)
      if (loop) {
        node = this.#builder.node(node, { kind: LOOP, functionIndex, file: this.#names.file(`/src/${loop[1]}`), line: Number(loop[2]), address: 0x1000 })
        continue
      }
      frame = parseFrame(part)
      const lost = frame.name.startsWith('(')
      const module = lost ? -1 : this.#module(frame.module)
      const file = frame.file === null ? -1 : this.#names.file(`/src/${frame.file}`)
      functionIndex = this.#names.function({ name: frame.name, linkageName: '', module, file, line: lost ? -1 : 1 })
      node = this.#builder.node(node, { kind: frame.kind, functionIndex, ...call })
      call = lost ? { file: -1, line: -1, address: -1 } : { file, line: frame.line, address: this.#address(frame) }
    }
    if (call.line > 0) node = this.#builder.node(node, { kind: LINE, functionIndex, file: call.file, line: call.line, address: -1 })
    const instruction = this.#instructions.intern(this.#module(frame.module), (call.address - 0x1000) / 4)
    return this.#builder.instruction(node, functionIndex, instruction, call.address)
  }

  #module(path: string): number {
    const known = this.#modules.indexOf(path)
    return known >= 0 ? known : this.#modules.push(path) - 1
  }

  #address(frame: ParsedFrame): number {
    const place = `${frame.module} ${frame.name} ${frame.file}:${frame.line}`
    const number = this.#places.get(place) ?? this.#places.size
    this.#places.set(place, number)
    return 0x1000 + 4 * number
  }
}

/** The empty table of a sampled profile. */
function noContextTotals(): ContextTotalTable {
  const none = new Float64Array()
  return {
    length: 0,
    node: new Int32Array(),
    tool: new Uint8Array(),
    instances: none,
    accessed: none,
    use: none,
    unfinished: none,
    freed: none,
    interleaved: none,
    first: none,
    waiting: none,
  }
}

function parseFrame(text: string): ParsedFrame {
  if (text.startsWith('(')) return { name: text, module: 'solver', file: null, line: -1, kind: UNKNOWN }
  const parts = /^([~^]?)(?:(\S+)!)?(\S+?)(?:\s+(\S+):(\d+))?$/.exec(text)
  if (!parts) throw new Error(`no frame in "${text}"`)
  const [, mark, module, name, file, line] = parts
  return {
    name: name!,
    module: module ?? 'solver',
    file: file ?? null,
    line: line ? Number(line) : -1,
    kind: mark === '~' ? INLINED : mark === '^' ? TAIL_CALL : FUNCTION,
  }
}

function pairTable(drawn: DrawnPair[], rowOf: Int32Array): PairTable {
  const { length } = drawn
  return {
    length,
    source: Int32Array.from(drawn, (pair) => rowOf[pair.source]!),
    target: Int32Array.from(drawn, (pair) => rowOf[pair.target]!),
    tool: Uint8Array.from(drawn, (pair) => pair.tool),
    relation: Uint8Array.from(drawn, (pair) => pair.relation),
    flags: new Uint8Array(length),
    amount: Float64Array.from(drawn, (pair) => pair.amount),
    traps: Float64Array.from(drawn, (pair) => pair.traps),
    credit: Float64Array.from(drawn, (pair) => pair.traps),
    bytes: new Float64Array(length),
    partial: new Float64Array(length),
    latency: new Float64Array(length),
    latencyCredit: new Float64Array(length),
    cacheMisses: new Float64Array(length),
    object: new Int32Array(length).fill(-1),
    scope: new Int32Array(length).fill(-1),
    interleavedInstances: new Float64Array(length),
    interleavedBytes: new Float64Array(length),
    intervalLow: new Float64Array(length).fill(Number.NaN),
    intervalHigh: new Float64Array(length).fill(Number.NaN),
  }
}
