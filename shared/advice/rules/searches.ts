/** Loops that look at one element after the other until one fits: through an array, or along a chain (binutils, particlefilter, dedup and Kallisto in LOADSPY VII). */
import { canonicalRegister, type Instruction } from '../code/instruction.ts'
import { carriedLinks, linksOf } from '../code/links.ts'
import { choosingTest, exitTest, screeningTest, type ExitTest } from '../code/exit_tests.ts'
import { addressMotion } from '../code/loop_facts.ts'
import { loopPlace, mayBeOtherRun, motionOf, sameInstruction, type AccessFacts, type Rule } from '../pair_facts.ts'
import { accessText, scopeLines, timesText } from '../words.ts'
import { isOfHashTable, isOfTree } from './standard_containers.ts'

export const search: Rule = (facts) => {
  const { source, target } = facts
  if (facts.tool !== 'redundant-loads' || target.loop?.loop == null || target.flow === null) return null
  if (source.loop?.header !== target.loop.header || !mayBeOtherRun(facts)) return null
  const motion = motionOf(target)
  const chased = motion?.kind === 'chased'
  // Several instructions may read the elements of a chain.
  if (!sameInstruction(facts) && !(chased && source.module === target.module && motionOf(source)?.kind === 'chased')) return null
  const probes = motion?.kind === 'indexed' && wrapsAround(target)
  if (!chased && !probes && motion?.kind !== 'strided') return null
  if (chased && !goesRound(target)) return null
  const ofTree = chased && target.around.some(isOfTree)
  // It keeps its chains short by itself.
  const ofHashTable = chased && target.around.some(isOfHashTable)
  const test = chased ? keyTest(target, target.position) : exitTest(target.flow, target.loop.loop, target.position)
  // The link itself is followed, not compared, so a chain needs no test of the very value.
  const tests = test !== null ? [test] : chased ? otherTests(facts.target) : []
  const isLeft = tests.some(({ withKey, ofEnd }) => withKey && (!ofEnd || chased || probes))
  const screening = chased && !isLeft ? screeningOfKeys(target) : null
  const choosing = chased && !isLeft && screening === null ? testOfElements(target) : null
  if (!isLeft && !ofTree && screening === null && choosing === null) return null
  const keys = tests.filter(({ withKey, ofEnd }) => withKey && !ofEnd)
  const isSorted = chased && !ofTree && !ofHashTable && keys.length > 0 && keys.every(({ byOrder }) => byOrder)
  return {
    class: chased || probes ? 'chained-lookup' : 'linear-search',
    ...(chased
      ? { chain: ofTree ? ('tree' as const) : isSorted ? ('sorted' as const) : choosing === null ? ('links' as const) : ('best' as const) }
      : probes
        ? { chain: 'slots' as const }
        : {}),
    // A walk until an element has a flag looks for no key: a better table would not shorten it.
    sureness:
      ofHashTable || isSorted || (chased && !ofTree && screening === null && keys.length === 0)
        ? 'observed'
        : facts.scope?.measured === true
          ? 'likely'
          : 'possible',
    evidence: [
      chased
        ? `${accessText(target)} follows ${ofTree ? 'a tree' : 'a chain'}: the next address is read from the present element.`
        : probes
          ? `${accessText(target)} tries one slot after the other, and continues at the beginning of the table after its end.`
          : `${accessText(target)} walks through memory by ${motion.kind === 'strided' ? Math.abs(motion.stride) : 0} bytes at each iteration of the ${target.loop.text}.`,
      ...(test === null ? [] : [`${test.compare.text} decides whether the loop is left.`]),
      ...(screening === null ? [] : [`${screening.text} decides whether a function looks closer at an element, whose result may end the loop.`]),
      ...(choosing === null ? [] : [`${choosing.text} decides whether the loop looks closer at an element, or goes on with the next one.`]),
      `The walk read the same values again, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: loopPlace(target),
  }
}

/** The loop steps by a constant and masks the result: open hash tables whose size is a power of two. */
function wrapsAround({ flow, loop }: AccessFacts): boolean {
  const body = loop!.loop!.body.map((position) => flow!.instructions[position]!)
  const masked = body
    .filter(({ mnemonic, operands }) => mnemonic === 'and' && /^0x[0-9a-f]+$/.test(operands[1] ?? ''))
    .map(({ operands }) => canonicalRegister(operands[0]!))
  return body.some(({ mnemonic, operands }) => /^(add|inc|lea)$/.test(mnemonic) && masked.includes(canonicalRegister(operands[0] ?? '')))
}

/** Tests of the chain's elements that decide whether the loop is left. */
function otherTests(access: AccessFacts): ExitTest[] {
  return access.loop!.loop!.body.flatMap((position) => (access.flow!.instructions[position]!.reads ? (keyTest(access, position) ?? []) : []))
}

/** Of hash tables whose elements keep the hash of their key: only if it is the one looked for, a function compares the keys. */
function screeningOfKeys(access: AccessFacts): Instruction | null {
  const { flow, loop } = access
  return testIn(access, linksOf(flow!, loop!.loop!), (position) => {
    const test = screeningTest(flow!, loop!.loop!, position)
    return test !== null && test.withKey && !test.ofEnd ? test.compare : null
  })
}

/**
 * The first test of the chain's elements after which the loop goes on: it looks for the best element, as compressors do for the longest
 * match. Their links are numbers in a table of their own. A list whose elements hold their links is walked through for other reasons, too.
 */
function testOfElements(access: AccessFacts): Instruction | null {
  const { flow, loop } = access
  const links = carriedLinks(flow!, loop!.loop!)
  if (links.length === 0 || links.some(({ memory }) => memory!.index === null)) return null
  return testIn(access, links, (position) => choosingTest(flow!, loop!.loop!, position))
}

/** The first comparison of the chain's elements, other than their links. @param testOf the load at a position */
function testIn({ flow, loop }: AccessFacts, links: readonly Instruction[], testOf: (position: number) => Instruction | null): Instruction | null {
  for (const position of loop!.loop!.body) {
    const instruction = flow!.instructions[position]!
    const { memory, reads } = instruction
    if (!reads || memory === null || links.includes(instruction)) continue
    const test = addressMotion(flow!, loop!.loop!, memory, position).kind === 'chased' ? testOf(position) : null
    if (test !== null) return test
  }
  return null
}

/** A null link, or a link to the first element, ends the chain: a walk that is no search ends there, too. */
function keyTest({ flow, loop }: AccessFacts, position: number): ExitTest | null {
  return linksOf(flow!, loop!.loop!).includes(flow!.instructions[position]!) ? null : exitTest(flow!, loop!.loop!, position)
}

/** Share of the access's executions: a chain that is hardly ever followed is no chain. */
const LEAST_FOLLOWED = 0.3

/** The loads that follow links ran about as often as the access; true where that was not counted. */
export function goesRound({ flow, loop, instruction, executions }: AccessFacts): boolean {
  const own = executions(instruction!.address)
  // Where loads are counted, one without a count never ran.
  const followed = Math.max(0, ...linksOf(flow!, loop!.loop!).map(({ address }) => executions(address) ?? 0))
  return own === null || followed >= LEAST_FOLLOWED * own
}
