/** Stores of results that are already there: a pass that ran before, another place that computes the same, a value just loaded from there or computed from it. */
import { computation } from '../code/definitions.ts'
import type { FunctionFlow } from '../code/function_flow.ts'
import {
  canonicalRegister,
  constantRegister,
  definedRegisters,
  immediateOf,
  sameAddress,
  sameRegisters,
  type Instruction,
  type MemoryOperand,
} from '../code/instruction.ts'
import { movesBetween } from '../code/loop_facts.ts'
import { ownInputOnPaths } from '../code/own_input.ts'
import { registersOf, type LoopRegisters } from '../code/loop_registers.ts'
import { isStackSlot, loopPlace, mostlyRepeats, motionOf, sameFunction, sameInstruction, valueStored, type AccessFacts, type Rule } from '../pair_facts.ts'
import { accessText, scopeLines, timesText } from '../words.ts'
import { isOneOutcome, otherOutcomes } from './initialisation.ts'

/**
 * A loop stores a result for each element, and the elements hold it already. Why is not known: the same inputs, an iteration that has
 * converged, or other inputs with equal results.
 */
export const repeatedResults: Rule = (facts) => {
  const { source, target } = facts
  if (facts.tool !== 'silent-stores' || facts.relation !== 'REDUNDANT_WITH' || target.loop === null || isStackSlot(target)) return null
  const kind = valueStored(target).kind
  const motion = motionOf(target)?.kind
  const isSame = sameInstruction(facts)
  if ((kind === 'constant' && !isOneOutcome(target)) || kind === 'update' || motion === undefined || motion === 'invariant') return null
  // Of one instruction whose next address is not known, the earlier store may have been in the same pass.
  if (isSame ? motion === 'varies' || facts.scope?.outside === false : source.loop === null || source.loop.header === target.loop.header) return null
  return {
    class: 'repeated-results',
    sureness: 'observed',
    evidence: [
      `${accessText(target)} stores a result for each element that the ${target.loop.text} reaches.`,
      isSame
        ? `An earlier run of the loop had stored the same results at the same places, ${timesText(facts)}.`
        : `${accessText(source)} had stored the same results there, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: isSame ? loopPlace(target) : target.place,
  }
}

/** The stored value is one of two, or a few, constants, or data with one bit changed: as many results are equal by chance. */
export function isFlag(access: AccessFacts): boolean {
  const { flow, loop, instruction } = access
  const value = instruction === null ? null : canonicalRegister(instruction.operands[1] ?? '')
  if (instruction?.mnemonic.startsWith('set') === true) return true
  const others = instruction === null || immediateOf(instruction.operands[1] ?? '') === null ? [] : otherOutcomes(access)
  if (others.length > 0) return others.every(({ mnemonic, operands }) => mnemonic.startsWith('set') || immediateOf(operands[1] ?? '') !== null)
  if (flow === null || loop?.loop == null || value === null) return false
  const registers = registersOf(flow, loop.loop)
  const definitions = registers.definitions(value)
  const last = withoutMoves(lastBefore(definitions, instruction!), registers)
  if (changesBit(last, registers, flow) || choosesFlag(last, registers, flow)) return true
  const results = definitions.filter(({ mnemonic }) => !mnemonic.startsWith('movz'))
  return results.length > 0 && results.every((each) => constantRegister(each) === value || each.mnemonic.startsWith('set'))
}

function lastBefore(definitions: readonly Instruction[], { address }: Instruction): Instruction | undefined {
  return definitions.findLast((each) => each.address < address)
}

/** Moves from register to register before the store, of parts of a value too: a character that is stored twice. */
const MOST_MOVES = 3

function withoutMoves(made: Instruction | undefined, registers: LoopRegisters): Instruction | undefined {
  let [last, steps] = [made, 0]
  while (last !== undefined && movedFrom(last) !== null && steps++ < MOST_MOVES) last = lastBefore(registers.definitions(movedFrom(last)!), last)
  return last
}

function movedFrom({ mnemonic, memory, operands }: Instruction): string | null {
  return /^mov(?:[sz]xd?)?$/.test(mnemonic) && memory === null ? canonicalRegister(operands[1] ?? '') : null
}

/** One of two values that stay the same in the loop, or data with or without a bit changed. */
function choosesFlag(chosen: Instruction | undefined, registers: LoopRegisters, flow: FunctionFlow): boolean {
  if (chosen?.mnemonic.startsWith('cmov') !== true || chosen.memory !== null) return false
  const [other, one] = chosen.operands.map((operand) => lastBefore(registers.definitions(canonicalRegister(operand) ?? ''), chosen))
  if ([one, other].some((each) => changesBit(each, registers, flow))) return true
  const isFixed = (made: Instruction | undefined): boolean =>
    made === undefined || (movedFrom(made) !== null && registers.definitions(movedFrom(made)!).length === 0)
  return isFixed(one) && isFixed(other)
}

/** Data is combined with the outcome of a comparison, or with a single bit. */
function changesBit(combined: Instruction | undefined, registers: LoopRegisters, flow: FunctionFlow): boolean {
  if (combined === undefined || !/^(?:xor|or|and)$/.test(combined.mnemonic)) return false
  return combined.operands
    .flatMap((operand) => canonicalRegister(operand) ?? [])
    .some((register) => {
      const own = registers.definitions(register)
      // The bit may be the same for the whole loop.
      const made =
        own.length > 0
          ? lastBefore(own, combined)
          : flow.instructions.findLast((each) => each.address < combined.address && definedRegisters(each).includes(register))
      return made !== undefined && (made.mnemonic.startsWith('set') || (made.mnemonic === 'and' && immediateOf(made.operands[1] ?? '') === 1))
    })
}

/** An iteration stores the value that it has just loaded from the same place: the link of a list whose order stays, a maximum that does not grow. */
export const storedBack: Rule = (facts) => {
  const { target } = facts
  if (facts.tool !== 'silent-stores' || facts.relation !== 'REDUNDANT_WITH' || !sameFunction(facts) || isStackSlot(target)) return null
  const { flow, loop, instruction } = target
  const own = instruction?.memory
  const value = instruction === null ? null : canonicalRegister(instruction.operands[1] ?? '')
  if (flow === null || loop?.loop == null || instruction === null || own == null || value === null || instruction.reads) return null
  const registers = registersOf(flow, loop.loop)
  const places = [own, ...placesOf(registers.definitions(own.base ?? ''), own)]
  const definitions = registers.definitions(value)
  const last = definitions.findLast(({ address }) => address < instruction.address)
  const loadsOf = (register: string): Instruction[] => registers.definitions(register).filter((each) => isLoadOf(each, places))
  const chosenFrom = last === undefined || !CHOOSES.test(last.mnemonic) ? [] : last.operands.slice(1).flatMap((operand) => canonicalRegister(operand) ?? [])
  const alternatives = chosenFrom.flatMap(loadsOf)
  const loads = alternatives.length > 0 ? alternatives : loadsOf(value)
  const others = alternatives.length > 0 ? [last!] : definitions.filter((each) => !loads.includes(each))
  if (loads.length === 0 || !others.every(keepsSome)) return null
  const followed = loads.some(({ memory }) => !sameAddress(memory!, own)) || motionOf(target)?.kind === 'chased'
  return {
    class: 'update-without-effect',
    sureness: mostlyRepeats(facts) ? 'possible' : 'observed',
    storesBack: followed ? 'link' : 'value',
    evidence: [
      `${accessText(target)} stores what ${loads[0]!.text} has loaded from the same place${others.length === 0 ? '' : ', unless the loop has changed it'}.`,
      `The place held that value, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: target.place,
  }
}

/** Each element is computed from its own value: an average, a sum, a conversion in place. The result of an earlier pass is an input, and needed. */
export const changedFromItself: Rule = (facts) => {
  const { target } = facts
  if (facts.tool !== 'silent-stores' || facts.relation !== 'REDUNDANT_WITH' || isStackSlot(target)) return null
  const motion = motionOf(target)?.kind
  if (motion === undefined || motion === 'invariant') return null
  const load = ownInput(target)
  if (load === null) return null
  return {
    class: 'update-without-effect',
    sureness: 'observed',
    storesBack: 'result',
    evidence: [
      `${accessText(target)} stores a result of what ${load.text} has loaded from the same place.`,
      `The place held it already, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: target.place,
  }
}

/** The load of the iteration whose value at the place goes into what is stored there; null: none is known. */
function ownInput({ flow, loop, position, instruction }: AccessFacts): Instruction | null {
  const own = instruction?.memory
  if (flow === null || loop?.loop == null || own == null || instruction!.reads) return null
  const { loads } = computation(flow, position)
  const isOwn = (load: Instruction): boolean => {
    const at = flow.positionOf(load.address)
    if (loop.loop!.inBody[at] === 0 || load.memory === null || !sameRegisters(load.memory, own)) return false
    const moved = movesBetween(flow, at, position, own)
    return moved !== null && load.memory.displacement === own.displacement + moved
  }
  return loads.find(isOwn) ?? null
}

/**
 * Other paths, jumps, or a loop lie between the load of the old value and the store of the new one: a search goes on where the last one stopped,
 * and mostly stops there again.
 */
export const changedOnPaths: Rule = (facts) => {
  const { target } = facts
  if (facts.tool !== 'silent-stores' || facts.relation !== 'REDUNDANT_WITH' || isStackSlot(target) || !mostlyRepeats(facts)) return null
  const motion = motionOf(target)?.kind
  if (motion === undefined || motion === 'invariant' || target.instruction!.reads) return null
  const input = ownInputOnPaths(target.flow!, target.loop!.loop!, target.position)
  if (input === null) return null
  return {
    class: 'update-without-effect',
    sureness: input.isMovedOn ? 'possible' : 'observed',
    storesBack: input.isMovedOn ? 'position' : 'result',
    evidence: [
      `${accessText(target)} stores what is computed from the value that ${input.load.text} has loaded from the same place.`,
      ...(input.isMovedOn ? ['A loop between both goes on from that value.'] : []),
      `The place held the new value already, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: target.place,
  }
}

/** The result is one of the operands. */
const CHOOSES = /^(?:cmov|v?p?(?:min|max|blend))/

/** Where the register of the address is made to point: its next place by the registers of now. */
function placesOf(definitions: readonly Instruction[], { index, displacement }: MemoryOperand): MemoryOperand[] {
  if (index !== null) return []
  return definitions.flatMap(({ mnemonic, memory, operands }): MemoryOperand[] => {
    if (mnemonic === 'lea' && memory !== null) return [{ ...memory, displacement: memory.displacement + displacement }]
    const from = mnemonic === 'mov' && memory === null ? canonicalRegister(operands[1] ?? '') : null
    return from === null ? [] : [{ segment: null, base: from, index: null, scale: 1, displacement }]
  })
}

function isLoadOf({ mnemonic, reads, writes, memory }: Instruction, places: readonly MemoryOperand[]): boolean {
  return reads && !writes && memory !== null && /^(?:v?mov|v?p?(?:min|max|blend)|cmov)/.test(mnemonic) && places.some((place) => sameAddress(place, memory))
}

/** Another value is taken instead, or the greater of both; sums and products always change it. */
function keepsSome({ mnemonic, operands, memory }: Instruction): boolean {
  if (CHOOSES.test(mnemonic)) return true
  return /^v?mov/.test(mnemonic) && (memory !== null || canonicalRegister(operands[1] ?? '') !== null)
}
