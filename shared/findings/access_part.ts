/**
 * The part of the cost that a finding's remedy saves: the whole work of a loop, or only its accesses, which are a part of
 * the loop's cost (docs/metrics.md, Findings).
 */
import type { AdviceClass } from '../advice/advice.ts'
import type { FunctionFlow } from '../advice/code/function_flow.ts'
import { definedRegisters, registersIn, sameAddress, type Instruction, type MemoryOperand } from '../advice/code/instruction.ts'
import { addressMotion } from '../advice/code/loop_facts.ts'
import { isStackSlot, type AccessFacts } from '../advice/pair_facts.ts'
import { counted, groupedDigits } from '../names/counted.ts'
import type { Tool } from '../run.ts'
import { judgesStores } from './tool_findings.ts'

/** Where the remedy is applied, the loop continues as it was, without these accesses. */
const ACCESSES_ALONE: ReadonlySet<AdviceClass> = new Set<AdviceClass>([
  'loop-invariant-load',
  'aliased-reload',
  'call-invariant-load',
  'spill-and-reload',
  'memory-accumulator',
  'stencil-reload',
  'table-lookup',
  'interpreted-operation',
  'update-without-effect',
  'unread-stack-store',
  'unoptimised-code',
  'repeated-load',
  'call-overhead',
])

/** The address goes, too: what is kept needs none. */
const SPARES_ADDRESSES: ReadonlySet<AdviceClass> = new Set<AdviceClass>([
  'loop-invariant-load',
  'aliased-reload',
  'call-invariant-load',
  'stencil-reload',
  'table-lookup',
  'repeated-load',
])

/** A store of an initialization beside other work: the loop or function continues without it. */
const INITIALISES: ReadonlySet<AdviceClass> = new Set<AdviceClass>(['overwritten-before-use', 'repeated-initialisation'])

export interface AccessPart {
  /** Share of the cost of the loop or line, 0..1. */
  share: number
  /** "the loads are 2 of its 7 instructions" */
  text: string
  /** In no loop. */
  ofLine?: LineStores
}

/** Stores of one line, whose time in a sampled run is mostly that of the memory: the next access waits for it instead. */
export interface LineStores {
  line: number
  stores: number
  /** Instructions of the function by line. */
  instructions: ReadonlyMap<number, number>
}

/** Where the code is not known: a load or store among four instructions is usual. */
const USUAL_PART = 0.25

/** A value goes from one iteration to the next by way of memory: each waits some cycles for the store before. */
const THROUGH_MEMORY: ReadonlySet<AdviceClass> = new Set<AdviceClass>(['memory-accumulator', 'spill-and-reload'])
/** Instructions that a processor gets done in these cycles, more or less. */
const SHORT_LOOP = 16

/** They do nothing but look at their arguments. */
const ONLY_READS = /^(?:mem|str|wcs|wmem)(?:n?case)?n?(?:cmp|chr|rchr|chrnul|len|coll|str|spn|cspn|pbrk|mem)$/

/**
 * Null where the loop's whole work goes away.
 * @param access the wasted one
 * @param through the library's function that the program calls for the access, as written; null: the program's own code does it
 * @param again the same call made the earlier access
 */
export function accessPart(name: AdviceClass, tool: Tool, access: AccessFacts, through: string | null, again: boolean): AccessPart | null {
  const { flow, loop, position } = access
  const initialises = INITIALISES.has(name) && judgesStores(tool) && through === null && flow !== null
  // Its values are computed all the same; a string is made by a library.
  const onStack = name === 'built-anew' && through === null && isStackSlot(access)
  if (!ACCESSES_ALONE.has(name) && tool !== 'registers' && !onStack && !(initialises && (loop === null || doesOtherWork(access)))) return null
  // The loads cannot be taken out of strcmp(): the call stays or goes.
  if (again && through !== null && tool === 'redundant-loads' && ONLY_READS.test(through)) return null
  const looped = flow === null ? [] : (loop?.loop?.body.map((at) => flow.instructions[at]!) ?? [])
  if (THROUGH_MEMORY.has(name) && through === null && looped.length <= SHORT_LOOP && passesOn(looped, flow?.instructions[position]?.memory ?? null)) return null
  const kind = judgesStores(tool) ? 'stores' : tool === 'registers' ? 'register writes' : 'loads'
  const unknown = { share: USUAL_PART, text: `its ${kind} are taken for a quarter of its work` }
  if (flow === null || position < 0 || tool === 'registers') return unknown
  const line = flow.instructions[position]!.line
  const known = through === null && looped.length > 0 ? looped : null
  const isOfLine = through === null && loop === null && line !== null
  const body = known ?? (isOfLine ? flow.instructions.filter((each) => each.line === line) : flow.instructions)
  const accesses = body.filter(({ reads, writes }) => (kind === 'stores' ? writes : reads))
  if (accesses.length === 0) return unknown
  const own = flow.instructions[position]!
  const computing = SPARES_ADDRESSES.has(name) && through === null ? addressOf([own], body).size : 0
  const spared = Math.min(accesses.length * (1 + computing), accesses.length + (computing > 0 ? addressOf(accesses, body).size : 0))
  const what = spared === accesses.length ? kind : `${kind}, and what computes their addresses,`
  // The code of the loop is not known where it is entered at several places.
  if (initialises && loop === null) return line === null ? null : { share: 1, text: '', ofLine: { line, stores: accesses.length, instructions: byLine(flow) } }
  const whole = through === null && loop !== null && known === null ? 'the function that it is in' : null
  const instructions = counted(body.length, 'instruction')
  return {
    share: Math.min(1, spared / body.length),
    text:
      whole === null
        ? `its ${what} are ${groupedDigits(spared)} of its ${instructions}`
        : `the ${what} are ${groupedDigits(spared)} of the ${instructions} of ${whole}`,
  }
}

/** The loop calls, or loads one element after the other: not only to fill memory. */
function doesOtherWork({ flow, loop }: AccessFacts): boolean {
  const around = loop?.loop
  return (
    around != null &&
    around.body.some((at) => {
      const { mnemonic, reads, memory } = flow!.instructions[at]!
      return mnemonic === 'call' || (reads && memory !== null && addressMotion(flow!, around, memory).kind !== 'invariant')
    })
  )
}

function byLine({ instructions }: FunctionFlow): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { line } of instructions) if (line !== null) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

/** The loop reads what it stores. Otherwise nothing waits for the store. */
function passesOn(body: readonly Instruction[], stored: MemoryOperand | null): boolean {
  const same = body.filter(({ memory }) => memory !== null && stored !== null && sameAddress(memory, stored))
  return same.some(({ reads }) => reads) && same.some(({ writes }) => writes)
}

const COMPUTES = /^(?:lea|mov(?:sxd?|zx|sx)?|add|sub|sal|shl|imul|and|neg|cdqe|cqo)$/

/**
 * Instructions that need no memory and leave a register which the addresses are made of, or which such an instruction takes. Those
 * whose result the loop needs for something else stay, such as its counter.
 */
function addressOf(accesses: readonly Instruction[], body: readonly Instruction[]): Set<Instruction> {
  const registers = new Set(accesses.flatMap(({ memory }) => [memory?.base, memory?.index].filter((each) => each != null)))
  const found = new Set<Instruction>()
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const each of body) {
      if (found.has(each) || !COMPUTES.test(each.mnemonic) || each.reads || each.writes) continue
      if (!definedRegisters(each).some((register) => registers.has(register))) continue
      found.add(each)
      for (const register of registersRead(each)) registers.add(register)
    }
  }
  const goes = new Set<Instruction>([...accesses, ...found])
  for (let before = -1; before !== goes.size;) {
    before = goes.size
    for (const each of found) {
      const [result] = definedRegisters(each)
      if (goes.has(each) && body.some((other) => !goes.has(other) && registersRead(other).includes(result!))) goes.delete(each)
    }
  }
  return new Set([...found].filter((each) => goes.has(each)))
}

function registersRead({ mnemonic, operands }: Instruction): string[] {
  const sets = /^(?:v?mov|lea|pop|set)/.test(mnemonic) && operands[0]?.includes('[') === false
  return (sets ? operands.slice(1) : operands).flatMap(registersIn)
}
