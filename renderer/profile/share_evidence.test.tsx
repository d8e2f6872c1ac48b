/** Every share of a sampled run states its denominator, its interval and its observations, regardless of the view. */
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

beforeEach(async () => {
  showWindow(prepareHost())
  await screen.findByRole('row', { name: /^.?main/ })
})

const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key })

/** Shares that were measured, not sampled. */
const measured = /^coverage/

/** The shares of a table with the stated evidence of each. */
function shares(table: HTMLElement): Array<[column: string, evidence: string | null]> {
  const [header, ...rows] = within(table).getAllByRole('row')
  const titles = within(header!)
    .getAllByRole('columnheader')
    .map((title) => title.textContent ?? '')
  return rows.flatMap((row) =>
    within(row)
      .getAllByRole('gridcell')
      .flatMap((cell, column): Array<[string, string | null]> => {
        const share = /\d%/.test(cell.textContent ?? '') && !measured.test(titles[column]!)
        return share ? [[titles[column]!, cell.querySelector('[title]')?.getAttribute('title') ?? null]] : []
      }),
  )
}

async function showAllColumns(): Promise<void> {
  fireEvent.keyDown(screen.getByRole('button', { name: /^columns/i }), { key: 'Enter' })
  for (const name of (await screen.findAllByRole('menuitemcheckbox'))
    .filter((each) => each.getAttribute('aria-checked') === 'false')
    .map((each) => each.textContent ?? '')) {
    const item = screen.queryAllByRole('menuitemcheckbox').find((each) => each.textContent === name)
    if (item !== undefined) fireEvent.click(item)
  }
}

const views: Array<[name: string, key: string, role: 'grid' | 'treegrid', label: RegExp]> = [
  ['top-down', '2', 'treegrid', /./],
  ['bottom-up', '3', 'treegrid', /./],
  ['flat', '4', 'treegrid', /./],
  ['pairs', '5', 'grid', /^Pairs of accesses/],
  ['objects', '6', 'grid', /^Objects/],
  ['threads', '9', 'grid', /^Threads/],
]

test.each(views)('%s', async (_name, key, role, label) => {
  press(key)
  await screen.findByRole(role, { name: label })
  await showAllColumns()
  const told = shares(screen.getByRole(role, { name: label, hidden: true }))
  expect(told.length).toBeGreaterThan(0)
  for (const [column, evidence] of told) expect(evidence, column).toMatch(/^[\d.]+ % of \w.+\n(95 % interval .*|only .*)\d observations?\b/)
})

test('groups of pairs', async () => {
  press('5')
  fireEvent.change(await screen.findByRole('combobox', { name: 'Group pairs by' }), { target: { value: 'source-function' } })
  const told = shares(await screen.findByRole('grid', { name: 'Groups of pairs' }))
  expect(told.length).toBeGreaterThan(0)
  for (const [column, evidence] of told) expect(evidence, column).toMatch(/^[\d.]+ % of \w.+\n(95 % interval .*|only .*)\d observations?\b/)
})
