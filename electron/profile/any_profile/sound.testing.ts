/** What must hold of every number and text that users are shown, whatever was recorded. */

/** Of texts whose names contain none of these. */
const NONSENSE = /\bNaN\b|(?<!stay )\bundefined\b|Infinity|\[object /
const ROUNDING = 1e-9
/** Names of shares of something, 0..1. */
const SHARE = /^(?:share\w*|\w*Share|fraction\w*|overAll|claimed|withRemedy|unavoidable|unexplained|redundancy|observed|coverage)$/

/** Throws with the text around the first nonsense. */
export function requireSense(text: string, of: string): void {
  const found = NONSENSE.exec(text)
  if (found) throw new Error(`${of} has "${text.slice(Math.max(0, found.index - 120), found.index + 40)}"`)
}

/** Numbers are finite, shares within 0..1, intervals ordered, texts without nonsense. @param value as JSON has it */
export function requireSound(value: unknown, of: string): void {
  if (typeof value === 'string') return requireSense(value, of)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`${of} is ${value}`)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (ArrayBuffer.isView(value)) return
  if (Array.isArray(value)) return value.forEach((each, at) => requireSound(each, `${of}[${at}]`))
  for (const [name, own] of Object.entries(value)) {
    requireSound(own, `${of}.${name}`)
    if (typeof own === 'number' && SHARE.test(name)) requireShare(own, `${of}.${name}`)
    if (name === 'ci95' || name === 'interval') requireInterval(own, `${of}.${name}`)
  }
  requireHeld(value as Record<string, unknown>, of)
}

function requireShare(share: number, of: string): void {
  if (share < -ROUNDING || share > 1 + ROUNDING) throw new Error(`${of} is ${share}`)
}

function requireInterval(interval: unknown, of: string): void {
  if (!Array.isArray(interval)) return
  const [low, high] = interval as [number, number]
  if (low > high) throw new Error(`${of} is ${low} to ${high}`)
}

/** An interval holds what it is of. */
function requireHeld(value: Record<string, unknown>, of: string): void {
  for (const [name, interval] of [
    ['fraction', value['ci95']],
    ['shareOfTotal', value['ci95']],
    ['shareOfRun', value['interval']],
    ['share', typeof value['low'] === 'number' ? [value['low'], value['high']] : null],
  ] as const) {
    const held = value[name]
    if (typeof held !== 'number' || !Array.isArray(interval)) continue
    const [low, high] = interval as [number, number]
    if (held < low - ROUNDING || held > high + ROUNDING) throw new Error(`${of}.${name} is ${held}, outside of ${low} to ${high}`)
  }
}
