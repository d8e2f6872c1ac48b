/** The published tables of precision are those that decide how advice is worded. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ADVICE_CLASSES } from './advice.ts'
import { CLASS_WORDS } from './class_words.ts'
import { isPreciseEnough, PRECISION, surenessOf, type Verdicts } from './precision.ts'

const document = (name: string): string => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8')
const [byAuthor, heldOut, fresh] = document('lab/judged-advice')
  .split(/### (?:Held-out|Fresh) pairs/)
  .map(verdictsIn)

/** By class, of the judged pairs that are listed one by one. */
function verdictsIn(part: string): Map<string, Verdicts> {
  const counted = new Map<string, Verdicts>()
  for (const [, name, verdict] of part.matchAll(/^\| ([a-z-]+) \| \w+ \| [a-z-]+ #\d+ \| .* \| (right|wrong)/gm)) {
    const { right, judged } = counted.get(name!) ?? { right: 0, judged: 0 }
    counted.set(name!, { right: right + (verdict === 'right' ? 1 : 0), judged: judged + 1 })
  }
  return counted
}

it('is that of the judged pairs of all engineers', () => {
  const parts = [byAuthor!, heldOut!, fresh!]
  const sums = Array.from(new Set(parts.flatMap((part) => [...part.keys()])), (name) => {
    const found = parts.flatMap((part) => part.get(name) ?? [])
    const sum = { right: found.reduce((total, { right }) => total + right, 0), judged: found.reduce((total, { judged }) => total + judged, 0) }
    return [name, fresh!.has(name) ? { ...sum, fresh: fresh!.get(name) } : sum]
  })
  expect(Object.fromEntries(sums)).toEqual(PRECISION)
})

it('is that of the table, and a class below the bound is called possible there', () => {
  const share = (set: Map<string, Verdicts>, name: string): string => (set.has(name) ? `${set.get(name)!.right} of ${set.get(name)!.judged}` : '')
  for (const name of ADVICE_CLASSES) {
    const known = PRECISION[name]
    if (known === undefined) continue
    const { right, judged } = known
    expect(document('advice')).toContain(
      `| ${name} | ${share(byAuthor!, name)} | ${share(heldOut!, name)} | ${share(fresh!, name)} | ${right} of ${judged} | ${((100 * right) / judged).toFixed(0)} % |${isPreciseEnough(name) ? '' : ' possible'} |`,
    )
  }
})

it('words as possible what was right too rarely', () => {
  expect(ADVICE_CLASSES.filter((name) => !isPreciseEnough(name))).toEqual([
    'repeated-initialisation',
    'overwritten-before-use',
    'unread-result',
    'unread-stack-store',
    'recomputation',
    'redundant-copy',
    'call-invariant-load',
    'aliased-reload',
    'table-lookup',
    'chained-lookup',
    'repeated-traversal',
  ])
  expect(Object.keys(CLASS_WORDS).toSorted()).toEqual([...ADVICE_CLASSES].toSorted())
})

it('words as observed, in advice.md too, what no rule explains or what was wrong in most programs', () => {
  const row = document('advice')
    .split('\n')
    .find((line) => line.startsWith('| *observed* |'))!
  const observed = ADVICE_CLASSES.filter((name) => surenessOf(name, 'possible') === 'observed')
  expect(observed).toEqual(ADVICE_CLASSES.filter((name) => row.includes(`*${name}*`)))
  expect(surenessOf('table-lookup', 'likely')).toBe('likely')
})
