/**
 * Invariance of every register at one point of a program (RegMap of Calder, Feller and Eustace, section 6), and which
 * instruction it comes from: one value that arrives on two paths is one value.
 */

/** General registers, XMM registers, and the flags as one more. */
export const REGISTERS = 33
export const FLAGS = 32
const STACK_POINTER = 4
const UNDEFINED = -1
const NOWHERE = -1

export class RegisterMap {
  /** 0..1; negative: undefined. */
  readonly invariance: Float64Array
  /** Number of the defining instruction; −1: before the code under analysis. */
  readonly origin: Int32Array

  private constructor(invariance: Float64Array, origin: Int32Array) {
    this.invariance = invariance
    this.origin = origin
  }

  /** Only the stack pointer is known: it is unchanged within a procedure, and mostly between calls. */
  static atEntry(): RegisterMap {
    const map = new RegisterMap(new Float64Array(REGISTERS).fill(UNDEFINED), new Int32Array(REGISTERS).fill(NOWHERE))
    map.invariance[STACK_POINTER] = 1
    return map
  }

  copy(): RegisterMap {
    return new RegisterMap(this.invariance.slice(), this.origin.slice())
  }

  /** The map with all values coming from `origin`: instruction numbers mean nothing outside their procedure. */
  comingFrom(origin: number): RegisterMap {
    return new RegisterMap(this.invariance.slice(), new Int32Array(REGISTERS).fill(origin))
  }

  define(register: number, invariance: number, origin: number): void {
    if (register === STACK_POINTER) return
    // Sums of parts may be a rounding error above 1.
    this.invariance[register] = Math.min(1, invariance)
    this.origin[register] = origin
  }

  forget(register: number): void {
    this.define(register, UNDEFINED, NOWHERE)
  }
}

/** `weight` is above 0. */
export interface WeightedMap {
  map: RegisterMap
  weight: number
}

/**
 * Joins the maps of all predecessors. A single value keeps its mean invariance. Of several values, each can be the most
 * frequent one only in its own part, so the heaviest part counts. Paths on which a register is undefined are ignored.
 * @param origin of values created where the paths join
 */
export function mergeMaps(sources: WeightedMap[], origin: number): RegisterMap {
  if (sources.length === 1) return sources[0]!.map.copy()
  const merged = RegisterMap.atEntry()
  for (let register = 0; register < REGISTERS; register++) {
    if (register === STACK_POINTER) continue
    const known = sources.filter(({ map }) => map.invariance[register]! >= 0)
    if (known.length === 0) continue
    const total = known.reduce((sum, { weight }) => sum + weight, 0)
    const first = known[0]!.map.origin[register]!
    const isOne = known.every(({ map }) => map.origin[register] === first)
    const parts = known.map(({ map, weight }) => (map.invariance[register]! * weight) / total)
    merged.define(
      register,
      parts.reduce((joined, part) => (isOne ? joined + part : Math.max(joined, part)), 0),
      isOne ? first : origin,
    )
  }
  return merged
}
