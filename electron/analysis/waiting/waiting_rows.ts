/**
 * Finds the rows of the tree that wait for another thread (docs/metrics.md, Waiting): by their function or module, and by
 * the machine code of their loop.
 */
import { FunctionFlow } from '../../../shared/advice/code/function_flow.ts'
import { isWaitingForTasks, isWaitingInRuntime, isWaitingLoop } from '../../../shared/advice/code/waiting_loop.ts'
import { functionsOfRuntimes, isLibc, LOADER, OF_OPENMP, OF_TASKS, OWN, ownerOfModule, ownersOfFunctions } from '../../../shared/findings/own_code.ts'
import { mpiCallName } from '../../../shared/names/runtimes/mpi_calls.ts'
import {
  blocks,
  callsWaitInHeader,
  copiesMessages,
  looksAtClock,
  pausesInHeader,
  runsTask,
  waitedForInCrate,
  waits,
  waitsForRanks,
  waitsInHeader,
  wakes,
  yields,
} from '../../../shared/names/runtimes/waiting_functions.ts'
import { isCreation } from '../../../shared/profile/created_threads.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { INLINED, INSTRUCTION, isCalledRow, isFunctionRow, LINE, LOOP, TAIL_CALL } from '../../../shared/profile/tables.ts'
import { lookAtInstructions } from '../symbols/function_instructions.ts'
import type { SymbolModule } from '../symbols/symbol_source.ts'
import type { KeptLoops } from './kept_loops.ts'

type Tree = Pick<ProfileTables, 'nodes' | 'functions' | 'modules' | 'files'>

/** The row does not wait. */
const WORKS = 0
/** It is in a library function that waits. So is everything it calls, except the program's own functions. */
const IN_FUNCTION = 1
/** It is in a loop that waits. Of its callees, only those that yield the processor wait. */
const IN_LOOP = 2

/** It is in such a function of a library that is built into the program: everything it calls waits, except tasks that it runs. */
const IN_CRATE = 3

/** Functions with more machine code are not read: they do more than wait. */
const LARGEST_FUNCTION = 64 << 10
/** Bytes of machine code to read in all, functions with the largest weights first. */
const LARGEST_TOTAL = 4 << 20
/** Loops with a smaller share of the run are not read. */
const LEAST_SHARE = 1 / 5000

/**
 * @param opened module by module row; null where it could not be opened
 * @param weight by row of the tree: its own share of the run, at most 1 in all; decides which loops are worth reading
 * @param kept results for loops read before; receives the new ones
 * @returns by row of the tree, 1 if it waits
 */
export function waitingRows(tree: Tree, opened: ReadonlyArray<SymbolModule | null>, weight: Float64Array, kept: KeptLoops | null = null): Uint8Array {
  const { nodes, functions, modules } = tree
  const owners = ownersOfFunctions(tree)
  const isRuntime = functionsOfRuntimes(tree)
  const isOwn = Uint8Array.from(functions, ({ file, module }, index) => (owners[index] === OWN && (file >= 0 || module >= 0) ? 1 : 0))
  const ofModule = modules.map(({ path }) => (ownerOfModule(path) === OWN ? 1 : 0))
  // Templates in a library's headers count as the program's code where the program calls them or they are called back.
  const isOfProgram = Uint8Array.from(functions, ({ module }, index) => (isRuntime[index] === 0 ? (ofModule[module] ?? 0) : 0))
  const isBeginOfThread = Uint8Array.from(functions, (described) => (isCreation(described) ? 1 : 0))
  // A program may name its own function "do_wait"; compiled in without lines it is a library's.
  const isNamed = Uint8Array.from(functions, ({ name, file }, index) => (waits(name) && (owners[index] !== OWN || file < 0) ? 1 : 0))
  functions.forEach(({ name, module }, index) => {
    const call = mpiCallName(name, modules[module]?.path ?? '')
    if (call !== null && waitsForRanks(call)) isNamed[index] = 1
  })
  const isOfCrate = Uint8Array.from(functions, ({ name }) => (waitedForInCrate(name) === null ? 0 : 1))
  const isOfHeader = Uint8Array.from(functions, ({ name }) => (waitsInHeader(name) ? 1 : 0))
  const hasLoopOfHeader = Uint8Array.from(functions, ({ name, file }) => (file < 0 && callsWaitInHeader(name) ? 1 : 0))
  // Most programs have none, and large trees have millions of rows.
  const isPausing = isOfHeader.includes(1) || hasLoopOfHeader.includes(1) ? pausingRows(tree, weight, { isOfHeader, hasLoopOfHeader }) : new Uint8Array(0)
  const isWake = Uint8Array.from(functions, ({ name }) => (wakes(name) ? 1 : 0))
  const isOfLibc = modules.map(({ path }) => isLibc(path))
  const isBlocking = Uint8Array.from(functions, ({ name, module }) => (isOfLibc[module] === true && blocks(name) ? 1 : 0))
  // Debian's libc names no function that it does not export.
  const isNameless = Uint8Array.from(functions, ({ name, module }) => (isOfLibc[module] === true && /\+0x[0-9a-f]+$/.test(name) ? 1 : 0))
  const isTask = Uint8Array.from(functions, ({ name }) => (runsTask(name) ? 1 : 0))
  const isCopy = Uint8Array.from(functions, ({ name }) => (copiesMessages(name) ? 1 : 0))
  const isYield = Uint8Array.from(functions, ({ name }) => (yields(name) ? 1 : 0))
  const isLoader = owners.map((owner) => (owner === LOADER ? 1 : 0))
  const loops = new WaitingLoops(tree, opened, weight, { isRuntime, isYield, isLoader }, kept)
  for (const index of waitingInRuntime(tree, loops)) isNamed[index] = 1
  const state = new Uint8Array(nodes.length)
  const isBelowOwn = new Uint8Array(nodes.length)
  for (let row = 1; row < nodes.length; row++) {
    const parent = nodes.parent[row]!
    const above = state[parent]!
    const kind = nodes.kind[row]!
    const index = nodes.functionIndex[row]!
    // The creator of a thread is above it, but did not call its work.
    if (isBeginOfThread[index] === 1) continue
    isBelowOwn[row] = isBelowOwn[parent]!
    if (kind === LINE || kind === INSTRUCTION) state[row] = above
    else if (kind === LOOP && hasLoopOfHeader[index] === 1 && isPausing[row] === 1) state[row] = IN_CRATE
    else if (kind === LOOP) state[row] = above === IN_FUNCTION || above === IN_CRATE ? above : loops.stateOf(row)
    else if (isFunctionRow(kind) && (isCopy[index] === 1 || isTask[index] === 1 || isWake[index] === 1)) state[row] = WORKS
    else if (isFunctionRow(kind) && (isOfCrate[index] === 1 || above === IN_CRATE)) state[row] = IN_CRATE
    else if (isFunctionRow(kind) && isOfHeader[index] === 1 && isPausing[row] === 1) state[row] = IN_CRATE
    else if (kind === INLINED) state[row] = isNamed[index] === 1 ? IN_FUNCTION : above
    else if (isCalledRow(kind)) {
      const isCalledBack = isOfProgram[index] === 1 && isOfProgram[nodes.functionIndex[parent]!] !== 1
      if (isOwn[index] === 1 || isCalledBack) isBelowOwn[row] = 1
      const isIdle = isRuntime[index] !== 0 && isBelowOwn[row] === 0
      const goesOn = above === IN_FUNCTION ? isOwn[index] === 0 && !isCalledBack : above === IN_LOOP && isYield[index] === 1
      const isSlowPath = isNameless[index] === 1 && isBlocking[nodes.functionIndex[parent]!] === 1
      if (isNamed[index] === 1 || isIdle || goesOn || isSlowPath) state[row] = IN_FUNCTION
    }
  }
  return state.map((value) => (value === WORKS ? 0 : 1))
}

/** By row, 1 if a part of the run below it is in code that a thread reaches only if it has to wait. */
function pausingRows(
  { nodes, functions }: Tree,
  weight: Float64Array,
  { isOfHeader, hasLoopOfHeader }: Record<'isOfHeader' | 'hasLoopOfHeader', Uint8Array>,
): Uint8Array {
  const isPause = Uint8Array.from(functions, ({ name }) => (pausesInHeader(name) ? 1 : 0))
  const isClock = Uint8Array.from(functions, ({ name }) => (looksAtClock(name) ? 1 : 0))
  const isInLoop = (row: number): boolean => {
    let at = nodes.parent[row]!
    if (nodes.kind[at] !== LOOP) return false
    while (nodes.kind[at] === LOOP) at = nodes.parent[at]!
    const index = nodes.functionIndex[at]!
    return isFunctionRow(nodes.kind[at]!) && (isOfHeader[index] === 1 || hasLoopOfHeader[index] === 1)
  }
  const weighs = Uint8Array.from(weight, (own) => (own > 0 ? 1 : 0))
  const isPausing = new Uint8Array(nodes.length)
  for (let row = nodes.length - 1; row > 0; row--) {
    const index = nodes.functionIndex[row]!
    if (weighs[row] === 1 && isFunctionRow(nodes.kind[row]!) && (isPause[index] === 1 || (isClock[index] === 1 && isInLoop(row)))) isPausing[row] = 1
    const parent = nodes.parent[row]!
    if (weighs[row] === 1) weighs[parent] = 1
    if (isPausing[row] === 1) isPausing[parent] = 1
  }
  return isPausing
}

/**
 * Functions of an OpenMP runtime with such a loop, and those that end by a jump to one: parts of a barrier, whose names
 * stripped libraries lack.
 */
function waitingInRuntime({ nodes }: Tree, loops: WaitingLoops): Set<number> {
  const found = new Set<number>()
  const calledAbove = (row: number): number => {
    let at = nodes.parent[row]!
    while (at > 0 && !isCalledRow(nodes.kind[at]!)) at = nodes.parent[at]!
    return at
  }
  for (let row = 1; row < nodes.length; row++) {
    if (nodes.kind[row] === LOOP && loops.isOfOpenmp(nodes.functionIndex[row]!) && loops.stateOf(row) === IN_FUNCTION)
      found.add(nodes.functionIndex[calledAbove(row)]!)
  }
  // From the innermost calls outwards, to follow chains of jumps in one pass.
  for (let row = nodes.length - 1; row > 0; row--) {
    if (nodes.kind[row] !== TAIL_CALL || !found.has(nodes.functionIndex[row]!)) continue
    const caller = nodes.functionIndex[calledAbove(row)]!
    if (loops.isOfOpenmp(caller)) found.add(caller)
  }
  return found
}

/** Each loop of the machine code is read once, in however many contexts it ran. */
class WaitingLoops {
  readonly #tree: Tree
  readonly #opened: ReadonlyArray<SymbolModule | null>
  readonly #isRuntime: Uint8Array
  /** By module and header. */
  readonly #states = new Map<string, number>()
  readonly #kept: KeptLoops | null
  /** By module and first address: null for functions that are not read. */
  readonly #functions = new Map<string, LookedAt | null>()
  #room = LARGEST_TOTAL

  constructor(
    tree: Tree,
    opened: ReadonlyArray<SymbolModule | null>,
    weight: Float64Array,
    { isRuntime, isYield, isLoader }: Record<'isRuntime' | 'isYield' | 'isLoader', Uint8Array>,
    kept: KeptLoops | null,
  ) {
    this.#kept = kept
    this.#tree = tree
    this.#opened = opened
    this.#isRuntime = isRuntime
    const { nodes } = tree
    const weights = new Map<string, { weight: number; row: number }>()
    for (let row = nodes.length - 1; row > 0; row--) {
      if (!(weight[row]! > 0)) continue
      // All loops around it in its own function, and in functions inlined into the same one; for a function that only
      // yields the processor, those of its caller.
      for (let at = nodes.parent[row]!; at > 0 && (!isCalledRow(nodes.kind[at]!) || isYield[nodes.functionIndex[at]!] === 1); at = nodes.parent[at]!) {
        // The dynamic linker's loops wait for no thread, and a short run has hardly any other.
        if (nodes.kind[at] !== LOOP || isLoader[nodes.functionIndex[at]!] === 1) continue
        const key = this.#key(at)
        const known = weights.get(key)
        if (known === undefined) weights.set(key, { weight: weight[row]!, row: at })
        else known.weight += weight[row]!
      }
    }
    const wanted = [...weights].filter(([, { weight: own }]) => own >= LEAST_SHARE).sort(([, a], [, b]) => b.weight - a.weight || a.row - b.row)
    for (const [key, { row }] of wanted) this.#states.set(key, this.#judge(row))
  }

  isOfOpenmp(functionIndex: number): boolean {
    return this.#isRuntime[functionIndex] === OF_OPENMP
  }

  stateOf(row: number): number {
    return this.#states.get(this.#key(row)) ?? WORKS
  }

  #key(row: number): string {
    const { nodes, functions } = this.#tree
    return `${functions[nodes.functionIndex[row]!]!.module} ${nodes.address[row]}`
  }

  #judge(row: number): number {
    const { nodes, functions } = this.#tree
    const index = nodes.functionIndex[row]!
    const header = nodes.address[row]!
    const found = this.#functionAt(functions[index]!.module, header)
    if (found === null) return WORKS
    // A runtime's loops may do less.
    const runtime = this.#isRuntime[index]!
    const states = this.#kept?.statesOf(found.symbols)
    const key = runtime === 0 ? String(header) : `${header} ${runtime === OF_TASKS ? 'tasks' : 'runtime'}`
    const known = states?.get(key)
    if (known !== undefined) return known
    const flow = this.#flowOf(found)
    const loop = flow.loopAt(header)
    const isOfRuntime = loop !== null && ((runtime === OF_OPENMP && isWaitingInRuntime(flow, loop)) || (runtime === OF_TASKS && isWaitingForTasks(flow, loop)))
    const state = isOfRuntime ? IN_FUNCTION : loop !== null && isWaitingLoop(flow, loop) ? IN_LOOP : WORKS
    states?.set(key, state)
    return state
  }

  /** Null if none is known, it is too large, or too much was read before, newly or from the cache. */
  #functionAt(module: number, address: number): LookedAt | null {
    const symbols = this.#opened[module]
    const found = symbols?.functionAt(address)
    if (!symbols || !found) return null
    const key = `${module} ${found.low}`
    let known = this.#functions.get(key)
    if (known === undefined) {
      const bytes = found.high - found.low
      const isRead = bytes <= LARGEST_FUNCTION && bytes <= this.#room
      if (isRead) this.#room -= bytes
      this.#functions.set(key, (known = isRead ? { ...found, symbols, flow: null } : null))
    }
    return known
  }

  #flowOf(looked: LookedAt): FunctionFlow {
    if (looked.flow === null) {
      const { symbols, name, low, high } = looked
      this.#kept?.look(symbols, high - low)
      looked.flow = new FunctionFlow(
        name,
        lookAtInstructions(symbols, low, high).map(({ address, bytes, text, targetName }) => ({ address, bytes, text, note: targetName, line: -1 })),
      )
    }
    return looked.flow
  }
}

interface LookedAt {
  symbols: SymbolModule
  name: string
  low: number
  high: number
  /** Null until its code is read. */
  flow: FunctionFlow | null
}
