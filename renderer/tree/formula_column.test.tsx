import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { parseFormula } from '../../shared/metrics/formula.ts'
import type { TreeRow } from '../../shared/rpc/trees.ts'
import type { EvidenceBasis } from '../tools/evidence.ts'
import { formulaColumn, shareOfFormula } from './formula_column.tsx'

afterEach(cleanup)

const sampled: EvidenceBasis = { engine: 'software', exact: false, traps: 1000, wasteTraps: 400 }
const counted: EvidenceBasis = { engine: 'exhaustive', exact: true, traps: 1000, wasteTraps: 400 }
const whole = { wasteInclusive: 400, useInclusive: 600, wasteExclusive: 400, useExclusive: 600, traps: 1000 }
const row = { metrics: { wasteInclusive: 100, useInclusive: 100, wasteExclusive: 0, useExclusive: 0, traps: 200 } } as TreeRow

function shown(formula: string, basis: EvidenceBasis): { text: string | null; title: string | null; dim: boolean } {
  const column = formulaColumn({ title: 'mine', formula }, 'bytes', whole, basis)!
  const { container } = render(<>{column.render(row)}</>)
  const cell = container.firstElementChild!
  return { text: cell.textContent, title: cell.getAttribute('title'), dim: cell.className === 'dim' }
}

test.each([
  ['waste / (waste + use)', null],
  ['1 - use / (use + waste)', null],
  ['use / (waste + use)', null],
  ['percent(waste)', 'waste'],
  ['percent(waste + use)', 'all'],
  ['percent(traps)', 'all'],
] as const)('%s is a share that has an interval', (formula, of) => {
  expect(shareOfFormula(parseFormula(formula))).toMatchObject({ of })
})

test.each(['waste / use', 'percent(use) - percent(waste)', 'own_waste / waste', '2 * percent(waste)'])('%s has none', (formula) => {
  expect(shareOfFormula(parseFormula(formula))).toBeNull()
})

test('ratios tell their interval or why there is none, and are dimmed then; of counted runs nothing is dim', () => {
  expect(shown('waste / (waste + use)', sampled)).toEqual({ text: '50.0%', title: '95 % interval 43–57 %; 200 observations', dim: false })
  expect(shown('percent(waste)', sampled)).toEqual({ text: '25.0%', title: '95 % interval 21.0–29.5 %; 200 observations, 400 behind all waste', dim: false })
  expect(shown('waste / use', sampled)).toEqual({ text: '100%', title: 'no interval: the correlation of errors in this formula is unknown', dim: true })
  expect(shown('waste / use', counted)).toEqual({ text: '100%', title: 'exact: every access was counted', dim: false })
  expect(shown('waste', sampled)).toMatchObject({ title: null, dim: false })
})
