/** Equal values in marked arrays and registers (metrics.md section 6; REDSPY 4.2). */

export type ValueGroup = 'array' | 'general' | 'x87' | 'simd'
/** The element type that the program declares. */
export type MarkedType = 'bytes' | 'signed' | 'unsigned' | 'float' | 'pointer'

/** The results of the inspections at one mark, for one object and type or for one group of registers. */
export interface SpatialValues {
  /** Instruction row of the mark; −1: ends of windows. */
  node: number
  /** Into `objects`; −1: none is known (registers, stacks). */
  object: number
  group: ValueGroup
  type: MarkedType
  elementBytes: number
  /** Equal within the tolerance of a base value; otherwise byte for byte. */
  approximate: boolean
  inspections: number
  /** Inspections whose share of non-unique elements was above the threshold; all that follows is of these alone. */
  above: number
  elements: number
  unique: number
  /** Elements of the latest inspection. */
  latestElements: number
  latestUnique: number
  /** The commonest values of the latest, and elements at equal distances from its first to its last: up to 16 bytes in the order of memory, hexadecimal. */
  values: Array<{ count: number; bytes: string }>
  strip: string[]
}

/** S: share of the elements that are not unique; null where nothing was above the threshold. */
export function spatialShare({ elements, unique }: { elements: number; unique: number }): number | null {
  return elements > 0 ? (elements - unique) / elements : null
}

/** A value for people: a number as its type says, otherwise hexadecimal, the most significant byte first. */
export function spatialValueText(bytes: string, type: MarkedType): string {
  const length = bytes.length / 2
  const view = new DataView(Uint8Array.from({ length }, (_, i) => Number.parseInt(bytes.slice(2 * i, 2 * i + 2), 16)).buffer)
  if (type === 'float' && length === 8) return numberText(view.getFloat64(0, true))
  if (type === 'float' && length === 4) return numberText(rounded(view.getFloat32(0, true)))
  if (type === 'float' && (length === 10 || length === 16)) return extendedText(view)
  if (length > 8 || type === 'bytes' || type === 'pointer' || type === 'float')
    return `0x${(bytes.match(/../g) ?? [])
      .toReversed()
      .join('')
      .replace(/^0+(?=.)/, '')}`
  const bits = (bytes.match(/../g) ?? []).toReversed().join('')
  const unsigned = BigInt(`0x${bits || '0'}`)
  return String(type === 'signed' ? BigInt.asIntN(8 * length, unsigned) : unsigned)
}

const DIGITS_OF_A_FLOAT = 8

function rounded(value: number): number {
  return value === 0 ? value : Number(value.toPrecision(DIGITS_OF_A_FLOAT))
}

/** Compared byte for byte the two zeros differ. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

/** x87 double extended: 64 bits of significand with its leading one, then exponent and sign. */
function extendedText(view: DataView): string {
  const significand = view.getBigUint64(0, true)
  const signAndExponent = view.getUint16(8, true)
  const exponent = signAndExponent & 0x7fff
  const sign = signAndExponent & 0x8000 ? -1 : 1
  if (exponent === 0x7fff) return BigInt.asUintN(63, significand) === 0n ? String(sign * Infinity) : 'NaN'
  return numberText(sign * Number(significand) * 2 ** (exponent - 16383 - 63))
}
