import { expect, it } from 'vitest'
import { spentIn } from './spent.ts'

it('is a share of the run with its evidence', () => {
  expect(spentIn({ inclusive: 3e8, exclusive: 1e8 }, { measure: 'cpu-time', amount: 1e9, interrupts: 100 }, 0.5, 'all waste')).toEqual({
    spent: 0.3,
    detail:
      "waste: 50.0 % of all waste\n\n30.0 % of the run's CPU time; 10.0 % without the calls: 300 ms of CPU time, 95 % interval 22–40 %; 30 interrupts of 100",
  })
  expect(spentIn({ inclusive: 30, exclusive: 30 }, { measure: 'instructions', amount: 40, interrupts: null }, 0, 'all waste').detail).toBe(
    "waste: 0 % of all waste\n\n75.0 % of the run's executed instructions: 30 executed instructions (exact)",
  )
})

it('is nothing where it was not measured', () => {
  expect(spentIn(null, null, 0.25, "the run's CPU time")).toEqual({ spent: null, detail: "waste: 25.0 % of the run's CPU time" })
})
