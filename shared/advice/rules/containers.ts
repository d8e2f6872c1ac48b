/** Work of the standard libraries' containers and pointers that a change in their use spares, known by the names of their functions. */
import { shortFunctionName } from '../../findings/wording/short_names.ts'
import { placeText, scopeLines, timesText } from '../words.ts'
import type { LibraryCall } from '../call_facts.ts'
import { mostlyRepeats, motionOf, valueStored, type AccessFacts, type Conclusion, type PairFacts, type Rule } from '../pair_facts.ts'
import type { AdviceClass } from '../advice.ts'
import { madeBy } from '../code/definitions.ts'
import type { FunctionFlow, Loop } from '../code/function_flow.ts'
import { definedRegisters, immediateOf, type Instruction } from '../code/instruction.ts'

/** Elements move to larger memory. */
const GROWTH =
  /::_M_(realloc_insert|realloc_append|fill_insert|default_append|range_insert)\b|^(__GI_)?(__(libc_)?)?realloc(array)?$|\b(RawVec|raw_vec)\b.*\b(grow|reserve|finish)|\braw_vec::finish_grow\b|^__rust_realloc$|::reserve::do_reserve_and_handle\b/

/** Whether a function makes a container larger, and moves its elements. @param name as the profile has it */
export function isGrowth(name: string): boolean {
  return GROWTH.test(name)
}

/** Copies, ends and counts of pointers that share their target; reading the object is none of these. */
const REFERENCES =
  /::~?(__)?(shared_ptr|shared_count|weak_ptr|weak_count)\(|\b_Sp_counted_base<|^__gnu_cxx::__(exchange_and_add|atomic_add)|<alloc::(rc|sync)::(Rc|Arc)<.*> as core::(clone::Clone|ops::drop::Drop)>|\b(Rc|Arc)<.*>::(inc|dec)_(strong|weak)/

/** A string or vector that is made of others. */
const BUILDS =
  /\bbasic_string<.*>::(basic_string|_M_construct|_M_append|_M_replace|_M_assign|_M_mutate|append|assign|operator\+=|operator=)\b|^std::(__cxx11::)?(basic_string<.*> std::)?operator\+|^std::(vector<.*>::vector|deque<.*>::deque|(__cxx11::)?list<.*>::list)\(|::(clone|to_vec|to_owned|to_string)(<.*>)?$|as core::clone::Clone>::clone|\balloc::(slice::hack|fmt::format|str::.*to_owned)|<alloc::string::String as core::convert::From/
const BUILDS_IN_C = /^(__)?(str(n?cpy|n?cat|dup|ndup)|stpcpy|sn?printf|vsn?printf)(_|$)/

function found(access: AccessFacts, names: RegExp, depth: number): string | undefined {
  return access.around.slice(0, depth).find((name) => names.test(name))
}

/** The wasted access is the earlier one of dead stores. */
function wasted({ tool, source, target }: PairFacts): AccessFacts {
  return tool === 'dead-stores' ? source : target
}

/** Stores and loads alike. */
function byName(name: AdviceClass, names: RegExp, depth: number, text: (fn: string) => string, sureness: 'likely' | 'possible' = 'likely'): Rule {
  return (facts) => {
    if (facts.relation !== 'KILLED_BY' && facts.relation !== 'REDUNDANT_WITH') return null
    const fn = found(wasted(facts), names, depth)
    if (fn === undefined) return null
    const access = wasted(facts)
    const place = access.libraryCall?.place ?? access.place
    return {
      class: name,
      sureness,
      evidence: [
        text(shortFunctionName(fn)),
        `${facts.tool === 'dead-stores' ? 'What it wrote was overwritten unread' : 'It repeated what was there'}, ${timesText(facts)}, in ${placeText(place)}.`,
        ...scopeLines(facts),
      ],
      place,
    }
  }
}

/** Deep: allocation and copy lie below it. Containers of the standard libraries multiply their capacity; of C the code before the call says. */
export const growthCopy: Rule = (facts) => {
  const conclusion = moved(facts)
  const access = wasted(facts)
  if (conclusion === null) return movedByHand(facts, access)
  const inLibrary = found(access, CONTAINER_GROWTH, DEEP) !== undefined
  if (inLibrary) return { ...conclusion, growsByFactor: true, evidence: [...conclusion.evidence, 'The container multiplies its capacity each time.'] }
  const size = access.libraryCall === null ? [] : sizeAsked(access.libraryCall)
  if (size.some(multiplies))
    return {
      ...conclusion,
      growsByFactor: true,
      evidence: [...conclusion.evidence, 'The caller doubles a number before it asks for larger memory, or adds a part of it.'],
    }
  return size.some(steps) ? { ...conclusion, sureness: 'likely' } : conclusion
}

const COPIES = /^(?:__)?(?:GI_)?mem(?:cpy|move)(?:_|$|@)/
const ALLOCATES = /^(?:\w*_|x)?[mc]?alloc(?:@plt)?$|^operator new|^_Zn[aw]/
const FREES = /^(?:\w*_|x)?free(?:@plt)?$|^operator delete|^_Zd[al]/

/** The function allocates memory, copies to it by a call or a loop of its own, and frees other memory after that, as realloc does. */
function movedByHand(facts: PairFacts, access: AccessFacts): Conclusion | null {
  if (facts.relation !== 'KILLED_BY' && facts.relation !== 'REDUNDANT_WITH') return null
  const copy = copyingCode(facts, access)
  if (copy === null) return null
  const { flow, position, loop, place } = copy
  const isCallOf = (names: RegExp) => (each: Instruction) => each.mnemonic === 'call' && names.test(each.note ?? '')
  const allocated = placesFrom(position, (at) => flow.predecessors(at)).find((at) => isCallOf(ALLOCATES)(flow.instructions[at]!))
  if (allocated === undefined) return null
  const isFreed = placesFrom(position, (at) => flow.successors(at)).some((at) => isCallOf(FREES)(flow.instructions[at]!) && !freesOwn(flow, allocated, at))
  if (!isFreed || hasArraysOfItsOwn(flow)) return null
  // A loop that copies to the same memory again and again, such as the best result so far.
  if (loop !== null && loop.inBody[allocated] === 0 && !copy.advances(loop)) return null
  const size = madeBy(flow, allocated, ['rdi', 'rsi'])
  return {
    class: 'growth-copy',
    sureness: 'possible',
    byHand: true,
    ...(size.some(multiplies) ? { growsByFactor: true } : {}),
    evidence: [
      `${shortFunctionName(place.function)} allocates memory, copies to it, and then frees other memory.`,
      `${facts.tool === 'dead-stores' ? 'What it copied was overwritten unread' : 'It repeated what was there'}, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place,
  }
}

interface CopyingCode extends Pick<LibraryCall, 'loop' | 'place'> {
  flow: FunctionFlow
  position: number
  /** Each iteration copies to other memory. */
  advances(loop: Loop): boolean
}

/** The call of memcpy that makes the access, or the loop that copies one element after the other. */
function copyingCode(facts: PairFacts, access: AccessFacts): CopyingCode | null {
  const { libraryCall } = access
  if (libraryCall !== null) {
    const { callee, flow, position, loop, place } = libraryCall
    if (!COPIES.test(callee) || flow === null || position < 0) return null
    return { flow, position, loop, place, advances: (around) => madeBy(flow, position, ['rdi'], around).some(({ mnemonic }) => mnemonic !== 'mov') }
  }
  const { flow, position, place, loop } = access
  if (facts.tool === 'redundant-loads' || flow === null || position < 0 || loop?.loop == null || valueStored(access).kind !== 'copy') return null
  return motionOf(access)?.kind === 'strided' ? { flow, position, place, loop: loop.loop, advances: () => true } : null
}

/** The freed memory is that which the call at `allocated` has returned: a temporary copy. */
function freesOwn(flow: FunctionFlow, allocated: number, freed: number): boolean {
  const { instructions } = flow
  const kept = new Set(
    instructions
      .slice(allocated + 1, allocated + 1 + NEAR_CALL)
      .flatMap(({ mnemonic, operands, memory }) => (mnemonic === 'mov' && memory === null && operands[1] === 'rax' ? [operands[0]!] : [])),
  )
  const argument = instructions.slice(Math.max(0, freed - NEAR_CALL), freed).findLast((each) => definedRegisters(each).includes('rdi'))
  return argument?.mnemonic === 'mov' && argument.memory === null && kept.has(argument.operands[1]!)
}

/** Containers rarely grow in a function that allocates as many blocks: automatic arrays of Fortran, for example, which it frees again. */
const MANY_BLOCKS = 4

/** It frees about as many blocks as it allocates. */
function hasArraysOfItsOwn({ instructions }: FunctionFlow): boolean {
  const calls = (names: RegExp): number => instructions.filter(({ mnemonic, note }) => mnemonic === 'call' && names.test(note ?? '')).length
  return Math.min(calls(ALLOCATES), calls(FREES)) >= MANY_BLOCKS
}

/** Instructions around a call that pass its arguments or keep its result. */
const NEAR_CALL = 6

/** Positions that one or more steps lead to, the nearest ones first. */
function placesFrom(position: number, steps: (at: number) => readonly number[]): number[] {
  const reached = new Set<number>()
  let next = [position]
  while (next.length > 0) {
    next = next.flatMap(steps).filter((at) => !reached.has(at))
    for (const at of next) reached.add(at)
  }
  return [...reached]
}

const DEEP = 12
const CONTAINER_GROWTH = /::_M_(realloc_insert|realloc_append|fill_insert|default_append|range_insert)\b|\b(RawVec|raw_vec)\b|::do_reserve_and_handle\b/

const growing = byName('growth-copy', GROWTH, DEEP, (fn) => `${fn} moves all elements to larger memory.`, 'possible')

/** Moves the elements that were there: a size that is set for the first time only adds new ones. */
const MOVES = /relocate|uninit\w*_(?:copy|move)|^_*(?:GI_)?mem(?:cpy|move)/
const SETS_SIZE = /::_M_(?:default_append|fill_insert)\b/

function moved(facts: PairFacts): Conclusion | null {
  const { around } = wasted(facts)
  const growth = around.slice(0, DEEP).findIndex((name) => GROWTH.test(name))
  if (growth >= 0 && SETS_SIZE.test(around[growth]!) && !around.slice(0, growth).some((name) => MOVES.test(shortFunctionName(name)))) return null
  return growing(facts)
}

/** Returns the instructions that compute the size the call requests, as far as straight-line code shows them. */
function sizeAsked({ flow, position, callee }: LibraryCall): Instruction[] {
  if (flow === null || position < 0) return []
  return madeBy(flow, position, /array/.test(callee) ? ['rsi', 'rdx'] : ['rsi'])
}

function multiplies({ mnemonic, operands, memory }: Instruction): boolean {
  const [into, from] = operands
  if (mnemonic === 'add') return into === from && into !== undefined
  // A part of the number, by a division.
  if (mnemonic === 'imul' && operands.length === 3 && Math.abs(immediateOf(operands[2]!) ?? 0) > LARGEST_ELEMENT) return true
  if (mnemonic === 'lea') return memory?.index != null && ((memory.base === memory.index && memory.scale === 1) || (memory.base === null && memory.scale === 2))
  return /^(?:shl|sal|shr|sar)$/.test(mnemonic) && (from === undefined || from === '0x1' || from === '1')
}

/** Bytes: a larger factor stands for a division. */
const LARGEST_ELEMENT = 0x100000

/** One element more, or as many as are appended. */
function steps({ mnemonic, operands, memory }: Instruction): boolean {
  if (mnemonic === 'inc' || (mnemonic === 'add' && operands[0] !== operands[1])) return true
  return (
    mnemonic === 'lea' &&
    memory !== null &&
    memory.base !== 'rsp' &&
    memory.base !== 'rbp' &&
    (memory.displacement !== 0 || (memory.base !== null && memory.index !== null && memory.base !== memory.index))
  )
}

/** Only functions that copy and end pointers themselves: an object's destructor does its own work. */
export const referenceCount: Rule = (facts) => (found(wasted(facts), ENDS_ELEMENTS, DEEP) === undefined ? counted(facts) : null)

const counted = byName('reference-count', REFERENCES, 3, (fn) => `${fn} copies or ends a pointer that shares its object, and counts.`)

/** Elements end with their container: no pointer is only passed on. */
const ENDS_ELEMENTS = /\bstd::_Destroy\b|\b_Rb_tree<.*>::_M_erase\(|\b_M_deallocate_nodes\(/

/** The object's text or elements have the same offset in each object at that place. */
function isOwnPointer({ target }: PairFacts): boolean {
  return /::_Alloc_hider::|::_M_data\(|::_M_init_local_buf\b|::_M_local_data\(/.test(target.around[0] ?? '')
}

/** Vacated and built again, in the same memory mostly. Its pointer to itself says nothing about the rest of it. */
export const builtAnew: Rule = (facts) => {
  if (facts.tool !== 'silent-stores' || isOwnPointer(facts)) return null
  return (
    byName('built-anew', BUILDS, 8, (fn) => `${fn} makes the whole object anew.`, mostlyRepeats(facts) ? 'likely' : 'possible')(facts) ??
    byName('built-anew', BUILDS_IN_C, 4, (fn) => `${fn} makes the whole string anew.`, 'possible')(facts)
  )
}
