/**
 * The part of the cost that a finding's remedy saves: the whole work of a loop, or only its accesses, which are a part of
 * the loop's cost (docs/metrics.md, Findings).
 */
import type { AdviceClass } from '../advice/advice.ts'
import { canonicalRegister, definedRegisters, sameAddress, type Instruction, type MemoryOperand } from '../advice/code/instruction.ts'
import type { AccessFacts } from '../advice/pair_facts.ts'
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

export interface AccessPart {
  /** Share of the cost of the loop or line, 0..1. */
  share: number
  /** "the loads are 2 of its 7 instructions" */
  text: string
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
export function accessPart(name: AdviceClass, tool: Tool, { flow, loop, position }: AccessFacts, through: string | null, again: boolean): AccessPart | null {
  if (!ACCESSES_ALONE.has(name) && tool !== 'registers') return null
  // The loads cannot be taken out of strcmp(): the call stays or goes.
  if (again && through !== null && tool === 'redundant-loads' && ONLY_READS.test(through)) return null
  const looped = flow === null ? [] : (loop?.loop?.body.map((at) => flow.instructions[at]!) ?? [])
  if (THROUGH_MEMORY.has(name) && through === null && looped.length <= SHORT_LOOP && passesOn(looped, flow?.instructions[position]?.memory ?? null)) return null
  const kind = judgesStores(tool) ? 'stores' : tool === 'registers' ? 'register writes' : 'loads'
  const unknown = { share: USUAL_PART, text: `its ${kind} are taken for a quarter of its work` }
  if (flow === null || position < 0 || tool === 'registers') return unknown
  const line = flow.instructions[position]!.line
  const ofLine = line === null ? flow.instructions : flow.instructions.filter((each) => each.line === line)
  const body = through !== null ? flow.instructions : looped.length > 0 ? looped : ofLine
  const accesses = body.filter(({ reads, writes }) => (kind === 'stores' ? writes : reads))
  if (accesses.length === 0) return unknown
  const spared = SPARES_ADDRESSES.has(name) && through === null ? accesses.length + addressesOf(accesses, body) : accesses.length
  const what = spared === accesses.length ? kind : `${kind}, and what computes their addresses,`
  return { share: Math.min(1, spared / body.length), text: `its ${what} are ${groupedDigits(spared)} of its ${counted(body.length, 'instruction')}` }
}

/** The loop reads what it stores. Otherwise nothing waits for the store. */
function passesOn(body: readonly Instruction[], stored: MemoryOperand | null): boolean {
  const same = body.filter(({ memory }) => memory !== null && stored !== null && sameAddress(memory, stored))
  return same.some(({ reads }) => reads) && same.some(({ writes }) => writes)
}

const COMPUTES = /^(?:lea|mov(?:sxd?|zx|sx)?|add|sub|sal|shl|imul|and|neg|cdqe|cqo)$/

/** Instructions that need no memory and leave a register which an address is made of, or which such an instruction takes. */
function addressesOf(accesses: readonly Instruction[], body: readonly Instruction[]): number {
  const registers = new Set(accesses.flatMap(({ memory }) => [memory?.base, memory?.index].filter((each) => each != null)))
  const found = new Set<Instruction>()
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const each of body) {
      if (found.has(each) || !COMPUTES.test(each.mnemonic) || each.reads || each.writes) continue
      if (!definedRegisters(each).some((register) => registers.has(register))) continue
      found.add(each)
      for (const operand of [...each.operands.slice(1).map(canonicalRegister), each.memory?.base, each.memory?.index])
        if (operand != null) registers.add(operand)
    }
  }
  return found.size
}
