/** Sorting by numbers without comparing: a million of them in a fraction of the time that a comparison function takes. */

/** Fewer are sorted faster by comparing. */
const FEWEST_BY_DIGITS = 1024
const DIGIT_BITS = 16
const DIGITS = 1 << DIGIT_BITS
const DIGIT_COUNT = 4

/**
 * Puts positions into the order of their values; equal ones stay in the order they are in.
 * @param order positions into `values`, changed in place
 * @param values any but NaN
 */
export function orderByValues(order: Int32Array, values: Float64Array, descending: boolean): void {
  if (order.length < FEWEST_BY_DIGITS) orderByComparing(order, values, descending)
  else orderByDigits(order, values, descending)
}

function orderByComparing(order: Int32Array, values: Float64Array, descending: boolean): void {
  const places = Array.from(order.keys())
  const from = order.slice()
  const direction = descending ? -1 : 1
  const difference = (a: number, b: number): number => (a === b ? 0 : direction * (a < b ? -1 : 1))
  places.sort((a, b) => difference(values[from[a]!]!, values[from[b]!]!) || a - b)
  places.forEach((place, at) => (order[at] = from[place]!))
}

/** From the least significant digit of the numbers' bits to the most significant one (LSD radix sort). */
function orderByDigits(order: Int32Array, values: Float64Array, descending: boolean): void {
  const digits = sortableDigits(order, values, descending)
  let from = order.slice()
  let to = new Int32Array(order.length)
  let digitsFrom = digits
  let digitsTo = new Uint16Array(digits.length)
  const start = new Int32Array(DIGITS + 1)
  for (let digit = 0; digit < DIGIT_COUNT; digit++) {
    start.fill(0)
    for (let at = digit; at < digitsFrom.length; at += DIGIT_COUNT) start[digitsFrom[at]! + 1]!++
    if (start[digitsFrom[digit]! + 1] === order.length) continue
    for (let value = 0; value < DIGITS; value++) start[value + 1]! += start[value]!
    for (let place = 0; place < from.length; place++) {
      const at = place * DIGIT_COUNT
      const next = start[digitsFrom[at + digit]!]!++
      to[next] = from[place]!
      for (let other = digit + 1; other < DIGIT_COUNT; other++) digitsTo[next * DIGIT_COUNT + other] = digitsFrom[at + other]!
    }
    ;[from, to] = [to, from]
    ;[digitsFrom, digitsTo] = [digitsTo, digitsFrom]
  }
  order.set(from)
}

/** Four digits of each value, the least significant first, that are in order as numbers without a sign. */
function sortableDigits(order: Int32Array, values: Float64Array, descending: boolean): Uint16Array<ArrayBuffer> {
  // Adding zero makes −0 the same as 0.
  const ordered = new Float64Array(order.length)
  for (let place = 0; place < order.length; place++) ordered[place] = values[order[place]!]! + 0
  const words = new Uint32Array(ordered.buffer)
  const flip = descending ? 0xffffffff : 0
  for (let at = 0; at < words.length; at += 2) {
    // IEEE 754: the larger the magnitude the larger the bits; the sign comes first.
    const isNegative = words[at + 1]! >>> 31 === 1
    words[at] = (isNegative ? ~words[at]! : words[at]!) ^ flip
    words[at + 1] = (isNegative ? ~words[at + 1]! : words[at + 1]! ^ 0x80000000) ^ flip
  }
  return new Uint16Array(words.buffer)
}
