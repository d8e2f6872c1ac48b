/** Words as the beginning of a sentence or a title. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
