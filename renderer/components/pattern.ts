/** Searches as the host understands them: plain text in any case; an expression too, unless it has capitals. */

/** Why a text is no regular expression; null if it is one. */
export function patternProblem(text: string): string | null {
  try {
    RegExp(text, 'u')
    return null
  } catch (error) {
    return `No regular expression: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The pattern of a search, to mark its matches in names. */
export function searchPattern(text: string, regularExpression: boolean): RegExp {
  if (!regularExpression) return new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'iu')
  return new RegExp(text, /[A-Z]/.test(text.replaceAll(/\\./g, '')) ? 'u' : 'iu')
}
