/** Classifies braces by the text before the `{`. */
import type { BraceToken } from './brace_tokens.ts'

export interface Head {
  /** 'other': the value of a variable, an enumeration, or text that is not understood. */
  kind: 'function' | 'declarations' | 'member-initialiser' | 'other'
  /** Name of a function. */
  name: BraceToken | null
}

const statements = new Set(['if', 'for', 'while', 'switch', 'catch', 'do', 'else', 'return'])
/** Words whose parentheses are not parameters. */
const attributes = new Set(
  '__attribute__ __attribute __declspec alignas _Alignas noexcept throw decltype typeof __typeof__ explicit requires asm __asm__'.split(' '),
)
const qualifiers = new Set('const volatile override final mutable noexcept try'.split(' '))
const storage = new Set('static inline extern constexpr virtual friend __inline __inline__ register'.split(' '))
const types = new Set(['class', 'struct', 'union'])
const rustContainers = new Set(['impl', 'mod', 'trait', 'extern'])

export function headOf(head: BraceToken[], language: 'c' | 'cpp' | 'rust'): Head {
  return language === 'rust' ? rustHead(head) : cHead(withoutTemplates(head))
}

function cHead(head: BraceToken[]): Head {
  const named = functionIn(head)
  if (named === null) {
    const declares = head.some(({ text }) => types.has(text) || text === 'extern' || text === 'namespace') && !head.some(({ text }) => text === '=')
    return { kind: declares ? 'declarations' : 'other', name: null }
  }
  const { name, rest, isTyped } = named
  const last = rest.at(-1)
  const lastIsName = last !== undefined && ((last.isWord && !qualifiers.has(last.text)) || last.text === '>')
  // A macro with arguments in the head of a class or a namespace.
  if ((lastIsName && isTyped) || head.some(({ text }) => text === 'namespace')) return { kind: 'declarations', name: null }
  if (lastIsName && rest.some((_, index) => isColon(rest, index))) return { kind: 'member-initialiser', name: null }
  return { kind: 'function', name }
}

function rustHead(head: BraceToken[]): Head {
  const keyword = head.findIndex(({ text }, index) => text === 'fn' && head[index + 1]?.isWord === true)
  if (keyword !== -1) return { kind: 'function', name: head[keyword + 1]! }
  return { kind: head.some(({ text }) => rustContainers.has(text)) ? 'declarations' : 'other', name: null }
}

function withoutTemplates(head: BraceToken[]): BraceToken[] {
  const start = head.findIndex(({ text }, index) => text === 'template' && head[index + 1]?.text === '<')
  return start === -1 ? head : [...head.slice(0, start), ...withoutTemplates(head.slice(closing(head, start + 1) + 1))]
}

interface NamedHead {
  name: BraceToken
  /** Tokens after the parameters. */
  rest: BraceToken[]
  /** `struct` or its like stands before the name. */
  isTyped: boolean
}

/** Null: the head defines no function. */
function functionIn(head: BraceToken[]): NamedHead | null {
  let found: NamedHead | null = null
  let isTyped = false
  /** Words since the head began, or since the parentheses of `found`. */
  let words = 0
  let before: BraceToken | null = null
  for (let index = 0; index < head.length; index++) {
    const { text, isWord } = head[index]!
    const next = head[index + 1]?.text
    if (text === 'operator') {
      const first = head.findIndex((token, at) => at > index && token.text === '(')
      if (first === -1) return found
      const parameters = first === index + 1 && head[first + 2]?.text === '(' ? first + 2 : first
      return { name: head[index]!, rest: head.slice(closing(head, parameters) + 1), isTyped: false }
    }
    if (found !== null && (isColon(head, index) || (text === '-' && next === '>'))) return found
    if (text === '=') return found
    if (text === '<' && head[index - 1]?.isWord === true) index = closing(head, index)
    else if (text === '[' || text === '{') index = closing(head, index)
    else if (text === '(') {
      if (before !== null && statements.has(before.text)) return null
      const end = closing(head, index)
      if (before !== null && !attributes.has(before.text) && !qualifiers.has(before.text)) {
        const name = before
        // `LOCAL(void) emit(int byte)` and `MODULE("x") int init(void)` go on to the next; `int get() const REQUIRES(lock)` ends.
        if (found !== null && words < 2) return found
        found = { name, rest: head.slice(end + 1), isTyped }
        words = words <= 1 ? 1 : 0
      }
      index = end
    } else if (isWord && !qualifiers.has(text) && !storage.has(text)) {
      before = head[index]!
      if (!attributes.has(text)) words++
      isTyped ||= types.has(text)
    }
  }
  return found
}

/** One colon, not two. */
function isColon(head: BraceToken[], index: number): boolean {
  return head[index]!.text === ':' && head[index + 1]?.text !== ':' && head[index - 1]?.text !== ':'
}

/** Index of the token that closes the bracket at `index`; itself if nothing does. */
function closing(head: BraceToken[], index: number): number {
  const angle = head[index]!.text === '<'
  let depth = 0
  for (let at = index; at < head.length; at++) {
    const { text } = head[at]!
    if ('([{'.includes(text) || (angle && text === '<')) depth++
    else if (')]}'.includes(text) || (angle && text === '>' && head[at - 1]?.text !== '-')) depth--
    if (depth === 0) return at
  }
  return index
}
