/** Instructions as the disassembler writes them (Intel syntax), taken apart as far as advice needs. */

export interface MemoryOperand {
  /** Canonical register (canonicalRegister); null: none. */
  base: string | null
  index: string | null
  scale: number
  /** Without registers the address itself, as operands relative to the instruction pointer are written. */
  displacement: number
  /** 'fs' or 'gs', of data of the thread; null otherwise. */
  segment: string | null
}

export interface Instruction {
  /** ELF virtual address. */
  address: number
  /** Bytes. */
  length: number
  text: string
  /** Without prefixes. */
  mnemonic: string
  operands: string[]
  memory: MemoryOperand | null
  /** Whether the explicit memory operand is read. */
  reads: boolean
  writes: boolean
  /** Target of direct jumps and calls; null otherwise. */
  target: number | null
  /** Name of the called function or the addressed data; null: not known. */
  note: string | null
  /** 1-based source line; null: not known. */
  line: number | null
}

/** One line of a disassembly; profile.ts's CodeLine is one. */
export interface InstructionText {
  address: number
  bytes: string
  text: string
  note: string | null
  line: number
}

const PREFIXES = /^(?:(?:lock|rep|repe|repne|repz|repnz|bnd|notrack|data16|xacquire|xrelease) )+/
const MOVES = /^v?mov|^set|^v?extract|^v?pextr|^v?maskmov|^v?compress|^fn?st|^fist|^fbstp|^kmov/
const ONLY_READS =
  /^(cmp|test|push|call|jmp|j[a-z]+|fld|fild|fcom|fucom|fadd|fmul|fsub|fdiv|ficom|fldcw|bt$|ldmxcsr|mul|imul|div|idiv|prefetch|v?u?comis|v?ptest)/

export function parseInstruction(line: InstructionText): Instruction {
  return new ParsedInstruction(line)
}

/** Rules read few instructions of a function: their operands are taken apart on first use. */
class ParsedInstruction implements Instruction {
  readonly address: number
  readonly length: number
  readonly text: string
  readonly mnemonic: string
  readonly note: string | null
  readonly line: number | null
  readonly #plain: string
  #operands: string[] | undefined
  #memory: MemoryOperand | null | undefined
  #directions: [reads: boolean, writes: boolean] | undefined

  constructor({ address, bytes, text, note, line }: InstructionText) {
    const plain = text.replace(PREFIXES, '')
    const space = plain.indexOf(' ')
    this.address = address
    this.length = bytes.length / 2
    this.text = text
    this.mnemonic = space < 0 ? plain : plain.slice(0, space)
    this.note = note
    this.line = line > 0 ? line : null
    this.#plain = plain
  }

  get operands(): string[] {
    return (this.#operands ??= splitOperands(this.#plain.slice(this.mnemonic.length + 1)))
  }

  get memory(): MemoryOperand | null {
    if (this.#memory === undefined) {
      const operand = this.operands[this.#memoryAt()]
      this.#memory = operand === undefined ? null : parseMemory(operand)
    }
    return this.#memory
  }

  get reads(): boolean {
    return this.#accesses()[0]
  }

  get writes(): boolean {
    return this.#accesses()[1]
  }

  get target(): number | null {
    if (!/^(j|call)/.test(this.mnemonic)) return null
    const [operand = ''] = this.operands
    return /^0x[0-9a-f]+$/.test(operand) ? Number(operand) : null
  }

  /** −1: none. */
  #memoryAt(): number {
    return this.operands.findIndex((operand) => operand.includes('['))
  }

  #accesses(): [reads: boolean, writes: boolean] {
    if (this.#directions === undefined) {
      const at = this.#memoryAt()
      this.#directions = at >= 0 && !/^(lea|nop|prefetch)/.test(this.mnemonic) ? directions(this.mnemonic, this.operands.length, at) : [false, false]
    }
    return this.#directions
  }
}

function directions(mnemonic: string, operands: number, at: number): [reads: boolean, writes: boolean] {
  if (/^x(chg|add)$|^cmpxchg/.test(mnemonic)) return [true, true]
  if (at > 0 || ONLY_READS.test(mnemonic)) return [mnemonic !== 'pop', mnemonic === 'pop']
  if (mnemonic === 'pop' || MOVES.test(mnemonic)) return [false, true]
  // A vector operation of one operand or an arithmetic one on memory reads it and writes it back.
  return [true, operands > 0 && !mnemonic.startsWith('v')]
}

function splitOperands(text: string): string[] {
  return (text.match(/(?:\[[^\]]*\]?|[^,[])+/g) ?? []).map((operand) => operand.trim())
}

/** "qword ptr fs:[rax+rcx*8-0x10]" */
function parseMemory(operand: string): MemoryOperand {
  const inner = operand.slice(operand.indexOf('[') + 1, operand.indexOf(']'))
  const memory: MemoryOperand = { base: null, index: null, scale: 1, displacement: 0, segment: /\b([fg]s):/.exec(operand)?.[1] ?? null }
  for (const [, sign, term] of inner.matchAll(/([+-]?)([^+-]+)/g)) {
    const [name, scale] = term!.trim().split('*')
    if (/^(0x[0-9a-f]+|\d+)$/i.test(name!)) memory.displacement += (sign === '-' ? -1 : 1) * Number(name)
    else if (scale !== undefined || memory.base !== null) {
      memory.index = canonicalRegister(name!) ?? name!
      memory.scale = scale === undefined ? 1 : Number(scale)
    } else memory.base = canonicalRegister(name!) ?? name!
  }
  return memory
}

// No plain objects: a profile may hold any text, also the names of what every object has.
const LEGACY = new Map(Object.entries({ ax: 'rax', bx: 'rbx', cx: 'rcx', dx: 'rdx', si: 'rsi', di: 'rdi', bp: 'rbp', sp: 'rsp' }))
const BYTES = new Map(
  Object.entries({ al: 'rax', ah: 'rax', bl: 'rbx', bh: 'rbx', cl: 'rcx', ch: 'rcx', dl: 'rdx', dh: 'rdx', sil: 'rsi', dil: 'rdi', bpl: 'rbp', spl: 'rsp' }),
)

/** One name for all parts of a register: 'rax' for al, 'r8' for r8d, 'v0' for xmm0; null if it is no register. */
export function canonicalRegister(name: string): string | null {
  const byte = BYTES.get(name)
  if (byte !== undefined) return byte
  const vector = /^[xyz]mm(\d+)$/.exec(name)
  if (vector) return `v${vector[1]}`
  const numbered = /^(r\d+)[bwd]?$/.exec(name)
  if (numbered) return numbered[1]!
  return LEGACY.get(/^[re]/.test(name) ? name.slice(1) : name) ?? (/^(st\d|mm\d|k\d)$/.test(name) ? name : null)
}

/** The register whose value a move copies into another one, perhaps extended; null if it is no such move. */
export function copiedRegister({ mnemonic, operands, memory }: Instruction): string | null {
  return /^mov(?:zx|sxd?)?$/.test(mnemonic) && memory === null ? canonicalRegister(operands[1] ?? '') : null
}

const NO_RESULT = /^(cmp|test|push|call|jmp|j[a-z]+|ret|bt$|nop|endbr|v?u?comis|v?ptest|prefetch|ud2|hlt|rep|stos|fld|fst)/
const RESULTS = ['rax', 'rdx', 'v0', 'v1']

/**
 * Registers whose value is another afterwards; the stack pointer is left out. Of a call those of its result: what is read
 * after a call without being set anew was kept, or the code would compute with a value that the callee left there.
 */
export function definedRegisters({ mnemonic, operands }: Instruction): string[] {
  if (mnemonic === 'call') return RESULTS
  if (/^(movs|stos|lods|cmps|scas)[bwdq]$/.test(mnemonic) && !operands.some((operand) => operand.includes('xmm'))) return ['rdi', 'rsi', 'rcx']
  if (/^(cdqe|cwde|cbw)$/.test(mnemonic)) return ['rax']
  if (/^(cdq|cqo|cwd)$/.test(mnemonic)) return ['rdx']
  if (/^(i?mul|i?div)$/.test(mnemonic) && operands.length === 1) return ['rax', 'rdx']
  if (/^x(chg|add)$/.test(mnemonic)) return operands.flatMap((operand) => canonicalRegister(operand) ?? [])
  if (NO_RESULT.test(mnemonic)) return []
  const first = operands[0] === undefined ? null : canonicalRegister(operands[0])
  return first === null ? [] : [first]
}

/** Registers that an operand names, those of its address included. */
export function registersIn(operand: string): string[] {
  return [...operand.matchAll(/[a-z][a-z0-9]*/g)].flatMap(([name]) => canonicalRegister(name) ?? [])
}

/** The register that the instruction sets to a constant: xor r, r and the like, or mov r, constant; null: none. */
export function constantRegister({ mnemonic, operands }: Instruction): string | null {
  const [first, second, third] = operands
  if (first === undefined || second === undefined) return null
  const cleared = /^v?(xor|pxor|xorps|xorpd)$|^sub$/.test(mnemonic) && first === second && (third === undefined || third === first)
  const clearedByThree = /^v(p?xor|xorps|xorpd)[dq]?$/.test(mnemonic) && second === third
  const immediate = mnemonic === 'mov' && /^-?0x[0-9a-f]+$|^-?\d+$/.test(second)
  // Constants of vectors stand beside the code.
  const beside = /^v?(mov(aps|apd|dqa|dqu|ups|sd|ss|q|d)|(p?broadcast)[a-z]*)/.test(mnemonic) && /\[0x[0-9a-f]+\]$/.test(second)
  return cleared || clearedByThree || immediate || beside ? canonicalRegister(first) : null
}

/** A constant operand, signed: "sub rcx, 0xffffffffffffff80" adds 128. Null: none. */
export function immediateOf(operand: string): number | null {
  if (!/^-?(?:0x[0-9a-f]+|\d+)$/.test(operand)) return null
  return operand.startsWith('-') ? -Number(operand.slice(1)) : Number(BigInt.asIntN(64, BigInt(operand)))
}

/** Floating-point elements: by scalar or packed single or double instructions, or the x87 unit. */
export function isFloatingPoint({ mnemonic }: Instruction): boolean {
  return /^v?(mov|add|sub|mul|div|sqrt|min|max|fn?m(add|sub)\d*)[a-z]*[sp][sd]$|^f(ld|st|add|mul|sub|div)/.test(mnemonic)
}

const WIDTHS = new Map(Object.entries({ byte: 1, word: 2, dword: 4, qword: 8, xmmword: 16, ymmword: 32, zmmword: 64 }))

/** Bytes that an instruction accesses at once: as its operand says, else as wide as its register; 8 where neither is known. */
export function accessBytes({ operands, mnemonic }: Instruction): number {
  const named = WIDTHS.get(/\b(\w+) ptr\b/.exec(operands.find((operand) => operand.includes('[')) ?? '')?.[1] ?? '')
  if (named !== undefined) return named
  if (/s[sd]$/.test(mnemonic)) return mnemonic.endsWith('ss') ? 4 : 8
  const widths = operands.filter((operand) => !operand.includes('[')).map(registerBytes)
  return widths.reduce((most, width) => Math.max(most, width), 0) || 8
}

/** 0: no register. */
function registerBytes(name: string): number {
  const vector = ({ x: 16, y: 32, z: 64 } as const)[/^([xyz])mm/.exec(name)?.[1] as 'x' | 'y' | 'z'] as number | undefined
  if (vector !== undefined) return vector
  if (canonicalRegister(name) === null) return 0
  if (BYTES.has(name) || /^r\d+b$/.test(name)) return 1
  if (/^r\d+w$/.test(name) || LEGACY.has(name)) return 2
  return /^e|^r\d+d$/.test(name) ? 4 : 8
}

export function sameAddress(a: MemoryOperand, b: MemoryOperand): boolean {
  return sameRegisters(a, b) && a.displacement === b.displacement
}

/** The same registers and scale: addresses that differ by a constant while the registers keep their values. */
export function sameRegisters(a: MemoryOperand, b: MemoryOperand): boolean {
  return a.base === b.base && a.index === b.index && a.scale === b.scale && a.segment === b.segment
}
