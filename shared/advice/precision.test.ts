/** The published table of precision is the one that decides what is told. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ADVICE_CLASSES } from './advice.ts'
import { CLASS_WORDS } from './class_words.ts'
import { isPreciseEnough, LEAST_PRECISION, PRECISION } from './precision.ts'

const text = readFileSync(new URL('../../docs/advice.md', import.meta.url), 'utf8')

it('is that of the judged pairs', () => {
  const counted = new Map<string, { right: number; judged: number }>()
  for (const [, name, verdict] of text.matchAll(/^\| ([a-z-]+) \| \w+ \| [a-z-]+ #\d+ \| .* \| (right|wrong)/gm)) {
    const { right, judged } = counted.get(name!) ?? { right: 0, judged: 0 }
    counted.set(name!, { right: right + (verdict === 'right' ? 1 : 0), judged: judged + 1 })
  }
  expect(Object.fromEntries(counted)).toEqual(PRECISION)
})

it('is that of the table, and a class below the bound is said to be unclassified there', () => {
  for (const [name, { right, judged }] of Object.entries(PRECISION)) {
    expect(text).toContain(`| ${name} | ${right} of ${judged} | ${((100 * right) / judged).toFixed(0)} % |${right / judged < LEAST_PRECISION ? ' said as unclassified' : ''} |`)
  }
})

it('hides unread results, and nothing else that has words', () => {
  expect(ADVICE_CLASSES.filter((name) => !isPreciseEnough(name))).toEqual(['unread-result'])
  expect(Object.keys(CLASS_WORDS).toSorted()).toEqual([...ADVICE_CLASSES].toSorted())
})
