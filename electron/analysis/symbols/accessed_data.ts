/**
 * The name of accessed data in the program, by debug information: the variable that contains or points to it, and the
 * member at the access's offset. Where the code does not determine a register's content, there is no name.
 */
import type { FunctionFlow } from '../../../shared/advice/code/function_flow.ts'
import { canonicalRegister, definedRegisters, type Instruction, type MemoryOperand } from '../../../shared/advice/code/instruction.ts'
import { languageOf, type Language } from '../../../shared/findings/expressions.ts'
import { PLACE_POINTER, VARIABLE_IN_MEMORY, VARIABLE_POINTED, VARIABLE_VALUE, type ModuleSymbols, type VariableAt } from '../../symbols/symbols_addon.ts'

export type DataSymbols = Pick<ModuleSymbols, 'variables' | 'staticVariable' | 'typedPlace' | 'pointee'>

/** An address: the address of data of a type, plus an offset. */
interface Named {
  /** "m->rows[]" */
  text: string
  type: number
  /** Size of the data; 0: not known. */
  bytes: number
  offset: number
  /** Stride of the address, in a loop or by an index; 0: constant, 1: unknown. */
  stride: number
  /** A pointer holds it, so there may be several, one after another. */
  isPointee: boolean
  /** Inside a standard library's type: members have no names. */
  opaque: boolean
}

/** The data at an address. */
interface Placed {
  text: string
  type: number
  isPointer: boolean
  opaque: boolean
}

/** The register's value in the previous iteration, plus a constant. */
interface Carried {
  carried: number
}

/** By DWARF's numbers. */
const REGISTERS = ['rax', 'rdx', 'rcx', 'rbx', 'rsi', 'rdi', 'rbp', 'rsp', 'r8', 'r9', 'r10', 'r11', 'r12', 'r13', 'r14', 'r15']
const MOST_STEPS = 3000
const DEEPEST = 24
const MOST_NAMES = 4
const LONGEST_NAME = 80
/** Offsets in data are smaller than addresses. */
const LEAST_ADDRESS = 0x1000
/** Variables of inlined library functions, and the objects of methods. */
const NO_NAME = /^(?:_[A-Z_]|\d)|^(?:this|self)$/
const SIXTY_FOUR_BITS = /^r(?:[abcd]x|[sd]i|[bs]p|\d+)$/

/** Names of the data that the instructions of one function access. */
export class AccessedData {
  readonly #symbols: DataSymbols
  readonly #flow: FunctionFlow
  readonly #variables = new Map<number, VariableAt[]>()
  readonly #definitions = new Map<string, Definitions>()
  readonly #open = new Set<string>()
  #steps = 0

  constructor(symbols: DataSymbols, flow: FunctionFlow) {
    this.#symbols = symbols
    this.#flow = flow
  }

  /** The possible names, mostly one (the source line decides); none if nothing is certain. @param file of the access */
  names(address: number, file: string | null): string[] {
    const position = this.#flow.positionOf(address)
    const instruction = this.#flow.instructions[position]
    if (instruction?.memory == null || (!instruction.reads && !instruction.writes)) return []
    this.#steps = 0
    this.#open.clear()
    const placed = this.#addressOf(instruction.memory, position, 0)?.flatMap((named) => this.#placesAt(named)) ?? []
    const names = [...new Set(placed.map(({ text }) => written(text, languageOf(file))))].filter((name) => name.length <= LONGEST_NAME && !NO_NAME.test(name))
    return names.slice(0, MOST_NAMES)
  }

  /** Null: unknown. */
  #addressOf(memory: MemoryOperand, position: number, depth: number): Named[] | null {
    const { base, index, displacement, segment } = memory
    if (segment !== null || depth > DEEPEST) return null
    const isWalked = index !== null
    if (index !== null && this.#isDifference(index, position, 0)) return null
    if (base === null) return walked(this.#static(displacement, position), isWalked)
    const onStack = base === 'rsp' || base === 'rbp' ? this.#framed(base, displacement, position) : null
    if (onStack !== null || base === 'rsp') return walked(onStack, isWalked)
    const fixed = displacement >= LEAST_ADDRESS ? this.#static(displacement, position) : null
    const byBase = known(this.#valueOf(base, position, depth + 1))
    const byIndex = index !== null && memory.scale === 1 ? known(this.#valueOf(index, position, depth + 1)) : null
    // Two addresses in one operand: one of them is not an address.
    if ([fixed, byBase, byIndex].filter((each) => each !== null).length !== 1) return null
    if (fixed !== null) return walked(fixed, true)
    return walked(moved(byBase ?? byIndex!, displacement), isWalked)
  }

  #static(address: number, position: number): Named[] | null {
    // "[rax*8-0x10]": the register holds the address.
    if (address < 0) return null
    const { address: code } = this.#flow.instructions[position]!
    const own = this.#variablesAt(code).filter(
      ({ held, register, offset, bytes }) => held === VARIABLE_IN_MEMORY && register < 0 && address >= offset && address < offset + Math.max(1, bytes),
    )
    const found = own.length > 0 ? own : [this.#symbols.staticVariable(code, address)].filter((variable) => variable !== null)
    return found.length === 1 ? [variableNamed(found[0]!, address - found[0]!.offset)] : null
  }

  #framed(base: string, displacement: number, position: number): Named[] | null {
    const found = this.#variablesAt(this.#flow.instructions[position]!.address).filter(
      ({ held, register, offset, part, bytes }) =>
        held === VARIABLE_IN_MEMORY && REGISTERS[register] === base && part === 0 && displacement >= offset && displacement < offset + bytes,
    )
    return found.length === 0 ? null : found.map((variable) => variableNamed(variable, displacement - variable.offset))
  }

  /** The addresses that a register holds before the instruction. */
  #valueOf(register: string, position: number, depth: number): Named[] | Carried | null {
    const key = `${position} ${register}`
    if (this.#open.has(key)) return { carried: 0 }
    if (depth > DEEPEST || ++this.#steps > MOST_STEPS) return null
    const { address } = this.#flow.instructions[position]!
    const direct = this.#directly(register, address)
    this.#open.add(key)
    const defined = this.#byDefinitions(register, position, depth)
    this.#open.delete(key)
    if (defined !== null && 'carried' in defined) return direct.length > 0 ? direct : defined
    if (direct.length === 0) return defined
    const others = (defined ?? []).filter(({ text }) => !direct.some((each) => each.text === text))
    // A loop advances the register that debug information calls by the pointer's name.
    return [...direct.map((each) => ({ ...each, stride: gcd(each.stride, defined?.find(({ text }) => text === each.text)?.stride ?? 0) })), ...others]
  }

  /** Variables that the register holds or points to, by debug information. */
  #directly(register: string, address: number): Named[] {
    return this.#variablesAt(address).flatMap((variable): Named[] => {
      if (REGISTERS[variable.register] !== register) return []
      if (variable.held === VARIABLE_IN_MEMORY)
        return register === 'rsp' || register === 'rbp' ? [] : [variableNamed(variable, variable.part - variable.offset)]
      if (variable.held !== VARIABLE_VALUE) return []
      return this.#placesAt(variableNamed(variable, variable.part)).flatMap((place) => moved(this.#pointees(place), -variable.offset))
    })
  }

  #byDefinitions(register: string, position: number, depth: number): Named[] | Carried | null {
    const { positions, isEntered, isUnknown } = this.#definitionsOf(register, position)
    if (isUnknown) return null
    const values = positions.map((at) => this.#definedBy(this.#flow.instructions[at]!, at, register, depth))
    if (isEntered) {
      const given = this.#directly(register, this.#flow.instructions[0]!.address)
      values.push(given.length > 0 ? given : null)
    }
    return joined(values)
  }

  #definedBy({ mnemonic, operands, memory, reads }: Instruction, position: number, register: string, depth: number): Named[] | Carried | null {
    const [into = '', from = ''] = operands
    if (!SIXTY_FOUR_BITS.test(into) || operands.length > 2) return mnemonic === 'mov' ? this.#constant(from, position) : null
    const before = (of: string): Named[] | Carried | null => this.#valueOf(of, position, depth + 1)
    const amount = /^-?(?:0x[0-9a-f]+|\d+)$/.test(from) ? Number(from.replace('-', '')) * (from.startsWith('-') ? -1 : 1) : null
    switch (mnemonic) {
      case 'mov': {
        if (memory !== null && reads) return this.#loaded(memory, position, depth)
        return SIXTY_FOUR_BITS.test(from) ? before(canonicalRegister(from)!) : this.#constant(from, position)
      }
      case 'lea':
        return memory === null ? null : this.#computed(memory, register, position, depth)
      case 'inc':
        return shifted(before(register), 1)
      case 'dec':
        return shifted(before(register), -1)
      case 'sub':
        return amount === null ? null : shifted(before(register), -amount)
      case 'add': {
        if (amount !== null) return shifted(before(register), amount)
        if (!SIXTY_FOUR_BITS.test(from)) return null
        const [own, other] = [before(register), before(canonicalRegister(from)!)]
        if ((own === null) === (other === null)) return null
        if (this.#isDifference(own === null ? register : canonicalRegister(from)!, position, 0)) return null
        return anywhere((own ?? other)!)
      }
      default:
        return null
    }
  }

  /** "lea rax, [rax+0x8]" adds to the register's old value. */
  #computed(memory: MemoryOperand, register: string, position: number, depth: number): Named[] | Carried | null {
    if (memory.base !== register || memory.segment !== null || register === 'rsp') return this.#addressOf(memory, position, depth + 1)
    const own = shifted(this.#valueOf(register, position, depth + 1), memory.displacement)
    if (memory.index === null) return own
    return own === null || this.#isDifference(memory.index, position, 0) ? this.#addressOf(memory, position, depth + 1) : anywhere(own)
  }

  /** The pointer that is at an address. */
  #loaded(memory: MemoryOperand, position: number, depth: number): Named[] | null {
    const pointed =
      memory.base === null || memory.index !== null
        ? []
        : this.#variablesAt(this.#flow.instructions[position]!.address).filter(
            ({ held, register, offset }) => held === VARIABLE_POINTED && REGISTERS[register] === memory.base && offset === memory.displacement,
          )
    if (pointed.length > 0) return pointed.map((variable) => variableNamed(variable, 0))
    const found =
      this.#addressOf(memory, position, depth + 1)
        ?.flatMap((named) => this.#placesAt(named))
        .flatMap((place) => this.#pointees(place)) ?? []
    return found.length > 0 ? found : null
  }

  #constant(operand: string, position: number): Named[] | null {
    const value = /^0x[0-9a-f]+$/.test(operand) ? Number(operand) : 0
    return value >= LEAST_ADDRESS && Number.isSafeInteger(value) ? this.#static(value, position) : null
  }

  #placesAt({ text, type, bytes, offset, stride, isPointee, opaque }: Named): Placed[] {
    const isInside = offset >= 0 && (bytes === 0 ? offset === 0 : offset < bytes)
    const place = (at: number): ReturnType<DataSymbols['typedPlace']> => this.#symbols.typedPlace(type, at)
    const placed = (prefix: string, path: readonly string[], isPointer: boolean, leaf: number, inside: boolean): Placed => ({
      text: opaque ? text : named(prefix, path),
      type: leaf,
      isPointer,
      opaque: opaque || inside,
    })
    const whole = (prefix: string, at: number): Placed => {
      const { path, kind, type: leaf, opaque: inside } = place(at)
      return placed(prefix, path, kind === PLACE_POINTER, leaf, inside)
    }
    const pointer = isPointee ? `${text}->` : text
    if (stride === 0 && isInside) return [whole(pointer, offset)]
    if (!isPointee) {
      if (!isInside && bytes > 0) return []
      // Only within an array of the variable.
      const { path, kind, type: leaf, opaque: inside } = place(isInside ? offset : 0)
      const element = path.indexOf('')
      if (element < 0) return inside ? [placed(text, path, kind === PLACE_POINTER, leaf, true)] : []
      const isAllElements = path.slice(element).every((part) => part === '')
      return [isAllElements ? placed(text, path, kind === PLACE_POINTER, leaf, inside) : placed(text, path.slice(0, element + 1), false, leaf, inside)]
    }
    if (bytes === 0) return [{ text: opaque ? text : `${text}[]`, type, isPointer: false, opaque }]
    const { path } = place(((offset % bytes) + bytes) % bytes)
    const isStructure = path.some((part) => part !== '')
    if (!isStructure) return [whole(`${text}[]`, ((offset % bytes) + bytes) % bytes)]
    // One step past a structure may be anything: a structure it is the first member of, or whatever follows it.
    if (stride === 0) return []
    if (stride % bytes === 0) return [whole(`${text}[]`, ((offset % bytes) + bytes) % bytes)]
    const elements: Placed = { text: opaque ? text : `${text}[]`, type, isPointer: false, opaque: true }
    // An index chooses the structure, or an element of an array in it.
    const inner = isInside ? place(offset) : null
    const element = inner?.path.indexOf('') ?? -1
    return inner === null || element < 0
      ? [elements]
      : [
          elements,
          placed(
            pointer,
            inner.path.slice(0, element + 1),
            inner.path.length === element + 1 && inner.kind === PLACE_POINTER,
            inner.type,
            inner.opaque || inner.path.length > element + 1,
          ),
        ]
  }

  #pointees({ text, type, isPointer, opaque }: Placed): Named[] {
    const target = isPointer ? this.#symbols.pointee(type) : null
    return target === null ? [] : [{ text, type: target.type, bytes: target.bytes, offset: 0, stride: 0, isPointee: true, opaque }]
  }

  /** Adding the difference of two addresses turns an address in one array into one in another. */
  #isDifference(register: string, position: number, depth: number): boolean {
    if (depth > 4) return true
    const { positions, isUnknown } = this.#definitionsOf(register, position)
    return (
      isUnknown ||
      positions.some((at) => {
        const { mnemonic, operands } = this.#flow.instructions[at]!
        const from = canonicalRegister(operands[1] ?? '')
        if (mnemonic === 'neg') return true
        if (mnemonic === 'sub' || mnemonic === 'sbb') return from !== null && from !== register
        return mnemonic === 'mov' && from !== null && SIXTY_FOUR_BITS.test(operands[1]!) && this.#isDifference(from, at, depth + 1)
      })
    )
  }

  /** The origin of the register's value before the instruction. */
  #definitionsOf(register: string, position: number): Definitions {
    const key = `${position} ${register}`
    const made = this.#definitions.get(key)
    if (made !== undefined) return made
    const found: Definitions = { positions: [], isEntered: position === 0, isUnknown: false }
    const seen = new Set<number>()
    const open = [...this.#flow.predecessors(position)]
    if (open.length === 0 && position !== 0) found.isUnknown = true
    for (let at = open.pop(); at !== undefined && !found.isUnknown; at = open.pop()) {
      if (seen.has(at)) continue
      seen.add(at)
      if (definedRegisters(this.#flow.instructions[at]!).includes(register)) {
        found.positions.push(at)
        continue
      }
      const before = this.#flow.predecessors(at)
      if (at === 0) found.isEntered = true
      // Jumps through tables lead here, or exceptions.
      else if (before.length === 0 || seen.size > MOST_STEPS) found.isUnknown = true
      open.push(...before)
    }
    this.#definitions.set(key, found)
    return found
  }

  #variablesAt(address: number): VariableAt[] {
    let found = this.#variables.get(address)
    if (found === undefined) this.#variables.set(address, (found = this.#symbols.variables(address)))
    return found
  }
}

interface Definitions {
  positions: number[]
  isEntered: boolean
  isUnknown: boolean
}

function variableNamed({ name, type, bytes }: VariableAt, offset: number): Named {
  return { text: name, type, bytes, offset, stride: 0, isPointee: false, opaque: false }
}

/** @param prefix with "->" at its end if a pointer follows */
function named(prefix: string, path: readonly string[]): string {
  if (path.length === 0) return prefix.replace(/->$/, '')
  return path.reduce((text, part) => (part === '' ? `${text.replace(/->$/, '')}[]` : `${text}${text.endsWith('->') ? '' : '.'}${part}`), prefix)
}

function walked(named: Named[] | null, isWalked: boolean): Named[] | null {
  return named === null || !isWalked ? named : named.map((each) => ({ ...each, stride: 1 }))
}

function moved(named: Named[], by: number): Named[] {
  return by === 0 ? named : named.map((each) => ({ ...each, offset: each.offset + by }))
}

function shifted(value: Named[] | Carried | null, by: number): Named[] | Carried | null {
  return value === null ? null : 'carried' in value ? { carried: value.carried + by } : moved(value, by)
}

/** Moved by an unknown amount. */
function anywhere(value: Named[] | Carried): Named[] | Carried {
  return 'carried' in value ? { carried: 1 } : value.map((each) => ({ ...each, stride: 1 }))
}

function known(value: Named[] | Carried | null): Named[] | null {
  return value === null || 'carried' in value ? null : value
}

/** The same data on all paths: otherwise the name would be right on only one of them. */
function joined(values: ReadonlyArray<Named[] | Carried | null>): Named[] | Carried | null {
  if (values.length === 0 || values.includes(null)) return null
  const carried = values.filter((value): value is Carried => value !== null && 'carried' in value)
  const lists = values.filter((value): value is Named[] => value !== null && !('carried' in value))
  const [first, ...others] = lists
  if (first === undefined) return { carried: carried.reduce((all, { carried: by }) => gcd(all, by), 0) }
  const steps = carried.reduce((all, { carried: by }) => gcd(all, by), 0)
  const same = first.flatMap((each): Named[] => {
    const theirs = others.map((list) => list.find(({ text, type, isPointee }) => text === each.text && type === each.type && isPointee === each.isPointee))
    if (theirs.includes(undefined)) return []
    return [
      theirs.reduce<Named>((all, their) => ({ ...all, stride: gcd(gcd(all.stride, their!.stride), their!.offset - all.offset) }), {
        ...each,
        stride: gcd(each.stride, steps),
      }),
    ]
  })
  return same.length > 0 ? same : null
}

function gcd(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : gcd(b, a % b)
}

/** In the language's form, without the last element's brackets. */
function written(text: string, language: Language | null): string {
  const plain = text.replace(/(?:\[\])+$/, '')
  if (language === 'fortran') return plain.replace(/->|\./g, '%').replaceAll('[]', '()')
  return language === 'rust' ? plain.replaceAll('->', '.') : plain.replace(/^this->/, '')
}
