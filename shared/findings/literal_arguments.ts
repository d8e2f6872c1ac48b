/** Whether two calls ask for the same thing or for different ones, by the arguments on their lines. */

/** A call in a source line. */
interface Call {
  /** Offset of the call in the line. */
  at: number
  arguments: string[]
}

/** Texts, characters, and numbers of any language; a name in capital letters is a constant, as a rule. */
const LITERAL = /^(?:\w{0,2}"(?:[^"\\]|\\.)*"|\w?'(?:[^'\\]|\\.)+'|[-+]?\d[\w.']*|true|false|(?:\w+::)*[A-Z][A-Z\d_]+)$/

/**
 * Every call of the earlier line has an argument that is a literal, and another one in the call of the later line.
 * @param callee without parameters; a line names its last part @param sameLine both calls are on it
 */
export function passDifferentLiterals(earlier: string, later: string, callee: string, sameLine: boolean): boolean {
  const [first, second] = [callsOf(earlier, callee), callsOf(later, callee)]
  const both = first.flatMap((one) => second.flatMap((other): Array<[Call, Call]> => (sameLine && one.at >= other.at ? [] : [[one, other]])))
  return both.length > 0 && both.every(([one, other]) => one.arguments.some((argument, at) => isOther(argument, other.arguments[at])))
}

/**
 * The object and the arguments that a call of the earlier line and one of the later line both have; null: they differ.
 * @param callee without parameters
 */
export function sameArguments(earlier: string, later: string, callee: string): string | null {
  const passed = (line: string): string[] => callsOf(line, callee).map((call) => `${objectBefore(line, call.at)} ${call.arguments.join()}`)
  const second = passed(later)
  return passed(earlier).find((each) => second.includes(each)) ?? null
}

/** The expression before a call, with its name: "text.bytes().count", of one line. @param open position of the call's bracket */
function objectBefore(line: string, open: number): string {
  let depth = 0
  let at = open - 1
  for (; at >= 0; at--) {
    const character = line[at]!
    if (')]}'.includes(character)) depth++
    else if ('([{'.includes(character) && --depth < 0) break
    else if (depth === 0 && !/[\w.:]/.test(character) && !(character === '>' && line[at - 1] === '-') && !(character === '-' && line[at + 1] === '>')) break
  }
  return line.slice(at + 1, open)
}

function isOther(one: string, other: string | undefined): boolean {
  return other !== undefined && one !== other && LITERAL.test(one) && LITERAL.test(other)
}

function callsOf(line: string, callee: string): Call[] {
  const name = callee.slice(callee.lastIndexOf(':') + 1)
  const opening = name === 'operator[]' ? '[' : '('
  const calls: Call[] = []
  scan(line, (at) => {
    if (line[at] !== opening) return
    const before = line.slice(0, at).trimEnd()
    if (opening === '(' ? !before.endsWith(name) || /\w/.test(before.at(-name.length - 1) ?? '') : !/[\w)\]]$/.test(before)) return
    const given = argumentsAt(line, at)
    if (given !== null) calls.push({ at, arguments: given })
  })
  return calls
}

/** Null where the line ends before the call does. @param open position of the bracket */
function argumentsAt(line: string, open: number): string[] | null {
  let depth = 0
  let start = open + 1
  let end = -1
  const given: string[] = []
  scan(line, (at) => {
    if (at < open || end >= 0) return
    const character = line[at]!
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character) && --depth === 0) end = at
    else if (character === ',' && depth === 1) {
      given.push(line.slice(start, at).trim())
      start = at + 1
    }
  })
  return end < 0 ? null : [...given, line.slice(start, end).trim()]
}

/** Calls back for each character outside of texts, characters, and comments. */
function scan(line: string, visit: (at: number) => void): void {
  const parts = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'|\/\*.*?(?:\*\/|$)|\/\/.*$/g
  let end = 0
  for (const match of [...line.matchAll(parts), null]) {
    for (let at = end; at < (match?.index ?? line.length); at++) visit(at)
    end = match === null ? line.length : match.index + match[0].length
  }
}
