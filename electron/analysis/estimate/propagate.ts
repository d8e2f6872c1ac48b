/**
 * Invariance of what instructions compute, from that of the loads (Calder, Feller and Eustace, section 6): products of the
 * uses, from block to block and from call to call. The heuristics that the paper only names:
 * - loop depth: joining paths are weighted by their executions or, where these are unknown, by ten per loop;
 * - induction variables: a register that a loop computes from its own previous iteration has a different value in each
 * iteration, so its invariance is loop entries divided by iterations;
 * - stack pointer: invariant;
 * - conditional moves: the mean of both values.
 */
import { FLOW_CONDITIONAL_MOVE, FLOW_LOADS, FLOW_READS_FLAGS, FLOW_WRITES_FLAGS } from '../../symbols/symbols_addon.ts'
import { CALL, JUMP, LEAVES, type BasicBlock, type Procedure } from './procedure.ts'
import { FLAGS, mergeMaps, RegisterMap, REGISTERS, type WeightedMap } from './register_map.ts'

export interface KnownValues {
  /** Invariance of the value that the instruction at an address loads, 0..1; undefined where it was not profiled. */
  loaded(address: number): number | undefined
  /** Executions of the instruction at an address; undefined if not known. */
  executions(address: number): number | undefined
}

const UNDEFINED = -1
/** For a loop that was not counted. */
const ROUNDS = 10
/** Passes over the blocks of a procedure with loops, so that values reach around each loop. */
const PASSES = 3
/** Passes over all procedures, so that parameters and results arrive, also through stubs in other modules. */
const CALL_ROUNDS = 5
const RESULTS = [0, 16]
/** Origins of values from other procedures: a different one for each call. */
const PASSED_BETWEEN_PROCEDURES = -(2 ** 30)
const ORIGINS_OF_PASSED = 2 ** 30
/** RAX, RCX, RDX, RSI, RDI, R8 to R11, all XMM registers and the flags: not kept by calls. */
const LOST_BY_CALLS = Array.from({ length: REGISTERS }, (_, register) => register).filter(
  (register) => register >= 16 || [0, 1, 2, 6, 7, 8, 9, 10, 11].includes(register),
)

/** @returns invariance by address of the instructions that define a register; those that stay undefined are absent */
export function propagate(procedures: Procedure[], known: KnownValues): Map<number, number> {
  const estimates = new Map<number, number>()
  const byEntry = new Map(procedures.map((procedure) => [procedure.low, procedure]))
  let entries = new Map<Procedure, WeightedMap[]>()
  const results = new Map<Procedure, RegisterMap>()
  let passed = 0
  const nextOrigin = (): number => PASSED_BETWEEN_PROCEDURES - (passed++ % ORIGINS_OF_PASSED)
  for (let round = 0; round < CALL_ROUNDS; round++) {
    const calls = new Map<Procedure, WeightedMap[]>()
    for (const procedure of procedures) {
      const callers = entries.get(procedure)
      const walk = new ProcedureWalk(procedure, known, {
        resultOf: (target) => results.get(byEntry.get(target)!)?.comingFrom(nextOrigin()),
        called: (target, map, weight) => {
          const callee = byEntry.get(target)
          if (!callee) return
          const caller = { map: map.comingFrom(nextOrigin()), weight }
          const callers = calls.get(callee)
          if (callers) callers.push(caller)
          else calls.set(callee, [caller])
        },
      })
      const result = walk.run(callers ? mergeMaps(callers, -1) : RegisterMap.atEntry(), estimates)
      if (result) results.set(procedure, result)
    }
    entries = calls
  }
  return estimates
}

interface Calls {
  /** The registers' content when the procedure at the address returns; undefined where that is not known yet. */
  resultOf(target: number): RegisterMap | undefined
  called(target: number, map: RegisterMap, weight: number): void
}

/** Origin of values created where paths into a block join. */
function meetingAt(block: number): number {
  return -2 - block
}

class ProcedureWalk {
  readonly #procedure: Procedure
  readonly #known: KnownValues
  readonly #calls: Calls
  /** By block. */
  readonly #out: Array<RegisterMap | undefined>
  readonly #weights: number[]

  constructor(procedure: Procedure, known: KnownValues, calls: Calls) {
    this.#procedure = procedure
    this.#known = known
    this.#calls = calls
    this.#out = procedure.blocks.map(() => undefined)
    this.#weights = procedure.blocks.map((block) => this.#executions(block) ?? ROUNDS ** block.loops.length)
  }

  /** @param estimates gets what instructions define @returns the registers at the end of the procedure */
  run(entry: RegisterMap, estimates: Map<number, number>): RegisterMap | undefined {
    const { blocks, order } = this.#procedure
    const passes = blocks.some(({ loops }) => loops.length > 0) ? PASSES : 1
    for (let pass = 0; pass < passes; pass++) {
      const isLast = pass === passes - 1
      for (const number of order) {
        const block = blocks[number]!
        const sources = block.predecessors.flatMap((from): WeightedMap[] => (this.#out[from] ? [{ map: this.#out[from], weight: this.#weights[from]! }] : []))
        if (number === 0) sources.push({ map: entry, weight: this.#weights[0]! })
        const map = sources.length > 0 ? mergeMaps(sources, meetingAt(number)) : RegisterMap.atEntry()
        this.#through(block, map, isLast ? estimates : null)
        this.#out[number] = map
      }
    }
    const ends = blocks.flatMap(({ end }, number) => this.#end(end - 1, this.#out[number]!, this.#weights[number]!))
    return ends.length > 0 ? mergeMaps(ends, -1) : undefined
  }

  /** The registers at a return, or at the end of a procedure that a tail jump goes to. */
  #end(row: number, map: RegisterMap, weight: number): WeightedMap[] {
    const { flow, targets } = this.#procedure
    if (flow.next[row] === LEAVES) return [{ map, weight }]
    const known = flow.next[row] === JUMP ? (targets.get(row) ?? []) : []
    const total = known.reduce((sum, { count }) => sum + count, 0)
    return known.flatMap(({ address, count }) => {
      this.#calls.called(address, map, (weight * count) / total)
      const result = this.#calls.resultOf(address)
      return result ? [{ map: result, weight: (weight * count) / total }] : []
    })
  }

  #through(block: BasicBlock, map: RegisterMap, estimates: Map<number, number> | null): void {
    const { flow } = this.#procedure
    for (let row = block.first; row < block.end; row++) {
      if (flow.next[row] === CALL) {
        this.#call(row, map, estimates !== null)
        continue
      }
      const defines = flow.defines[row]!
      const flags = (flow.traits[row]! & FLOW_WRITES_FLAGS) !== 0
      if (defines === 0 && !flags) continue
      const invariance = this.#result(row, block, map)
      for (let register = 0; register < FLAGS; register++) if ((defines >>> register) & 1) map.define(register, invariance, row)
      if (flags) map.define(FLAGS, invariance, row)
      if (defines === 0 || estimates === null) continue
      if (invariance >= 0) estimates.set(flow.address[row]!, invariance)
      else estimates.delete(flow.address[row]!)
    }
  }

  #call(row: number, map: RegisterMap, isLast: boolean): void {
    const { flow } = this.#procedure
    const targets = this.#procedure.targets.get(row) ?? []
    const total = targets.reduce((sum, { count }) => sum + count, 0)
    const executions = this.#known.executions(flow.address[row]!) || 1
    const results = targets.flatMap(({ address, count }): WeightedMap[] => {
      const weight = (executions * count) / total
      if (isLast) this.#calls.called(address, map, weight)
      const result = this.#calls.resultOf(address)
      return result ? [{ map: result, weight }] : []
    })
    for (const register of LOST_BY_CALLS) map.forget(register)
    if (results.length === 0) return
    const result = mergeMaps(results, -1)
    for (const register of RESULTS) map.define(register, result.invariance[register]!, row)
  }

  /** Negative: undefined. */
  #result(row: number, block: BasicBlock, map: RegisterMap): number {
    const { flow } = this.#procedure
    const traits = flow.traits[row]!
    const loop = (traits & FLOW_CONDITIONAL_MOVE) === 0 ? this.#steppedBy(row, block, map) : undefined
    if (loop !== undefined) return this.#perRound(loop)
    const inputs: number[] = []
    for (let register = 0; register < FLAGS; register++) if ((flow.uses[row]! >>> register) & 1) inputs.push(map.invariance[register]!)
    if ((traits & FLOW_LOADS) !== 0) inputs.push(this.#known.loaded(flow.address[row]!) ?? UNDEFINED)
    if ((traits & FLOW_READS_FLAGS) !== 0 && (traits & FLOW_CONDITIONAL_MOVE) === 0) inputs.push(map.invariance[FLAGS]!)
    if (inputs.some((invariance) => invariance < 0)) return UNDEFINED
    if ((traits & FLOW_CONDITIONAL_MOVE) !== 0) return inputs.reduce((sum, invariance) => sum + invariance, 0) / Math.max(1, inputs.length)
    return inputs.reduce((product, invariance) => product * invariance, 1)
  }

  /** Header of the loop from whose previous iteration the changed register comes, according to where its paths join. */
  #steppedBy(row: number, { loops }: BasicBlock, map: RegisterMap): number | undefined {
    const { flow } = this.#procedure
    const changed = flow.defines[row]! & flow.uses[row]!
    if (changed === 0) return undefined
    const origin = map.origin[31 - Math.clz32(changed)]!
    return loops.find((header) => origin === meetingAt(header))
  }

  /** Loop entries divided by iterations. */
  #perRound(header: number): number {
    const { blocks } = this.#procedure
    const rounds = this.#executions(blocks[header]!)
    const before = blocks[header]!.predecessors.filter((block) => !blocks[block]!.loops.includes(header))
    const entered = before.reduce((sum, block) => sum + (this.#executions(blocks[block]!) ?? 0), 0)
    return rounds !== undefined && rounds > 0 && entered > 0 ? Math.min(1, entered / rounds) : 1 / ROUNDS
  }

  /** Mean of its known instructions; undefined without any. */
  #executions({ first, end }: BasicBlock): number | undefined {
    let most: number | undefined
    for (let row = first; row < end; row++) {
      const count = this.#known.executions(this.#procedure.flow.address[row]!)
      if (count !== undefined && count > (most ?? 0)) most = count
    }
    return most
  }
}
