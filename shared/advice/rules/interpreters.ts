/** Accesses of a loop that executes one operation after the other, chosen by data: interpreters of scripts, formulas, and queries. */
import type { FunctionFlow } from '../code/function_flow.ts'
import { madeBy } from '../code/definitions.ts'
import { registersIn } from '../code/instruction.ts'
import { isStackSlot, loopPlace, mostlyRepeats, sameFunction, type AccessFacts, type Rule } from '../pair_facts.ts'
import { accessText, scopeLines, timesText } from '../words.ts'

/** Fewer pieces of code to choose from are the states of a decoder, for example. */
const FEWEST_OPERATIONS = 8
/** Instructions that are looked at between an access and the next choice: an operation is short. */
const MOST_STEPS = 4000

export const interpretedOperation: Rule = (facts) => {
  const { target } = facts
  const isStore = facts.tool === 'silent-stores' && facts.relation === 'REDUNDANT_WITH'
  if ((facts.tool !== 'redundant-loads' && !isStore) || target.flow === null || target.instruction?.memory == null || !sameFunction(facts)) return null
  // Some results are the same by chance.
  if (isStore && (isStackSlot(target) || !mostlyRepeats(facts))) return null
  if (target.loop === null || target.loop.loop?.complete === true) return null
  const { jumps, operations } = choicesOf(target.flow)
  if (operations < FEWEST_OPERATIONS || !leadsTo(target.flow, target.position, jumps)) return null
  return {
    class: 'interpreted-operation',
    sureness: !isStore && isOfOperation(target, jumps) && mostlyRepeats(facts) ? 'possible' : 'observed',
    evidence: [
      `The ${target.loop.text} chooses one of at least ${operations} pieces of code by a value, as interpreters do.`,
      `${accessText(target)} ${isStore ? 'stores in one of them what is already there' : 'loads in one of them what was loaded before'}, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: loopPlace(target),
  }
}

interface Choices {
  /** Positions of jumps whose target is computed, or read from a table. */
  jumps: ReadonlySet<number>
  /** Pieces of code that no jump is known to lead to, and nothing above runs into. */
  operations: number
}

const known = new WeakMap<FunctionFlow, Choices>()

function choicesOf(flow: FunctionFlow): Choices {
  let choices = known.get(flow)
  if (choices === undefined) {
    const { instructions } = flow
    const jumps = instructions.flatMap(({ mnemonic, target, memory }, position) =>
      mnemonic === 'jmp' && target === null && (memory === null || memory.index !== null) ? [position] : [],
    )
    const isPadding = (position: number): boolean => /^(?:nop|data16|cs|xchg|int3)/.test(instructions[position]!.mnemonic)
    // Compilers align code by instructions that do nothing.
    const isUnknown = (position: number): boolean => {
      for (let at = position; ; at--) {
        const before = flow.predecessors(at)
        if (before.length === 0) return true
        if (before.some((other) => other !== at - 1) || !isPadding(at - 1)) return false
      }
    }
    const operations = instructions.filter((_, position) => position > 0 && !isPadding(position) && isUnknown(position)).length
    known.set(flow, (choices = { jumps: new Set(jumps), operations: jumps.length === 0 ? 0 : operations }))
  }
  return choices
}

function leadsTo(flow: FunctionFlow, position: number, jumps: ReadonlySet<number>): boolean {
  const seen = new Set([position])
  const open = [position]
  for (let at = open.pop(), steps = 0; at !== undefined && steps < MOST_STEPS; at = open.pop(), steps++) {
    if (jumps.has(at)) return true
    for (const next of flow.successors(at)) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return false
}

/** It reads the operation, by which the table of the pieces of code is indexed, or an operand beside it. */
function isOfOperation({ flow, instruction }: AccessFacts, jumps: ReadonlySet<number>): boolean {
  const { base, index } = instruction!.memory!
  if (base === null || base === 'rsp' || index !== null) return false
  const { instructions } = flow!
  return [...jumps].some((jump) => {
    const { operands, memory } = instructions[jump]!
    const tables = memory === null ? madeBy(flow!, jump, registersIn(operands[0] ?? '')) : [instructions[jump]!]
    return tables.some(
      ({ address, memory: entry }) =>
        entry?.index != null && madeBy(flow!, flow!.positionOf(address), [entry.index]).some(({ reads, memory: chosen }) => reads && chosen?.base === base),
    )
  })
}
