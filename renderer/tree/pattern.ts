/** Why a text is no regular expression; null if it is one. */
export function patternProblem(text: string): string | null {
  try {
    RegExp(text)
    return null
  } catch (error) {
    return `No regular expression: ${error instanceof Error ? error.message : String(error)}`
  }
}
