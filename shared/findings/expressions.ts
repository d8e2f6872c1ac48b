/**
 * Finds the expression that a line of source stores to or loads, by its text: names for data where the debug information
 * has none. It knows just enough of C, C++, Fortran and Rust, and returns null rather than guess.
 */
import { withoutPointerCasts } from './pointer_casts.ts'

export type Language = 'c' | 'c++' | 'fortran' | 'rust'

const LANGUAGES: Record<string, Language> = {
  c: 'c',
  h: 'c',
  cc: 'c++',
  cpp: 'c++',
  cxx: 'c++',
  'c++': 'c++',
  hh: 'c++',
  hpp: 'c++',
  hxx: 'c++',
  inl: 'c++',
  tcc: 'c++',
  ipp: 'c++',
  f: 'fortran',
  for: 'fortran',
  ftn: 'fortran',
  f77: 'fortran',
  f90: 'fortran',
  f95: 'fortran',
  f03: 'fortran',
  f08: 'fortran',
  rs: 'rust',
}

/** Null for other languages, assembly for one. */
export function languageOf(file: string | null): Language | null {
  return file === null ? null : (LANGUAGES[file.slice(file.lastIndexOf('.') + 1).toLowerCase()] ?? null)
}

const LONGEST = 40
const WORDS_BEFORE_PARENTHESES = /^(?:if|while|for|switch|return|sizeof|catch|match|else|do|case|alignof|decltype)$/

/** The place that a statement of the line stores to: "m->a[i]"; null where none or several are there. */
export function storedExpression(text: string, language: Language | null): string | null {
  const targets = storedPlaces(text, language)
  const inMemory = targets.filter((target) => isMemory(target, language))
  return only(inMemory.length > 0 ? inMemory : targets)
}

/** All variables and places that statements of the line store to, also those that may be in registers. */
export function storedPlaces(text: string, language: Language | null): string[] {
  return distinct(statements(text, language).flatMap((statement) => targetsOf(statement)))
}

/** Elements, members and pointed-to values that the line reads, in its order. */
export function loadedExpressions(text: string, language: Language | null): string[] {
  const loaded = statements(text, language, true).flatMap((statement) => {
    const assignment = splitAssignment(statement)
    if (assignment === null) return memoryExpressions(statement, language)
    const { left, operator, right } = assignment
    const inner = memoryExpressions(left, language).filter((each) => each !== withoutDeclaration(left.trim()))
    return [...memoryExpressions(right, language), ...inner, ...(operator === '=' ? [] : [withoutDeclaration(left.trim())])]
  })
  return distinct(loaded.filter((each) => each.length <= LONGEST && each !== '' && isMemory(each, language)).map(withoutSteps))
}

/** Elements, members and pointed-to values that the line names at all. */
export function memoryNames(text: string, language: Language | null): string[] {
  return distinct(
    statements(text, language, true)
      .flatMap((statement) => memoryExpressions(statement, language))
      .filter((each) => each.length <= LONGEST)
      .map(withoutSteps),
  )
}

/** Returns the text before the last member or subscript, and so on: "p->x" and "p" of "p->x[i]"; plain names are left out. */
export function pointersOf(expression: string): string[] {
  const pointers: string[] = []
  for (let rest = withoutLast(expression); rest !== null; rest = withoutLast(rest)) if (/->|\.|\]|%/.test(rest)) pointers.push(rest)
  return pointers
}

/** "m->a" of "m->a[i][j]", "u" of "u(i,j)". */
export function arrayOf(expression: string): string {
  let array = expression
  for (let open = lastOpening(array); open > 0; open = lastOpening(array)) array = array.slice(0, open)
  return array.trimEnd()
}

/** One way to write what debug information and source lines write differently: "m->a[]" of "(*m).a[i + 1]" and "u[]" of "u(i,j)". */
export function plainExpression(expression: string): string {
  let text = expression
    .replace(/\s+/g, '')
    .replace(/^\(\*(\w+)\)/, '$1')
    .replace(/^\*/, '')
    .replace(/->|%|::/g, '.')
    .replace(/^(?:this|self)\./, '')
  for (let open = text.search(/[[(]/); open >= 0; open = text.search(/[[(]/)) {
    const end = closing(text, open)
    if (end < 0) break
    text = `${text.slice(0, open)}\0${text.slice(end + 1)}`
  }
  return text
    .replaceAll('\0', '[]')
    .replace(/(?:\[\])+/g, '[]')
    .replace(/\[\]$/, '')
}

/** Names of variables and members in it. */
export function identifiersOf(expression: string): string[] {
  return expression.match(/[A-Za-z_]\w*/g) ?? []
}

/** Variables that the first line of a loop counts. */
export function loopVariablesOf(text: string | null): string[] {
  if (text === null) return []
  const plain = withoutStrings(text)
  const counted = [
    ...plain.matchAll(/(\w+)\s*(?:\+\+|--|[-+*/]=|<<=|>>=)|(?:\+\+|--)(\w+)|\bdo\s+(?:\d+\s+)?(\w+)\s*=|\bfor\s+(?:\(\s*\w+\s*,\s*)?(\w+)\)?\s+in\b/gi),
  ]
  return distinct(counted.map((match) => match.slice(1).find((name) => name !== undefined)!))
}

/** Variables that a loop's first line sets, also by following a link ("p = p->next"). */
export function setVariablesOf(text: string | null): string[] {
  if (text === null || !/\bfor\b/.test(text)) return []
  return distinct([...loopVariablesOf(text), ...[...withoutStrings(text).matchAll(/(\w+)\s*=(?!=)/g)].map((match) => match[1]!)])
}

/** Whether a subscript of the expression depends on one of the variables. */
export function isIndexedBy(expression: string, variables: readonly string[]): boolean {
  const subscripts = expression.match(/[[(].*[\])]/)?.[0] ?? ''
  return variables.some((name) => new RegExp(`\\b${escaped(name)}\\b`).test(subscripts))
}

function withoutLast(expression: string): string | null {
  const open = lastOpening(expression)
  if (open > 0) return expression.slice(0, open)
  const member = /^(.+?)(?:->|\.|%)[A-Za-z_]\w*$/.exec(expression)
  return member === null ? null : /^(.*)(?:->|\.|%)[A-Za-z_]\w*$/.exec(expression)![1]!
}

/** Position of the bracket that the one at the end closes; −1: none is there. */
function lastOpening(expression: string): number {
  if (!/[\])]$/.test(expression)) return -1
  let depth = 0
  for (let at = expression.length - 1; at >= 0; at--) {
    if (')]'.includes(expression[at]!)) depth++
    else if ('(['.includes(expression[at]!) && --depth === 0) return at
  }
  return -1
}

/** An argument of the call of a function in the line: "buffer" of "memset(buffer, 0, n)"; null where it is not to be found. @param position from 0 */
export function argumentOf(text: string, callee: string, position: number): string | null {
  const plain = withoutStrings(text)
  const found = new RegExp(`\\b${escaped(callee)}\\s*\\(`).exec(plain)
  if (found === null) return null
  const start = found.index + found[0].length
  const end = closing(plain, start - 1)
  const all = splitTop(plain.slice(start, end < 0 ? undefined : end), ',')
  const given = all[position]?.trim().replace(/^&/, '')
  return given === undefined || given === '' || given.length > LONGEST || !/^[\w.:>\-[\]()*+ ]+$/.test(given) ? null : given
}

/** The value that the line assigns to the place, whether or not on a condition; null where it changes the value that is there. */
export function assignedTo(text: string, place: string, language: Language | null): string | null {
  const assigned = statements(text, language).flatMap((statement) => {
    const assignment = splitAssignment(statement)
    return assignment?.operator === '=' && shownTarget(withoutDeclaration(assignment.left.trim())) === place ? [assignment.right.trim()] : []
  })
  const value = only(assigned)
  return value === null || value.includes(place) ? null : value
}

/** "memset(buffer, 0, n)"; null where the line has no such call, or not all of it. */
export function callOf(text: string, callee: string): string | null {
  const start = withoutStrings(text).search(new RegExp(`\\b${escaped(callee)}\\s*\\(`))
  const end = start < 0 ? -1 : closing(text, text.indexOf('(', start))
  return end < 0 || /["']/.test(text.slice(0, end)) ? null : text.slice(start, end + 1)
}

/** A declaration as volatile, or a store through a pointer to such; no assembly that is volatile, which stores nothing itself. */
export function mentionsVolatile(text: string): boolean {
  return /\b(?:(?<!\basm\s+|\b__asm__\s+)volatile|(?:std::)?atomic\w*|Atomic\w+|READ_ONCE|WRITE_ONCE|write_volatile|read_volatile)\b|\.(?:store|load|fetch_\w+)\(/.test(
    withoutStrings(text),
  )
}

/** Makes or copies the list of a function's further arguments, of which each part must be there. */
export function makesArgumentList(text: string): boolean {
  return /\bva_(?:start|copy)\s*\(/.test(withoutStrings(text))
}

/** @param withHeads conditions too, of if, while and for */
function statements(text: string, language: Language | null, withHeads = false): string[] {
  let plain =
    language === 'fortran'
      ? withoutStrings(text)
          .replace(/!.*$/, '')
          .replace(/^\s*\d+\s/, '')
      : withoutPointerCasts(
          withoutStrings(text)
            .replace(/\/\/.*$/, '')
            .replace(/\/\*.*?(?:\*\/|$)/g, ' '),
        )
  const heads: string[] = []
  for (;;) {
    const head = /\b(?:for|if|while|switch)\s*\(/i.exec(plain)
    if (head === null) break
    const open = head.index + head[0].length - 1
    const end = closing(plain, open)
    const condition = plain.slice(open + 1, end < 0 ? undefined : end)
    // The condition and the step of a loop's head run each time.
    heads.push(...condition.split(';').slice(/^for/i.test(head[0]) ? 1 : 0))
    plain = `${plain.slice(0, head.index)};${end < 0 ? '' : plain.slice(end + 1)}`
    if (language === 'fortran' && /^\s*then\b/i.test(plain.slice(head.index + 1))) break
  }
  return [...plain.split(/[;{}]/), ...(withHeads ? heads : [])]
    .map((part) => part.trim().replace(/^(?:else|do|return|in)\b\s*/, ''))
    .filter((part) => part !== '')
}

function targetsOf(statement: string): string[] {
  const assignment = splitAssignment(statement)
  if (assignment !== null) {
    const left = withoutDeclaration(assignment.left.trim())
    // a = b = 0
    return left === '' || left.length > LONGEST ? [] : [shownTarget(left), ...targetsOf(assignment.right)]
  }
  const step = /^(?:\+\+|--)\s*(.+)$|^(.+?)\s*(?:\+\+|--)$/.exec(statement)
  const stepped = (step?.[1] ?? step?.[2])?.trim()
  return stepped !== undefined && stepped.length <= LONGEST && /^[\w.:>\-[\]()*+ ]+$/.test(stepped) ? [shownTarget(stepped)] : []
}

/** "*p++" stores to "*p". */
function shownTarget(left: string): string {
  return withoutSteps(left.replace(/^\*\s*(\w+)(?:\+\+|--)$/, '*$1').replace(/^\((\*\w+)\)$/, '$1'))
}

/** "a[n]" of "a[n++]": a sketch may name the data twice. */
function withoutSteps(name: string): string {
  return name.replace(/(\w)\s*(?:\+\+|--)(?!\s*\w)|(?<!\w\s*)(?:\+\+|--)\s*(?=\w)/g, '$1')
}

function splitAssignment(statement: string): { left: string; operator: string; right: string } | null {
  let depth = 0
  for (let at = 0; at < statement.length; at++) {
    const character = statement[at]!
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
    else if (character === '=' && depth === 0) {
      const next = statement[at + 1]
      const before = statement.slice(Math.max(0, at - 2), at)
      if (next === '=' || next === '>') {
        at++
        continue
      }
      // A range of Rust: "0..=9".
      if (before === '..') continue
      if (/[=!<>]$/.test(before) && !/(?:<<|>>)$/.test(before)) continue
      const operator = /(?:<<|>>|[-+*/%&|^])$/.exec(before)?.[0] ?? ''
      return { left: statement.slice(0, at - operator.length), operator: `${operator}=`, right: statement.slice(at + 1) }
    }
  }
  return null
}

/** "double *const x" declares x, "let mut x: u32" does too. */
function withoutDeclaration(left: string): string {
  const rust = /^let\s+(?:mut\s+)?(\w+)/.exec(left)
  if (rust !== null) return rust[1]!
  const declared =
    /^(?:(?:const|volatile|static|register|unsigned|signed|struct|auto|constexpr|typename)\s+)*[A-Za-z_][\w:<>, ]*?[\s*&]+(?:const\s+|restrict\s+|__restrict\s+)*([A-Za-z_]\w*(?:\[.*\])?)$/.exec(
      left,
    )
  return declared !== null && !left.startsWith('*') ? declared[1]! : left
}

function isMemory(expression: string, language: Language | null): boolean {
  return /[[\]]|->|^\*|\w\.[A-Za-z_]/.test(expression) || (language === 'fortran' && /\w\(.*\)|%/.test(expression))
}

/** Names with members and subscripts: "p->next", "a[i][j]", "*q"; calls are none. */
function memoryExpressions(text: string, language: Language | null): string[] {
  const found: string[] = []
  const name = /[A-Za-z_]\w*/g
  for (let match = name.exec(text); match !== null; match = name.exec(text)) {
    let end = match.index + match[0].length
    let memory = false
    let call = false
    for (;;) {
      const rest = text.slice(end)
      const member = (language === 'fortran' ? /^\s*%\s*[A-Za-z_]\w*/ : /^(?:->|\.|::)[A-Za-z_]\w*/).exec(rest)
      if (member !== null) {
        memory ||= !member[0].startsWith('::')
        end += member[0].length
        continue
      }
      if (rest.startsWith('[') || (language === 'fortran' && isFortranElement(match[0], rest))) {
        const close = closing(text, end)
        if (close < 0) break
        found.push(...memoryExpressions(text.slice(end + 1, close), language))
        memory = true
        end = close + 1
        continue
      }
      call = /^\s*(?:<[\w:, *&]*>)?\s*\(/.test(rest) || /^\s*!\s*\(/.test(rest)
      break
    }
    const before = text.slice(0, match.index)
    const pointed = /(?:^|\*\s|[=(,+\-/&|<>?:!;[]|\breturn)\s*\*\s*$/.test(before) && !memory && !call && !WORDS_BEFORE_PARENTHESES.test(match[0])
    if (call) {
      // The object of a method, or nothing.
      const object = text.slice(match.index, end).replace(/(?:->|\.|\s*%\s*)\w+$/, '')
      if (memory && isMemory(object, language)) found.push(object)
    } else if (pointed) found.push(`*${text.slice(match.index, end)}`)
    else if (memory) found.push(text.slice(match.index, end))
    name.lastIndex = Math.max(end, name.lastIndex)
  }
  return found
}

/** Intrinsic functions (Fortran 2018, 16.9) that expressions call, and words that stand before a parenthesis. */
const FORTRAN_INTRINSIC = new Set(
  `abs achar acos acosh adjustl adjustr aimag aint all allocated anint any asin asinh associated atan atan2 atanh bessel_j0 bessel_j1 bessel_jn
  bge bgt bit_size ble blt btest ceiling char cmplx conjg cos cosh count cshift dble digits dim dot_product dprod dshiftl dshiftr eoshift epsilon
  erf erfc erfc_scaled exp exponent findloc float floor fraction gamma huge hypot iachar iall iand iany ibclr ibits ibset ichar ieor ifix index
  int ior iparity ishft ishftc kind lbound leadz len len_trim log log10 log_gamma logical maskl maskr matmul max maxexponent maxloc maxval merge
  merge_bits min minexponent minloc minval mod modulo nearest nint norm2 not null pack parity popcnt poppar present product radix range real
  repeat reshape rrspacing scale scan selected_int_kind selected_real_kind set_exponent shape shifta shiftl shiftr sign sin sinh size sngl
  spacing spread sqrt storage_size sum tan tanh tiny trailz transfer transpose trim ubound unpack verify
  dabs dacos dasin datan datan2 dcos dcosh dexp dint dlog dlog10 dmax1 dmin1 dmod dnint dsign dsin dsinh dsqrt dtan dtanh iabs idint idnint
  isign max0 max1 min0 min1 amax1 amin1 alog alog10 amod cabs csqrt
  do if while call`.split(/\s+/),
)

/** An element of an array, as far as the text tells: calls of other functions look the same, except those without arguments. */
function isFortranElement(name: string, rest: string): boolean {
  return /^\((?!\s*\))/.test(rest) && !FORTRAN_INTRINSIC.has(name.toLowerCase())
}

/** Position of what closes the bracket at `open`; −1: it is not on the line. */
function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) depth++
    else if (')]}'.includes(text[at]!) && --depth === 0) return at
  }
  return -1
}

function splitTop(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
    if (character === separator && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

function withoutStrings(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/'(?:[^'\\]|\\.)'/g, "''")
}

function distinct(names: string[]): string[] {
  return [...new Set(names)]
}

function only(names: string[]): string | null {
  return names.length === 1 ? names[0]! : null
}

/** For use in a regular expression. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The variable that the line declares and gives a value: "int n = f(a);" declares n; null: none, or an array. */
export function declaredVariable(text: string, language: Language | null): string | null {
  const declared = statements(text, language).flatMap((statement) => {
    const { left, operator } = splitAssignment(statement) ?? { left: '', operator: '' }
    const name = withoutDeclaration(left.trim())
    return operator === '=' && name !== left.trim() && /^\w+$/.test(name) ? [name] : []
  })
  return only(distinct(declared))
}

/** Types that no constructor fills. */
const PLAIN_TYPE = /^(?:const|volatile|register|unsigned|signed|struct|bool|char|short|int|long|float|double|\w+_t)$/

/** C or C++: the line declares variables and gives no initial value: "size_t sizes[4], most;". Its stores are the compiler's own. */
export function declaresWithoutValue(text: string, language: 'c' | 'c++'): boolean {
  const statement = text.replace(/\/\*.*?\*\/|\/\/.*$/g, '').trim()
  const sizes = statement.replace(/\[[^[\]]*\]/g, '')
  if (!/^[A-Za-z_]\w*[\s*]+[A-Za-z_*][\w\s*,]*;$/.test(sizes) || /\w\s*\*+\s*\w+\s*\*/.test(sizes)) return false
  const [type] = statement.match(/^\w+/)!
  if (/^(?:return|goto|delete|throw|using|typedef|extern|static|case|else|do|break|co_return|co_yield|new)$/.test(type)) return false
  return language === 'c' || PLAIN_TYPE.test(type)
}
