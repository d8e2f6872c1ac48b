/** Tokens of C, C++, and Rust, as far as finding functions needs them: without comments, literals, and preprocessor lines. */

export interface BraceToken {
  /** A word, or one character of punctuation; '""' stands for any literal. */
  text: string
  isWord: boolean
  /** 1-based. */
  line: number
  /** It is the first character of its line. */
  startsLine: boolean
  /** A conditional of the preprocessor. No other token has its text. */
  directive: 'if' | 'else' | 'endif' | null
}

const word = /[A-Za-z_~]\w*/y
const number = /(?:'?[\w.]|(?<=[eEpP])[+-])+/y
const quoted = /"(?:\\[\s\S]|[^"\\])*"?/y
const cQuoted = /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/y
const rustQuote = /'(?:\\(?:u\{[^}\n]*\}|x..|.)|[^'\\\n])'|'\w+/uy
const cRaw = /(?:u8|[uUL])?R"([^ ()\\\n]{0,16})\(/y
const rustRaw = /b?r(#*)"/y
const lineComment = /\/\/(?:\\\r?\n|[^\n])*/y
/** Up to the next start or end of a comment. */
const commentMark = /[\s\S]*?(?:\/\*|\*\/|$)/y
const directive = /#(?:\\\r?\n|\/\*[\s\S]*?\*\/|[^\n])*/y
const conditional = /^#\s*(if|elif|else|endif)/

/** Reads the tokens of a text one by one. */
export class BraceTokens {
  readonly #text: string
  readonly #isRust: boolean
  #at = 0
  #line = 1
  /** Nothing but white space since the line began. */
  #atIndent = true

  constructor(text: string, language: 'c' | 'cpp' | 'rust') {
    this.#text = text
    this.#isRust = language === 'rust'
  }

  /** @param onlyBraces leaves out words and literals, which is faster. @returns null at the end */
  next(onlyBraces: boolean): BraceToken | null {
    const text = this.#text
    while (this.#at < text.length) {
      const start = this.#at
      const line = this.#line
      const character = text[start]!
      if (character === '\n') {
        this.#at++
        this.#line++
        this.#atIndent = true
        continue
      }
      if (character === ' ' || character === '\t' || character === '\r') {
        this.#at++
        continue
      }
      const atIndent = this.#atIndent
      this.#atIndent = false
      if (character === '/' && text[start + 1] === '/') this.#take(lineComment)
      else if (character === '/' && text[start + 1] === '*') {
        this.#skipComment()
        this.#atIndent = atIndent
      } else if (character === '#' && atIndent && !this.#isRust) {
        const name = conditional.exec(this.#take(directive))?.[1]
        if (name !== undefined)
          return { text: '#', isWord: false, line, startsLine: false, directive: name === 'elif' ? 'else' : (name as 'if' | 'else' | 'endif') }
      } else {
        const literal = this.#literal(character)
        const isWord = !literal && isWordStart(character)
        if (isWord) this.#take(word)
        else if (!literal) this.#at++
        if (onlyBraces && character !== '{' && character !== '}') continue
        return { text: literal ? '""' : text.slice(start, this.#at), isWord, line, startsLine: start === 0 || text[start - 1] === '\n', directive: null }
      }
    }
    return null
  }

  /** Goes behind a literal or a lifetime, if one is here. */
  #literal(character: string): boolean {
    if (character === '"') return this.#take(this.#isRust ? quoted : cQuoted) !== ''
    if (character === "'") return this.#take(this.#isRust ? rustQuote : cQuoted) !== ''
    if (character >= '0' && character <= '9') return this.#take(number) !== ''
    if (!(this.#isRust ? 'br' : 'RuUL').includes(character)) return false
    const start = this.#isRust ? rustRaw : cRaw
    start.lastIndex = this.#at
    const match = start.exec(this.#text)
    if (match === null) return false
    this.#goBehind(this.#isRust ? `"${match[1]}` : `)${match[1]}"`, this.#at + match[0].length)
    return true
  }

  #skipComment(): void {
    if (!this.#isRust) return this.#goBehind('*/', this.#at + 2)
    // Comments of Rust nest.
    let depth = 0
    do depth += this.#take(commentMark).endsWith('/*') ? 1 : -1
    while (depth > 0 && this.#at < this.#text.length)
  }

  #goBehind(end: string, from: number): void {
    const found = this.#text.indexOf(end, from)
    this.#advance(found === -1 ? this.#text.length : found + end.length)
  }

  /** @returns the text that matches here; empty: none does */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const taken = pattern.exec(this.#text)?.[0] ?? ''
    this.#advance(this.#at + taken.length)
    return taken
  }

  #advance(to: number): void {
    for (let at = this.#text.indexOf('\n', this.#at); at !== -1 && at < to; at = this.#text.indexOf('\n', at + 1)) this.#line++
    this.#at = to
  }
}

function isWordStart(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character === '_' || character === '~'
}
