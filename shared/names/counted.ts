/** "1 trap", "2 traps", "1,200 traps". @param plural where it is not the noun with an s */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${groupedDigits(count)} ${count === 1 ? noun : plural}`
}

/** "1,234,567". `toLocaleString` writes the same, but loads Node's tables of all languages first, which takes a tenth of `record /bin/true`. */
export function groupedDigits(count: number): string {
  return Number.isSafeInteger(count) ? String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : count.toLocaleString('en-US')
}
