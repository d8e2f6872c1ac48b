import { fittingName } from './fitting_name.ts'

/** The names of one list, each as `fittingName` shortens it. Names that would look equal get what tells them apart: "…DenseVector::assign [float]". */
export function fittingNames(names: readonly string[], most: number): string[] {
  const differences = distinctions(names, most)
  return names.map((name, at) => `${fittingName(name, most)}${differences[at] === '' ? '' : ` [${differences[at]}]`}`)
}

/** Returns the part that distinguishes each name from the names of the list that are shortened to the same text; others have none. */
export function distinctions(names: readonly string[], most: number): string[] {
  const parts = new Map<string, string>()
  for (const alike of Map.groupBy(new Set(names), (name) => fittingName(name, most)).values()) {
    for (const [name, difference] of differences(alike)) parts.set(name, difference)
  }
  return names.map((name) => parts.get(name) ?? '')
}

/** Returns the part that distinguishes each of these different names from the others: "double", "float, Sum"; empty for a single name. */
export function differences(names: readonly string[]): Array<[name: string, difference: string]> {
  if (names.length < 2) return names.map((name) => [name, ''])
  return differentWords(names.map((name) => [name, name.match(WORDS) ?? []])).map(([name, words]) => [name, words.join(', ')])
}

const WORDS = /\w+|[^\w\s]/g

/** The first word in which names differ; again for those that have this word in common. */
function differentWords(names: ReadonlyArray<[name: string, words: readonly string[]]>): Array<[name: string, words: string[]]> {
  if (names.length < 2) return names.map(([name]) => [name, []])
  const longest = Math.max(...names.map(([, words]) => words.length))
  let first = 0
  while (first < longest && names.every(([, words]) => words[first] === names[0]![1][first])) first++
  if (first === longest) return names.map(([name]) => [name, []])
  return [...Map.groupBy(names, ([, words]) => words[first] ?? '').values()].flatMap((alike) =>
    differentWords(alike.map(([name, words]) => [name, words.slice(first + 1)])).map(([name, words]): [string, string[]] => {
      const all = names.find(([each]) => each === name)![1]
      const rest = all.slice(first)
      const word = rest.find((each) => /\w/.test(each)) ?? rest.join('').replace(/\)$/, '')
      return [name, [word, ...words].filter((each) => each !== '')]
    }),
  )
}

const QUALIFIED = /[\w~]+(?:::[\w~]+)+/g

/** A sentence whose qualified names are shortened as `fittingName` does it; names that would look equal stay whole. */
export function withFittingNames(sentence: string, most: number): string {
  const whole = [...new Set(sentence.match(QUALIFIED))]
  const alike = Map.groupBy(whole, (name) => fittingName(name, most))
  return sentence.replace(QUALIFIED, (name) => {
    const short = fittingName(name, most)
    return alike.get(short)!.length > 1 ? name : short
  })
}
