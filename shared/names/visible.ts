/** Names are untrusted: they may contain line breaks or sequences that move a terminal's cursor. */

const escapes: Record<string, string> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` }

/** Control characters, ends of lines and changes of the writing direction as escapes: "a\nb", "\x1b[31m", "\u202e". */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16)
    return escapes[character] ?? (code.length > 2 ? String.raw`\u${code}` : String.raw`\x${code.padStart(2, '0')}`)
  })
}

/** A command line as one line of text. */
export function commandText(command: readonly string[]): string {
  return visible(command.join(' '))
}
