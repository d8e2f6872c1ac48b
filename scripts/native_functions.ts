/** Finds functions of C and C++ sources that nothing calls, by their tokens, without a compiler. */

export interface Source {
  /** Relative to the repository. */
  path: string
  text: string
}
export interface FunctionPlace {
  file: string
  line: number
  name: string
}
interface Token {
  text: string
  line: number
}
interface Definition extends FunctionPlace {
  test: boolean
}

const isTest = (path: string) => /(^|\/)(test|tests|testing|fuzz)\/|_test\.|test_headers\./.test(path)
/** Called from outside the sources: by the C library, the linker's --wrap, GoogleTest, or a fuzzer. */
const isEntry = (name: string) => /^(main|_start|__wrap_\w+|LLVMFuzzerTestOneInput|SetUp|TearDown|SetUpTestSuite|TearDownTestSuite)$/.test(name)
/** Exported: the target or a debugger calls such functions. */
const EXPORTED = 'HAGSTONE_INTERPOSED'
/** Whose functions are for other programs, or which are programs that a test reads as they are. */
const isForOthers = (path: string) => /^resources\/include\/|^native\/agent\/test\/targets\//.test(path)
/** Words before a bracket that declare nothing. */
const KEYWORDS = new Set([
  'if',
  'for',
  'while',
  'switch',
  'return',
  'sizeof',
  'alignas',
  'decltype',
  'noexcept',
  'operator',
  '__attribute__',
  'asm',
  'requires',
])
const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?\*\/|\[\[[^\]]*\]\]|R"([^(\s]*)\([^]*?\)\1"|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])+'|^[ \t]*#(?:[^\n\\]|\\[^])*|::|[A-Za-z_]\w*|[0-9][\w.']*|\n|[^\s\w]/gm

/** Words and punctuation without comments and attributes. A macro's body becomes words with the prefix "#". */
function tokens(text: string): Token[] {
  const found: Token[] = []
  let line = 1
  for (const { 0: token } of text.matchAll(TOKEN)) {
    if (/^\s*#/.test(token)) for (const word of wordsOfDirective(token)) found.push({ text: `#${word}`, line })
    else if (/^"\w+"$/.test(token)) found.push({ text: `#${token.slice(1, -1)}`, line })
    else if (token.startsWith('"')) found.push({ text: '""', line })
    else if (token.length === 1 ? /\S/.test(token) : /^(\w|::)/.test(token)) found.push({ text: token, line })
    line += token.split('\n').length - 1
  }
  return found
}

function wordsOfDirective(directive: string): string[] {
  const body = /^\s*#\s*define\s+\w+(?:\([^)]*\))?([^]*)$/.exec(directive)?.[1]
  return body?.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*|"(?:\\[^]|[^"\\])*"/g, ' ').match(/[A-Za-z_]\w*/g) ?? []
}

/** Position behind the bracket that closes the one at `open`. */
function behindGroup(list: Token[], open: number): number {
  let depth = 0
  for (let at = open; at < list.length; at++) {
    if (list[at]?.text === '(') depth++
    else if (list[at]?.text === ')' && --depth === 0) return at + 1
  }
  return list.length
}

/** The brace of the body that follows parameters ending before `start`; -1 for a declaration or a constructor. */
function bodyAt(list: Token[], start: number): number {
  for (let at = start; at < list.length; at++) {
    const text = list[at]?.text ?? ''
    if (text === '{') return at
    if (/^[;=,):}]$/.test(text)) return -1
    if (text === '(') at = behindGroup(list, at) - 1
  }
  return -1
}

/** The tokens from the end of the statement before. */
function headOf(list: Token[], at: number): string[] {
  let first = at
  while (first > 0 && !/^[;{}]$/.test(list[first - 1]?.text ?? '')) first--
  return list.slice(first, at).map(({ text }) => text)
}

/** Whether declarations, not statements, lie in the brace with this head. */
function holdsDeclarations(head: string[]): boolean {
  return head.some((word) => /^(namespace|extern|class|struct|union)$/.test(word)) && !head.includes('=') && !head.includes(')')
}

/** Adds a source's definitions and uses. A function's calls of itself are no use. */
function readSource({ path, text }: Source, definitions: Definition[], uses: Set<string>): void {
  const list = tokens(text)
  const open: Array<{ declares: boolean; of: string }> = []
  const bodies = new Map<number, string>()
  for (const [at, { text: token, line }] of list.entries()) {
    const declaring = open.every((brace) => brace.declares)
    if (token.startsWith('#')) uses.add(token.slice(1))
    else if (token === '{')
      open.push({ declares: declaring && !bodies.has(at) && holdsDeclarations(headOf(list, at)), of: bodies.get(at) ?? open.at(-1)?.of ?? '' })
    else if (token === '}') open.pop()
    else if (/^[A-Za-z_]/.test(token)) {
      const before = list[at - 1]?.text ?? ';'
      const declares = declaring && list[at + 1]?.text === '(' && !KEYWORDS.has(token) && /^([A-Za-z_]\w*|[*&>~]|::)$/.test(before) && before !== 'return'
      if (!declares) {
        if (open.at(-1)?.of !== token) uses.add(token)
        continue
      }
      const body = bodyAt(list, behindGroup(list, at + 1))
      if (body < 0) continue
      bodies.set(body, token)
      if (!path.endsWith('.S') && !headOf(list, at).includes(EXPORTED)) definitions.push({ file: path, line, name: token, test: isTest(path) })
    }
  }
}

/**
 * Functions that no other function, table, macro or literal names. A function that only tests call is unused, too, unless a
 * test defines it. One name represents all functions that have it.
 */
export function unusedFunctions(sources: Source[]): FunctionPlace[] {
  const definitions: Definition[] = []
  const used = new Set<string>()
  const usedByTests = new Set<string>()
  for (const source of sources) readSource(source, definitions, isTest(source.path) ? usedByTests : used)
  return definitions
    .filter(({ name, test, file }) => !isEntry(name) && !isForOthers(file) && !used.has(name) && !(test && usedByTests.has(name)))
    .map(({ file, line, name }) => ({ file, line, name }))
}
