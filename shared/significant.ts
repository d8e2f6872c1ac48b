/** As toPrecision, but 9.7 with one digit is 10, not 1e+1: a number that has no room for its digits is written whole. */
export function significant(value: number, digits: number): string {
  const text = value.toPrecision(digits)
  return text.includes('e+') ? String(Math.round(value)) : text
}
