/** Data that is read again because other work needs it: to read it is no waste while the caches hold it. */
import type { Tool } from '../../run.ts'
import { isBesideCode } from '../code/definitions.ts'
import type { FunctionFlow, Loop } from '../code/function_flow.ts'
import { canonicalRegister, definedRegisters, sameAddress, type Instruction } from '../code/instruction.ts'
import { carriedTo, givenOperands } from '../code/loop_operands.ts'
import { registersOf } from '../code/loop_registers.ts'
import { sameFunction, sameInstruction, type AccessFacts, type PairFacts } from '../pair_facts.ts'

/** Repeated share of a load's values in each pass: below it, another pass usually loads other values. */
const MOSTLY_NEW = 0.5
/** Share of the access's executions: code that runs more rarely is on another path. */
const AS_OFTEN = 0.25
/** Instructions before a loop, where the values that it computes with are loaded. */
const MOST_BEFORE = 60

/**
 * A load beside the access brings other values than before, so that the loop, or the line, computes something else each time.
 * Null where none is known to, and where one run of the code repeats its own loads.
 */
export function changesBeside(facts: PairFacts): Instruction | null {
  const { source, target } = facts
  if (facts.tool !== 'redundant-loads' || facts.scope?.outside !== true || target.flow === null || target.libraryCall !== null || target.instruction === null)
    return null
  // Two loops that follow each other may be one.
  if (sameFunction(facts) && source.loop !== null && source.loop.header !== target.loop?.header) return null
  const own = target.executions(target.instruction.address)
  const isNew = ({ address }: Instruction): boolean => (facts.unchangedAcrossScope(address) ?? 1) < MOSTLY_NEW
  const runsAsOften = ({ address }: Instruction): boolean => {
    const runs = target.executions(address)
    return own === null || runs === null || runs >= AS_OFTEN * own
  }
  const before = target.loop?.loop == null ? [] : loadedBefore(target.flow, target.loop.loop)
  // In a counted run, a load that was executed and is not known has never repeated.
  const isNeverRepeated = ({ address }: Instruction): boolean => facts.counted && own !== null && target.executions(address) === null
  return (
    beside(target).find((each) => isOfData(each) && each.address !== target.instruction!.address && isNew(each) && runsAsOften(each)) ??
    before.find((each) => isOfData(each) && (isNew(each) || isNeverRepeated(each))) ??
    null
  )
}

/** Observations from which the share of a loop's loads is known well enough. */
const ENOUGH_OBSERVATIONS = 20

/**
 * Most of the loaded values are new, so a pass through data that has not changed gives a new result. Of sampled runs, where it is not
 * known which of the loads beside an access bring new values. @param wasted share of the loads of the whole loop
 */
export function computesAnew(tool: Tool, wasted: number, observations: number): boolean {
  return tool === 'redundant-loads' && observations >= ENOUGH_OBSERVATIONS && wasted < MOSTLY_NEW
}

function isOfData({ reads, memory }: Instruction): boolean {
  return reads && memory !== null && memory.base !== 'rsp'
}

/** Loads that come before each run of a loop, of the values, not the addresses, that its iterations compute with. */
function loadedBefore(flow: FunctionFlow, loop: Loop): Instruction[] {
  const { instructions } = flow
  const registers = registersOf(flow, loop)
  const wanted = new Set(
    loop.body
      .flatMap((at) => instructions[at]!.operands)
      .flatMap((operand) => canonicalRegister(operand) ?? [])
      .filter((register) => registers.definitions(register).length === 0),
  )
  const loads: Instruction[] = []
  let at = loop.header
  for (let steps = 0; steps < MOST_BEFORE && wanted.size > 0; steps++) {
    const [from, ...others] = flow.predecessors(at).filter((each) => loop.inBody[each] === 0)
    // Another path may come by without the loads above.
    if (from === undefined || others.length > 0) break
    at = from
    const instruction = instructions[at]!
    if (instruction.mnemonic === 'call') break
    const defined = definedRegisters(instruction).filter((register) => wanted.delete(register))
    if (defined.length > 0 && !isBesideCode(instruction)) loads.push(instruction)
  }
  return loads
}

/** One function reads what another one has read: each computes something else from it, and no local variable reaches from one to the other. */
export function isReadByOtherFunction(facts: PairFacts): boolean {
  const [earlier, later] = [facts.source.loopFunction, facts.target.loopFunction]
  // The compiler may inline both into one.
  return facts.tool === 'redundant-loads' && (!sameFunction(facts) || (earlier !== null && later !== null && earlier !== later))
}

/**
 * Two loops of one function, one after the other, read the data, and the later one computes with a floating-point result of the other: with
 * a sum of all elements, for example. So they cannot be one loop, and the data does not fit registers in between.
 */
export function isReadForResult({ tool, source, target }: PairFacts): boolean {
  const [one, other] = [source.loop?.loop, target.loop?.loop]
  if (tool !== 'redundant-loads' || target.flow === null || source.flow !== target.flow || one == null || other == null) return false
  const [first, second] = Math.max(...one.body) < Math.min(...other.body) ? [one, other] : [other, one]
  if (Math.max(...first.body) >= Math.min(...second.body)) return false
  const carried = carriedTo(target.flow, first, second)
  return givenOperands(target.flow, second).some((register) => /^v\d/.test(register) && carried.has(register))
}

/** They use no result of the loop before them, and give none to the loop after them. */
const BESIDE_RESULTS = /^(?:free|malloc|calloc|mem(?:set|cpy|move)|_gfortran_os_error\w*)(?:@|$)/

/** Two loops of one function, and between them a call, whose result the later loop may need: a right-hand side between two stages of a solver. */
export function isReadAfterCall({ tool, source, target }: PairFacts): boolean {
  const [first, second] = [source.loop?.loop, target.loop?.loop]
  if (tool !== 'redundant-loads' || target.flow === null || source.flow !== target.flow || first == null || second == null) return false
  const between = target.flow.instructions.slice(Math.max(...first.body) + 1, Math.min(...second.body))
  return between.some(({ mnemonic, note }) => mnemonic === 'call' && !BESIDE_RESULTS.test(note ?? ''))
}

/** Each call of the function reads it once, by its source: for one expression, such as that of a `switch`, the compiler may load it twice. */
export function isReadByEachCall(facts: PairFacts): boolean {
  return facts.tool === 'redundant-loads' && facts.target.loop === null && (sameInstruction(facts) || isOneExpression(facts))
}

/** Two instructions of one line outside of loops load from the same address, and nothing between them stores or calls. */
function isOneExpression(facts: PairFacts): boolean {
  const { source, target } = facts
  const [one, other] = [source.instruction?.memory, target.instruction?.memory]
  if (!sameFunction(facts) || target.flow === null || source.loop !== null || one == null || other == null || one.base === null) return false
  if (source.place.file === null || source.place.file !== target.place.file || source.place.line !== target.place.line) return false
  const [first, last] = [Math.min(source.position, target.position), Math.max(source.position, target.position)]
  const between = target.flow.instructions.slice(first, last)
  const moves = (each: Instruction): boolean => definedRegisters(each).some((register) => register === one.base || register === one.index)
  return sameAddress(one, other) && !between.some((each) => each.writes || each.mnemonic === 'call' || moves(each))
}

/** The instructions of the innermost loop, else those of the line. */
function beside({ flow, loop, place }: AccessFacts): Instruction[] {
  const { instructions } = flow!
  return loop?.loop != null ? loop.loop.body.map((at) => instructions[at]!) : instructions.filter(({ line }) => line !== null && line === place.line)
}
