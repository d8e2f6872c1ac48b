import { BraceTokens, type BraceToken } from './brace_tokens.ts'
import { headOf, type Head } from './brace_heads.ts'
import type { FunctionRange } from './function_range.ts'

/** A body that is skipped: a function's, or that of a variable or a macro. */
interface SkippedBody {
  name: BraceToken | null
  startsLine: boolean
  depth: number
}

/** The reader's state at one place: conditionals of the preprocessor go back to it. */
interface State {
  /** Null: a namespace, a class, or another body whose functions are wanted. */
  bodies: (SkippedBody | null)[]
  /** Since the last statement or body ended. */
  head: BraceToken[]
  /** Parentheses, brackets, and braces that are open in the head. */
  open: number
}

/** Functions of C, C++, and Rust in the order of the text, none inside another. */
export function braceFunctions(text: string, language: 'c' | 'cpp' | 'rust'): FunctionRange[] {
  const found: FunctionRange[] = []
  const conditionals: State[] = []
  let state: State = { bodies: [], head: [], open: 0 }
  const tokens = new BraceTokens(text, language)
  for (let token = tokens.next(false); token !== null; token = tokens.next(state.bodies.at(-1) != null)) {
    if (token.directive === 'if') conditionals.push(copyOf(state))
    // Both branches start from the same place: of two alternative heads, one opens the body.
    else if (token.directive === 'else') state = copyOf(conditionals.at(-1) ?? state)
    else if (token.directive === 'endif') conditionals.pop()
    else if (state.bodies.at(-1) != null) skip(state, token, found)
    else take(state, token, (head) => headOf(head, language))
  }
  return found.toSorted((one, other) => one.line - other.line)
}

function copyOf({ bodies, head, open }: State): State {
  return { bodies: bodies.map((body) => (body === null ? null : { ...body })), head: [...head], open }
}

function skip({ bodies }: State, { text, line, startsLine }: BraceToken, found: FunctionRange[]): void {
  const body = bodies.at(-1)!
  if (text === '{') body.depth++
  if (text !== '}') return
  body.depth--
  // A brace at the line's start ends a function that began there, even if macros left others open.
  if (body.depth > 0 && !(startsLine && body.startsLine)) return
  if (body.name !== null) found.push({ name: body.name.text, line: body.name.line, endLine: line })
  bodies.pop()
}

function take(state: State, token: BraceToken, headKind: (head: BraceToken[]) => Head): void {
  const { text, startsLine } = token
  // An unbalanced parenthesis of a macro must not hide the rest of the file.
  if (text === '{' && startsLine) state.open = 0
  if (text === '{' && state.open === 0) {
    const { kind, name } = headKind(state.head)
    if (kind !== 'member-initialiser') {
      state.bodies.push(kind === 'declarations' ? null : { name, startsLine: state.head[0]?.startsLine ?? false, depth: 1 })
      state.head = []
      return
    }
  }
  if (state.open === 0 && (text === '}' || text === ';')) {
    if (text === '}') state.bodies.pop()
    state.head = []
    return
  }
  if (text === '(' || text === '[' || text === '{') state.open++
  if (text === ')' || text === ']' || text === '}') state.open = Math.max(0, state.open - 1)
  state.head.push(token)
}
