/** The loads and stores per instruction of a run's code, from which its access rate is estimated. */
import { FunctionFlow } from '../../../shared/advice/code/function_flow.ts'
import type { Instruction, InstructionText } from '../../../shared/advice/code/instruction.ts'
import type { CpuTimeTable, NodeTable } from '../../../shared/profile/tables.ts'
import { isCalledRow, LOOP } from '../../../shared/profile/tables.ts'
import type { FunctionCode, ProfileInstruction } from '../../../shared/profile/profile.ts'
import { largestRows } from '../../../shared/profile/columns/largest_rows.ts'
import type { KeptCode } from './kept_code.ts'
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
 * @param kept results of earlier analyses; receives the new ones
 * @returns undefined: the code of less than half of the CPU time is known, or none of it accesses memory
 */
export function accessMix(
  { cpuTimes, nodes, instructions, code }: Tables,
  opened: ReadonlyArray<SymbolModule | null>,
  kept: KeptCode | null = null,
): number | undefined {
  const known = new Map(code.map((each) => [`${each.module} ${each.low}`, each]))
  const functions = new Map<string, FunctionFlow | null>()
  const mixes = new Map<string, number | null>()
  const flowOf = (key: string, symbols: SymbolModule, found: CodeRange): FunctionFlow | null => {
    let flow = functions.get(key)
    if (flow === undefined) {
      const lines = known.get(key)?.lines ?? disassembled(symbols, found)
      functions.set(key, (flow = lines.length === 0 ? null : new FunctionFlow(found.name, lines)))
    }
    return flow
  }
  /** Null: the code is not known. */
  const mixAt = (module: number, address: number, header: number): number | null => {
    const symbols = opened[module]
    const found = symbols?.functionAt(address)
    if (!symbols || !found || found.high - found.low > LARGEST_FUNCTION) return null
    const around = `${module} ${found.low}`
    const place = `${around} ${header}`
    let mix = mixes.get(place)
    if (mix === undefined) {
      const compute = (): number | null => {
        const flow = flowOf(around, symbols, found)
        return flow === null ? null : mixOf(flow, header)
      }
      const ofModule = kept?.of(symbols) ?? null
      mixes.set(place, (mix = ofModule === null ? compute() : ofModule.mix(found.low, header, compute)))
    }
    return mix
  }
  let [accesses, covered, all] = [0, 0, 0]
  for (const time of cpuTimes.time) all += time
  for (const row of largestRows(cpuTimes.time, MOST_PLACES)) {
    const node = cpuTimes.node[row]!
    const instruction = instructions[nodes.instruction[node]!]
    const mix = instruction === undefined || instruction.text === null ? null : mixAt(instruction.module, instruction.address, innermostHeader(nodes, node))
    if (mix === null) continue
    accesses += cpuTimes.time[row]! * mix
    covered += cpuTimes.time[row]!
  }
  return accesses > 0 && covered >= LEAST_COVERED * all ? accesses / covered : undefined
}

interface CodeRange {
  name: string
  low: number
  high: number
}

function disassembled(symbols: SymbolModule, { low, high }: CodeRange): InstructionText[] {
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
