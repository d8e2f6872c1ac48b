/**
 * The part of the cost that a finding's remedy saves: the whole work of a loop, or only its accesses, which are a part of
 * the loop's cost (docs/metrics.md, Findings).
 */
import type { AdviceClass } from '../advice/advice.ts'
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
  if (THROUGH_MEMORY.has(name) && through === null && loop?.loop != null && loop.loop.body.length <= SHORT_LOOP) return null
  const kind = judgesStores(tool) ? 'stores' : tool === 'registers' ? 'register writes' : 'loads'
  const unknown = { share: USUAL_PART, text: `its ${kind} are taken for a quarter of its work` }
  if (flow === null || position < 0 || tool === 'registers') return unknown
  const line = flow.instructions[position]!.line
  const body =
    through === null
      ? (loop?.loop?.body.map((at) => flow.instructions[at]!) ?? (line === null ? flow.instructions : flow.instructions.filter((each) => each.line === line)))
      : flow.instructions
  const accesses = body.filter(({ reads, writes }) => (kind === 'stores' ? writes : reads)).length
  return accesses === 0
    ? unknown
    : { share: Math.min(1, accesses / body.length), text: `its ${kind} are ${groupedDigits(accesses)} of its ${counted(body.length, 'instruction')}` }
}
