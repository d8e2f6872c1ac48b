/** How well a command fits the text typed into the palette. */

/** Rank for the palette's filter: 0 hides. Each typed word must be in the title or among the keywords, best at the beginning of the title or of a word. */
export function paletteRank(title: string, typed: string, keywords: readonly string[] = []): number {
  const text = title.toLowerCase()
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return 1
  if (text.startsWith(words.join(' '))) return 1
  return Math.min(...words.map((word) => rankOfWord(text, word, keywords)))
}

function rankOfWord(text: string, word: string, keywords: readonly string[]): number {
  if (text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))) return 0.8
  if (keywords.some((keyword) => keyword.toLowerCase().startsWith(word))) return 0.5
  return text.includes(word) ? 0.3 : 0
}
