/** The published tables of precision are the ones that decide what is told. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ADVICE_CLASSES } from './advice.ts'
import { CLASS_WORDS } from './class_words.ts'
import { isPreciseEnough, LEAST_PRECISION, PRECISION, type Precision } from './precision.ts'

const text = readFileSync(new URL('../../docs/advice.md', import.meta.url), 'utf8')
const [byAuthor, heldOut] = text.split('### Held-out pairs').map(verdictsIn)

/** By class, of the judged pairs that are listed one by one. */
function verdictsIn(part: string): Map<string, Precision> {
  const counted = new Map<string, Precision>()
  for (const [, name, verdict] of part.matchAll(/^\| ([a-z-]+) \| \w+ \| [a-z-]+ #\d+ \| .* \| (right|wrong)/gm)) {
    const { right, judged } = counted.get(name!) ?? { right: 0, judged: 0 }
    counted.set(name!, { right: right + (verdict === 'right' ? 1 : 0), judged: judged + 1 })
  }
  return counted
}

it('is that of the judged pairs of both engineers', () => {
  const names = new Set([...byAuthor!.keys(), ...heldOut!.keys()])
  const sums = Array.from(names, (name) => {
    const [author, other] = [byAuthor!.get(name), heldOut!.get(name)]
    return [name, { right: (author?.right ?? 0) + (other?.right ?? 0), judged: (author?.judged ?? 0) + (other?.judged ?? 0) }]
  })
  expect(Object.fromEntries(sums)).toEqual(PRECISION)
})

it('is that of the table, and a class below the bound is said to be unclassified there', () => {
  const share = (set: Map<string, Precision>, name: string): string => (set.has(name) ? `${set.get(name)!.right} of ${set.get(name)!.judged}` : '')
  for (const [name, { right, judged }] of Object.entries(PRECISION)) {
    expect(text).toContain(`| ${name} | ${share(byAuthor!, name)} | ${share(heldOut!, name)} | ${right} of ${judged} | ${((100 * right) / judged).toFixed(0)} % |${right / judged < LEAST_PRECISION ? ' said as unclassified' : ''} |`)
  }
})

it('hides what was right too seldom, and nothing else that has words', () => {
  expect(ADVICE_CLASSES.filter((name) => !isPreciseEnough(name))).toEqual(['repeated-initialisation', 'unread-result', 'unread-stack-store', 'recomputation', 'repeated-traversal'])
  expect(Object.keys(CLASS_WORDS).toSorted()).toEqual([...ADVICE_CLASSES].toSorted())
})
