/** The rows of a tree are exported as shown: those that are folded are not among them. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rowsOfCsv } from '../../shared/tables/table_text.ts'
import { exportAs } from '../testing/export_menu.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

test.each([
  ['top-down', '2'],
  ['bottom-up', '3'],
])('the %s tree is saved with what is unfolded', async (kind, key) => {
  const saved: Blob[] = []
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
  URL.revokeObjectURL = () => {}
  showWindow(prepareHost())
  await screen.findByRole('row', { name: /^.?main/ })
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key })
  await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent?.toLowerCase()).toBe(kind))
  await waitFor(() => expect(document.querySelectorAll('[role=row][data-index]').length).toBeGreaterThan(1))
  const save = async (): Promise<string[][]> => {
    const before = saved.length
    await exportAs('the rows of the tree', 'Save as CSV')
    await waitFor(() => expect(saved).toHaveLength(before + 1))
    return rowsOfCsv(await saved[before]!.text())
  }
  const [titles, ...rows] = await save()
  expect(titles).toEqual(['level', 'context', 'relation', 'file', 'line', 'waste (ns)', 'use (ns)', 'own waste (ns)', 'own use (ns)', 'traps'])
  const drawn = [...document.querySelectorAll('[role=row][data-index]')]
  expect(rows.length).toBe(drawn.length)
  expect(rows.map(([level]) => Number(level) + 1)).toEqual(drawn.map((row) => Number(row.getAttribute('aria-level'))))
  const folded = rows.length
  fireEvent.click(drawn[0]!)
  await waitFor(() => expect(document.querySelector('[role=row][data-index="0"]')!.getAttribute('aria-selected')).toBe('true'))
  const way = drawn[0]!.getAttribute('aria-expanded') === 'true' ? 'ArrowLeft' : 'ArrowRight'
  fireEvent.keyDown(screen.getByRole('treegrid'), { key: way, code: way })
  await waitFor(async () => expect(document.querySelectorAll('[role=row][data-index]').length).not.toBe(folded))
  expect((await save()).length - 1).toBe(document.querySelectorAll('[role=row][data-index]').length)
})
