/** Sizes of memory as text. */
const UNITS = [
  [2 ** 40, 'TiB'],
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
  [1, 'B'],
] as const

/**
 * Size of what occupies memory, a cache or a disk, in powers of two as caches come in: three significant digits at least,
 * "48 KiB", "1.5 MiB". Amounts that were accessed or wasted are no sizes: they count in powers of ten.
 */
export function sizeText(bytes: number): string {
  const [unit, name] = UNITS.find(([unit]) => bytes >= unit * 0.9995) ?? UNITS.at(-1)!
  const scaled = bytes / unit
  return `${scaled >= 100 || unit === 1 ? Math.round(scaled) : Number(scaled.toPrecision(3))} ${name}`
}
