/** Stores of computed or copied values: kept in memory by a loop, computed again, copied again, or changed by nothing. */
import { immediateOf, sameAddress, type Instruction } from '../code/instruction.ts'
import { storesIn } from '../code/loop_facts.ts'
import { computation, type StoredValue } from '../code/definitions.ts'
import { counted } from '../../names/counted.ts'
import { hasFramePointer } from '../code/unoptimised_code.ts'
import { initialises, isOfMany } from './initialisation.ts'
import {
  isGlobalVariable,
  isStackSlot,
  loopPlace,
  mostlyRepeats,
  motionOf,
  sameFunction,
  sameInstruction,
  valueStored,
  type AccessFacts,
  type PairFacts,
  type Rule,
} from '../pair_facts.ts'
import { withinText } from '../doubts.ts'
import { accessText, scopeLines, timesText } from '../words.ts'

/** Lacking vectorisation of hmmer in WITCH 8: the loop stores an intermediate result at each iteration. */
export const memoryAccumulator: Rule = (facts) => {
  const { source, target } = facts
  const isUnchanged = facts.tool === 'silent-stores' && facts.relation === 'REDUNDANT_WITH'
  if (facts.relation !== 'KILLED_BY' && !isUnchanged) return null
  if (target.loop === null || target.loop.header !== source.loop?.header || !sameFunction(facts) || isStackSlot(target)) return null
  const [earlier, later] = [source.instruction?.memory, target.instruction?.memory]
  if (earlier == null || later == null || !sameAddress(earlier, later) || motionOf(target)?.kind !== 'invariant' || motionOf(source)?.kind !== 'invariant')
    return null
  if (isUnchanged && !isKeptByLoop(facts)) return null
  // A function that the loop calls may read it on a path that did not run, for an error message for example.
  const readElsewhere = isGlobalVariable(target) && storesIn(target.flow!, target.loop.loop!).calls > 0
  return {
    class: 'memory-accumulator',
    // Where the value comes again, another pointer may have read it.
    sureness: isUnchanged || readElsewhere ? 'possible' : 'likely',
    ...(readElsewhere ? { readElsewhere } : {}),
    evidence: [
      isUnchanged
        ? `${accessText(target)} stores in the ${target.loop.text} the value that is already there, ${timesText(facts)}.`
        : `${accessText(target)} overwrites in the ${target.loop.text} what ${sameInstruction(facts) ? 'it stored in the iteration before' : `${accessText(source)} stored`}, ${timesText(facts)}.`,
      'No register of its address changes in that loop.',
      ...scopeLines(facts),
    ],
    place: loopPlace(target),
  }
}

/** The loop computes the value, and calls nothing that may read it. A flag that is set again and again is no such value. */
function isKeptByLoop({ target, scope }: PairFacts): boolean {
  const value = valueStored(target).kind
  return scope?.outside !== true && value !== 'constant' && value !== 'update' && storesIn(target.flow!, target.loop!.loop!).calls === 0
}

const COPIES = /(^|_)(mem(cpy|move|pcpy)|str(cpy|ncpy|cat))(_|$|@)|\bstd::(__)?(copy|move_backward|uninitialized_copy)/

const UNKNOWN: StoredValue = { kind: 'unknown' }

export const redundantCopy: Rule = (facts) => {
  const { target } = facts
  if ((facts.tool !== 'silent-stores' && facts.tool !== 'redundant-loads') || facts.relation !== 'REDUNDANT_WITH' || isStackSlot(target)) return null
  const stored = valueStored(target)
  const value = facts.tool === 'silent-stores' || (stored.kind === 'copy' && stored.load === target.instruction) ? stored : UNKNOWN
  const byName = isCopy(target)
  if (value.kind !== 'copy' && !byName) return null
  // An entry that data chooses is a translation: another input may have the same one.
  if (value.kind === 'copy' && !byName && isOfTable(target, value.load)) return null
  // A constant of the compiler, or a single variable, the position of an iterator for example: there is no copy to leave out.
  if (value.kind === 'copy' && !byName && ((value.load.memory?.base === null && value.load.memory.index === null) || isSingle(target))) return null
  // Data that was read for inspection is copied for the first time.
  if (facts.tool === 'redundant-loads' && byName && !isCopy(facts.source)) return null
  return {
    class: 'redundant-copy',
    // That the source is unchanged does not show that the destination still holds the copy.
    sureness:
      facts.tool === 'redundant-loads' ? 'observed' : byName || value.kind !== 'copy' ? 'likely' : isOfNewData(target, value.load) ? 'observed' : 'possible',
    evidence: [
      value.kind === 'copy' && value.load !== target.instruction
        ? `${accessText(target)} stores what ${value.load.text} loaded.`
        : `${accessText(target)} copies memory.`,
      facts.tool === 'silent-stores'
        ? `The place held the same value already, ${timesText(facts)}.`
        : `It copies what was read before and has not changed since, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: target.place,
  }
}

/** The copy reads other data than before, which happens to be equal: objects that are laid out alike in memory that is used again. */
function isOfNewData({ unchanged, instruction }: AccessFacts, load: Instruction): boolean {
  return load !== instruction && (unchanged(load.address) ?? 1) < LEAST_UNCHANGED
}

/** At one place, as far as that is known, and beside no other store. */
function isSingle(access: AccessFacts): boolean {
  return access.instruction?.memory?.index === null && (motionOf(access)?.kind ?? 'invariant') === 'invariant' && !isOfMany(access, false)
}

function isOfTable(access: AccessFacts, load: Instruction): boolean {
  if (access.flow === null || load.memory?.index == null) return false
  const motion = motionOf({ ...access, instruction: load, position: access.flow.positionOf(load.address) })?.kind
  // Without optimization, registers are set anew for each access.
  return motion === 'indexed' || (motion === 'varies' && hasFramePointer(access.flow))
}

function isCopy({ place, physicalFunction }: AccessFacts): boolean {
  return COPIES.test(place.function) || COPIES.test(physicalFunction)
}

const IDENTITY = new Map(
  Object.entries({
    add: 'zero was added',
    sub: 'zero was subtracted',
    or: 'the bits were set already',
    and: 'the bits were clear already',
    xor: 'no bit was changed',
  }),
)

export const updateWithoutEffect: Rule = (facts) => {
  const { target } = facts
  if (facts.tool !== 'silent-stores' || facts.relation !== 'REDUNDANT_WITH') return null
  const value = valueStored(target)
  if (value.kind !== 'update' || alwaysChanges(value.by)) return null
  const what = IDENTITY.get(value.by.mnemonic)
  return {
    class: 'update-without-effect',
    sureness: what === undefined ? 'likely' : 'certain',
    evidence: [
      `${accessText(target)} changes memory in place, and left its value as it was ${timesText(facts)}${what === undefined ? '' : `: ${what}`}.`,
      ...scopeLines(facts),
    ],
    place: target.place,
  }
}

/** A flag of one element after the other, most of which have it already. That of a single object may be reset because only this code can. */
export const setAgain: Rule = (facts) => {
  const { target } = facts
  if (facts.tool !== 'silent-stores' || facts.relation !== 'REDUNDANT_WITH' || isStackSlot(target) || target.libraryCall !== null) return null
  const value = valueStored(target)
  if (value.kind !== 'constant' || !initialises(target, value) || isOfMany(target) || !mostlyRepeats(facts)) return null
  if ((motionOf(target)?.kind ?? 'invariant') === 'invariant') return null
  return {
    class: 'update-without-effect',
    sureness: 'observed',
    setsAgain: true,
    evidence: [`${accessText(target)} stores a constant.`, `The place held it already, ${timesText(facts)}.`, ...scopeLines(facts)],
    place: target.place,
  }
}

/** A number other than zero is added: only a part of the bytes was compared. */
function alwaysChanges({ mnemonic, operands }: Instruction): boolean {
  if (/^(?:inc|dec|not)$/.test(mnemonic)) return true
  return /^(?:add|sub|xor)$/.test(mnemonic) && (immediateOf(operands[1] ?? '') ?? 0) !== 0
}

/** Least unchanged share of the executions of each load that the result depends on. */
const LEAST_UNCHANGED = 0.8

/** Two values side by side in one register: a copy of both. */
const JOINS = /^v?(?:p?unpck|punpck|movhp|movlhp|pinsr|insertps)/

export const recomputation: Rule = (facts) => {
  const { target } = facts
  if (facts.tool !== 'silent-stores' || facts.relation !== 'REDUNDANT_WITH' || isStackSlot(target) || !sameInstruction(facts)) return null
  const value = valueStored(target)
  if (value.kind !== 'computed') return null
  const { loads: inputs, combines, unexplained } = computation(target.flow!, target.position)
  const shares = inputs.map((input) => target.unchanged(input.address))
  // Without knowing that the inputs were the same, equal results may be chance: a flag, a small number.
  if (
    combines.every(({ mnemonic }) => JOINS.test(mnemonic)) ||
    unexplained.length > 0 ||
    shares.length === 0 ||
    shares.some((share) => share === null || share < LEAST_UNCHANGED)
  )
    return null
  const within = Math.max(...inputs.map((input) => target.equalWithin(input.address)))
  return {
    class: 'recomputation',
    sureness: within > 0 ? 'possible' : 'likely',
    ...(within > 0 ? { inputsWithin: within } : {}),
    evidence: [
      `${accessText(target)} stores the result of ${value.by.text}.`,
      `${counted(inputs.length, 'load')} of its inputs brought what the load before had brought${withinText(within)} in at least ${percentOf(Math.min(...shares.map((share) => share!)))} of their executions: ${inputs
        .slice(0, 3)
        .map(({ text }) => text)
        .join('; ')}${inputs.length > 3 ? '; …' : ''}.`,
      `It came out the same as what the place held${withinText(within)}, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: target.place,
  }
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}
