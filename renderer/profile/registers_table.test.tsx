import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RegistersTable } from './RegistersTable.tsx'

afterEach(cleanup)

test('the fractions of all values produced, with what was not measured', () => {
  const part = (bytes: number, repeated: number) => ({ bytes, repeated })
  render(
    <RegistersTable
      redundancy={{
        load: { precise: part(200, 100), approximate: part(0, 0) },
        store: null,
        register: { precise: part(700, 70), approximate: part(100, 80) },
        instructions: { executed: 1000, precise: 90, approximate: 20 },
      }}
    />,
  )
  const table = within(screen.getByRole('table', { name: 'Redundancy of all values produced' }))
  const cells = (name: RegExp) =>
    within(table.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells(/^loaded into registers/)).toEqual(['20.0 %', '50.0 %', '0 %', '–'])
  expect(cells(/^stored/)).toEqual(['not measured', 'not measured'])
  expect(cells(/^written to registers by other instructions/)).toEqual(['70.0 %', '10.0 %', '10.0 %', '80.0 %'])
  expect(cells(/^all, in bytes/)[1]).toBe('25.0 %')
  expect(cells(/^instructions/)).toEqual(['', '9.00 %', '', '2.00 %'])
})
