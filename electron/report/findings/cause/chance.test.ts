/** Nearly equal results that two lines compute from different data. */
import { expect, it } from 'vitest'
import { causeSide } from '../../../../shared/findings/wording/cause_facts.testing.ts'
import { computesFromOthers, isNearByChance, mayBeSteps, repeatedShare } from './chance.ts'

it.each([
  ['f[i] = s * x[i];', 'f[i] = s * y[i];', true],
  ['f[i] = s * x[i] +', 'f[i] = s * x[i] + t * y[i];', true],
  ['f[i] = s * x[i];', 'g[i] = x[i] * s;', false],
  ['double f = s * x;', 'f = s * x; // again, with t', false],
  ['f[i] += x[i];', 'f[i] += y[i];', true],
  ['if (a[i] == b) c = d;', 'if (a[i] <= b) c = d;', false],
  ['f[i] = 0.5;', 'f[i] = y[i];', false],
  ['store(f, x);', 'store(f, y);', false],
  [null, 'f[i] = y[i];', false],
])('%s | %s', (earlier, later, computes) => expect(computesFromOthers(causeSide(5, earlier), causeSide(7, later))).toBe(computes))

it('results of calls are judged without the return addresses beside them', () => {
  expect([repeatedShare('repeated-call', 0.49, 0.99), repeatedShare('repeated-call', 0.49, null), repeatedShare('recomputation', 0.49, 0.99)]).toEqual([
    0.99, 0.49, 0.49,
  ])
})

it('a small change of what another line has stored is near it by chance, and so is a result of other data', () => {
  const [set, changed] = [causeSide(5, 'f[i] = -d / r;'), causeSide(7, 'f[i] -= 0.001 * d / r;')]
  expect(isNearByChance('update-without-effect', { storesBack: 'result' }, set, changed)).toBe(true)
  expect(isNearByChance('update-without-effect', { storesBack: 'value' }, set, changed)).toBe(false)
  expect(isNearByChance('repeated-results', {}, causeSide(5, 'x[i] = a[i] * s;'), causeSide(7, 'x[i] = b[i] * s;'))).toBe(true)
  expect(isNearByChance('repeated-results', {}, set, set)).toBe(false)
})

it('a sum that each step changes by less than the tolerance may need all of them', () => {
  expect(mayBeSteps({ storesBack: 'result' }, true)).toBe(true)
  expect(mayBeSteps({ storesBack: 'result' }, false)).toBe(false)
  expect(mayBeSteps({ storesBack: 'value' }, true)).toBe(false)
})
