import { expect, it } from 'vitest'
import { claimedSureness, type Shown } from './claims.ts'

const SHOWN: Shown = { wasted: 1, observations: 200, counted: false, isOfNewValues: false, shareOfRun: 0.1 }
const claimed = (shown: Partial<Shown>, concluded: Parameters<typeof claimedSureness>[1] = 'possible') =>
  claimedSureness('repeated-traversal', concluded, { ...SHOWN, ...shown })

it('claims what most of the accesses show', () => {
  expect([claimed({}), claimed({ wasted: 0.8 }), claimed({ wasted: 0.79 })]).toEqual(['possible', 'possible', 'observed'])
  expect(claimed({ wasted: 0.1 }, 'likely')).toBe('likely')
  expect(claimed({}, 'observed')).toBe('observed')
})

it('claims needless initialisations only where four of five are', () => {
  const cleared = (wasted: number) => claimedSureness('repeated-initialisation', 'possible', { ...SHOWN, wasted })
  expect([cleared(0.8), cleared(0.79)]).toEqual(['possible', 'observed'])
})

it('names alternatives where only code that did not run may read a result', () => {
  const unread = (shown: Partial<Shown>) => claimedSureness('unread-result', 'possible', { ...SHOWN, ...shown })
  expect([unread({}), unread({ readElsewhere: true }), unread({ readElsewhere: true, observations: 9 })]).toEqual(['observed', 'possible', 'observed'])
})

it('claims what repeats a part by nature', () => {
  expect(claimedSureness('aliased-reload', 'possible', { ...SHOWN, wasted: 0.2 })).toBe('possible')
  expect(claimedSureness('table-lookup', 'possible', SHOWN)).toBe('observed')
})

it('claims no traversal of values that were stored anew, near those of before', () => {
  expect(claimed({ isOfNewValues: true })).toBe('observed')
  expect(claimedSureness('linear-search', 'possible', { ...SHOWN, isOfNewValues: true })).toBe('possible')
})

it('claims nothing of a few observations, and no possibility of fewer than ten', () => {
  expect([3, 4, 9, 10].map((observations) => claimed({ observations }, 'likely'))).toEqual(['observed', 'likely', 'likely', 'likely'])
  expect([3, 4, 9, 10].map((observations) => claimed({ observations }))).toEqual(['observed', 'observed', 'observed', 'possible'])
  expect(claimed({ observations: 1, counted: true })).toBe('possible')
})

it('claims of a few observations what the code alone shows', () => {
  expect(claimedSureness('unoptimised-code', 'likely', { ...SHOWN, observations: 1 })).toBe('likely')
})

it('claims no possibility of a small part of a sampled run', () => {
  const search = (shareOfRun: number | null) => claimedSureness('linear-search', 'possible', { ...SHOWN, shareOfRun })
  expect([search(0.0049), search(0.005), search(null)]).toEqual(['observed', 'possible', 'possible'])
  expect([claimed({ shareOfRun: 0.049 }), claimed({ shareOfRun: 0.05 })]).toEqual(['observed', 'possible'])
  expect([claimed({ shareOfRun: 0.0049 }, 'certain'), claimed({ shareOfRun: 0.0049, counted: true })]).toEqual(['certain', 'possible'])
})
