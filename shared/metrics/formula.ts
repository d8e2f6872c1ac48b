/**
 * Derived metrics of tree rows by formula: +, −, *, /, parentheses, numbers, the names below, and percent(x), x as a share
 * of the same for the whole program. A formula without meaning is refused before any number is shown: sums of different
 * kinds, and shares of a ratio (a percentage of a ratio says nothing).
 */
import type { NodeMetrics } from '../rpc/trees.ts'

/** Names in formulas, and the metric that each is. */
export const FORMULA_NAMES = {
  waste: 'wasteInclusive',
  use: 'useInclusive',
  own_waste: 'wasteExclusive',
  own_use: 'useExclusive',
  traps: 'traps',
} as const satisfies Record<string, keyof NodeMetrics>
type FormulaName = keyof typeof FORMULA_NAMES

/** amount: in the run's unit; count: of traps; ratio: of two of a kind; number: as it was typed; rate: amount per trap. */
type FormulaKind = 'amount' | 'count' | 'ratio' | 'number' | 'rate'

export interface Formula {
  kind: FormulaKind
  /** @returns null where it has no value, e.g. a division by zero, or a number beyond all that can be counted */
  evaluate(row: NodeMetrics, whole: NodeMetrics): number | null
}

/** One line: what is wrong and what to do. */
export class FormulaError extends Error {}

const LONGEST_FORMULA = 500
/** Parentheses within each other; the parser calls itself for each. */
const DEEPEST = 50

/** @throws FormulaError */
export function parseFormula(text: string): Formula {
  if (text.length > LONGEST_FORMULA) throw new FormulaError(`The formula is longer than ${LONGEST_FORMULA} characters; shorten it`)
  return new Parser(tokensOf(text)).whole()
}

type Token = { type: 'number'; value: number } | { type: 'name'; name: string } | { type: 'sign'; sign: string }

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const pattern = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([a-z_]+)|([-+*/()]))/iy
  while (pattern.lastIndex < text.trimEnd().length) {
    const at = pattern.lastIndex
    const match = pattern.exec(text)
    if (match === null) throw new FormulaError(`"${text.slice(at).trim()[0]}" means nothing in a formula; use numbers, names, + - * / and parentheses`)
    const [, number, name, sign] = match
    tokens.push(
      number !== undefined
        ? { type: 'number', value: Number(number) }
        : name !== undefined
          ? { type: 'name', name: name.toLowerCase() }
          : { type: 'sign', sign: sign! },
    )
  }
  return tokens
}

class Parser {
  readonly #tokens: Token[]
  #next = 0
  #depth = 0

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  whole(): Formula {
    if (this.#tokens.length === 0) throw new FormulaError('The formula is empty; type one like waste / (waste + use)')
    const formula = this.#sum()
    if (this.#next < this.#tokens.length) throw new FormulaError('The formula continues after its end; check its parentheses and signs')
    return formula
  }

  #sum(): Formula {
    let left = this.#product()
    for (let sign = this.#takeSign('+', '-'); sign !== null; sign = this.#takeSign('+', '-')) left = added(left, this.#product(), sign)
    return left
  }

  #product(): Formula {
    let left = this.#factor()
    for (let sign = this.#takeSign('*', '/'); sign !== null; sign = this.#takeSign('*', '/'))
      left = sign === '*' ? multiplied(left, this.#factor()) : divided(left, this.#factor())
    return left
  }

  #factor(): Formula {
    if (this.#takeSign('-') !== null) return multiplied(constant(-1), this.#factor())
    if (this.#takeSign('(') !== null) return this.#enclosed()
    const token = this.#tokens[this.#next++]
    if (token?.type === 'number') {
      if (!Number.isFinite(token.value)) throw new FormulaError('A number in the formula is too large; use a smaller one')
      return constant(token.value)
    }
    if (token?.type !== 'name') throw new FormulaError('A number or a name is missing in the formula; complete it')
    if (token.name === 'percent') {
      if (this.#takeSign('(') === null) throw new FormulaError('percent needs an argument: percent(waste)')
      return percent(this.#enclosed())
    }
    if (!Object.hasOwn(FORMULA_NAMES, token.name))
      throw new FormulaError(`"${token.name}" is not a metric; use ${Object.keys(FORMULA_NAMES).join(', ')} or percent(…)`)
    const metric = FORMULA_NAMES[token.name as FormulaName]
    return { kind: metric === 'traps' ? 'count' : 'amount', evaluate: (row) => row[metric] }
  }

  #enclosed(): Formula {
    if (++this.#depth > DEEPEST) throw new FormulaError('The formula has too many parentheses within each other; simplify it')
    const inner = this.#sum()
    if (this.#takeSign(')') === null) throw new FormulaError('A parenthesis is not closed in the formula; close it')
    this.#depth--
    return inner
  }

  #takeSign(...signs: string[]): string | null {
    const token = this.#tokens[this.#next]
    if (token?.type !== 'sign' || !signs.includes(token.sign)) return null
    this.#next++
    return token.sign
  }
}

function constant(value: number): Formula {
  return { kind: 'number', evaluate: () => value }
}

function combined(kind: FormulaKind, left: Formula, right: Formula, combine: (a: number, b: number) => number | null): Formula {
  return {
    kind,
    evaluate(row, whole) {
      const [a, b] = [left.evaluate(row, whole), right.evaluate(row, whole)]
      const value = a === null || b === null ? null : combine(a, b)
      return Number.isFinite(value) ? value : null
    },
  }
}

const KIND_WORDS: Record<FormulaKind, string> = { amount: 'an amount', count: 'a count', ratio: 'a ratio', number: 'a number', rate: 'an amount per trap' }

function added(left: Formula, right: Formula, sign: string): Formula {
  const kinds = new Set([left.kind, right.kind])
  // 1 - waste / (waste + use): a typed number represents a ratio beside one.
  const kind = kinds.size === 1 ? left.kind : kinds.has('ratio') && kinds.has('number') ? 'ratio' : null
  if (kind === null) throw new FormulaError(`${KIND_WORDS[left.kind]} and ${KIND_WORDS[right.kind]} have no common sum; make both the same kind`)
  return combined(kind, left, right, sign === '+' ? (a, b) => a + b : (a, b) => a - b)
}

function multiplied(left: Formula, right: Formula): Formula {
  const [scalar, other] = left.kind === 'number' || left.kind === 'ratio' ? [left, right] : [right, left]
  if (scalar.kind !== 'number' && scalar.kind !== 'ratio')
    throw new FormulaError(`${KIND_WORDS[left.kind]} times ${KIND_WORDS[right.kind]} has no meaning here; divide one by the other instead`)
  return combined(other.kind === 'number' ? scalar.kind : other.kind, left, right, (a, b) => a * b)
}

function divided(left: Formula, right: Formula): Formula {
  const quotient = (a: number, b: number): number | null => (b === 0 ? null : a / b)
  if (right.kind === 'number') return combined(left.kind, left, right, quotient)
  if (left.kind === right.kind) return combined('ratio', left, right, quotient)
  if (right.kind === 'ratio') return combined(left.kind, left, right, quotient)
  if (left.kind === 'amount' && right.kind === 'count') return combined('rate', left, right, quotient)
  throw new FormulaError(`${KIND_WORDS[left.kind]} by ${KIND_WORDS[right.kind]} has no meaning here; divide amounts by amounts or by traps`)
}

function percent(of: Formula): Formula {
  if (of.kind !== 'amount' && of.kind !== 'count')
    throw new FormulaError(`A percentage of ${KIND_WORDS[of.kind]} has no meaning; use percent(…) of an amount or of traps`)
  return {
    kind: 'ratio',
    evaluate(row, whole) {
      const [part, all] = [of.evaluate(row, whole), of.evaluate(whole, whole)]
      return part === null || all === null || all === 0 ? null : part / all
    },
  }
}
