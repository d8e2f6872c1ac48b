/** How many loads and stores the code of a run executes per instruction: what its access rate is estimated from. */
import { FunctionFlow } from '../../../shared/advice/code/function_flow.ts'
import type { Instruction, InstructionText } from '../../../shared/advice/code/instruction.ts'
import type { CpuTimeTable, NodeTable } from '../../../shared/profile/tables.ts'
import { isCalledRow, LOOP } from '../../../shared/profile/tables.ts'
import type { FunctionCode, ProfileInstruction } from '../../../shared/profile/profile.ts'
import { largestRows } from '../../../shared/profile/columns/largest_rows.ts'
import { takeInstructions } from './function_instructions.ts'
import type { SymbolModule } from './symbol_source.ts'

/** Places of interrupts, those with the most time. */
const MOST_PLACES = 500
const LARGEST_FUNCTION = 64 << 10
/** Least share of the CPU time: if less is known, the code does not represent the program. */
const LEAST_COVERED = 0.5

interface Tables {
  cpuTimes: Pick<CpuTimeTable, 'node' | 'time'>
  nodes: Pick<NodeTable, 'kind' | 'parent' | 'address' | 'instruction'>
  instructions: ProfileInstruction[]
  /** Functions that are disassembled already. */
  code: readonly FunctionCode[]
}

/**
 * Loads and stores per instruction, the mean over the CPU time: of each interrupt the mix of the innermost loop around it,
 * or else of its function. Within these, instructions are taken to run equally often.
 * @param opened module by module row; null if it could not be opened
 * @returns undefined: the code of less than half of the CPU time is known, or none of it accesses memory
 */
export function accessMix({ cpuTimes, nodes, instructions, code }: Tables, opened: ReadonlyArray<SymbolModule | null>): number | undefined {
  const known = new Map(code.map(({ module, low, lines }) => [`${module} ${low}`, lines]))
  const functions = new Map<string, FunctionFlow | null>()
  const mixes = new Map<FunctionFlow, Map<number, number>>()
  const functionAround = (module: number, address: number): FunctionFlow | null => {
    const symbols = opened[module]
    const found = symbols?.functionAt(address)
    if (!symbols || !found || found.high - found.low > LARGEST_FUNCTION) return null
    const key = `${module} ${found.low}`
    let flow = functions.get(key)
    if (flow === undefined) {
      const lines = known.get(key) ?? disassembled(symbols, found)
      functions.set(key, (flow = lines.length === 0 ? null : new FunctionFlow(found.name, lines)))
    }
    return flow
  }
  let [accesses, covered, all] = [0, 0, 0]
  for (const time of cpuTimes.time) all += time
  for (const row of largestRows(cpuTimes.time, MOST_PLACES)) {
    const node = cpuTimes.node[row]!
    const instruction = instructions[nodes.instruction[node]!]
    const flow = instruction === undefined || instruction.text === null ? null : functionAround(instruction.module, instruction.address)
    if (flow === null) continue
    let ofFlow = mixes.get(flow)
    if (ofFlow === undefined) mixes.set(flow, (ofFlow = new Map()))
    const header = innermostHeader(nodes, node)
    let mix = ofFlow.get(header)
    if (mix === undefined) ofFlow.set(header, (mix = mixOf(flow, header)))
    accesses += cpuTimes.time[row]! * mix
    covered += cpuTimes.time[row]!
  }
  return accesses > 0 && covered >= LEAST_COVERED * all ? accesses / covered : undefined
}

function disassembled(symbols: SymbolModule, { low, high }: { low: number; high: number }): InstructionText[] {
  return takeInstructions(symbols, low, high).map(({ address, bytes, text }) => ({ address, bytes, text, note: null, line: -1 }))
}

/** Address of the header of the loop around a row in its function; −1: it is in no loop. */
function innermostHeader({ kind, parent, address }: Tables['nodes'], node: number): number {
  for (let at = parent[node]!; at > 0; at = parent[at]!) {
    if (kind[at] === LOOP) return address[at]!
    if (isCalledRow(kind[at]!)) return -1
  }
  return -1
}

function mixOf(flow: FunctionFlow, header: number): number {
  const loop = header < 0 ? null : flow.loopAt(header)
  const body = loop === null ? flow.instructions : loop.body.map((position) => flow.instructions[position]!)
  return body.reduce((sum, instruction) => sum + accessesOf(instruction), 0) / body.length
}

/** A string instruction counts once: how often it repeats is not known. */
function accessesOf({ mnemonic, reads, writes }: Instruction): number {
  const explicit = Number(reads) + Number(writes)
  return /^(?:push|pop|call|ret|leave|movs[bwdq]|stos|lods|scas)/.test(mnemonic) ? Math.max(1, explicit) : explicit
}
