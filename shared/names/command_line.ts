/** Program arguments as one line of text, quoted as in a shell. No variables, globs or pipes: the program gets the text as written. */

export type ParsedArguments = { arguments: string[]; problem: null } | { arguments: null; problem: string }

export function parseArguments(text: string): ParsedArguments {
  const found: string[] = []
  let current: string | null = null
  let quote: '"' | "'" | null = null
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (quote === "'") {
      if (character === "'") quote = null
      else current += character
    } else if (character === '\\') {
      const next = text.charAt(++index)
      if (next === '') return { arguments: null, problem: 'The line ends with a backslash: write what it escapes, or \\\\ for a backslash.' }
      current = (current ?? '') + (quote === '"' && next !== '"' && next !== '\\' ? `\\${next}` : next)
    } else if (quote === '"') {
      if (character === '"') quote = null
      else current += character
    } else if (character === '"' || character === "'") {
      quote = character
      current ??= ''
    } else if (/\s/.test(character)) {
      if (current !== null) found.push(current)
      current = null
    } else {
      current = (current ?? '') + character
    }
  }
  if (quote !== null) return { arguments: null, problem: `A ${quote} is opened and not closed: close it, or write \\${quote} for the character itself.` }
  if (current !== null) found.push(current)
  return { arguments: found, problem: null }
}

/** The line that `parseArguments` reads back as these arguments. */
export function quoteArguments(values: string[]): string {
  return values.map((value) => (/^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`)).join(' ')
}
