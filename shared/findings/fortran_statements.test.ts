import { expect, it } from 'vitest'
import { statementAround } from './fortran_statements.ts'

const at = (lines: string[], line: number): string | null => statementAround((each) => lines[each - 1]?.trim() ?? null, line)

const FIXED = ['      X = 1', '      A(I) = B(I)', '     &       + C(I) ! of the row', '     $       * D(I)', '      E = 2']
const FREE = ['a(i) = b(i) & ! first', '     + c(i)', 'e = 2']

it('joins the lines of a statement, whichever of them is asked for', () => {
  for (const line of [2, 3, 4]) expect(at(FIXED, line)).toBe('A(I) = B(I) + C(I) * D(I)')
  for (const line of [1, 2]) expect(at(FREE, line)).toBe('a(i) = b(i) + c(i)')
})

it('leaves other lines as they are', () => {
  expect([at(FIXED, 1), at(FIXED, 5), at(FREE, 3), at(FREE, 9)]).toEqual(['X = 1', 'E = 2', 'e = 2', null])
})
