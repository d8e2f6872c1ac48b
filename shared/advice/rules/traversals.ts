/** Loads that move through memory: neighbours read again by the next iteration, or the whole read again by an outer loop. */
import { accessBytes, isFloatingPoint, sameRegisters } from '../code/instruction.ts'
import { addressMotion, isSetAnew, movesBetween, storesIn } from '../code/loop_facts.ts'
import { carriedTo, givenOperands, isConstantBefore } from '../code/loop_operands.ts'
import { counted } from '../../names/counted.ts'
import {
  isGatheredIn,
  isOfOneElement,
  isPointedToIn,
  loopPlace,
  mayBeOtherRun,
  motionOf,
  sameFunction,
  sameInstruction,
  type AccessFacts,
  type Conclusion,
  type PairFacts,
  type Rule,
} from '../pair_facts.ts'
import { goesRound } from './searches.ts'
import { accessText, scopeLines, timesText } from '../words.ts'

/** Iterations that lie between both accesses of a stencil, at most. */
const WIDEST_STENCIL = 16

export const stencilReload: Rule = (facts) => {
  const { source, target } = facts
  if (
    (facts.tool !== 'redundant-loads' && facts.tool !== 'reuse-distance') ||
    sameInstruction(facts) ||
    source.loop === null ||
    source.loop.header !== target.loop?.header ||
    facts.scope?.outside === true
  )
    return null
  const [a, b] = [source.instruction?.memory, target.instruction?.memory]
  const motion = motionOf(target)
  if (a == null || b == null || isRare(target, source)) return null
  const apart = a.displacement - b.displacement
  if (!sameRegisters(a, b) || (target.loop!.loop !== null && isSetAnew(target.flow!, target.loop!.loop, b)))
    return neighboursInStep(facts) ?? neighboursByOtherIndex(facts)
  if (motion?.kind !== 'strided' || isOfOneElement(facts)) return null
  const bytes = accessBytes(target.instruction!)
  if ((facts.scope?.header === null || facts.scope?.measured === false) && apart !== 0 && Math.abs(apart) < bytes) {
    return {
      // In one iteration, as far as that is known: the compiler chose how wide to read, and the source has no such loads.
      class: 'stencil-reload',
      sureness: 'observed',
      place: loopPlace(target),
      evidence: [
        `${accessText(source)} and ${target.instruction!.text} read ${bytes} bytes each, of which ${bytes - Math.abs(apart)} are the same, ${timesText(facts)}.`,
        ...scopeLines(facts),
      ],
    }
  }
  const iterations = apart / motion.stride
  if (!Number.isInteger(iterations) || iterations < 1 || iterations > WIDEST_STENCIL) return null
  return {
    class: 'stencil-reload',
    sureness: isFloatingPoint(target.instruction!) ? 'certain' : 'likely',
    evidence: [
      `${accessText(source)} reads ${Math.abs(apart)} bytes ahead of ${target.instruction!.text}.`,
      `Both move by ${Math.abs(motion.stride)} bytes at each iteration of the ${target.loop!.text}, so the later one reads what the earlier one read ${iterations === 1 ? 'an iteration' : `${iterations} iterations`} before, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: loopPlace(target),
  }
}

/** Share of the iterations: values that fewer of them load cost more to carry from one to the next than to load. */
const LEAST_LOADED = 0.5

/** Only few iterations make one of both loads, behind a condition. Without counts, that is not known. */
function isRare(...accesses: AccessFacts[]): boolean {
  const runs = accesses.map(({ executions, instruction }) => executions(instruction!.address)).filter((each) => each !== null)
  return Math.min(...runs) < LEAST_LOADED * Math.max(...runs)
}

/** Two indices into one array that move by one step, however they are computed: where they meet once, they meet again each time. */
function neighboursInStep(facts: PairFacts): Conclusion | null {
  const { source, target, scope } = facts
  const [before, motion] = [motionOf(source), motionOf(target)]
  // In one iteration they are one index. All but one of the loads of each element repeat one of the same run of the loop.
  if (facts.tool !== 'redundant-loads' || scope === null || (scope.measured && scope.header !== target.loop!.header)) return null
  if (before?.kind !== 'strided' || motion?.kind !== 'strided' || before.stride !== motion.stride) return null
  if (source.instruction!.memory!.base !== target.instruction!.memory!.base) return null
  return {
    class: 'stencil-reload',
    // How many iterations lie between both is not known.
    sureness: 'possible',
    evidence: [
      `${accessText(target)} loads what ${source.instruction!.text} has loaded in an earlier iteration of the ${target.loop!.text}, ${timesText(facts)}.`,
      `Both move by ${Math.abs(motion.stride)} bytes at each iteration.`,
      ...scopeLines(facts),
    ],
    place: loopPlace(target),
  }
}

/** Share of the executions in all calling contexts; the pair is in one of them. */
const USUALLY = 0.25

/** An index that is chosen anew at each iteration, as at the borders of hotspot3D (LOADSPY, listing 6): no code shows that it follows the other one, but the counts do. */
function neighboursByOtherIndex(facts: PairFacts): Conclusion | null {
  const { source, target, scope } = facts
  const [before, motion] = [motionOf(source), motionOf(target)]
  const executions = target.executions(target.instruction!.address)
  if (facts.tool !== 'redundant-loads' || scope === null || (scope.header !== null && scope.header !== target.loop!.header)) return null
  if ((before?.kind !== 'strided' && motion?.kind !== 'strided') || before?.kind === 'invariant' || motion?.kind === 'invariant') return null
  // No earlier iteration loads what the first one finds: where all find it, both loads are in one iteration.
  const isOfEarlier = executions !== null && facts.instances < executions
  if (!isOfEarlier || !facts.counted || facts.instances < USUALLY * executions) return null
  return {
    class: 'stencil-reload',
    sureness: 'possible',
    evidence: [
      `${accessText(target)} loads what ${source.instruction!.text} has loaded in the ${target.loop!.text}, ${timesText(facts)} of ${counted(executions, 'execution')}.`,
      ...scopeLines(facts),
    ],
    place: loopPlace(target),
  }
}

export const repeatedTraversal: Rule = (facts) => {
  const { source, target } = facts
  if (facts.tool !== 'redundant-loads' || target.loop === null || source.loop === null || !mayBeOtherRun(facts)) return null
  const [before, motion] = [motionOf(source), motionOf(target)]
  if (motion === null || before === null || !isWalk(target) || !isWalk(source)) return null
  const sameLoop = source.module === target.module && source.loop.header === target.loop.header
  if (sameLoop && isOfOneElement(facts)) return null
  if (motion.kind === 'chased' && !goesRound(target)) return null
  return {
    class: 'repeated-traversal',
    sureness:
      changesWhatItReads(source) || !(sameLoop ? yieldsTheSame(facts) : mayBeFused(facts))
        ? 'observed'
        : facts.scope?.measured === true && sameLoop
          ? 'likely'
          : 'possible',
    evidence: [
      `${accessText(target)} ${motion.kind === 'strided' ? `moves through memory by ${Math.abs(motion.stride)} bytes` : motion.kind === 'chased' ? 'follows a chain' : 'reads the element that the next entry of a list of indices selects'} at each iteration of the ${target.loop.text}.`,
      sameLoop
        ? `When the loop ran again it read the same values from the same places, ${timesText(facts)}.`
        : `The ${source.loop.text} in ${source.place.function} had read the same values from the same places, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: loopPlace(target),
  }
}

/** The loop stores to the elements that it loads, so the next traversal finds new values. */
function changesWhatItReads({ flow, loop, position, instruction }: AccessFacts): boolean {
  const own = instruction?.memory
  if (flow === null || loop?.loop == null || own == null) return false
  return loop.loop.body.some((at) => {
    const { writes, memory } = flow.instructions[at]!
    if (!writes || memory === null || !sameRegisters(memory, own)) return false
    return own.displacement === memory.displacement + (at > position ? (movesBetween(flow, position, at, own) ?? 0) : 0)
  })
}

/**
 * As far as the loop shows, the traversal has the same result again: it makes no calls, takes no other operand, and reads nothing else
 * that may have changed. Of two arrays that repeat at different rates, each traversal sees a new combination.
 */
function yieldsTheSame({ target, unchangedAcrossScope }: PairFacts): boolean {
  const { flow, loop, instruction } = target
  const around = loop?.loop
  if (flow === null || around == null || instruction?.memory == null) return false
  if (storesIn(flow, around).calls > 0 || givenOperands(flow, around).some((register) => !isConstantBefore(flow, around, register))) return false
  return around.body
    .map((at) => flow.instructions[at]!)
    .filter(({ reads, memory }) => reads && memory !== null && !sameRegisters(memory, instruction.memory!))
    .every(({ address, memory }) => (unchangedAcrossScope(address) ?? (addressMotion(flow, around, memory!).kind === 'invariant' ? 1 : 0)) >= MOSTLY_THE_SAME)
}

/** Two loops of one function, of which the later one needs no result of the earlier one. */
function mayBeFused(facts: PairFacts): boolean {
  const { source, target } = facts
  const [flow, before, after] = [target.flow, source.loop?.loop, target.loop?.loop]
  if (!sameFunction(facts) || flow === null || before == null || after == null) return false
  const carried = carriedTo(flow, before, after)
  return !givenOperands(flow, after).some((register) => carried.has(register))
}

/** Least unchanged share of another load of the loop, from one traversal to the next. */
const MOSTLY_THE_SAME = 0.8

/** If the way of the earlier access to the element is unknown: the later one goes through all of them. */
export const laterTraversal: Rule = (facts) => {
  const { source, target } = facts
  if (facts.tool !== 'redundant-loads' || target.loop === null || !mayBeOtherRun(facts)) return null
  const byPointers = isPointedToIn(target)
  if (byPointers ? mayBeOneIteration(facts) : !isWalk(target)) return null
  if (source.loop?.header === target.loop.header && isOfOneElement(facts)) return null
  if (motionOf(target)?.kind === 'chased' && !goesRound(target)) return null
  return {
    class: 'repeated-traversal',
    // The value computed from the earlier access is not known.
    sureness: 'observed',
    ...(byPointers ? { byPointers } : {}),
    evidence: [
      byPointers
        ? `${accessText(target)} reads the object that the next pointer of a list leads to at each iteration of the ${target.loop.text}.`
        : `${accessText(target)} goes through memory in the ${target.loop.text}.`,
      `${accessText(source)} had read the same values from the same places, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: loopPlace(target),
  }
}

/** Two loads of one loop, one of which an iteration may pass after the other. */
function mayBeOneIteration(facts: PairFacts): boolean {
  const { source, target } = facts
  if (sameInstruction(facts) || target.flow === null || source.flow !== target.flow || source.loop?.header !== target.loop?.header) return false
  return target.flow.between(source.position, target.position, target.loop?.loop ?? null) !== null
}

function isWalk(access: AccessFacts): boolean {
  const kind = motionOf(access)?.kind
  return kind === 'strided' || kind === 'chased' || isGatheredIn(access)
}
