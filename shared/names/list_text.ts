/** "a, b, and c". `Intl.ListFormat` writes the same, but first loads its rules for English, which takes 10 ms of each report. */
export function listText(parts: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  if (parts.length < 3) return parts.join(` ${conjunction} `)
  return `${parts.slice(0, -1).join(', ')}, ${conjunction} ${parts.at(-1)!}`
}
