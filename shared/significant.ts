/** Like toPrecision, but never with an exponent: 9.7 with one digit is 10, not 1e+1, and 3e-7 is 0.0000003. */
export function significant(value: number, digits: number): string {
  const [number, exponent = ''] = value.toPrecision(digits).split('e')
  if (exponent === '') return number!
  return exponent.startsWith('+') ? String(Math.round(value)) : value.toFixed(Math.min(100, digits - 1 - Number(exponent)))
}
