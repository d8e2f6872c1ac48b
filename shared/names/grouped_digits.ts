/** "1,234,567". `toLocaleString` writes the same, but loads Node's tables of all languages first, which takes a tenth of `record /bin/true`. */
export function groupedDigits(count: number): string {
  return Number.isSafeInteger(count) ? String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : count.toLocaleString('en-US')
}
