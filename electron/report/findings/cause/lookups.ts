/** Searches and repeated calls, by the lines of the source: which key they look for, and how their loop goes on. */
import type { SiblingCalls } from '../../../../shared/advice/call_facts.ts'
import type { ChargedPlaces } from '../../../../shared/findings/charged_places.ts'
import { setVariablesOf } from '../../../../shared/findings/expressions.ts'
import { passDifferentLiterals, sameArguments } from '../../../../shared/findings/literal_arguments.ts'
import { shortFunctionName } from '../../../../shared/findings/wording/short_names.ts'
import type { ProfileTables } from '../../../../shared/profile/profile.ts'
import type { Tool } from '../../../../shared/run.ts'
import type { LineText } from '../line_texts.ts'
import { countedIn, MOST_LINES, type Sides } from './sides.ts'

/** Lines below an access that are searched for the next step of its loop. */
const MOST_LINES_AFTER = 15
const COMPARES = /^(?:mem|str|wcs|wmem)(?:n?case)?n?(?:cmp|coll)$/

export class Lookups {
  readonly #profile: ProfileTables
  readonly #places: ChargedPlaces
  readonly #lineText: LineText
  readonly #sides: Sides

  constructor(profile: ProfileTables, places: ChargedPlaces, lineText: LineText, sides: Sides) {
    this.#profile = profile
    this.#places = places
    this.#lineText = lineText
    this.#sides = sides
  }

  /** The lines of two calls pass different literals, so the later one looks for something else. */
  haveDifferentKeys(calls: SiblingCalls | null): boolean {
    const lines = this.#linesOf(calls)
    if (calls === null || lines === null) return false
    const [one, other] = [shortFunctionName(calls.earlier.callee), shortFunctionName(calls.later.callee)]
    return one === other && passDifferentLiterals(...lines, one, calls.earlier.line === calls.later.line)
  }

  /** The lines of two calls pass the same arguments, which no line between them sets. The next iteration has others, as a rule. */
  haveSameKey(calls: SiblingCalls | null): boolean {
    const lines = this.#linesOf(calls)
    if (calls?.file == null || lines === null) return false
    const passed = sameArguments(...lines, shortFunctionName(calls.earlier.callee))
    const [first, last] = [calls.earlier.line!, calls.later.line!]
    if (passed === null || first > last) return false
    const names = new Set(passed.match(/[A-Za-z_]\w*/g))
    const file = this.#profile.files.indexOf(calls.file)
    const between = Array.from({ length: Math.min(MOST_LINES, Math.max(0, last - first - 1)) }, (_, i) => this.#sides.textAt(file, last - 1 - i) ?? '')
    return ![...this.#sides.setBetween(file, first, last), ...between.flatMap(countedIn)].some((name) => names.has(name))
  }

  /** A library's comparison that repeats one of the same call, with the next element of the program's loop. */
  comparesInLoop(tool: Tool, pair: number): 'linear-search' | 'chained-lookup' | null {
    const { source, target } = this.#profile.pairs
    const node = target[pair]!
    if (tool !== 'redundant-loads' || this.#places.inLibrary[node] !== 1 || this.#places.place[source[pair]!] !== this.#places.place[node]) return null
    const side = this.#sides.of(node)
    const loop = this.#places.loopAround(node)
    if (side?.through == null || side.text === null || loop < 0 || !COMPARES.test(side.through)) return null
    const { file, line } = this.#profile.nodes
    const words = new Set(side.text.match(/\w+/g))
    const head = this.#sides.textAt(file[loop]!, line[loop]!)
    // Loops other than `for` advance in their body, usually below the comparison.
    const last = head !== null && /\b(?:while|do)\b/.test(head) ? Math.max(line[loop]!, side.line ?? 0) + MOST_LINES_AFTER : line[loop]!
    const goesOn = last === line[loop] ? [] : this.#sides.setBetween(file[loop]!, line[loop]!, last)
    const stepped = [...setVariablesOf(head), ...goesOn].filter((name) => words.has(name))
    if (stepped.length === 0) return null
    const lines = Array.from({ length: last - line[loop]! + 1 }, (_, i) => this.#sides.textAt(file[loop]!, line[loop]! + i) ?? '')
    return stepped.some((name) => lines.some((text) => followsLink(text, name))) ? 'chained-lookup' : 'linear-search'
  }

  /** The texts of the lines of two calls, the earlier one first; null: not both are known. */
  #linesOf(calls: SiblingCalls | null): [string, string] | null {
    if (calls === null || calls.file === null || calls.earlier.line === null || calls.later.line === null) return null
    const [earlier, later] = [this.#lineText(calls.file, calls.earlier.line), this.#lineText(calls.file, calls.later.line)]
    return earlier === null || later === null ? null : [earlier, later]
  }
}

/** `p = p->next`, or `q = p; p = q->next`; the first element of a chain is set before the loop, or where a `for` begins. */
function followsLink(text: string, name: string): boolean {
  const step = text.replace(/\bfor\s*\([^;]*;/, '')
  return new RegExp(`\\b${name}\\s*=\\s*\\w+\\s*->\\s*\\w+\\s*(?:[;,)]|$)`).test(step)
}
