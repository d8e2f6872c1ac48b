/**
 * Variables and members that the source declares volatile or atomic: others read or write them, so each access must
 * happen.
 */
import type { LineText } from './line_texts.ts'

/** A file is read up to here, or to the end, which many lines without text in a row represent. */
const MOST_LINES = 20_000
const LINES_OF_NOTHING = 400

const DECLARATION = /\b(?:volatile\b|_Atomic\b|atomic_\w+\b|(?:std::)?atomic\s*<[^;]*>|Atomic[A-Z]\w*\b)(.*)/

export class VolatileNames {
  readonly #lineText: LineText
  readonly #byFile = new Map<string, ReadonlySet<string>>()

  constructor(lineText: LineText) {
    this.#lineText = lineText
  }

  /** @param data as findings name it: "device->status", "a or b" */
  has(file: string, data: string): boolean {
    let names = this.#byFile.get(file)
    if (names === undefined) this.#byFile.set(file, (names = this.#declaredIn(file)))
    return data.split(' or ').every((name) => names.has(lastName(name)))
  }

  #declaredIn(file: string): ReadonlySet<string> {
    const names = new Set<string>()
    for (let line = 1, nothing = 0; line <= MOST_LINES && nothing < LINES_OF_NOTHING; line++) {
      const text = this.#lineText(file, line)
      nothing = text === null ? nothing + 1 : 0
      if (text !== null) for (const name of declaredNames(text)) names.add(name)
    }
    return names
  }
}

/** Names in a declaration of C, C++, Fortran, or Rust; a cast or a call declares nothing. */
export function declaredNames(text: string): string[] {
  const rust = /^(?:pub(?:\([^)]*\))? )?(?:static (?:mut )?)?(\w+): (?:\w+::)*Atomic[A-Z]\w*/.exec(text)
  if (rust !== null) return [rust[1]!]
  const rest = DECLARATION.exec(text.replace(/\/\/.*|\/\*.*?\*\/|\([^()]*\*\s*\)/g, ''))?.[1]
  if (rest === undefined || /^\s*[)*(]/.test(rest)) return []
  const declarators = rest.includes('::') && /,\s*volatile\b|^volatile\b/i.test(text) ? rest.slice(rest.indexOf('::') + 2) : rest.replace(/;.*/, '')
  return declarators.split(',').flatMap((each) => /(\w+)\s*(?:\[[^\]]*\]|\([^)]*\))*\s*(?:[={].*)?$/.exec(each.trim())?.[1] ?? [])
}

/** "status" of "device->status", "a" of "(*a)[i]". */
function lastName(name: string): string {
  return (
    name
      .replace(/\[[^[\]]*\]|\([^()]*\)$/g, '')
      .match(/\w+/g)
      ?.at(-1) ?? ''
  )
}
