/** Names of the kinds of top-N-value tables. Positions are the numbers of the raw format, less one where 0 means none. Append only. */

/** Number − 1. Parameters are those in registers, at the entry of a procedure. */
export const VALUE_ROLES = ['loaded', 'stored', 'result', 'parameter', 'operand'] as const
export type ValueRole = (typeof VALUE_ROLES)[number]

/** Number − 1. Table 2 of Calder, Feller and Eustace. */
export const VALUE_CLASSES = [
  'integer-load',
  'fp-load',
  'address',
  'store',
  'integer-multiply',
  'fp-multiply',
  'fp-divide',
  'integer-arithmetic',
  'fp-arithmetic',
  'compare',
  'shift',
  'conditional-move',
  'fp-other',
] as const
export type ValueClass = (typeof VALUE_CLASSES)[number]

/** Number − 1. */
export const VALUE_OPERATIONS = ['divide', 'square-root', 'multiply'] as const
export type ValueOperation = (typeof VALUE_OPERATIONS)[number]

/** By number: the value's type for the instruction. */
export const VALUE_ELEMENTS = ['integer', 'f32', 'f64', 'f80'] as const
export type ValueElement = (typeof VALUE_ELEMENTS)[number]

/** In the place of a name: the value points to memory of the run that has none, as heap and stack. No name has a space. */
export const UNNAMED_MEMORY = 'unnamed memory'

/** In the place of a name: the instruction reads a constant of the program, which the compiler put beside the code. No name has a space. */
export const READ_ONLY_DATA = 'read-only data'

export const LOADED = 1
export const STORED = 2
export const RESULT = 3
export const PARAMETER = 4
export const OPERAND = 5

const GENERAL = ['rax', 'rcx', 'rdx', 'rbx', 'rsp', 'rbp', 'rsi', 'rdi', 'r8', 'r9', 'r10', 'r11', 'r12', 'r13', 'r14', 'r15']
const PARAMETERS = ['rdi', 'rsi', 'rdx', 'rcx', 'r8', 'r9']
const FIRST_VECTOR = 16
const FIRST_X87 = 32
const FIRST_MMX = 40
const LAST_MMX = 47

/** Position of the slot's subject; a value wider than 8 bytes has a slot for each 8-byte element. */
export function slotSubject(slot: number): number {
  return slot >> 3
}

export function slotLane(slot: number): number {
  return slot & 7
}

/** Register that a result or parameter is in, "rax" or "xmm3"; null for the other roles. @param role number of the raw format */
export function slotRegister(role: number, slot: number): string | null {
  const subject = slotSubject(slot)
  if (role === PARAMETER) return PARAMETERS[subject] ?? null
  if (role !== RESULT || subject > LAST_MMX) return null
  if (subject < FIRST_VECTOR) return GENERAL[subject]!
  if (subject < FIRST_X87) return `xmm${subject - FIRST_VECTOR}`
  return subject < FIRST_MMX ? `st${subject - FIRST_X87}` : `mm${subject - FIRST_MMX}`
}
