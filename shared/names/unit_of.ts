/** Units of bytes and of nanoseconds, as people read them. */
import type { Unit } from '../run.ts'

type Scale = readonly [size: number, name: string]

const UNITS: Record<Unit, readonly Scale[]> = {
  bytes: [
    [1e12, 'TB'],
    [1e9, 'GB'],
    [1e6, 'MB'],
    [1e3, 'kB'],
    [1, 'B'],
  ],
  ns: [
    [1e9, 's'],
    [1e6, 'ms'],
    [1e3, 'µs'],
    [1, 'ns'],
  ],
}

/** The largest unit of which the amount, rounded to three digits, is at least one; the smallest if there is none. */
export function unitOf(amount: number, unit: Unit): Scale {
  return UNITS[unit].find(([size]) => Math.abs(amount) >= size * 0.9995) ?? UNITS[unit].at(-1)!
}
