/** The bits of a value in the ways that people read them. */
import type { ValueElement } from '../profile/value_names.ts'
import type { ShownValue } from '../values.ts'

/** The type of a value as shown; `bytes` 1 to 8. */
export interface ValueForm {
  element: ValueElement
  bytes: number
}

/** Bits beyond the form's bytes are ignored. */
export function shownValue(bits: bigint, { element, bytes }: ValueForm): Pick<ShownValue, 'hex' | 'text' | 'unsigned' | 'float'> {
  const own = BigInt.asUintN(8 * bytes, bits)
  const hex = `0x${own.toString(16)}`
  if (element === 'f64' && bytes === 8) return { hex, text: numberText(doubleOf(own)), unsigned: null, float: null }
  if (element === 'f32' && bytes >= 4) return { hex, text: singlesText(own, bytes), unsigned: null, float: null }
  if (element !== 'integer') return { hex, text: hex, unsigned: null, float: null }
  const signed = BigInt.asIntN(8 * bytes, own)
  return { hex, text: signed.toString(), unsigned: signed < 0n ? own.toString() : null, float: likelyFloat(own, bytes) }
}

/** Two of them stand side by side in 8 bytes. */
function singlesText(bits: bigint, bytes: number): string {
  const low = numberText(singleOf(BigInt.asUintN(32, bits)))
  return bytes === 8 ? `${low}, ${numberText(singleOf(bits >> 32n))}` : low
}

const SMALLEST = 2 ** -20
const LARGEST = 2 ** 40
/** A number with more digits was computed, not written by a person. */
const FEW_DIGITS = 7

/** Integer instructions move floating-point numbers too. Addresses and small integers never look like one of these. */
function likelyFloat(bits: bigint, bytes: number): string | null {
  if (bytes !== 8 && bytes !== 4) return null
  const number = bytes === 8 ? doubleOf(bits) : singleOf(bits)
  const magnitude = Math.abs(number)
  if (!(magnitude >= SMALLEST && magnitude <= LARGEST)) return null
  const rounded = Number(number.toPrecision(FEW_DIGITS))
  const isRound = bytes === 8 ? rounded === number : Math.fround(rounded) === number
  return isRound ? numberText(number) : null
}

const room = new DataView(new ArrayBuffer(8))

function doubleOf(bits: bigint): number {
  room.setBigUint64(0, bits)
  return room.getFloat64(0)
}

function singleOf(bits: bigint): number {
  room.setUint32(0, Number(bits))
  return room.getFloat32(0)
}

/** Negative zero and NaN keep their names. */
function numberText(number: number): string {
  if (Object.is(number, -0)) return '-0'
  return Number.isInteger(number) && Math.abs(number) < 1e15 ? `${number}.0` : String(Number.isInteger(number) ? number : Number(number.toPrecision(9)))
}
