/** Pairs for tests of rules, drawn as a listing: one instruction per line, "name:" before one that is referred to. */
import { FunctionFlow } from './code/function_flow.ts'
import type { AccessFacts, PairFacts } from './pair_facts.ts'

const FIRST_ADDRESS = 0x1000
const INSTRUCTION_BYTES = 4

export interface Listing {
  flow: FunctionFlow
  address(label: string): number
}

/** Jumps name labels, the called function follows a semicolon; every instruction has 4 bytes. */
export function listing(text: string): Listing {
  const labels = new Map<string, number>()
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, i) => {
      const [, label, code] = /^(?:(\w+): +)?(.*)$/.exec(line)!
      if (label !== undefined) labels.set(label, FIRST_ADDRESS + i * INSTRUCTION_BYTES)
      return code!
    })
  const address = (label: string): number => {
    const found = labels.get(label)
    if (found === undefined) throw new Error(`the listing has no ${label}`)
    return found
  }
  const flow = new FunctionFlow(
    'f',
    lines
      .map((line) => line.split('; '))
      .map(([code, note], i) => ({
        address: FIRST_ADDRESS + i * INSTRUCTION_BYTES,
        bytes: '90'.repeat(INSTRUCTION_BYTES),
        note: note ?? null,
        line: i + 1,
        text: code!.trim().replace(/^(j\w+) (\w+)$/, (whole, jump, label) => (labels.has(label) ? `${jump} 0x${address(label).toString(16)}` : whole)),
      })),
  )
  return { flow, address }
}

/** @param loop label of the header of the innermost loop */
export function access({ flow, address }: Listing, label: string, loop: string | null = null, rest: Partial<AccessFacts> = {}): AccessFacts {
  const position = flow.positionOf(address(label))
  return {
    place: { function: flow.name, file: '/src/f.c', line: position + 1 },
    physicalFunction: flow.name,
    module: '/bin/program',
    around: [flow.name],
    libraryCall: null,
    flow,
    position,
    calledThroughPointer: () => false,
    isMember: false,
    instruction: flow.instructions[position]!,
    node: position,
    loop: loop === null ? null : { header: address(loop), text: 'loop at f.c:3', file: '/src/f.c', line: 3, loop: flow.loopAt(address(loop)) },
    loopFunction: loop === null ? null : flow.name,
    zeros: null,
    zerosOf: () => null,
    unchanged: () => null,
    equalWithin: () => 0,
    executions: () => null,
    ...rest,
  }
}

type Drawn = Pick<PairFacts, 'tool' | 'source' | 'target'> & Partial<PairFacts>

/** Relation by the tool; scope: measured, in the innermost loop. */
export function facts(pair: Drawn): PairFacts {
  const relation =
    ({ 'dead-stores': 'KILLED_BY', 'reuse-distance': 'REUSED_BY', 'false-sharing': 'SHARED_WITH' } as const)[pair.tool as string] ?? 'REDUNDANT_WITH'
  return {
    relation,
    scope: { text: 'loop at f.c:3', header: pair.target.loop?.header ?? null, measured: true, outside: false },
    siblingCalls: null,
    object: null,
    sharing: null,
    distance: null,
    instances: 1200,
    bytesPerInstance: null,
    counted: true,
    wastedHere: () => null,
    unchangedAcrossScope: () => null,
    threads: 1,
    ...pair,
  }
}

/** Measured to repeat in a loop around the access's own, or in a caller. */
export const OUTSIDE: PairFacts['scope'] = { text: 'loop at main.c:9', header: 0x9000, measured: true, outside: true }
