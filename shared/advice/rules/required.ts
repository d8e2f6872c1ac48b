/** Accesses that the program or the machine requires: they cannot be left out. */
import { isBesideCode } from '../code/definitions.ts'
import { accessBytes, sameAddress } from '../code/instruction.ts'
import { sameInstruction, valueStored, type AccessFacts, type PairFacts, type Rule } from '../pair_facts.ts'
import { isFunctionOfNumbers } from './repeated_calls.ts'
import { accessText, timesText } from '../words.ts'

const BY_NAME =
  /^(__)?explicit_bzero(_chk)?$|^memset_(s|explicit)$|\bOPENSSL_cleanse\b|\bsodium_memzero\b|\bzeroize\b|\b(ptr|intrinsics)::(volatile_(load|store)|(read|write)_volatile)\b|\bstd::(__)?atomic\w*(<.*>)?::(store|load|exchange|operator)|\bcore::sync::atomic::/

/** Attributes of the source alone, such as volatile, leave no trace in the code. */
function demand(access: AccessFacts): string | null {
  const { around, instruction } = access
  const name = around.slice(0, 4).find((each) => BY_NAME.test(each))
  if (name !== undefined) return `${name} accesses memory for others than the program's next lines.`
  if (instruction !== null && (instruction.text.startsWith('lock ') || (instruction.mnemonic === 'xchg' && instruction.memory !== null)))
    return `${accessText(access)} is atomic: other threads see it.`
  return null
}

/** A copy of which each time only some bytes stay unread: padding, or members that one copy takes along. */
function readPart(facts: PairFacts): string | null {
  const { source, bytesPerInstance } = facts
  if (facts.tool !== 'dead-stores' || bytesPerInstance === null || !sameInstruction(facts) || valueStored(source).kind !== 'copy') return null
  const bytes = accessBytes(source.instruction!)
  if (bytesPerInstance > MOST_PADDING * bytes) return null
  return `${accessText(source)} copies ${bytes} bytes at once, of which ${bytesPerInstance.toFixed(0)} were overwritten unread, ${timesText(facts)}: padding, or members beside those that are read.`
}

const MOVES = /(^|_)(w?mem(move|cpy|pcpy|set)|st[rp]n?cpy)(_|$)/

/** The library's function covers a short block by its first and its last bytes, which overlap. A later call begins with the first ones again. */
function coversTwice({ source, target, tool, siblingCalls }: PairFacts): string | null {
  const [a, b] = [source.instruction?.memory, target.instruction?.memory]
  if (
    tool !== 'dead-stores' ||
    siblingCalls !== null ||
    source.position > target.position ||
    a == null ||
    b == null ||
    a.base === null ||
    a.base !== b.base ||
    (a.index === null) === (b.index === null)
  )
    return null
  return MOVES.test(source.physicalFunction) && source.physicalFunction === target.physicalFunction && source.libraryCall !== null
    ? `${source.physicalFunction} writes the first and the last bytes of a short block, which overlap.`
    : null
}

/** The ends of a longer block: each is covered by whole vectors, which overlap those of the loop between. A call that does so needs it. */
function coversEndsTwice({ source, target, tool, scope, siblingCalls }: PairFacts): string | null {
  if (tool !== 'dead-stores' && tool !== 'silent-stores') return null
  const isOneCall = siblingCalls === null && scope !== null && scope.measured && scope.outside === false && target.libraryCall !== null
  return isOneCall && source.physicalFunction === target.physicalFunction && MOVES.test(target.physicalFunction)
    ? `One call of ${target.physicalFunction} stores some bytes of the block twice, where its vectors overlap.`
    : null
}

/** Largest share of padding in the bytes of one copy. */
const MOST_PADDING = 0.5

/** Each looks up a character in a table of the C library. */
const CLASSIFIES = /^(?:isw?(?:alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit)|tow?(?:lower|upper)|__ctype_\w+)$/

/** The program cannot keep a library's own data, such as the coefficients and tables of its functions. */
function isStaticOfLibrary({ libraryCall, instruction }: AccessFacts): boolean {
  const memory = instruction?.memory
  if (libraryCall === null || memory == null) return false
  return CLASSIFIES.test(libraryCall.callee) || isFunctionOfNumbers(libraryCall.callee) || (memory.base === null && memory.index === null)
}

/** It loads a constant beside the code, from the address of the other access, which may take it for a number. */
function loadsConstantOf({ instruction }: AccessFacts, other: AccessFacts): boolean {
  return (
    instruction !== null &&
    isBesideCode(instruction) &&
    other.instruction?.note === null &&
    other.instruction.memory !== null &&
    sameAddress(instruction.memory!, other.instruction.memory)
  )
}

export const requiredAccess: Rule = (facts) => {
  const { source, target, tool } = facts
  if (facts.relation !== 'KILLED_BY' && facts.relation !== 'REDUNDANT_WITH') return null
  const wasted = tool === 'dead-stores' ? source : target
  if (tool === 'redundant-loads' && target.instruction !== null && [target, source].some((side) => loadsConstantOf(side, target))) {
    return {
      class: 'required-access',
      sureness: 'likely',
      evidence: [`${accessText(target)} loads a constant that the compiler keeps beside the code, ${timesText(facts)}.`],
      place: target.place,
    }
  }
  if (tool === 'redundant-loads' && isStaticOfLibrary(target)) {
    return {
      class: 'required-access',
      sureness: 'likely',
      evidence: [`${accessText(target)} loads a constant or variable of the library, ${timesText(facts)}.`],
      place: target.libraryCall!.place,
    }
  }
  const part = readPart(facts) ?? coversTwice(facts) ?? coversEndsTwice(facts)
  if (part !== null) return { class: 'required-access', sureness: 'likely', evidence: [part], place: wasted.place }
  const why = demand(wasted)
  return why === null ? null : { class: 'required-access', sureness: 'certain', evidence: [why], place: wasted.place }
}
